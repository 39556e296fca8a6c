/** Requests for pages and files of a crawl, with a pause and another attempt after transient failures. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask, Outcome } from './outcome.ts'
import { ANY, HTML, request, type Requester } from './request.ts'

/** Where the answers come from: a server, or a built folder. */
export interface Fetcher {
  /** One request for a page. */
  page: (ask: Ask) => Promise<Outcome>
  /**
   * A file of any type, with up to three attempts. `accept`: the type that is asked for; `first`: bytes at its beginning that are needed,
   * the body may have more;
   * `cookies`: those of a redirect of this address to itself or to its check.
   */
  file: (
    url: string,
    wanted?: { accept?: string | undefined; first?: number; cookies?: string | undefined },
  ) => Promise<Outcome>
  /** Whether the host is on this machine or in a private network, as far as it was connected to. */
  isPrivate: (hostname: string) => boolean
  /** Addresses of pages that no request reached: the other files of a folder. Absent for a server. */
  unreached?: () => string[]
  close: () => Promise<void>
}

/** Attempts for one address. */
export const MAX_ATTEMPTS = 3

/** Pause (ms) before the second attempt; it doubles. */
export const FIRST_PAUSE = 1000

/** Longest pause (ms) that is kept; a server that asks for more is left for the next crawl. */
export const MAX_PAUSE = 60_000

/** Decompressed bytes of a file: the 50 MB of the sitemap format. */
export const MAX_FILE_BYTES = 52_428_800

/** Requests over the network. */
export function networkFetcher(requester: Requester): Fetcher {
  const { agent, isPrivate } = requester.connections
  return {
    page: (ask) => request(requester, ask, HTML),
    async file(url, { accept = ANY.accept, first, cookies } = {}) {
      const wanted = { accept, ...(first !== undefined && { first }) }
      for (let attempt = 1; ; attempt++) {
        const outcome = await request({ ...requester, bytes: MAX_FILE_BYTES }, { url, cookies }, wanted)
        if (outcome.kind !== 'failed' || !outcome.again || attempt === MAX_ATTEMPTS) return outcome
        const pause = outcome.wait ?? FIRST_PAUSE * 2 ** (attempt - 1)
        if (pause > MAX_PAUSE) return outcome
        await sleep(pause, undefined, { ...(requester.signal !== undefined && { signal: requester.signal }) })
      }
    },
    isPrivate,
    close: () => agent.destroy(),
  }
}
