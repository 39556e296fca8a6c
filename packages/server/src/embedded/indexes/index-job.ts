/**
 * Work on a whole index that runs in a thread of its own and ends with it: building a generation or what changed
 * since, and finding what answers filters. The thread reads the database by itself, on a second connection, in one read transaction: it sees
 * one state while writes go on. Its memory goes when it ends.
 */
import { Worker } from 'node:worker_threads'
import type { EngineErrorCode, IndexSettings, SearchParams } from '@docent/engine'
import { badRequest } from '../../wire/errors.ts'
import type { SearchCount } from '../threads/yielding.ts'
import { workerUrl } from '../threads/worker-url.ts'

/** What the engine says of parameters that it cannot read. */
const REFUSALS: ReadonlySet<string> = new Set<EngineErrorCode>([
  'query_too_long',
  'query_invalid',
  'filter_invalid',
  'filter_too_large',
  'parameter_invalid',
])

interface AnyJob {
  database: string
  indexID: number
  /** What it gives way to. */
  searches: SearchCount
}

export interface BuildJob extends AnyJob {
  kind: 'build'
  /** The folder of the index's generations. */
  folder: string
}

export interface DeltaJob extends AnyJob {
  kind: 'delta'
  folder: string
  /** What the changes are taken from: bytes that were verified, the last task in them, the latest record's position. */
  base: { buffer: SharedArrayBuffer; task: number; position: number; settings: string }
}

export interface Built {
  /** Also the last task that it holds. */
  generation: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  /** JSON of `ServedReplicas`. */
  replicas: string
  entries: number
  /** Position of the latest record. */
  position: number
  buffer: SharedArrayBuffer
}

export interface BuiltDelta {
  generation: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  /** JSON of `ServedReplicas`. */
  replicas: string
  /** Records that can be found, those of the base included. */
  entries: number
  /** Records that were written or removed since the base. */
  changes: number
  buffer: SharedArrayBuffer
}

export interface MatchJob extends AnyJob {
  kind: 'match'
  params: SearchParams
  settings: IndexSettings
  /** The base of what searches see, when there is any: its bytes answer for records that have not changed since its task. */
  served: { buffer: SharedArrayBuffer; task: number } | undefined
}

/** Reads a whole database, which need not be the one with the indexes. */
export interface CheckJob {
  kind: 'check'
  database: string
  searches: SearchCount
}

export type IndexJob = BuildJob | DeltaJob | MatchJob | CheckJob

/** What the thread says: first that it has started, then what came out. */
export type FromIndexWorker = 'started' | { result: unknown }

/**
 * Runs a job. `signal` ends it without a result: once it has started, because ending a thread while it starts was twice
 * seen to crash the process.
 */
function runJob<Result>(job: IndexJob, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const worker = new Worker(workerUrl(import.meta.url, 'index-worker'), { workerData: job, execArgv: [] })
  let hasStarted = false
  const stop = (): void => void (hasStarted && worker.terminate())
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromIndexWorker) => {
    if (message === 'started') {
      hasStarted = true
      if (signal.aborted) stop()
    } else if (!signal.aborted) resolve(message.result as Result)
  })
  worker.once('error', reject)
  // When the thread is gone nothing is written any more.
  worker.once('exit', (code) => {
    reject(new Error(signal.aborted ? 'The job was stopped' : `The index worker ended with code ${code}`))
  })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** `undefined` when the index is gone, or changes of it are being put in place. */
export const runBuild = (job: BuildJob, signal: AbortSignal): Promise<Built | undefined> => runJob(job, signal)

/** `undefined` when only a new base can hold the index as it is now, or when the index is gone. */
export const runDelta = (job: DeltaJob, signal: AbortSignal): Promise<BuiltDelta | undefined> => runJob(job, signal)

/** Why a database is not whole, or cannot be read; `undefined` when it is. */
export const checkDatabase = (job: CheckJob): Promise<string | undefined> =>
  runJob<string | undefined>(job, new AbortController().signal).catch((error: unknown) => (error as Error).message)

/**
 * The objectIDs of the records that answer the parameters' filters, as the records stand now. Throws a `ServerError`
 * (400) for filters that cannot be read.
 */
export async function matchRecords(job: MatchJob, signal: AbortSignal): Promise<string[]> {
  try {
    return await runJob(job, signal)
  } catch (error) {
    // An error loses its class between threads; the engine's refusals keep their code.
    const { code, message } = error as { code?: unknown; message: string }
    if (typeof code === 'string' && REFUSALS.has(code)) throw badRequest(message)
    throw error
  }
}
