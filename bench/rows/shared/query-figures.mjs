/** The times of queries on a saved index, in a process of its own. */
import { runScript } from './run-script.mjs'

/** The figures of a row. @param list file with the queries. */
export function queryFigures(module, folder, list) {
  const { first, second } = JSON.parse(runScript('time-queries.mjs', module, `load:${folder}`, list))
  return {
    'p50 ms': first.process.p50,
    'p99 ms': first.process.p99,
    'p50, second pass ms': second.process.p50,
    'p99, second pass ms': second.process.p99,
  }
}
