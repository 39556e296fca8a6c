/**
 * Writing to an index, as functions over a transport: a search box that imports only `createClient` does not carry them.
 * A write is acknowledged with a task, and holds once the task is published; `waitForTask` waits for that.
 */

import type { IndexSettings, SearchRecord } from '@docent/engine'

import { type Clock, systemClock } from './clock.ts'
import { SearchError } from './search-error.ts'
import { type Call, type CallOptions, sleep, type Transport } from './transport.ts'

/** Records in one batch, unless said otherwise: the size that the provider's own clients use. */
const BATCH_SIZE = 1000

/** One operation of a batch. `body` holds a record, or for `deleteObject` its `objectID`. */
export interface BatchRequest {
  action:
    | 'addObject'
    | 'updateObject'
    | 'partialUpdateObject'
    | 'partialUpdateObjectNoCreate'
    | 'deleteObject'
    | 'delete'
    | 'clear'
  body?: { objectID?: string; [attribute: string]: unknown }
}

/**
 * Sends operations in one batch. Returns the task. Where one of them done twice would do more than once (a counter, a list
 * that grows, a record without `objectID`), the batch is not repeated when it may have been done: a time-out is then an
 * error after 30 s.
 */
export async function sendBatch(
  transport: Transport,
  index: string,
  requests: readonly BatchRequest[],
  options?: CallOptions,
): Promise<number> {
  const call: Call = { method: 'POST', path: at(index, 'batch'), body: { requests }, kind: 'write' }
  if (requests.every(isRepeatable)) return taskOf(await transport.send(call, options))
  let last: SearchError | undefined
  const mayRepeat = (error: SearchError): boolean => isUnsent((last = error))
  try {
    return taskOf(await transport.send({ ...call, mayRepeat }, options))
  } catch (error) {
    if (!(error instanceof SearchError) || error !== last || isUnsent(error)) throw error
    throw new SearchError(
      error.kind,
      `${error.message} The batch may have been done, and is not repeated.`,
      error.status,
    )
  }
}

