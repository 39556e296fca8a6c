/** The thread that writes, with a connection of its own. It starts with the first turn; a failed one is replaced. */
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../threads/worker-url.ts'
import type { FromWriteWorker, ToWriteWorker, WriteWorkerData } from './write-messages.ts'

export class WriteThread {
  readonly #data: WriteWorkerData
  #worker: Worker | undefined
  /** Of the turn that runs. */
  #outcome: PromiseWithResolvers<FromWriteWorker> | undefined

  constructor(data: WriteWorkerData) {
    this.#data = data
  }

  /** Runs one turn; `memory` is transferred. To be called when the turn before has ended. Throws when the thread fails. */
  run(message: ToWriteWorker, memory: readonly ArrayBuffer[]): Promise<FromWriteWorker> {
    this.#worker ??= this.#start()
    this.#outcome = Promise.withResolvers()
    this.#worker.postMessage(message, memory)
    return this.#outcome.promise
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(import.meta.url, 'write-worker'), { execArgv: [], workerData: this.#data })
    worker.on('message', (message: FromWriteWorker) => this.#outcome?.resolve(message))
    const lost = (cause: unknown): void => {
      // A failure emits `exit` as well, when the next thread may already run.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#outcome?.reject(new Error('The thread that writes has failed', { cause }))
    }
    worker.once('error', lost)
    worker.once('exit', lost)
    return worker
  }

  /** Resolves when the thread has closed its connection and ended. To be called when no turn runs. */
  async end(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage(undefined satisfies ToWriteWorker)
    await ended
  }
}
