/** How many typos a word of a query may have. */
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { type JoinedForm, type ParsedQuery, wordsNamed } from './parse-query.ts'

/** The settings that limit typos. */
export type TypoSettings = Pick<
  SearchParams,
  'typoTolerance' | 'minWordSizefor1Typo' | 'minWordSizefor2Typos' | 'allowTyposOnNumericTokens'
> &
  Pick<IndexSettings, 'disableTypoToleranceOnWords'>

/** The most typos that a word may have: 0 to 2. */
export function allowedTypos(term: string, settings: TypoSettings): number {
  if (settings.typoTolerance === false) return 0
  const isNumeric = /^\d+$/.test(term)
  if (isNumeric && !(settings.allowTyposOnNumericTokens ?? SEARCH_DEFAULTS.allowTyposOnNumericTokens)) return 0
  const two = settings.minWordSizefor2Typos ?? SEARCH_DEFAULTS.minWordSizefor2Typos
  const one = settings.minWordSizefor1Typo ?? SEARCH_DEFAULTS.minWordSizefor1Typo
  return term.length >= two ? 2 : term.length >= one ? 1 : 0
}

/** Numbers of the words that `disableTypoToleranceOnWords` names: they have no typos. */
export function strictWords({ words }: Pick<ParsedQuery, 'words'>, settings: TypoSettings): ReadonlySet<number> {
  return wordsNamed(words, settings.disableTypoToleranceOnWords ?? [])
}

/** Whether typos are tolerated in a word of a joined form. */
export function isForgiving({ first, count }: JoinedForm, strict: ReadonlySet<number>): boolean {
  for (let at = first; at < first + count; at++) if (!strict.has(at)) return true
  return false
}
