/** What one index takes long for, or cannot do, is no matter for the others. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchRecord } from '@docent/engine'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogEvent } from '../log.ts'
import { openEmbeddedBackend } from './backend.ts'
import type { EmbeddedBackend } from './backend.ts'

let dataDir = ''
let backend: EmbeddedBackend
let logged: LogEvent[]

const open = async (): Promise<void> => {
  logged = []
  backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, log: (event) => logged.push(event) })
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'docent-fair-'))
  await open()
})
afterEach(async () => {
  await backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const records = (count: number, text = ''): SearchRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    objectID: `r${n}`,
    title: `record ${n} ${text}`,
    lang: n % 2 ? 'en' : 'de',
  }))

const settings = { attributesForFaceting: ['lang'] }

const save = async (index: string, objectID = 'a'): Promise<number> =>
  (await backend.write([{ action: 'save', index, record: { objectID } }])).tasks[0]?.taskID ?? 0

describe('an index that cannot be built', () => {
  test('says so and rests longer each time; others are built, and it is once it can be', async () => {
    await backend.waitForTask(await save('broken'))
    const folder = join(dataDir, 'indexes', '1')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file where a folder was')
    const broken = await save('broken', 'b')
    const failures = (): LogEvent[] => logged.filter(({ event }) => event === 'build-failed')
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(1), { timeout: 20_000 })
    for (let n = 0; n < 20; n++) await backend.waitForTask(await save(`other${n % 3}`, `${n}`))
    await backend.waitForTask((await backend.replaceRecords('large', records(3000), settings)).taskID)
    expect(await backend.taskStatus(broken)).toBe('notPublished')
    expect(failures().length).toBeLessThan(8)
    expect(new Set(failures().map(({ index }) => index))).toEqual(new Set(['broken']))
    expect(failures()[1]?.message).toContain('tried again in 2 s')
    expect(await backend.readiness()).toMatchObject({ failing: ['broken'] })
    expect((await backend.figures()).failing).toMatchObject([{ name: 'broken' }])
    rmSync(folder)
    mkdirSync(folder)
    await backend.waitForTask(broken)
    expect(await backend.readiness()).toEqual({ ready: true })
  })

  test('is no longer named when it is deleted', async () => {
    writeFileSync(join(dataDir, 'indexes', '1'), 'a file where a folder is to be')
    await save('broken')
    await vi.waitFor(async () => expect(await backend.readiness()).toMatchObject({ failing: ['broken'] }), {
      timeout: 20_000,
    })
    await backend.write([{ action: 'drop', index: 'broken' }])
    expect(await backend.readiness()).toEqual({ ready: true })
  })
})

test('a small index is searchable again before a large one is built that began before it', async () => {
  await backend.waitForTask(await save('small'))
  const { taskID } = await backend.replaceRecords('large', records(40_000, 'of many words '.repeat(20)), settings)
  for (let n = 0; n < 2; n++) await backend.waitForTask(await save('small', `${n}`))
  expect(await backend.taskStatus(taskID)).toBe('notPublished')
  await backend.waitForTask(taskID)
})
