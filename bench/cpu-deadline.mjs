/**
 * Counts the searches that a limit of elapsed time, instead of CPU time, would stop on a busy machine: searches in this
 * thread beside two threads that only compute, all on one core.
 *
 *     taskset -c 0 node bench/cpu-deadline.mjs
 *
 * A call is a number of searches that take half the limit of `LIMITS.softCutMs` in CPU time.
 */
import { Worker } from 'node:worker_threads'

import { buildIndex, DOCS_SETTINGS, openIndex, searchWritten } from '../packages/engine/src/index.ts'
import { LIMITS } from '../packages/server/src/wire/limits.ts'

const RECORDS = 5000
const CALLS = 20
const WORDS = 'configure pods cluster resources limits start server index query filter record deploy'.split(' ')

const records = Array.from({ length: RECORDS }, (_, i) => ({
  objectID: String(i),
  url: `/${i}`,
  hierarchy: { lvl0: 'Docs', lvl1: `${WORDS[i % 12]} ${WORDS[(i * 7) % 12]}` },
  content: Array.from({ length: 60 }, (_, k) => WORDS[(i * 31 + k * k * 7) % 12] + ((i + k) % 97)).join(' '),
}))
const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
const cpuMs = () => (({ user, system }) => (user + system) / 1000)(process.threadCpuUsage())
/** Elapsed and CPU milliseconds of a call. */
function call() {
  const [begun, cpu] = [performance.now(), cpuMs()]
  while (cpuMs() - cpu < LIMITS.softCutMs / 2) searchWritten(index, { query: 'configure pods limits' }, {}, '')
  return { elapsed: performance.now() - begun, cpu: cpuMs() - cpu }
}
call()
const busy = [1, 2].map(() => new Worker('for (;;) ;', { eval: true }))
const calls = Array.from({ length: CALLS }, call)
await Promise.all(busy.map((worker) => worker.terminate()))
const median = (name) => calls.map((each) => each[name]).sort((a, b) => a - b)[CALLS >> 1]
console.table({
  calls: CALLS,
  'CPU time, median ms': median('cpu'),
  'elapsed time, median ms': median('elapsed'),
  'over the limit by CPU time': calls.filter(({ cpu }) => cpu > LIMITS.softCutMs).length,
  'over the limit by elapsed time': calls.filter(({ elapsed }) => elapsed > LIMITS.softCutMs).length,
})
