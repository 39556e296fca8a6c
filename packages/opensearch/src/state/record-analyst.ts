/**
 * Makes the lines of records in a thread of its own: a thousand of them are a quarter of a second of work, and searches pass
 * meanwhile. Short lists are not worth the way there. The thread starts with the first long one, and is kept.
 */
import { Worker } from 'node:worker_threads'
import { EngineError } from '@docent/engine'
import type { EngineErrorCode, IndexSettings } from '@docent/engine'
import { RequestThread } from '@docent/server/backend'
import { linesOf } from './record-lines.ts'
import type { Lines, PlacedRecord } from './record-lines.ts'

export interface ToRecordWorker {
  records: readonly PlacedRecord[]
  settings: IndexSettings
}

/** Lines, or what went wrong with the list; the engine's refusal as its parts, since an error loses its class between threads. */
export type FromRecordWorker =
  | { lines: Lines }
  | { refusal: { code: EngineErrorCode; message: string } }
  | { defect: string }

/** Up to so much JSON, in UTF-16 units, is analysed at once: some 5 ms. */
const SHORT = 16_384

function startWorker(): Worker {
  const name = `./record-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  return new Worker(new URL(name, import.meta.url), { execArgv: [] })
}

export class RecordAnalyst {
  readonly #thread = new RequestThread<ToRecordWorker, FromRecordWorker>(
    startWorker,
    'The thread that analyses records has failed',
  )

  /** The lines of records; throws what the engine throws of one of them. */
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
