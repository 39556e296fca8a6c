/**
 * Work on a whole index that runs in a thread of its own and ends with it: building a generation, and finding what
 * answers filters. The thread reads the database by itself, on a second connection, in one read transaction: it sees
 * one state while writes go on. Its memory goes when it ends.
 */
import { Worker } from 'node:worker_threads'
import type { IndexSettings, SearchParams } from '@docent/engine'
import { workerUrl } from './worker-url.ts'

export interface BuildJob {
  kind: 'build'
  database: string
  /** The folder of the index's generations. */
  folder: string
  indexID: number
}

export interface Built {
  /** Also the last task that it holds. */
  generation: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  entries: number
  buffer: SharedArrayBuffer
}

export interface MatchJob {
  kind: 'match'
  database: string
  indexID: number
  params: SearchParams
  settings: IndexSettings
  /** What searches see, when there is any: its bytes answer for records that have not changed since its task. */
  served: { buffer: SharedArrayBuffer; task: number } | undefined
}

/** Runs a job. `signal` ends it without a result. */
function runJob<Result>(job: BuildJob | MatchJob, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const worker = new Worker(workerUrl('index-worker'), { workerData: job, execArgv: [] })
  const stop = (): void => {
    // Only then is nothing written any more.
    void worker.terminate().then(() => reject(new Error('The job was stopped')))
  }
  signal.addEventListener('abort', stop, { once: true })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => {
    if (!signal.aborted) reject(new Error(`The index worker ended with code ${code}`))
  })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** `undefined` when the index is gone. */
export const buildGeneration = (job: BuildJob, signal: AbortSignal): Promise<Built | undefined> => runJob(job, signal)

/** The objectIDs of the records that answer the parameters' filters, as the records stand now. */
export const matchRecords = (job: MatchJob, signal: AbortSignal): Promise<string[]> => runJob(job, signal)
