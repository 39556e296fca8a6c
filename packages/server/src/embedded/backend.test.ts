import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import { backendConformance } from '../conformance/backend-conformance.ts'
import type { LogEvent } from '../log.ts'
import { openEmbeddedBackend } from './backend.ts'
import type { EmbeddedBackend, EmbeddedOptions } from './backend.ts'

const folders: string[] = []
const backends: EmbeddedBackend[] = []

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-server-'))
  folders.push(folder)
  return folder
}

/** A backend with the events it reported. */
async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const events: LogEvent[] = []
  const backend = await openEmbeddedBackend({
    dataDir,
    log: (event) => events.push(event),
    searchWorkers: 1,
    // A rebuild takes as long as the machine is busy with other tests.
    limits: { rebuildWaitMs: 30_000 },
    ...options,
  })
  backends.push(backend)
  return { backend, events: (name: string) => events.filter(({ event }) => event === name) }
}

afterEach(async () => {
  for (const backend of backends.splice(0)) await backend.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

backendConformance('embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'docent-server-'))
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 2 })
  const remove = async (): Promise<void> => {
    await backend.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { backend, remove }
})

const records: SearchRecord[] = Array.from({ length: 50 }, (_, i) => ({ objectID: String(i), title: `record ${i}` }))

const fill = async (backend: EmbeddedBackend, index = 'docs'): Promise<void> =>
  backend.waitForTask((await backend.replaceRecords(index, records, {})).taskID)

const countOf = async (backend: EmbeddedBackend, indexName = 'docs'): Promise<number> => {
  const [result] = await backend.search([{ indexName }])
  return result && 'nbHits' in result ? result.nbHits : -1
}

const indexFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'indexes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('the data folder', () => {
  test('hides itself from git and from other users', async () => {
    const dataDir = newFolder()
    await open(dataDir)
    expect(readFileSync(join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
    for (const name of ['docent.db', 'docent.db-wal']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  })

  test('has one server: a second one is refused with the pid of the first, and may start after it', async () => {
    const dataDir = newFolder()
    const { backend } = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(`process ${process.pid}`)
    await expect(open(dataDir)).rejects.toThrow(expect.objectContaining({ code: 'data-folder-in-use' }) as Error)
    await backend.close()
    await open(dataDir)
  })

  test('that cannot be written to is refused with its name', async () => {
    const dataDir = join(newFolder(), 'a-file')
    writeFileSync(dataDir, '')
    const refused = expect.objectContaining({ code: 'storage-failed' }) as Error
    await expect(open(dataDir)).rejects.toThrow(refused)
    await expect(open(dataDir)).rejects.toThrow(`${dataDir} cannot be written to`)
  })

  test('of a newer Docent is refused untouched', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).backend.close()
    const path = join(dataDir, 'docent.db')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    await expect(open(dataDir)).rejects.toThrow(expect.objectContaining({ code: 'newer-database' }) as Error)
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

describe('a restart', () => {
  test('without changes builds nothing, and serves the same', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const keys = await first.backend.keys.list()
    expect(first.events('index-built')).toHaveLength(1)
    await first.backend.close()
    const second = await open(dataDir)
    expect(await second.backend.readiness()).toEqual({ ready: true })
    expect(await countOf(second.backend)).toBe(50)
    expect(await second.backend.keys.list()).toEqual(keys)
    await second.backend.replaceRecords('docs', records, {})
    await second.backend.close()
    expect(second.events('index-built')).toHaveLength(0)
  })

  test('builds what was written last before it', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const { taskID } = await first.backend.replaceRecords('docs', records.slice(1), {})
    await first.backend.close()
    const second = await open(dataDir)
    await second.backend.waitForTask(taskID)
    expect(await countOf(second.backend)).toBe(49)
  })

  test.each<[string, (path: string) => void]>([
    [
      'with a flipped byte',
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, i) => (i === 400 ? byte ^ 1 : byte)),
        ),
    ],
    ['cut short', (path) => truncateSync(path, statSync(path).size - 10)],
    ['empty', (path) => truncateSync(path, 0)],
    ['of something else', (path) => writeFileSync(path, 'x'.repeat(5000))],
    ['missing', (path) => rmSync(path)],
  ])(
    'finds an index file %s, says so, and builds it from the records; the other index serves meanwhile',
    async (_, damage) => {
      const dataDir = newFolder()
      const first = await open(dataDir)
      await fill(first.backend, 'docs')
      const [file = ''] = indexFiles(dataDir)
      await fill(first.backend, 'other')
      await first.backend.close()
      damage(file)
      const second = await open(dataDir)
      expect(await countOf(second.backend, 'other')).toBe(50)
      expect(await countOf(second.backend, 'docs')).toBe(50)
      expect(second.events('index-damaged')).toMatchObject([{ index: 'docs' }])
      expect(second.events('index-built')).toMatchObject([{ index: 'docs', entries: 50 }])
      expect(await second.backend.readiness()).toEqual({ ready: true })
    },
  )

  test('tells those who ask before a lost index is built again to come back', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    await first.backend.close()
    for (const file of indexFiles(dataDir)) rmSync(file)
    const second = await open(dataDir, { limits: { rebuildWaitMs: 0 } })
    const refused = expect.objectContaining({ code: 'not-ready', status: 503, retryAfter: 1 }) as Error
    await expect(second.backend.search([{ indexName: 'docs' }])).rejects.toThrow(refused)
    expect(await second.backend.readiness()).toEqual({ ready: false, reason: 'being rebuilt: docs' })
    await second.backend.waitForTask((await second.backend.updateSettings('docs', {})).taskID)
    expect(await countOf(second.backend)).toBe(50)
  })

  test('removes files that nothing refers to', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    await first.backend.close()
    const [file = ''] = indexFiles(dataDir)
    copyFileSync(file, `${file}.new`)
    await open(dataDir)
    expect(indexFiles(dataDir)).toEqual([file])
  })
})

