/** Search threads that cannot start, as when descriptors or memory are exhausted. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'

/** Search threads have no program while the file of `NO_THREADS` is there. */
const FAULT = `import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
threads.Worker = class extends threads.Worker {
  constructor(url, options) {
    const isMissing = /search-worker/.test(url) && existsSync(process.env.NO_THREADS)
    super(isMissing ? new URL('missing.js', url) : url, options)
  }
}
syncBuiltinESMExports()`

/** The output of a program in a process of its own, whose backend has one record after `save()`. */
function outputOf(program: string): string {
  const backend = new URL('../backend.ts', import.meta.url).href
  const source = `import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openEmbeddedBackend } from '${backend}'
const open = () => openEmbeddedBackend({ dataDir: process.env.DATA, searchWorkers: 1 })
const forbid = () => writeFileSync(process.env.NO_THREADS, '')
const save = (backend) => backend.write([{ action: 'save', index: 'docs', record: { objectID: '1' } }])
${program}`
  const folder = folderOf({ 'program.mjs': source })
  const args = ['--import', `data:text/javascript,${encodeURIComponent(FAULT)}`, join(folder, 'program.mjs')]
  const env = { ...process.env, DATA: join(folder, 'data'), NO_THREADS: join(folder, 'no-threads') }
  return execFileSync(process.execPath, args, { encoding: 'utf8', env, timeout: 60_000 })
}

test('a server whose search thread cannot start fails with the reason, and does not hang', () => {
  const output = outputOf(`const backend = await open()
const { tasks } = await save(backend)
for (const { taskID } of tasks) await backend.waitForTask(taskID)
await backend.close()
forbid()
await open().then((other) => other.close(), (error) => console.log(error.message))`)
  expect(output).toMatch(/missing\.js/)
})

test('a search thread that could not start is started later, and the searches that wait for it are answered or refused', () => {
  const output = outputOf(`const backend = await open()
forbid()
await save(backend)
while ((await backend.readiness()).failing?.[0] !== 'docs') await setTimeout(20)
rmSync(process.env.NO_THREADS)
for (let hits = 0; hits === 0; await setTimeout(50))
  hits = await backend.search([{ indexName: 'docs' }]).then(([{ nbHits }]) => nbHits, () => 0)
console.log('found')
await backend.close()`)
  expect(output).toBe('found\n')
})
