/** The thread behind `writer.ts`: one change of the store for each message, and what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { ServerError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { Store } from './store.ts'
import { lowerPriority } from './thread-priority.ts'
import type { Change, FromWriteWorker, ToWriteWorker } from './writer.ts'

/** A batch is tens of ms of work: searches go first, but builds do not. */
const WRITE_PRIORITY = 5

lowerPriority(WRITE_PRIORITY)
const { database, limits } = workerData as { database: string; limits: Limits }
const store = new Store(database, limits)

function outcome({ change, values }: { change: Change; values: unknown[] }): FromWriteWorker {
  try {
    // Both ends are typed by the store's own methods.
    const run = store[change].bind(store) as (...values: unknown[]) => unknown
    return { result: run(...values) }
  } catch (error) {
    if (!(error instanceof ServerError)) return { defect: (error as Error).stack ?? String(error) }
    const { code, message, retryAfter } = error
    return { refusal: { code, message, retryAfter } }
  }
}

parentPort?.on('message', (message: ToWriteWorker) => {
  if (message !== undefined) {
    parentPort?.postMessage(outcome(message))
    return
  }
  store.close()
  parentPort?.close()
})
