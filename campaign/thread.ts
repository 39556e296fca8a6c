/** Work in a thread of its own, for inputs that may end it or never come back. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** After this (ms) work is taken for one that never ends; each piece is a fraction of a second on an idle machine. */
const PATIENCE_MS = 60_000

/** Threads of one module, one at a time: a thread that failed is followed by a new one. */
export interface Thread<Input, Output> {
  /** The answer to one message; a sentence where the thread ended or said nothing in time. */
  ask(input: Input): Promise<{ output: Output } | { failure: string }>
  close(): Promise<void>
}

/** @param module the URL of a module that answers each message with one of its own. */
export function createThread<Input, Output>(module: URL): Thread<Input, Output> {
  const start = (): Worker => new Worker(module)
  let worker = start()
  return {
    async ask(input) {
      worker.postMessage(input)
      try {
        const [output] = (await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Output]
        return { output }
      } catch (error) {
        const { name, stack } = error as Error
        await worker.terminate()
        worker = start()
        return { failure: name === 'AbortError' ? `No end after ${PATIENCE_MS} ms.` : String(stack).slice(0, 400) }
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}
