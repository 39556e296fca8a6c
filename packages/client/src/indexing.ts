/**
 * Writing to an index, as functions over a transport, so that they are not in the bundle of a search box that imports
 * only `createClient`. A write is acknowledged with a task and is visible once the task is published (`waitForTask`).
 */

import type { IndexSettings, SearchRecord } from '@docent/engine'

import { type Clock, systemClock } from './clock.ts'
import { SearchError } from './search-error.ts'
import { type Call, type CallOptions, sleep, type Transport } from './transport.ts'

/** Default number of records in a batch, as in the provider's own clients. */
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
 * Sends operations in one batch. Returns the task. A batch with an operation that is not idempotent (a counter, a list
 * that grows, a record without `objectID`) is repeated only if it was certainly not applied: a time-out is then an error
 * after 30 s.
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

/** Node's error codes for a connection that was never made. Browsers report no such codes. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a call failed before any byte of it was sent. */
function isUnsent({ cause }: SearchError): boolean {
  const { code } = ((cause as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && UNSENT.has(code)
}

/** Idempotent operations on an attribute. */
const REPEATABLE = new Set(['AddUnique', 'Remove', 'IncrementFrom', 'IncrementSet'])

function isRepeatable({ action, body = {} }: BatchRequest): boolean {
  if (action === 'addObject') return body.objectID !== undefined
  if (action !== 'partialUpdateObject' && action !== 'partialUpdateObjectNoCreate') return true
  return Object.values(body).every((value) => {
    const operation = (value as { _operation?: unknown } | null)?._operation
    return operation === undefined || (typeof operation === 'string' && REPEATABLE.has(operation))
  })
}

/** The batches of records that are saved. */
export interface SaveOptions extends CallOptions {
  batchSize?: number
  /** Called after each batch with the number of records sent so far. */
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

/** Renames an index; an index of the new name is replaced atomically. Returns the task. */
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
 * Waits until a task is published: polls at once, then after 200 ms, 400 ms and so on up to 5 s, at most 800 times
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

/** The batches and the temporary index of a replacement. */
export interface ReplaceOptions extends SaveOptions {
  settings?: IndexSettings
  clock?: Clock
  /**
   * The name of the temporary index, which is then kept after a failure so that a later call can continue. `saved`: the
   * number of records, from the first on, that it already holds.
   */
  temporary?: { name: string; saved: number }
}

/**
 * Replaces all records of an index atomically, and its settings if some are given: they are written to a temporary index,
 * which is then moved over the old one. Searches see the old records or the new ones, never a mixture. Without new
 * settings, the old settings, synonyms and rules are copied. After a failure the index is unchanged, and the temporary
 * index is deleted unless the caller named it.
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
    // Tasks are published in the order of their requests, so waiting for the last one is enough.
    const last = await moveIndex(transport, name, index, options)
    await waitForTask(transport, name, last, options)
  } catch (error) {
    const path = `/1/indexes/${encodeURIComponent(name)}`
    // A failure of the deletion must not hide the first error.
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
