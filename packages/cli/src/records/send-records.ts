/**
 * Sends records to a search host and replaces an index atomically. Failed calls are repeated with growing waits. A
 * command that is started again continues: the name of the temporary index is derived from the records and settings,
 * and the host returns the number of its records. The order is fixed, so that number is a prefix.
 */

import { createHash } from 'node:crypto'

import { createTransport, replaceAllRecords, SearchError, sendBatch, type Transport, waitForTask } from '@docent/client'
import type { IndexSettings, SearchRecord } from '@docent/engine'

import { type RetryOptions, withRetries } from './with-retries.ts'

/**
 * Maximum number of records of one batch, and of characters of JSON, well below the 10 MB that the hosted provider
 * recommends.
 */
const BATCH_RECORDS = 1000
const BATCH_CHARS = 4_000_000

/** Indexes in one page of the list of a host, and the most pages that are read. */
const LISTED_INDEXES = 1000
const LISTED_PAGES = 1000

/** An index of a search host. */
export interface Target {
  /** The address of a search host. */
  url: string
  appId: string
  /** A key with the right to write. */
  key: string
  index: string
}

/** Settings of the index, and how the sending is repeated and reported. */
export interface SendOptions extends RetryOptions {
  /** Default: those of the index. */
  settings?: IndexSettings | undefined
  onProgress?: (sent: number, total: number) => void
}

/** Records that can be read several times: to name the temporary index, to size the batches, and to send them. */
export type RecordList = Iterable<SearchRecord> & { readonly length: number }

/** The result: `resumed` records were sent before, by an interrupted command. */
export interface Sent {
  records: number
  resumed: number
}

/**
 * Saves and deletes records in one batch, which is applied completely or not at all, and waits until searches see it. @throws SearchError
 */
export async function sendChanges(
  target: Target,
  { saved, deleted }: { saved: readonly SearchRecord[]; deleted: readonly string[] },
  options: SendOptions,
): Promise<void> {
  const transport = retryingTransport(target, options)
  const task = await sendBatch(transport, target.index, [
    ...saved.map((body) => ({ action: 'addObject', body }) as const),
    ...deleted.map((objectID) => ({ action: 'deleteObject', body: { objectID } }) as const),
  ])
  await waitForTask(transport, target.index, task)
}

/** Saves synonyms or rules in one batch, and waits until searches use them. @throws SearchError */
export async function sendParts(
  target: Target,
  kind: 'synonyms' | 'rules',
  parts: readonly object[],
  options: SendOptions,
): Promise<void> {
  const transport = retryingTransport(target, options)
  const path = `/1/indexes/${encodeURIComponent(target.index)}/${kind}/batch`
  const answer = await transport.send({ method: 'POST', path, kind: 'write', body: parts })
  await waitForWrite(transport, target.index, answer)
}

/** Deletes a synonym or rule; a missing one is no error. @throws SearchError */
export async function deletePart(
  target: Target,
  kind: 'synonyms' | 'rules',
  objectID: string,
  options: SendOptions,
): Promise<void> {
  const transport = retryingTransport(target, options)
  const path = `/1/indexes/${encodeURIComponent(target.index)}/${kind}/${encodeURIComponent(objectID)}`
  const answer = await transport.send({ method: 'DELETE', path, kind: 'write' })
  await waitForWrite(transport, target.index, answer)
}

/** Waits until searches see a write. @param answer to the write, which names its task. @throws SearchError */
export function waitForWrite(transport: Transport, index: string, answer: unknown): Promise<void> {
  return waitForTask(transport, index, Number((answer as { taskID?: unknown } | null)?.taskID))
}

/** The number of records and the last change of an index; `undefined` where the host has none or the key does not show it. */
export async function readIndexState(target: Target): Promise<{ entries: number; updatedAt: string } | undefined> {
  const found = await findListed(writeTransport(target), target.index)
  return found === undefined ? undefined : { entries: Number(found.entries), updatedAt: String(found.updatedAt) }
}

/** An index in the list of a host; each attribute may be missing or of another type. */
export interface ListedIndex {
  name?: unknown
  entries?: unknown
  updatedAt?: unknown
}

