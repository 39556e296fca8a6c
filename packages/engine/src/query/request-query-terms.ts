/** Requests the parts of an index (`segment/parts.ts`) with the words of a query, all of them at once. */
import type { Index } from '../segment/open-index.ts'
import { requestTerm, requestTerms } from '../segment/parts.ts'
import type { SearchParams } from '../wire.ts'
import { parseQuery } from './parse-query.ts'
import { expandSettingsOf, type Pattern, patternsOfJoined, patternsOfWord, phrasesOf } from './patterns.ts'

/**
 * Requests the terms of the patterns of a query. A search needs few others (typos, queries with fewer words), and
 * requests those when it looks them up. Throws `query_too_long`.
 */
export function requestQueryTerms(index: Index, params: SearchParams): void {
  const full = { ...(index.settings as SearchParams), ...params }
  const settings = expandSettingsOf(full, index.settings)
  const parsed = parseQuery(params.query ?? '', full)
  const { phrases, excluded } = phrasesOf(parsed)
  const ofWords = [
    ...parsed.words.flatMap((word) => patternsOfWord(word, settings)),
    ...parsed.joined.flatMap((form) => patternsOfJoined(form, settings)),
  ]
  const patterns = [...phrases, ...excluded, ...ofWords.filter((each) => !each.isFallback).map((each) => each.pattern)]
  for (const { parts } of index.segments) if (parts !== undefined) for (const each of patterns) request(parts, each)
}

function request(parts: Parameters<typeof requestTerm>[0], pattern: Pattern): void {
  switch (pattern.kind) {
    case 'term':
      requestTerm(parts, pattern.term)
      return
    case 'beginning':
    case 'abbreviated':
      requestTerms(parts, pattern.term)
      return
    case 'inflected':
      requestTerms(parts, pattern.root)
      return
    case 'sequence':
      for (const term of pattern.terms) requestTerm(parts, term)
  }
}
