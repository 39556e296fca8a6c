/**
 * Limits the bytes of complete bodies whose requests are not answered: a search waits for a thread, a write for earlier writes, and
 * their bodies stay in memory. Searches and writes have separate limits, so that large writes cause no refusals of searches.
 */
import { tooMany } from '../wire/errors.ts'
import { SEARCH_BODIES_BYTES, WRITE_BODIES_BYTES } from '../wire/limits.ts'
import type { BodyKind } from '../wire/parse-body.ts'

/** One for the whole server, since the memory is shared by all senders. */
export interface BodyBudget {
  /**
   * Reserves bytes for a body; the returned function releases them. Throws 429 beyond the limit; a single body is always accepted.
   */
  take: (kind: BodyKind, bytes: number) => () => void
}

/** `most` is the maximum of bytes for each kind of body. */
export function createBodyBudget(
  most: Readonly<Record<BodyKind, number>> = { search: SEARCH_BODIES_BYTES, write: WRITE_BODIES_BYTES },
): BodyBudget {
  const held = { search: 0, write: 0 }
  return {
    take(kind, bytes) {
      if (held[kind] > 0 && held[kind] + bytes > most[kind]) throw tooMany('large requests at the same time')
      held[kind] += bytes
      return () => {
        held[kind] -= bytes
      }
    },
  }
}
