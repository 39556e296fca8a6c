/**
 * Jobs on a whole index or database, each in a thread of its own: building a base or a delta, finding the records that match
 * filters, checking the database. The thread reads the database on a connection of its own in one transaction, so it sees one
 * state during writes, and its memory is released with it.
 */
import { Worker } from 'node:worker_threads'
import type { EngineErrorCode, IndexSettings, SearchParams } from '@docent/engine'
import { badRequest, ServerError, shuttingDown } from '../../wire/errors.ts'
import { messageOf } from '../../system/message-of.ts'
import { workerUrl } from '../../system/worker-url.ts'

/** The engine's errors for parameters that it cannot read. */
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
}

/** Builds a base from all records of an index. */
export interface BuildJob extends AnyJob {
  kind: 'build'
  /** The folder of the index's generations. */
  folder: string
}

/** Builds a delta of the records that changed since the base. */
export interface DeltaJob extends AnyJob {
  kind: 'delta'
  folder: string
  /** The base: verified bytes, the last task in them, the position of their latest record. */
  base: { buffer: SharedArrayBuffer; task: number; position: number; settings: string }
}

/** The result of a job: the bytes are written to the folder and shared with the search workers. */
interface BuiltFile {
  /** The number of the generation, which is that of its last task. */
  generation: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  /** JSON of `ServedReplicas`. */
  replicas: string
  /** Number of searchable records, those of the base included. */
  entries: number
  buffer: SharedArrayBuffer
}

/** The result of a `BuildJob`. */
export interface Built extends BuiltFile {
  /** Position of the latest record. */
  position: number
}

/** The result of a `DeltaJob`. */
export interface BuiltDelta extends BuiltFile {
  /** Number of records that were written or removed since the base. */
  changes: number
}

/** Finds the records that match filters in the current state of the database, unpublished writes included. */
export interface MatchJob extends AnyJob {
  kind: 'match'
  params: SearchParams
  settings: IndexSettings
  /** The served base, if any: it finds the records that have not changed since its task. */
  served: { buffer: SharedArrayBuffer; task: number } | undefined
}

/** Reads a whole database, which may be another than that of the indexes. */
export interface CheckJob {
  kind: 'check'
  database: string
}

/** A job is plain data, since it is sent to its thread. */
export type IndexJob = BuildJob | DeltaJob | MatchJob | CheckJob

/** Messages to the thread: its job, or its end without one. */
export type ToIndexWorker = IndexJob | 'end'

/** Messages of the thread: first that it has started its job, then its result. */
export type FromIndexWorker = 'started' | { result: unknown }

/**
 * Size (MiB) of the young generation of a job's heap. With V8's own limit, a build of 30,600 records reaches 0.1 GB more, and takes
 * no less time.
 */
const YOUNG_MIB = 16

/** A thread that waits for its job. */
export interface IndexThread {
  worker: Worker
  /** Rejected when the thread fails. */
  failed: Promise<never>
  /** Resolves with the end of the thread. */
  ended: Promise<void>
}

/** The data that a thread starts with. */
export interface IndexThreadData {
  /** Whether searches and writes have a higher priority. */
  yields: boolean
}

/** Starts the thread of a job that may be known later. */
export function startIndexThread(workerData: IndexThreadData): IndexThread {
  const worker = new Worker(workerUrl(import.meta.url, 'index-worker'), {
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  })
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  // A thread without a job has no receiver; its rejection must not end the process.
  failed.catch(() => undefined)
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return { worker, failed, ended }
}

/** Ends a thread that was given no job, and resolves when it has ended. */
export async function endIndexThread({ worker, ended }: IndexThread): Promise<void> {
  worker.postMessage('end' satisfies ToIndexWorker)
  await ended
}

/**
 * Runs a job in a new thread or in `prepared`. `signal` aborts it, but not before the thread has started: terminating a starting
 * thread has crashed the process.
 */
function runJob<Result>(job: IndexJob, signal: AbortSignal, prepared?: IndexThread): Promise<Result> {
  if (signal.aborted) return Promise.reject(shuttingDown())
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const { worker, failed } = prepared ?? startIndexThread({ yields: true })
  failed.catch(reject)
  // The events of an error and of the exit may come in one turn, in which `failed` would be later than the exit.
  worker.once('error', reject)
  worker.postMessage(job satisfies ToIndexWorker)
  let hasStarted = false
  const stop = (): void => void (hasStarted && worker.terminate())
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromIndexWorker) => {
    if (message === 'started') {
      hasStarted = true
      if (signal.aborted) stop()
    } else if (!signal.aborted) resolve(message.result as Result)
  })
  // Resolves after the exit: then the thread no longer writes files.
  worker.once('exit', (code) => {
    reject(signal.aborted ? shuttingDown() : new Error(`The index worker ended with code ${code}`))
  })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** `undefined` when the index was deleted, or staged changes of it are being applied. */
export const runBuild = (job: BuildJob, signal: AbortSignal, thread?: IndexThread): Promise<Built | undefined> =>
  runJob(job, signal, thread)

/** `undefined` when the changes need a new base, or the index was deleted. */
export const runDelta = (job: DeltaJob, signal: AbortSignal): Promise<BuiltDelta | undefined> => runJob(job, signal)

/** Resolves with the damage of a database or the reason why it cannot be read, or `undefined`. */
export const checkDatabase = (job: CheckJob): Promise<string | undefined> =>
  runJob<string | undefined>(job, new AbortController().signal).catch(messageOf)

/**
 * The objectIDs of the stored records that match the filters of the parameters. Throws a `ServerError` (400) for invalid
 * filters, `storage-damaged` for damaged rows.
 */
export async function matchRecords(job: MatchJob, signal: AbortSignal): Promise<string[]> {
  try {
    return await runJob(job, signal)
  } catch (error) {
    // An error loses its class between threads, but keeps its code.
    const { code, message } = error as { code?: unknown; message: string }
    if (typeof code === 'string' && REFUSALS.has(code)) throw badRequest(message)
    if (code === 'storage-damaged') throw new ServerError(code, message, { cause: error })
    throw error
  }
}
