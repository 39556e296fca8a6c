/** Work in a separate thread, for inputs that may end the thread or never finish. */

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Work that takes longer than this (ms) is a finding. On an idle machine it takes a fraction of a second. */
const PATIENCE_MS = 60_000

/** Maximum time (ms) to wait for the end of a thread. */
const END_MS = 5000

/** A thread of a module. After a failure a new thread replaces it. */
export interface Thread<Input, Output> {
  /** The answer to one message; a failure if the thread ended or did not answer in time. */
  send(input: Input): Promise<{ output: Output } | { failure: string }>
  close(): Promise<void>
}

/** @param module URL of a module that answers each message with one message. */
export function createThread<Input, Output>(module: URL): Thread<Input, Output> {
  const start = (): Worker => new Worker(module)
  let worker = start()
  return {
    async send(input) {
      worker.postMessage(input)
      try {
        const [output] = (await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Output]
        return { output }
      } catch (error) {
        const { name, stack } = error as Error
        // A thread in native code cannot be ended: it is left behind, so that its input is reported.
        await Promise.race([worker.terminate(), delay(END_MS)])
        worker.unref()
        worker = start()
        return { failure: name === 'AbortError' ? `No end after ${PATIENCE_MS} ms.` : String(stack).slice(0, 400) }
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}
