/**
 * The cost of the engine alone: searches in threads of this process, without HTTP, queue or checks.
 *
 * Cores that share memory or a cache slow each other down, here by a fifth. So a server that keeps all cores busy is
 * compared with the engine on all cores, not with the engine on one core beside an idle one.
 */

import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import { DOCS_SETTINGS, openIndex, searchWritten } from '../packages/engine/src/index.ts'

/**
 * Runs all searches of `list` once in each of `threads` concurrent threads, after a warm-up of each. `file` is an index
 * file. Returns the searches per second of all threads, and the CPU time of each search in ms.
 */
export async function engineCost(file, list, threads) {
  const queries = list.map(({ body }) => {
    const { indexName: _, ...params } = JSON.parse(body).requests[0]
    return params
  })
  const workers = Array.from(
    { length: threads },
    () => new Worker(import.meta.filename, { workerData: { file, queries } }),
  )
  const all = () => Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]))
  await all()
  const before = process.cpuUsage()
  const start = performance.now()
  for (const worker of workers) worker.postMessage('go')
  const sizes = await all()
  const { user, system } = process.cpuUsage(before)
  const count = queries.length * threads
  const seconds = (performance.now() - start) / 1000
  await Promise.all(workers.map((worker) => worker.terminate()))
  return {
    'per second': Math.round(count / seconds),
    'CPU ms each': Number(((user + system) / 1000 / count).toFixed(3)),
    'kB of hits each': Number((sizes[0] / queries.length / 1000).toFixed(1)),
  }
}

if (!isMainThread) {
  const index = openIndex(readFileSync(workerData.file), DOCS_SETTINGS)
  const search = (params) => searchWritten(index, params, {}, '').hits.json.length
  for (let round = 0; round < 4; round++) for (const params of workerData.queries) search(params)
  parentPort.postMessage(0)
  await once(parentPort, 'message')
  parentPort.postMessage(workerData.queries.reduce((size, params) => size + search(params), 0))
}
