/**
 * Searches while an index is built, all on one core: the effect of a lower priority of the building thread.
 *
 *     taskset -c 0 node bench/thread-priority.mjs
 *     nice -n 19 taskset -c 0 node bench/thread-priority.mjs
 *
 * With `nice -n 19` every thread has the lowest priority, so the second command measures the same without the difference. Use
 * an otherwise idle machine, and repeat both in turns.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openEmbeddedBackend } from '../packages/server/src/index.ts'

const RECORDS = 3000
const WORDS =
  'configure pods cluster resources limits start server index query filter record deploy secret volume'.split(' ')
/** No search is refused or stopped, however slow the machine is. */
const PATIENCE_MS = 60_000

const word = (n) => WORDS[n % WORDS.length]
const records = (version) =>
  Array.from({ length: RECORDS }, (_, i) => ({
    objectID: String(i),
    title: `${word(i)} ${word(i * 7)} ${version}`,
    content: Array.from({ length: 120 }, (_, k) => word(i * 31 + k * k * 7 + version) + ((i + k) % 97)).join(' '),
  }))

const dataDir = mkdtempSync(join(tmpdir(), 'docent-priority-'))
const limits = {
  softCutMs: PATIENCE_MS,
  hardCutMs: PATIENCE_MS,
  elapsedCutMs: PATIENCE_MS,
  queueWaitMs: PATIENCE_MS,
  rebuildWaitMs: PATIENCE_MS,
}
const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, limits })
const settings = { searchableAttributes: ['title', 'content'] }
await backend.waitForTask((await backend.replaceRecords('docs', records(1), settings)).taskID)

async function searchMs() {
  const start = performance.now()
  await backend.search([{ indexName: 'docs', query: 'configure pods limits', hitsPerPage: 20 }])
  return performance.now() - start
}
for (let i = 0; i < 100; i++) await searchMs()

const { taskID } = await backend.replaceRecords('docs', records(2), settings)
const build = { isDone: false }
const start = performance.now()
const built = backend.waitForTask(taskID).finally(() => {
  build.isDone = true
})
const times = []
while (!build.isDone) times.push(await searchMs())
await built
times.sort((left, right) => left - right)
console.table({
  searches: times.length,
  'median, ms': times[times.length >> 1],
  'p95, ms': times[Math.floor(times.length * 0.95)],
  'build, ms': performance.now() - start,
})
await backend.close()
rmSync(dataDir, { recursive: true })
