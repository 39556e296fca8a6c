/**
 * Writes records into a generation. Every document carries the task that wrote it as its version, and OpenSearch refuses
 * an older one: a task that was half applied by a server that died is simply applied again, and what a server sends that
 * has lost the lease without noticing changes nothing. So a conflict is no failure: what is there is as new or newer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { ClusterError } from './cluster.ts'
import type { Cluster } from './cluster.ts'

/** A record's document, or its removal where there is none. */
export interface RecordWrite {
  objectID: string
  task: number
  document?: object
  /** What is stored of it when OpenSearch cannot index the document: it can be read then, but not found. */
  bare?: object
}

/** About so many bytes go in one request: OpenSearch takes 100 MB, and keeps a request in memory several times. */
const REQUEST_BYTES = 4 * 1024 * 1024
const REQUEST_RECORDS = 1000
const TIMEOUT_MS = 60_000
/** A node that has no room takes the same again a moment later: after so many ms, and longer each time. */
const PAUSE_MS = 100
const MOST_TRIES = 6

interface BulkItem {
  status: number
  error?: { type: string; reason: string }
}

export interface BulkOptions {
  /** Called before each request; throws when nothing may be written any more. */
  check: () => void
  log: Log
}

const linesOf = (alias: string, { objectID, task, document }: RecordWrite): object[] => {
  const head = { _index: alias, _id: objectID, version: task, version_type: 'external_gte' }
  return document === undefined ? [{ delete: head }] : [{ index: head }, document]
}

/** Resolves when all are written. They are not visible to searches before a refresh. */
export async function writeRecords(
  cluster: Cluster,
  alias: string,
  writes: Iterable<RecordWrite> | AsyncIterable<RecordWrite>,
  options: BulkOptions,
): Promise<void> {
  let batch: RecordWrite[] = []
  let bytes = 0
  let sending: Promise<void> = Promise.resolve()
  // One request is on its way while the documents of the next are made.
  const send = async (): Promise<void> => {
    const full = batch
    batch = []
    bytes = 0
    await sending
    sending = sendBatch(cluster, alias, full, options)
    // Its failure is told where it is waited for.
    sending.catch(() => undefined)
  }
  for await (const write of writes) {
    batch.push(write)
    bytes += write.document === undefined ? 0 : sizeOf(write.document)
    if (batch.length >= REQUEST_RECORDS || bytes >= REQUEST_BYTES) await send()
  }
  if (batch.length > 0) await send()
  await sending
}

/** Roughly the JSON's length: texts are nearly all of a document. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const name of Object.keys(value)) size += name.length + sizeOf((value as Record<string, unknown>)[name])
  return size
}

async function sendBatch(cluster: Cluster, alias: string, batch: RecordWrite[], options: BulkOptions): Promise<void> {
  let left = batch
  for (let tries = 1; left.length > 0; tries++) {
    options.check()
    const answer = (await cluster.request('POST', '/_bulk', {
      body: left.flatMap((write) => linesOf(alias, write)),
      query: { require_alias: true },
      timeoutMs: TIMEOUT_MS,
    })) as { items: Record<string, BulkItem>[] }
    left = left.flatMap((write, i) => again(write, Object.values(answer.items[i] ?? {})[0], tries, options))
    if (left.length > 0) await pause(PAUSE_MS * tries)
  }
}

/** What is to be sent again of one write: itself, less of it, or nothing. */
function again(write: RecordWrite, item: BulkItem | undefined, tries: number, { log }: BulkOptions): RecordWrite[] {
  const { status, error } = item ?? { status: 503 }
  // 409: a newer one is there. 404 without an error: the removal of what is not there.
  if (status < 300 || status === 409 || (status === 404 && error === undefined)) return []
  const { bare } = write
  if (status === 400 && bare !== undefined) {
    const message = `The cluster does not index a record, which is kept and cannot be found: ${error?.reason ?? ''}`
    log({ level: 'error', event: 'record-refused', message, objectID: write.objectID })
    return [{ objectID: write.objectID, task: write.task, document: bare }]
  }
  const isBusy = status === 429 || status === 503
  if (isBusy && tries < MOST_TRIES) return [write]
  throw new ClusterError(status, error?.type ?? 'unknown', `Writing a record failed: ${error?.reason ?? status}`)
}
