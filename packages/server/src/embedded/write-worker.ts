/** The thread behind `writer.ts`: one turn of a change of the store for each message, and what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { ServerError } from '../wire/errors.ts'
import type { Limits } from '../wire/limits.ts'
import { joinDatabase } from './schema.ts'
import { Store } from './store.ts'
import { lowerPriority } from '../system/thread-priority.ts'
import type { Change, FromWriteWorker, Pause, ToWriteWorker } from './writer.ts'

/** A batch is tens of ms of work: searches go first, but builds do not. */
const WRITE_PRIORITY = 5

lowerPriority(WRITE_PRIORITY)
const { database, limits } = workerData as { database: string; limits: Limits }
const store = new Store(database, limits, joinDatabase)
// Of a thread before this one that has failed.
store.recover()

/** Changes that have paused, by their ids. */
const paused = new Map<number, Iterator<Pause, unknown>>()

function begin(change: Change, values: unknown[]): unknown {
  if (store.isBehind) store.recover()
  // Both ends are typed by the store's own methods.
  const run = store[change].bind(store) as (...values: unknown[]) => unknown
  return run(...values)
}

const isSteps = (value: unknown): value is Iterator<Pause, unknown> =>
  typeof value === 'object' && value !== null && 'next' in value

function outcome(message: Exclude<ToWriteWorker, undefined>): FromWriteWorker {
  const { id } = message
  try {
    store.waitForLocks(message.waitMs)
    const work = 'change' in message ? begin(message.change, message.values) : paused.get(id)
    paused.delete(id)
    if (work === undefined && !('change' in message)) throw new Error('The thread that writes has failed')
    if (!isSteps(work)) return { result: work, remains: store.hasRemains }
    const step = work.next()
    if (step.done === true) return { result: step.value, remains: store.hasRemains }
    paused.set(id, work)
    return { pause: step.value }
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
