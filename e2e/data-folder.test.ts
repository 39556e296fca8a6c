// @module-tag long
/** The files of a data folder under a real server: their permissions, and that no file of an open database is closed. */

import { spawn } from 'node:child_process'
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { hasStrace, NO_STRACE, parseTrace, straceOptions } from '../packages/server/src/testing/recorded-io.ts'
import { exitCode, MAIN, nextOutput, run, start, stopAll } from './docent-process.ts'

let folder = ''

beforeEach(async () => {
  folder = folderOf()
  await writeFile(join(folder, 'index.md'), '# Gears\n\nAll about gears.\n')
})
afterEach(() => stopAll())

/** A server's address and keys, from its file for other commands. */
const serverOf = (): { url: string; pid: number; adminKey: string } =>
  JSON.parse(readFileSync(join(folder, '.docent/server.json'), 'utf8'))

async function call(path: string, body: unknown): Promise<Record<string, unknown>> {
  const { url, adminKey } = serverOf()
  const headers = { 'x-algolia-api-key': adminKey, 'x-algolia-application-id': 'docent' }
  const answer = await fetch(`${url}1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

/** All files in the data folder with permissions for others than the owner. */
function openToOthers(): string[] {
  const home = join(folder, '.docent')
  const paths = ['', ...readdirSync(home, { recursive: true, encoding: 'utf8' })].map((name) => join(home, name))
  return paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0)
}

test.skipIf(process.platform === 'win32')(
  'only the owner can read the files of a data folder, also of one by an older version with wider permissions',
  async () => {
    const out = join(folder, 'public')
    expect((await run('build', folder, '--out', out)).code).toBe(0)
    expect(openToOthers()).toEqual([])
    expect(statSync(join(out, 'index.html')).mode & 0o044).toBe(0o044)
    const serve = async (): Promise<void> => {
      await nextOutput(start('serve', folder, '--port', '0'), /http:\S+/)
      await call('indexes/parts/batch', { requests: [{ action: 'addObject', body: { objectID: '1' } }] })
    }
    await serve()
    expect(readdirSync(join(folder, '.docent')).length).toBeGreaterThan(8)
    expect(openToOthers()).toEqual([])
    await stopAll()
    const home = join(folder, '.docent')
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }))
      chmodSync(join(home, name), lstatSync(join(home, name)).isDirectory() ? 0o755 : 0o644)
    chmodSync(home, 0o755)
    await serve()
    expect(openToOthers()).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'a server whose log was removed refuses writes, reports it everywhere, and its data can be restored',
  async () => {
    const serve = (): Promise<string> => nextOutput(start('serve', folder, '--port', '0'), /http:\S+/)
    await serve()
    const found = async (): Promise<unknown> => (await call('indexes/parts/query', { query: 'kept' }))['nbHits']
    await call('indexes/parts/batch', { requests: [{ action: 'addObject', body: { objectID: '1', title: 'kept' } }] })
    await expect.poll(found).toBe(1)
    rmSync(join(folder, '.docent/docent.db-wal'))
    const { url, adminKey, pid } = serverOf()
    const headers = { 'x-algolia-api-key': adminKey, 'x-algolia-application-id': 'docent' }
    const refused = await fetch(`${url}1/indexes/parts`, { method: 'POST', headers, body: '{"title":"late"}' })
    const reason =
      'docent.db-wal was removed by another program; nothing more is stored until the server is started again'
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { status: 503, message: `The write was refused: ${reason}` },
    ])
    expect(await (await fetch(`${url}_docent/ready`)).json()).toEqual({ ready: false, reason })
    const copies = (): string[] => readdirSync(join(folder, '.docent')).filter((name) => /^rescued-.*\.db$/.test(name))
    await expect.poll(copies).toHaveLength(1)
    const doctor = await run('doctor', folder)
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(`is not ready: ${reason}.`)
    expect(doctor.stdout).toContain(`${copies()[0]} holds all that was stored`)
    // The worst case: no file is closed in order.
    process.kill(pid, 'SIGKILL')
    await stopAll()
    expect((await run('restore', join(folder, '.docent', copies()[0] ?? ''), folder)).code).toBe(0)
    await serve()
    await expect.poll(found).toBe(1)
  },
)

/** The complete calls of a trace. */
const wholeLines = (trace: string): string => trace.slice(0, trace.lastIndexOf('\n'))

test.skipIf(!hasStrace)(
  `no file of the database on which locks are held is closed while it is open${hasStrace ? '' : ` (${NO_STRACE})`}`,
  async () => {
    const trace = join(folder, 'trace')
    const strace = spawn('strace', [...straceOptions(trace), process.execPath, MAIN, 'serve', folder, '--port', '0'])
    await nextOutput(strace, /http:\S+/)
    const { pid } = serverOf()
    try {
      const requests = Array.from({ length: 300 }, (_, i) => ({
        action: 'addObject',
        body: { objectID: String(i), title: `part ${i} `.repeat(100) },
      }))
      await call('indexes/parts/batch', { requests })
      await call('indexes/parts/deleteByQuery', { filters: 'objectID:7' })
      await call('indexes/parts/batch', { requests: [{ action: 'addObject', body: { objectID: 'new' } }] })
      const event = { eventType: 'click', eventName: 'opened', index: 'docs', userToken: 'u', objectIDs: ['1'] }
      await call('events', { events: [event] })
      await call('indexes/docs/query', { query: 'gears' })
      expect((await run('search', 'gears', folder)).code).toBe(0)
      expect((await run('backup', join(folder, 'copy.db'), folder)).stdout).toContain('indexes: 2')
      expect((await run('events', folder)).stdout).toContain('opened')
      expect((await run('doctor', folder)).code).toBe(0)
      expect((await run('keys', 'create', folder)).code).toBe(0)
      const { taskID } = await call('indexes/parts/clear', {})
      const settled = async (): Promise<boolean> =>
        (await run('doctor', folder, '--json')).stdout.includes('"pendingTasks": 0')
      await expect.poll(settled).toBe(true)
      expect(taskID).toBeGreaterThan(1)
      // The lock that tells other programs that the database is in use; POSIX would have dropped it.
      const inode = statSync(join(folder, '.docent/docent.db')).ino
      expect(readFileSync('/proc/locks', 'utf8')).toMatch(new RegExp(`POSIX .* READ +${pid} \\S+:${inode} `))
    } finally {
      const events = parseTrace(wholeLines(readFileSync(trace, 'latin1')), join(folder, '.docent'))
      process.kill(pid, 'SIGTERM')
      expect(await exitCode(strace)).toBe(0)
      // The file itself is created, and closed, before the first connection opens it.
      const database = events.filter((each) => 'name' in each && each.name === 'docent.db')
      expect(database.slice(0, 3).map(({ kind }) => kind)).toEqual(['open', 'close', 'open'])
      // A thread opens its connection at its first work; one thread may do the work of two.
      expect(database.slice(2).filter(({ kind }) => kind === 'open').length).toBeGreaterThan(2)
      expect(database.slice(2).filter(({ kind }) => kind === 'close')).toEqual([])
      const kindsOf = (name: string): Set<string> =>
        new Set(events.flatMap((each) => ('name' in each && each.name === name ? [each.kind] : [])))
      expect(kindsOf('docent.db-shm')).toContain('lock')
      expect(kindsOf('docent.db-shm')).not.toContain('close')
      // SQLite closes the log with each connection; it has no locks on that file.
      expect(kindsOf('docent.db-wal')).toContain('sync')
      expect(kindsOf('docent.db-wal')).not.toContain('lock')
      expect(kindsOf('lock.db')).toContain('lock')
    }
  },
)
