/**
 * Builds the lines of records in a thread: 1,000 records take 0.25 s, and searches pass through the main thread. Short lists are
 * analysed on the main thread, because sending them would cost more. The thread starts with the first long list, and is kept.
 */
import { Worker } from 'node:worker_threads'
import { EngineError, type EngineErrorCode, type IndexSettings } from '@docent/engine'
import { RequestThread } from '@docent/server/backend'
import { linesOf, type Lines, type PlacedRecord } from './record-lines.ts'

/** A message to the thread: records and the settings by which they are analysed. */
export interface ToRecordWorker {
  records: readonly PlacedRecord[]
  settings: IndexSettings
}

/** Lines, or an error; a refusal of the engine is sent as its fields, since an error loses its class between threads. */
export type FromRecordWorker =
  | { lines: Lines }
  | { refusal: { code: EngineErrorCode; message: string } }
  | { defect: string }

/** Maximum length of JSON (UTF-16 units) that is analysed on the main thread: about 5 ms. */
const SHORT = 16_384

function startWorker(): Worker {
  const name = `./record-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  return new Worker(new URL(name, import.meta.url), { execArgv: [] })
}

/** After a failure of the thread the next long list starts another one. */
export class RecordAnalyst {
  readonly #thread = new RequestThread<ToRecordWorker, FromRecordWorker>(
    startWorker,
    'The thread that analyses records has failed',
  )

  /** The lines of records. Throws the engine's errors for one of them. */
  async linesOf(records: readonly PlacedRecord[], settings: IndexSettings): Promise<Lines> {
    const length = records.reduce((sum, { json }) => sum + (json?.length ?? 0), 0)
    if (length <= SHORT) return linesOf(records, settings)
    const reply = await this.#thread.request({ records, settings })
    if ('lines' in reply) return reply.lines
    if ('defect' in reply) throw new Error(reply.defect)
    throw new EngineError(reply.refusal.code, reply.refusal.message)
  }

  async end(): Promise<void> {
    await this.#thread.terminate()
  }
}