/** The entry of an index in the list of the host; `undefined` where the host has none or the key does not show it. @throws SearchError */
export async function findListed(transport: Transport, index: string): Promise<ListedIndex | undefined> {
  try {
    for (let page = 0; page < LISTED_PAGES; page++) {
      const path = `/1/indexes?page=${page}&hitsPerPage=${LISTED_INDEXES}`
      const answer = await transport.send({ method: 'GET', path, kind: 'read' })
      const { items, nbPages } = (answer ?? {}) as { items?: unknown; nbPages?: unknown }
      const listed: (ListedIndex | null)[] = Array.isArray(items) ? items : []
      const found = listed.find((item) => item?.name === index)
      if (found || listed.length === 0 || page + 1 >= Number(nbPages ?? 0)) return found ?? undefined
    }
    return undefined
  } catch (error) {
    if (error instanceof SearchError && (error.kind === 'not-allowed' || error.kind === 'refused')) return undefined
    throw error
  }
}

/** Sends the key by header: a program needs no preflight request, and proxies do not log headers. */
export const writeTransport = ({ url, appId, key }: Omit<Target, 'index'>): Transport =>
  createTransport({ hosts: [url], appId, apiKey: key, credentials: 'headers' })

const retryingTransport = (target: Target, options: RetryOptions): Transport =>
  withRetries(writeTransport(target), options)

/**
 * Makes the index hold exactly these records. @throws SearchError; then the index is unchanged, and the temporary one
 * is left only if the same command can continue with it.
 */
export async function sendRecords(target: Target, records: RecordList, options: SendOptions = {}): Promise<Sent> {
  const transport = retryingTransport(target, options)
  const name = temporaryName(target.index, records, options.settings)
  const saved = await savedBefore(transport, name, records.length)
  if (saved > 0) options.onProgress?.(saved, records.length)
  let sent = saved
  try {
    await replaceAllRecords(transport, target.index, records, {
      temporary: { name, saved },
      batchSize: batchSize(records),
      onSaved: (count) => {
        sent = count
        options.onProgress?.(sent, records.length)
      },
      ...(options.settings && { settings: options.settings }),
    })
  } catch (error) {
    if (isUseless(error, sent)) await drop(transport, name)
    throw error
  }
  return { records: records.length, resumed: saved }
}

/**
 * Whether the host has no such index. A key without the right to read settings cannot tell: then it counts as existing.
 */
export async function isNewIndex({ index, ...target }: Target): Promise<boolean> {
  const path = `/1/indexes/${encodeURIComponent(index)}/settings`
  try {
    await writeTransport(target).send({ method: 'GET', path, kind: 'read' })
    return false
  } catch (error) {
    if (error instanceof SearchError && error.kind === 'refused') return error.status === 404
    if (error instanceof SearchError && error.kind === 'not-allowed') return false
    throw error
  }
}

/** Equal records and settings have the same name, so that only they are continued. */
function temporaryName(index: string, records: RecordList, settings: IndexSettings | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify(settings ?? null))
  for (const record of records) hash.update(JSON.stringify(record))
  return `${index}_tmp_${hash.digest('hex').slice(0, 16)}`
}

/** The number of records of the temporary index; 0 where the host or the key does not return it. */
export async function savedBefore(transport: Transport, name: string, most: number): Promise<number> {
  const entries = (await findListed(transport, name))?.entries
  return typeof entries === 'number' ? Math.min(entries, most) : 0
}

/** Whether the temporary index is useless: the host refuses these records, or has none of them. */
const isUseless = (error: unknown, sent: number): boolean =>
  error instanceof SearchError && (error.kind === 'refused' || (error.kind === 'not-allowed' && sent === 0))

/** The first error is reported, so a failure to delete is ignored. */
export async function drop(transport: Transport, name: string): Promise<void> {
  const path = `/1/indexes/${encodeURIComponent(name)}`
  await transport.send({ method: 'DELETE', path, kind: 'write' }).catch(() => undefined)
}

/** A batch of a few large records is as large as one of many small records. */
export function batchSize(records: RecordList): number {
  let chars = 1
  for (const record of records) chars = Math.max(chars, JSON.stringify(record).length)
  return Math.max(1, Math.min(BATCH_RECORDS, Math.floor(BATCH_CHARS / chars)))
}
