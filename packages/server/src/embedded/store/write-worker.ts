/** The thread that writes: one turn of a change for each message. */
import { parentPort, workerData } from 'node:worker_threads'
import { joinDatabase } from '../database/schema.ts'
import { CHANGES, type Change } from './changes.ts'
import type { Pause } from './prepared.ts'
import { recoverStaged } from './staged.ts'
import { Store } from './store.ts'
import type { FromWriteWorker, ToWriteWorker, WriteWorkerData } from './write-messages.ts'
import { lowerPriority } from '../../system/thread-priority.ts'
import { ServerError } from '../../wire/errors.ts'

/** A batch takes tens of ms, so its priority is below that of searches and above that of builds. */
const WRITE_PRIORITY = 5

const { database, limits } = workerData as WriteWorkerData
const store = new Store(database, limits, joinDatabase)
// A failed earlier thread may have left committed changes.
recoverStaged(store)

/** Changes that have paused, by their ids. */
const paused = new Map<number, Iterator<Pause, unknown>>()

function begin(change: Change, values: unknown[]): unknown {
  if (store.needsRecovery) recoverStaged(store)
  // `Writer` checks the types of the values by the same table.
  const run = CHANGES[change] as (store: Store, ...values: unknown[]) => unknown
  return run(store, ...values)
}

const isIterator = (value: unknown): value is Iterator<Pause, unknown> =>
  typeof value === 'object' && value !== null && 'next' in value

function runTurn(message: Exclude<ToWriteWorker, undefined>): FromWriteWorker {
  const { id } = message
  try {
    store.waitForLocks(message.waitMs)
    const work = 'change' in message ? begin(message.change, message.values) : paused.get(id)
    paused.delete(id)
    if (work === undefined && !('change' in message)) throw new Error('The thread that writes has failed')
    if (!isIterator(work)) return { result: work, hasOrphans: store.orphans.exist }
    const step = work.next()
    if (step.done === true) return { result: step.value, hasOrphans: store.orphans.exist }
    paused.set(id, work)
    return { pause: step.value }
  } catch (error) {
    const { needsRecovery } = store
    if (!(error instanceof ServerError)) return { defect: (error as Error).stack ?? String(error), needsRecovery }
    const { code, message, retryAfter } = error
    return { refusal: { code, message, retryAfter }, needsRecovery }
  }
}

let hasYielded = false

/** Turns have the priority of the process until an index is searchable: no search could be delayed by them, and the first waits for them. */
function yieldToSearches(): void {
  if (hasYielded || store.served.isEmpty) return
  lowerPriority(WRITE_PRIORITY)
  hasYielded = true
}

parentPort?.on('message', (message: ToWriteWorker) => {
  if (message !== undefined) {
    parentPort?.postMessage(runTurn(message))
    yieldToSearches()
    return
  }
  store.close()
  parentPort?.close()
})
