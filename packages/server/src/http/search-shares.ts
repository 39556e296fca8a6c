/**
 * Searches in hand, by client: one that has as many as the backend leaves to one client gets no more in, so a client that asks
 * for more than can be answered waits for itself and not before others.
 */
import { tooManySearches } from '../wire/errors.ts'

export interface SearchShares {
  /**
   * Runs a search of a client; the empty name is no client but many (a proxy that does not say whose a search is). Throws
   * 429 where there is no room for it.
   */
  run: <Result>(client: string, search: () => Promise<Result>) => Promise<Result>
}

/** `hasRoom` tells whether a search is taken of a client that has `own` others in hand. */
export function createShares(hasRoom: (own: number) => boolean): SearchShares {
  const inHand = new Map<string, number>()
  return {
    async run(client, search) {
      const own = inHand.get(client) ?? 0
      if (!hasRoom(client === '' ? 0 : own)) throw tooManySearches()
      inHand.set(client, own + 1)
      try {
        return await search()
      } finally {
        const left = (inHand.get(client) ?? 1) - 1
        if (left > 0) inHand.set(client, left)
        else inHand.delete(client)
      }
    },
  }
}
