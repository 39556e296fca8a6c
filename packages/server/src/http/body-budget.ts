/**
 * Bytes of bodies that are there whole and not answered: a search waits for a thread, a write for those before it, and
 * each holds its body until then. Searches and writes have their own, so that large writes refuse no search.
 */
import { tooMany } from '../wire/errors.ts'
import { SEARCH_BODIES_BYTES, WRITE_BODIES_BYTES } from '../wire/limits.ts'
import type { BodyKind } from '../wire/parse-body.ts'

export interface BodyBudget {
  /**
   * Takes room for a body; what is returned gives it back. Throws 429 when there is none: with one body alone there
   * always is.
   */
  take: (kind: BodyKind, bytes: number) => () => void
}

/** The bytes of each kind that there may be. */
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
