/**
 * Replaces all records of an index by one task with the difference. The stored records are read before the task is created,
 * so it is created only if no other task has changed the index in between; otherwise they are read again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { tooMany, type ReplaceReceipt } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { settingsOf } from './apply-context.ts'
import { scanHashes } from './generation.ts'
import { targetOf } from './head.ts'
import type { Names } from './names.ts'
import { stepsBetween, givenRecord, writeSteps, type GivenRecord } from './replacement.ts'
import type { TaskLog } from './task-log.ts'
import type { View } from './view.ts'
import type { Waits } from './waits.ts'

/** Maximum number of attempts while others write to the same index. */
const MAX_TRIES = 20
/** Records that are hashed without a pause, some 2 ms: the same thread answers requests. */
const RECORDS_OF_TURN = 100

/** The state of the backend that a replacement uses. */
export interface ReplaceContext {
  cluster: Cluster
  names: Names
  view: View
  taskLog: TaskLog
  waits: Waits
}

/** Resolves when the task is in the log; without a difference nothing is written. Throws 429 after many attempts. */
export async function replaceRecords(
  context: ReplaceContext,
  index: string,
  records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
  settings: IndexSettings,
): Promise<ReplaceReceipt> {
  const given = new Map<string, GivenRecord>()
  for await (const record of records) {
    given.set(record.objectID, givenRecord(record))
    if (given.size % RECORDS_OF_TURN === 0) await nextTurn()
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const receipt = await replaceOnce(context, index, given, settings)
    if (receipt !== undefined) return receipt
  }
  throw tooMany(`writes to the index ${index}`)
}

/** `undefined` if another task has changed the index in between. */
async function replaceOnce(
  { cluster, names, view, taskLog, waits }: ReplaceContext,
  name: string,
  given: ReadonlyMap<string, GivenRecord>,
  settings: IndexSettings,
): Promise<ReplaceReceipt | undefined> {
  await view.look()
  await waits.settled(name)
  const index = view.find(name)
  const stored = index ? scanHashes(cluster, targetOf(names, index)) : noHashes()
  const { added, changed, removed } = await stepsBetween(stored, given)
  const counts = { added: added.length, changed: changed.length, removed: removed.length, total: given.size }
  const differing = counts.added + counts.changed + counts.removed
  const before = await settingsOf({ view }, index)
  if (index && differing === 0 && JSON.stringify(before) === JSON.stringify(settings))
    return { ...counts, taskID: index.lastTask, at: index.updatedAt }
  const chunks = await writeSteps(cluster, names, [...removed, ...changed, ...added])
  const isUntouched = (): boolean =>
    view.find(name)?.lastTask === index?.lastTask &&
    !view.log.isStale &&
    !view.log.waiting.some((task) => task.indexes.includes(name))
  const facts = await taskLog.append({ kind: 'replace', index: name, settings, chunks, ...counts }, isUntouched)
  return facts && { ...counts, taskID: facts.number, at: new Date(facts.storedAt).toISOString() }
}

async function* noHashes(): AsyncGenerator<never> {}