describe('builds', () => {
  test('of many writes in a row are few, and the last state wins', async () => {
    const { backend, events } = await open(newFolder())
    let taskID = 0
    for (const [i, record] of records.entries()) {
      const receipt = await backend.write([{ action: 'save', index: 'docs', record: { ...record, i } }])
      taskID = receipt.tasks[0]?.taskID ?? 0
    }
    await backend.waitForTask(taskID)
    expect(await countOf(backend)).toBe(50)
    expect(events('index-built').length).toBeLessThan(25)
  })

  test('are not needed for settings that searches alone read', async () => {
    const { backend, events } = await open(newFolder())
    await fill(backend)
    await backend.waitForTask((await backend.updateSettings('docs', { hitsPerPage: 7 })).taskID)
    expect(events('index-built')).toHaveLength(1)
    await backend.waitForTask((await backend.updateSettings('docs', { searchableAttributes: ['title'] })).taskID)
    expect(events('index-built')).toHaveLength(2)
  })

  test('are not needed for synonyms and rules, which are there after a restart', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const synonym = { objectID: '1', type: 'oneWaySynonym', input: 'entry', synonyms: ['record'] }
    const rule = { objectID: '1', conditions: [{ pattern: 'entry' }], consequence: { hide: [{ objectID: '7' }] } }
    await first.backend.saveParts('docs', 'synonyms', [synonym])
    await first.backend.waitForTask((await first.backend.saveParts('docs', 'rules', [rule])).taskID)
    const countEntries = async (backend: EmbeddedBackend): Promise<unknown> => {
      const [result] = await backend.search([{ indexName: 'docs', query: 'entry' }])
      return result && 'nbHits' in result ? result.nbHits : undefined
    }
    expect(await countEntries(first.backend)).toBe(49)
    expect(first.events('index-built')).toHaveLength(1)
    await first.backend.close()
    const second = await open(dataDir)
    expect(await countEntries(second.backend)).toBe(49)
    expect(second.events('index-built')).toHaveLength(0)
  })

  test('leave one file for each index', async () => {
    const dataDir = newFolder()
    const { backend } = await open(dataDir)
    for (let n = 1; n <= 4; n++)
      await backend.waitForTask((await backend.replaceRecords('docs', records.slice(n), {})).taskID)
    await backend.close()
    await open(dataDir)
    expect(indexFiles(dataDir)).toHaveLength(1)
  })
})
