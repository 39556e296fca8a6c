/** Suggestions for a query without hits: queries with hits and page titles of this session. */

import { QUERY_MAX_LENGTH } from './constants.ts'
import type { Group } from './group-hits.ts'

/** Maximum number of suggestions. */
const SUGGESTIONS = 3
/** Maximum number of stored titles. */
const STORED_TITLES = 50

/** Queries and page titles of the session. */
export interface Seen {
  add(query: string, groups: readonly Group[]): void
  /** First the server's suggestions, then the longest prefix of the query that had hits, then titles. */
  suggestions(query: string, proposed: readonly string[]): string[]
}

/** An empty store. */
export function createSeen(): Seen {
  const answered = new Set<string>()
  const titles = new Set<string>()
  return {
    add(query, groups) {
      if (groups.length > 0) answered.add(query.trim())
      for (const { title } of groups) if (titles.size < STORED_TITLES) titles.add(title)
    },
    suggestions(query, proposed) {
      // Earlier queries that are prefixes of this one, longest first.
      const shorter = [...answered].filter((text) => query.startsWith(text) && text.length > 2)
      shorter.sort((a, b) => b.length - a.length)
      return [...new Set([...proposed, ...shorter.slice(0, 1), ...titles])]
        .filter((text) => text.length <= QUERY_MAX_LENGTH)
        .slice(0, SUGGESTIONS)
    },
  }
}
