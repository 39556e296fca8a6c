/**
 * A client of which who asks what is on its way waits for that answer: the dialog takes over what was asked for before it
 * was there. A call is given up when nobody waits for it any more.
 */
import { SearchError, type SearchClient } from '@docent/client'
import type { MultiSearchResponse } from '@docent/engine'

interface Call {
  answer: Promise<MultiSearchResponse>
  own: AbortController
  /** How many wait for it. */
  waiting: number
}

/** The client, with its calls of several queries shared. One that is a second try never is. */
export function withSharedCalls(client: SearchClient): SearchClient {
  const running = new Map<string, Call>()

  function forget(key: string, call: Call): void {
    if (running.get(key) === call) running.delete(key)
  }

  function begin(key: string, requests: Parameters<SearchClient['search']>[0]): Call {
    const own = new AbortController()
    const call: Call = { own, waiting: 0, answer: client.search(requests, { signal: own.signal }) }
    const end = (): void => forget(key, call)
    call.answer.then(end, end)
    running.set(key, call)
    return call
  }

  return {
    ...client,
    search(requests, options = {}) {
      const { signal, retry } = options
      if (retry || signal?.aborted) return client.search(requests, options)
      const key = JSON.stringify(requests)
      const call = running.get(key) ?? begin(key, requests)
      call.waiting++
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          reject(new SearchError('aborted', 'The search was given up.'))
          if (--call.waiting > 0) return
          forget(key, call)
          call.own.abort()
        }
        const end = (): void => signal?.removeEventListener('abort', leave)
        signal?.addEventListener('abort', leave)
        call.answer.then(resolve, reject).finally(end)
      })
    },
  }
}
