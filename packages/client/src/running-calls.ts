/**
 * Calls on their way: who asks the same meanwhile waits for the same answer. A call is given up when nobody waits for it
 * any more.
 */

import { aborted } from './search-error.ts'

interface Running {
  answer: Promise<unknown>
  own: AbortController
  /** How many wait for it. */
  waiting: number
}

export interface RunningCalls {
  /** Waits for the call of this key, and sends it if there is none. Throws what it throws, and `aborted`. */
  join(key: string, signal: AbortSignal | undefined, send: (signal: AbortSignal) => Promise<unknown>): Promise<unknown>
  /** Nobody joins the calls on their way any more. */
  clear(): void
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Running>()

  function begin(key: string, send: (signal: AbortSignal) => Promise<unknown>): Running {
    const own = new AbortController()
    const call = { own, answer: send(own.signal), waiting: 0 }
    running.set(key, call)
    const end = (): void => forget(key, call)
    call.answer.then(end, end)
    return call
  }

  function forget(key: string, call: Running): void {
    if (running.get(key) === call) running.delete(key)
  }

  return {
    join(key, signal, send) {
      if (signal?.aborted) return Promise.reject(aborted())
      const call = running.get(key) ?? begin(key, send)
      call.waiting++
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          reject(aborted())
          if (--call.waiting > 0) return
          forget(key, call)
          call.own.abort()
        }
        const stay = (): void => signal?.removeEventListener('abort', leave)
        signal?.addEventListener('abort', leave)
        call.answer.then(resolve, reject).finally(stay)
      })
    },
    clear: () => running.clear(),
  }
}
