/**
 * Makes the lines of records in a thread of its own: a thousand of them are a quarter of a second of work, and searches pass
 * meanwhile. Short lists are not worth the way there. The thread starts with the first long one, and is kept.
 */
import { Worker } from 'node:worker_threads'
import { EngineError } from '@docent/engine'
import type { EngineErrorCode, IndexSettings } from '@docent/engine'
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

export class RecordAnalyst {
  #worker: Worker | undefined
  /** Those that wait for an answer, which come in order. */
  #waiting: PromiseWithResolvers<Lines>[] = []

  #start(): Worker {
    const name = `./record-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
    const worker = new Worker(new URL(name, import.meta.url), { execArgv: [] })
    worker.on('message', (message: FromRecordWorker) => {
      const asked = this.#waiting.shift()
      if ('lines' in message) asked?.resolve(message.lines)
      else if ('defect' in message) asked?.reject(new Error(message.defect))
      else asked?.reject(new EngineError(message.refusal.code, message.refusal.message))
    })
    const lost = (cause: unknown): void => {
      // A failure ends the thread, which is told of as well: by then the next one may be at work.
      if (this.#worker !== worker) return
      this.#worker = undefined
      for (const { reject } of this.#waiting)
        reject(new Error('The thread that analyses records has failed', { cause }))
      this.#waiting = []
    }
    worker.once('error', lost)
    worker.once('exit', lost)
    return worker
  }

  /** The lines of records; throws what the engine throws of one of them. */
  async linesOf(records: readonly PlacedRecord[], settings: IndexSettings): Promise<Lines> {
    const length = records.reduce((sum, { json }) => sum + (json?.length ?? 0), 0)
    if (length <= SHORT) return linesOf(records, settings)
    this.#worker ??= this.#start()
    const asked = Promise.withResolvers<Lines>()
    this.#waiting.push(asked)
    this.#worker.postMessage({ records, settings } satisfies ToRecordWorker)
    return asked.promise
  }

  async end(): Promise<void> {
    await this.#worker?.terminate()
  }
}
