/**
 * Sends records to a search host and switches to them in one step. What goes wrong on the way is tried again, with
 * longer and longer waits; and a command that is started again after it was ended goes on where it was: the temporary
 * index has a name that follows from what is sent, and the host tells how many records it holds. They are sent in one
 * order, so that many of the first are there.
 */

import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { createTransport, replaceAllRecords, SearchError, type Transport } from '@docent/client'
import type { IndexSettings, SearchRecord } from '@docent/engine'

/** Records in one batch, at most; and characters of JSON, well below the 10 MB that the hosted provider advises. */
const BATCH_RECORDS = 1000
const BATCH_CHARS = 4_000_000
/** Waits between two tries of one call, in ms: about two minutes in all. */
const RETRY_WAITS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000]

export interface Target {
  /** The address of a search host. */
  url: string
  appId: string
  /** A key that may write. */
  key: string
  index: string
}

export interface SendOptions {
  /** Those of the index stay when none are given. */
  settings?: IndexSettings | undefined
  onProgress?: (sent: number, total: number) => void
  /** Called before a try is repeated. */
  onRetry?: (error: Error, waitMs: number) => void
  /** In place of `RETRY_WAITS`. */
  retryWaits?: readonly number[]
}

/** What was done: `resumed` records were there already, from a command that was ended. */
export interface Sent {
  records: number
  resumed: number
}

/** Sends calls by header: a program needs no preflight, and headers are not logged on the way. */
const writeTransport = ({ url, appId, key }: Omit<Target, 'index'>): Transport =>
  createTransport({ hosts: [url], appId, apiKey: key, credentials: 'headers' })

/**
 * Makes the index hold exactly these records. Throws `SearchError`; then the index is as it was, and the temporary one is
 * left only where the same command can go on with it.
 */
export async function sendRecords(
  target: Target,
  records: readonly SearchRecord[],
  options: SendOptions = {},
): Promise<Sent> {
  const transport = withRetries(writeTransport(target), options)
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

/** Whether the host has no such index yet. A key that may not read settings cannot tell: then it counts as there. */
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

/** The same records and settings have the same name, so that only they go on where they were. */
function temporaryName(index: string, records: readonly SearchRecord[], settings: IndexSettings | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify(settings ?? null))
  for (const record of records) hash.update(JSON.stringify(record))
  return `${index}_tmp_${hash.digest('hex').slice(0, 16)}`
}

/** How many records the temporary index holds. A host or a key that does not tell means: begin again. */
async function savedBefore(transport: Transport, name: string, most: number): Promise<number> {
  try {
    const answer = await transport.send({ method: 'GET', path: '/1/indexes?hitsPerPage=1000', kind: 'read' })
    const items = (answer as { items?: { name?: unknown; entries?: unknown }[] }).items ?? []
    const entries = items.find((item) => item.name === name)?.entries
    return typeof entries === 'number' ? Math.min(entries, most) : 0
  } catch (error) {
    if (error instanceof SearchError && (error.kind === 'not-allowed' || error.kind === 'refused')) return 0
    throw error
  }
}

/** Whether nobody will go on with what was sent: the host refuses these records, or has none of them. */
const isUseless = (error: unknown, sent: number): boolean =>
  error instanceof SearchError && (error.kind === 'refused' || (error.kind === 'not-allowed' && sent === 0))

/** What went wrong first is what is reported: a host or a key that does not delete it keeps it. */
async function drop(transport: Transport, name: string): Promise<void> {
  const path = `/1/indexes/${encodeURIComponent(name)}`
  await transport.send({ method: 'DELETE', path, kind: 'write' }).catch(() => undefined)
}

/** Few large records make a batch as well as many small ones. */
function batchSize(records: readonly SearchRecord[]): number {
  const chars = records.reduce((largest, record) => Math.max(largest, JSON.stringify(record).length), 1)
  return Math.max(1, Math.min(BATCH_RECORDS, Math.floor(BATCH_CHARS / chars)))
}

/** Tries again what may go better the next time: no connection, a time-out, an overload, a fault of the server. */
function withRetries(transport: Transport, options: SendOptions): Transport {
  const waits = options.retryWaits ?? RETRY_WAITS
  return {
    async send(call, callOptions) {
      for (let tries = 0; ; tries++) {
        try {
          // No host is left out: there is but one, and it is to be asked again.
          return await transport.send(call, { ...callOptions, retry: true })
        } catch (error) {
          const wait = waits[tries]
          if (wait === undefined || !(error instanceof SearchError) || !isPassing(error)) throw error
          options.onRetry?.(error, wait)
          await delay(wait)
        }
      }
    },
  }
}

const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'unreachable',
  'timeout',
  'rate-limited',
  'server',
  'bad-answer',
])

const isPassing = (error: SearchError): boolean => PASSING.has(error.kind)
