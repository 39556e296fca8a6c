/** Names the parts of an index (`segment/parts.ts`) that a query will look its words up in, all of them at once. */
import { stem } from '../analysis/stem.ts'
import type { Index } from '../segment/open-index.ts'
import { wantTerm, wantTerms } from '../segment/parts.ts'
import type { SearchParams } from '../wire.ts'
import { SHORTEST_STEM } from './inflections.ts'
import { parseQuery } from './parse-query.ts'

/**
 * Wants the terms that the query's words are, and those that they begin. What a search needs beyond is few, and wanted
 * when it gets there. Throws `query_too_long`.
 */
export function wantTyped(index: Index, params: SearchParams): void {
  const settings = { ...(index.settings as SearchParams), ...params }
  const { words, joined, phrases, excluded } = parseQuery(params.query ?? '', settings)
  for (const { parts } of index.segments) {
    if (parts === undefined) continue
    for (const { term, decorated, prefix } of words) {
      for (const form of [term, ...decorated]) (prefix ? wantTerms : wantTerm)(parts, form)
      if (stem(term).length >= SHORTEST_STEM) wantTerms(parts, stem(term))
    }
    for (const { term, prefix } of joined) (prefix ? wantTerms : wantTerm)(parts, term)
    for (const { terms } of phrases) for (const term of terms) wantTerm(parts, term)
    for (const term of excluded.flat()) wantTerm(parts, term)
  }
}
