/**
 * Searches in progress, counted by client. A client with more of them than one client may have is refused, so a client that sends
 * searches faster than they are answered delays itself and not others.
 */
import { tooMany, tooManySearches } from '../wire/errors.ts'

/** One for the whole server. */
export interface SearchesPerClient {
  /**
   * Runs a search of a client; an empty name means an unknown client (a proxy that does not forward addresses), which is not
   * limited. Throws 429 when the search is not admitted.
   */
  run: <Result>(client: string, search: () => Promise<Result>) => Promise<Result>
}

/** `isAdmitted` returns whether a search is admitted of a client that has `own` others in progress. */
export function createSearchesPerClient(isAdmitted: (own: number) => boolean): SearchesPerClient {
  const running = new Map<string, number>()
  return {
    async run(client, search) {
      const own = running.get(client) ?? 0
      const counted = client === '' ? 0 : own
      if (!isAdmitted(counted))
        throw counted > 0 && isAdmitted(0) ? tooMany('searches of this address at the same time') : tooManySearches()
      running.set(client, own + 1)
      try {
        return await search()
      } finally {
        const left = (running.get(client) ?? 1) - 1
        if (left > 0) running.set(client, left)
        else running.delete(client)
      }
    },
  }
}
