/**
 * Suggestions for a query without hits: the query with its unknown words corrected, the query without the words that
 * match nothing, and the titles of the pages that rank first without a query. Each suggestion was searched and has hits
 * with the same filters. A search tolerates one or two typos; corrections allow more, because the query has no hits.
 */
import { stopIfAsked } from './base/deadline.ts'
import { termsOf } from './query/parse-query.ts'
import { findTypos } from './query/find-typos.ts'
import { search, type SearchOptions } from './search.ts'
import type { Index } from './segment/open-index.ts'
import { createTermCursor, findTerm } from './segment/term-dictionary.ts'
import type { SearchParams } from './wire.ts'
import type { Suggestion } from './wire-answers.ts'

const MAX_SUGGESTIONS = 3
/**
 * Longest query with suggestions, in UTF-16 units (the length of a search box), and most words of it that are
 * corrected.
 */
const LONGEST_QUERY = 64
const MAX_WORDS = 8
/** Most edits of a correction, and letters that each of them needs. */
const MAX_EDITS = 3
const LETTERS_PER_EDIT = 3

/** At most three suggestions, the closest to the query first. Throws as `search`. */
export function suggest(index: Index, params: SearchParams, options: SearchOptions = {}): Suggestion[] {
  const query = (params.query ?? '').trim()
  if (query.length > LONGEST_QUERY) return []
  const words = query.split(/\s+/u).slice(0, MAX_WORDS)
  const find = (query: string, hitsPerPage: number) => {
    const { offset: _offset, length: _length, ...rest } = params
    return search(index, { ...rest, query, page: 0, hitsPerPage, facets: [] }, options)
  }
  const proposals: Suggestion[] = []
  const propose = (query: string, kind: Suggestion['kind']): void => {
    if (proposals.length >= MAX_SUGGESTIONS || query === '' || query === words.join(' ')) return
    if (proposals.some((proposal) => proposal.query === query) || find(query, 0).nbHits === 0) return
    proposals.push({ query, kind })
  }

  const corrected = words.map((word) => {
    stopIfAsked(options.shouldStop)
    return correct(index, word) ?? word
  })
  propose(corrected.join(' '), 'spelling')
  if (words.length > 1) {
    propose(corrected.filter((word) => find(word, 0).nbHits > 0).join(' '), 'relaxed')
    for (const [at] of corrected.entries()) {
      if (proposals.length > 0) break
      propose(corrected.filter((_, other) => other !== at).join(' '), 'relaxed')
    }
  }
  for (const hit of find('', MAX_SUGGESTIONS * 4).hits) {
    const { lvl1 } = (hit['hierarchy'] ?? {}) as { lvl1?: unknown }
    if (typeof lvl1 === 'string') propose(lvl1, 'popular')
  }
  return proposals
}

/** The known word that is nearest to an unknown one; of equals, the one with more postings. */
function correct(index: Index, word: string): string | undefined {
  const [term, ...more] = termsOf(word)
  if (term === undefined || more.length > 0) return undefined
  const dictionaries = index.segments.map(({ dictionary }) => dictionary)
  if (dictionaries.some((dictionary) => findTerm(createTermCursor(dictionary), term))) return undefined
  const limit = Math.min(MAX_EDITS, Math.floor(term.length / LETTERS_PER_EDIT))
  if (limit === 0) return undefined
  const size = (match: { postingsStart: number; postingsEnd: number }) => match.postingsEnd - match.postingsStart
  const near = dictionaries.flatMap((dictionary) => findTypos(dictionary, term, limit, false))
  const [best] = near.sort((a, b) => a.typos - b.typos || size(b) - size(a))
  return best?.term
}