/** What Node says of a connection that was never made. Browsers tell nothing of the kind. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a call failed before anything of it was sent. */
function isUnsent({ cause }: SearchError): boolean {
  const { code } = ((cause as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && UNSENT.has(code)
}

/** Operations on an attribute that leave, done twice, what they leave when done once. */
const REPEATABLE = new Set(['AddUnique', 'Remove', 'IncrementFrom', 'IncrementSet'])

function isRepeatable({ action, body = {} }: BatchRequest): boolean {
  if (action === 'addObject') return body.objectID !== undefined
  if (action !== 'partialUpdateObject' && action !== 'partialUpdateObjectNoCreate') return true
  return Object.values(body).every((value) => {
    const operation = (value as { _operation?: unknown } | null)?._operation
    return operation === undefined || (typeof operation === 'string' && REPEATABLE.has(operation))
  })
}

export interface SaveOptions extends CallOptions {
  batchSize?: number
  /** Called after each batch with the number of records that are sent so far. */
  onSaved?: (records: number) => void
}

/** Adds records, or replaces those of the same `objectID`, in batches. Returns the tasks, in order. */
export async function saveRecords(
  transport: Transport,
  index: string,
  records: Iterable<SearchRecord>,
  options: SaveOptions = {},
): Promise<number[]> {
  const tasks: number[] = []
  let requests: BatchRequest[] = []
  let saved = 0
  const send = async (): Promise<void> => {
    tasks.push(await sendBatch(transport, index, requests, options))
    saved += requests.length
    requests = []
    options.onSaved?.(saved)
  }
  for (const record of records) {
    requests.push({ action: 'updateObject', body: record })
    if (requests.length === (options.batchSize ?? BATCH_SIZE)) await send()
  }
  if (requests.length > 0) await send()
  return tasks
}

/** Changes the settings that are given and keeps the others; creates the index if there is none. Returns the task. */
export async function setSettings(
  transport: Transport,
  index: string,
  settings: IndexSettings,
  options?: CallOptions,
): Promise<number> {
  return taskOf(
    await transport.send({ method: 'PUT', path: at(index, 'settings'), body: settings, kind: 'write' }, options),
  )
}

/** Renames an index over another one, which is gone in the same instant. Returns the task. */
export async function moveIndex(
  transport: Transport,
  source: string,
  destination: string,
  options?: CallOptions,
): Promise<number> {
  const body = { operation: 'move', destination }
  return taskOf(await transport.send({ method: 'POST', path: at(source, 'operation'), body, kind: 'write' }, options))
}

/**
 * Waits until a task is published: asks at once, then after 200 ms, 400 ms and so on up to 5 s, 800 times at most
 * (about an hour). Throws `SearchError` of kind `timeout` after that.
 */
export async function waitForTask(
  transport: Transport,
  index: string,
  task: number,
  options: CallOptions & { clock?: Clock } = {},
): Promise<void> {
  for (let tries = 1; tries <= 800; tries++) {
    const answer = await transport.send({ method: 'GET', path: at(index, `task/${task}`), kind: 'read' }, options)
    if ((answer as { status?: unknown } | null)?.status === 'published') return
    await sleep(options.clock ?? systemClock, Math.min(200 * tries, 5000), options.signal)
  }
  throw new SearchError('timeout', `Task ${task} of index ${index} was not published within an hour.`)
}

export interface ReplaceOptions extends SaveOptions {
  settings?: IndexSettings
  clock?: Clock
  /**
   * A temporary index of this name is used, and stays when anything fails, so that a later call can go on: `saved` is
   * how many of the records, in their order, it holds already.
   */
  temporary?: { name: string; saved: number }
}

/**
 * Replaces all records of an index at once, and its settings if some are given: they are written to a temporary index,
 * which then takes the name. Searches see the old records or the new ones, never a mixture; without new settings the
 * old ones, with synonyms and rules, are copied. When anything fails, the index is as it was and the temporary one is
 * deleted, unless it was given.
 */
export async function replaceAllRecords(
  transport: Transport,
  index: string,
  records: Iterable<SearchRecord>,
  options: ReplaceOptions = {},
): Promise<void> {
  const { name, saved } = options.temporary ?? { name: `${index}_tmp_${Math.floor(Math.random() * 1e7)}`, saved: 0 }
  try {
    if (saved === 0) {
      const body = { operation: 'copy', destination: name, scope: ['settings', 'synonyms', 'rules'] }
      await transport.send({ method: 'POST', path: at(index, 'operation'), body, kind: 'write' }, options)
      if (options.settings) await setSettings(transport, name, options.settings, options)
    }
    const onSaved = (count: number): void => options.onSaved?.(saved + count)
    await saveRecords(transport, name, after(records, saved), { ...options, onSaved })
    // Tasks take effect in the order in which they were sent, so the last one stands for all.
    const last = await moveIndex(transport, name, index, options)
    await waitForTask(transport, name, last, options)
  } catch (error) {
    const path = `/1/indexes/${encodeURIComponent(name)}`
    // What went wrong first is what is reported.
    if (!options.temporary) await transport.send({ method: 'DELETE', path, kind: 'write' }).catch(() => undefined)
    throw error
  }
}

function* after(records: Iterable<SearchRecord>, skipped: number): Iterable<SearchRecord> {
  let seen = 0
  for (const record of records) if (seen++ >= skipped) yield record
}

function at(index: string, path: string): string {
  return `/1/indexes/${encodeURIComponent(index)}/${path}`
}

function taskOf(answer: unknown): number {
  const task = (answer as { taskID?: unknown } | null)?.taskID
  if (typeof task !== 'number') throw new SearchError('bad-answer', 'The search server’s answer names no task.', 200)
  return task
}
