/**
 * Suggestions for a query without hits, as the engine's `suggest.ts` makes them, with searches of the cluster: the query with
 * its unknown words corrected, without the words that cannot be corrected, and the titles of the first pages without a
 * query. Each was searched for and has hits with the same filters. The cluster corrects two letters at most, the engine three.
 */
import { termsOf } from '@docent/engine/planning'
import type { Hit, SearchParams, SearchResponse, Suggestion } from '@docent/engine'
import type { SearchableIndex } from './index-facts.ts'
import { type ClusterSearch, sideBySide, type Steps } from './query-rounds.ts'

const PROPOSED = 3
/** Maximum length of a query with suggestions (UTF-16 units, as in a search box), and maximum number of its corrected words. */
const LONGEST_QUERY = 64
const MAX_WORDS = 8
const MAX_EDITS = 2
/** Minimum number of letters of a word for each edit. */
const LETTERS_PER_EDIT = 3

/** At most three suggestions, the closest to the query first. `find` answers a query of the same index. */
export function* suggestOnCluster(
  index: SearchableIndex,
  params: SearchParams,
  find: (params: SearchParams) => Steps<SearchResponse>,
): Steps<Suggestion[]> {
  const query = (params.query ?? '').trim()
  if (query === '' || query.length > LONGEST_QUERY) return []
  const words = query.split(/\s+/u).slice(0, MAX_WORDS)
  const { offset: _offset, length: _length, ...rest } = params
  const hitsOf = (query: string, hitsPerPage: number): Steps<SearchResponse> =>
    find({ ...rest, query, page: 0, hitsPerPage, facets: [] })

  const corrected = yield* correctAll(index, words)
  const [titles, ...alone] = yield* sideBySide([hitsOf('', PROPOSED * 4), ...corrected.map((word) => hitsOf(word, 0))])
  const proposed: Suggestion[] = [{ query: corrected.join(' '), kind: 'spelling' }]
  if (words.length > 1) {
    const known = corrected.filter((_, at) => (alone[at]?.nbHits ?? 0) > 0)
    proposed.push({ query: known.join(' '), kind: 'relaxed' })
    for (const at of corrected.keys())
      proposed.push({ query: corrected.filter((_, other) => other !== at).join(' '), kind: 'relaxed' })
  }
  proposed.push(
    ...(titles?.hits ?? []).flatMap(titleOf).map((title): Suggestion => ({ query: title, kind: 'popular' })),
  )
  const different = proposed.filter(
    (one, at) =>
      one.query !== '' &&
      one.query !== words.join(' ') &&
      proposed.findIndex((other) => other.query === one.query) === at,
  )
  const found = yield* sideBySide(different.map((one) => hitsOf(one.query, 0)))
  const useful = different.filter((_, at) => (found[at]?.nbHits ?? 0) > 0)
  const isWhole = ({ query }: Suggestion): boolean => query === proposed[0]?.query || query === proposed[1]?.query
  // A query with a word less is suggested only if there is no closer suggestion.
  const close = useful.filter((one) => one.kind !== 'popular' && isWhole(one))
  const relaxed = close.length > 0 ? close : useful.filter(({ kind }) => kind === 'relaxed').slice(0, 1)
  return [...relaxed, ...useful.filter(({ kind }) => kind === 'popular')].slice(0, PROPOSED)
}

function titleOf(hit: Hit): string[] {
  const { lvl1 } = (hit['hierarchy'] ?? {}) as { lvl1?: unknown }
  return typeof lvl1 === 'string' ? [lvl1] : []
}

/** The words, unknown ones replaced by the nearest known one. */
function* correctAll(index: SearchableIndex, words: readonly string[]): Steps<string[]> {
  const asked = words.map((word) => {
    const terms = termsOf(word)
    const [term = ''] = terms
    const edits = Math.min(MAX_EDITS, Math.floor(term.length / LETTERS_PER_EDIT))
    return terms.length === 1 && edits > 0 ? { term, edits } : undefined
  })
  const searches = asked.flatMap((one): ClusterSearch[] => {
    if (one === undefined) return []
    const options = {
      field: 'search.terms',
      suggest_mode: 'missing',
      max_edits: one.edits,
      prefix_length: 0,
      min_word_length: LETTERS_PER_EDIT,
      sort: 'score',
      string_distance: 'damerau_levenshtein',
      size: 1,
    }
    return [{ target: index.target, body: { size: 0, suggest: { word: { text: one.term, term: options } } } }]
  })
  const answers = yield searches
  let next = 0
  return words.map((word, at) => {
    if (asked[at] === undefined) return word
    return answers[next++]?.suggest?.['word']?.[0]?.options[0]?.text ?? word
  })
}
