/** Queries and titles that had hits in this session, proposed where a query has none. */

import { QUERY_MAX_LENGTH } from './constants.ts'
import type { Group } from './group-hits.ts'

const PROPOSED = 3
/** Titles that are remembered. */
const REMEMBERED = 50

/** Queries and page titles that were seen. */
export interface Seen {
  add(query: string, groups: readonly Group[]): void
  /** The server's proposals first, then the longest beginning of the query that had hits, then titles. */
  suggestions(query: string, proposed: readonly string[]): string[]
}

/** Nothing seen yet. */
export function createSeen(): Seen {
  const answered = new Set<string>()
  const titles = new Set<string>()
  return {
    add(query, groups) {
      if (groups.length > 0) answered.add(query.trim())
      for (const { title } of groups) if (titles.size < REMEMBERED) titles.add(title)
    },
    suggestions(query, proposed) {
      // The longest beginning that had hits is the least that has to be taken away.
      const shorter = [...answered].filter((text) => query.startsWith(text) && text.length > 2)
      shorter.sort((a, b) => b.length - a.length)
      return [...new Set([...proposed, ...shorter.slice(0, 1), ...titles])]
        .filter((text) => text.length <= QUERY_MAX_LENGTH)
        .slice(0, PROPOSED)
    },
  }
}
