/**
 * Writes records into a generation. The version of a document is the task that wrote it, and OpenSearch refuses older versions. So a
 * task that a crashed server has applied in part can be applied again, and late requests of a server without the lease change
 * nothing. A conflict is no failure: the stored record has the same version or a newer one.
 */
import type { Log } from '@docent/server/backend'
import { ClusterError, type Cluster } from './cluster.ts'
import { PRIMARY_WAIT } from './documents.ts'

/** The writes of one request. */
export interface Batch {
  /** The lines of the request. */
  bytes: Uint8Array
  /** End of the lines of each write, in bytes. */
  ends: readonly number[]
  /** The id of a write's record. */
  idOf: (at: number) => string
  /** The lines that store a record which OpenSearch cannot index; `undefined` for a removal. */
  bareOf: (at: number) => Uint8Array | undefined
}

const TIMEOUT_MS = 60_000
/**
 * Maximum number of concurrent requests. A shard executes each in a thread of its own, so that one is analysed while another waits
 * for the disk or for replicas.
 */
const AT_A_TIME = 3
/** Pause (ms) before a request that a busy node has refused is sent again; multiplied by the number of attempts. */
const PAUSE_MS = 100
const MAX_TRIES = 6

interface BulkItem {
  status: number
  error?: { type: string; reason: string }
}

interface BulkOptions {
  /** Called before each request; throws when the server may not write any more. */
  check: () => void
  log: Log
}

/** Lines to send of the write with number `at` in the batch. */
interface Write {
  at: number
  lines: Uint8Array
  isBare?: true
}

/** Resolves when all are written. Searches see them after a refresh. */
export async function writeRecords(
  cluster: Cluster,
  alias: string,
  batches: AsyncIterable<Batch>,
  options: BulkOptions,
): Promise<void> {
  const flying = new Set<Promise<void>>()
  const failures: unknown[] = []
  const checkSent = (): void => {
    if (failures.length > 0) throw failures[0]
  }
  for await (const batch of batches) {
    const sent: Promise<void> = sendBatch(cluster, alias, batch, options)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => flying.delete(sent))
    flying.add(sent)
    if (flying.size >= AT_A_TIME) await Promise.race(flying)
    checkSent()
  }
  await Promise.all(flying)
  checkSent()
}

async function sendBatch(cluster: Cluster, alias: string, batch: Batch, options: BulkOptions): Promise<void> {
  let left = batch.ends.map((end, at): Write => ({ at, lines: batch.bytes.subarray(batch.ends[at - 1] ?? 0, end) }))
  for (let tries = 1; left.length > 0; tries++) {
    options.check()
    const answer = (await cluster.request('POST', `/${alias}/_bulk`, {
      body: tries === 1 ? batch.bytes : Buffer.concat(left.map(({ lines }) => lines)),
      // `errors` is false in most answers; items are read only if it is true.
      query: { require_alias: true, timeout: PRIMARY_WAIT, filter_path: 'errors,items.*.status,items.*.error' },
      timeoutMs: TIMEOUT_MS,
    })) as { errors: boolean; items: Record<string, BulkItem>[] }
    if (!answer.errors) return
    left = left.flatMap((write, i) => again(batch, write, Object.values(answer.items[i] ?? {})[0], tries, options))
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
  }
}

/** The lines of one write to send again: all, those of the bare record, or none. */
function again(batch: Batch, write: Write, item: BulkItem | undefined, tries: number, { log }: BulkOptions): Write[] {
  const { status, error } = item ?? { status: 503 }
  // 409: a newer record is stored. 404 without an error: there was no record to remove.
  if (status < 300 || status === 409 || (status === 404 && error === undefined)) return []
  const bare = status === 400 && write.isBare === undefined ? batch.bareOf(write.at) : undefined
  if (bare !== undefined) {
    const message = `The cluster cannot index a record, which is stored but not searchable: ${error?.reason ?? ''}`
    log({ level: 'error', event: 'record-refused', message, objectID: batch.idOf(write.at) })
    return [{ at: write.at, lines: bare, isBare: true }]
  }
  const isBusy = status === 429 || status === 503
  if (isBusy && tries < MAX_TRIES) return [write]
  throw new ClusterError(status, error?.type ?? 'unknown', `Writing a record failed: ${error?.reason ?? status}`)
}
