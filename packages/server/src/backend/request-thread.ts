/**
 * A worker thread that answers each message with one message, in the order of the messages. It starts with the first message or before;
 * after a failure the next message starts another thread.
 */
import type { Transferable, Worker } from 'node:worker_threads'

/**
 * Messages and replies must be cloneable. A thread that fails rejects all messages without a reply; none is sent again.
 */
export class RequestThread<Message, Reply> {
  readonly #start: () => Worker
  readonly #failure: string
  #worker: Worker | undefined
  /** Messages without a reply, in order. */
  #waiting: PromiseWithResolvers<Reply>[] = []

  /** `failure` is the message of the error that requests get when the thread ends without a reply. */
  constructor(start: () => Worker, failure: string) {
    this.#start = start
    this.#failure = failure
  }

  #open(): Worker {
    const worker = this.#start()
    worker.on('message', (reply: Reply) => this.#waiting.shift()?.resolve(reply))
    const lost = (cause: unknown): void => {
      // `exit` follows `error`: by then another thread may run.
      if (this.#worker !== worker) return
      this.#worker = undefined
      const waiting = this.#waiting
      this.#waiting = []
      for (const { reject } of waiting) reject(new Error(this.#failure, { cause }))
    }
    worker.once('error', lost)
    worker.once('exit', lost)
    return worker
  }

  /** Starts the thread before its first message. */
  start(): void {
    this.#worker ??= this.#open()
  }

  /** Resolves with the reply. The memory of `transfer` is moved to the thread instead of being copied. */
  request(message: Message, transfer: readonly Transferable[] = []): Promise<Reply> {
    const worker = (this.#worker ??= this.#open())
    const reply = Promise.withResolvers<Reply>()
    this.#waiting.push(reply)
    worker.postMessage(message, transfer)
    return reply.promise
  }

  /** Posts a message at which the thread ends by itself, and resolves when it has ended. */
  async close(message: Message): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage(message)
    await ended
  }

  /** Ends the thread at once; requests without a reply are rejected. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate()
  }
}
