/** The thread with the vectors, as seen by the server: requests with replies in any order, and the latest state. */
import { Worker } from 'node:worker_threads'
import type { Log } from '../system/log.ts'
import { messageOf } from '../system/message-of.ts'
import { workerUrl } from '../system/worker-url.ts'
import type { FromVectorWorker, Replies, Request, ToVectorWorker, VectorState, VectorWorkerData } from './messages.ts'

const NO_VECTORS: VectorState = { dimensions: 0, vectors: 0, indexes: {}, requests: 0, failures: 0 }

/** A thread that ends by itself rejects its requests; the next request starts another one. */
export class VectorThread {
  readonly #data: VectorWorkerData
  readonly #log: Log
  #worker: Worker | undefined
  #nextID = 0
  #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #state = NO_VECTORS
  #isClosed = false

  /** The thread starts with the first request. */
  constructor(data: VectorWorkerData, log: Log) {
    this.#data = data
    this.#log = log
  }

  get state(): VectorState {
    return this.#state
  }

  /** Resolves with the reply. Throws an `Error` where the request failed or the thread ended. */
  request<Kind extends Request['type']>(
    request: Extract<Request, { type: Kind }>,
    memory: readonly ArrayBuffer[] = [],
  ): Promise<Replies[Kind]> {
    if (this.#isClosed) return Promise.reject(new Error('The thread with the vectors has ended'))
    this.#worker ??= this.#start()
    const id = this.#nextID++
    const reply = Promise.withResolvers<unknown>()
    this.#waiting.set(id, reply)
    this.#worker.postMessage({ id, request } satisfies ToVectorWorker, memory)
    return reply.promise as Promise<Replies[Kind]>
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(import.meta.url, 'vector-worker'), { workerData: this.#data, execArgv: [] })
    worker.on('message', (message: FromVectorWorker) => this.#receive(message))
    worker.once('error', (error) => {
      const message = `The thread with the vectors failed: ${messageOf(error)}`
      this.#log({ level: 'error', event: 'semantic-thread-failed', message })
    })
    worker.once('exit', () => {
      this.#worker = undefined
      this.#state = NO_VECTORS
      for (const { reject } of this.#waiting.values()) reject(new Error('The thread with the vectors has ended'))
      this.#waiting.clear()
    })
    return worker
  }

  #receive(message: FromVectorWorker): void {
    if ('state' in message) this.#state = message.state
    else if ('event' in message) this.#log(message.event)
    else {
      const reply = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if ('error' in message) reply?.reject(new Error(message.error))
      else reply?.resolve(message.result)
    }
  }

  /** Resolves when the thread has ended. Requests without a reply fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage('end' satisfies ToVectorWorker)
    await ended
  }
}
