/**
 * Proposals for a query that found nothing, each of which was searched for and finds something inside the same filters:
 * the query with its unknown words corrected, the query without the words that are in no way, and the titles of the pages
 * that stand first without a query. A search forgives one or two typos by itself; corrections go further, since here
 * there is nothing to lose.
 */
import { stopIfAsked } from './base/deadline.ts'
import { termsOf } from './query/parse-query.ts'
import { findTypos } from './query/find-typos.ts'
import { search, type SearchOptions } from './search.ts'
import type { Index } from './segment/open-index.ts'
import { createTermCursor, findTerm } from './segment/term-dictionary.ts'
import type { SearchParams, Suggestion } from './wire.ts'

const PROPOSED = 3
/** Longest query that is helped with, in UTF-16 units (what a search box takes), and the words of it that are looked at. */
const LONGEST_QUERY = 64
const MOST_WORDS = 8
/** Edits that a correction may have, and letters that each of them needs. */
const MOST_EDITS = 3
const LETTERS_PER_EDIT = 3

/** At most three proposals, the closest to the query first. Throws what `search` throws. */
export function suggest(index: Index, params: SearchParams, options: SearchOptions = {}): Suggestion[] {
  const query = (params.query ?? '').trim()
  if (query.length > LONGEST_QUERY) return []
  const words = query.split(/\s+/u).slice(0, MOST_WORDS)
  const find = (query: string, hitsPerPage: number) => {
    const { offset: _offset, length: _length, ...rest } = params
    return search(index, { ...rest, query, page: 0, hitsPerPage, facets: [] }, options)
  }
  const proposals: Suggestion[] = []
  const propose = (query: string, kind: Suggestion['kind']): void => {
    if (proposals.length >= PROPOSED || query === '' || query === words.join(' ')) return
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
  for (const hit of find('', PROPOSED * 4).hits) {
    const { lvl1 } = (hit['hierarchy'] ?? {}) as { lvl1?: unknown }
    if (typeof lvl1 === 'string') propose(lvl1, 'popular')
  }
  return proposals
}

/** The known word that is nearest to one that is not known; of equals, the one that is in more of the text. */
function correct(index: Index, word: string): string | undefined {
  const [term, ...more] = termsOf(word)
  if (term === undefined || more.length > 0) return undefined
  const dictionaries = index.segments.map(({ dictionary }) => dictionary)
  if (dictionaries.some((dictionary) => findTerm(createTermCursor(dictionary), term))) return undefined
  const limit = Math.min(MOST_EDITS, Math.floor(term.length / LETTERS_PER_EDIT))
  if (limit === 0) return undefined
  const size = (match: { postingsStart: number; postingsEnd: number }) => match.postingsEnd - match.postingsStart
  const near = dictionaries.flatMap((dictionary) => findTypos(dictionary, term, limit, false))
  const [best] = near.sort((a, b) => a.typos - b.typos || size(b) - size(a))
  return best?.term
}
