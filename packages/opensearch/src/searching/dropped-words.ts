/** Ways to drop words of a query that no record matches as a whole. */
import type { SearchParams } from '@docent/engine'
import { type CandidateSearch, evidenceOnlyWords, MAX_DROPPED, type Pattern } from '@docent/engine/planning'
import type { ActiveWord } from './candidate-query.ts'
import { type IndexTerms, knownPatterns } from './known-patterns.ts'

/** The parameter `removeWordsIfNoResults`. */
export type Removal = SearchParams['removeWordsIfNoResults']

/** A word that is kept, with its changes. */
export type KeptWord = { from: ActiveWord } & Pick<ActiveWord, 'optional' | 'evidenceOnly' | 'related'>

/** The words that remain, for each way to drop some, in order: the first way with a match is used. */
export function waysToDrop(
  { words, search: { counts } }: { words: readonly ActiveWord[]; search: Pick<CandidateSearch, 'counts'> },
  mode: Removal,
  terms: IndexTerms,
): { words: KeptWord[]; dropped: number }[] {
  if (mode === 'allOptional') {
    const evidenceOnly = evidenceOnlyWords(words.map(({ planned }) => planned.word))
    const all = words.map((from, at): KeptWord => {
      const { related, beginnings } = from.planned
      const others = [...related, ...(counts[at] === 0 ? firstKnown(beginnings, terms) : [])]
      return { from, optional: true, related: knownPatterns(others, terms) }
    })
    const telling = all.map((word, at): KeptWord => ({ ...word, evidenceOnly: evidenceOnly[at] === true }))
    return (evidenceOnly.includes(true) ? [telling, all] : [all]).map((some) => ({ words: some, dropped: 1 }))
  }
  return Array.from({ length: Math.min(MAX_DROPPED, words.length - 1) }, (_, at) => {
    const dropped = at + 1
    const kept = mode === 'firstWords' ? words.slice(dropped) : words.slice(0, words.length - dropped)
    return { words: kept.map((from) => ({ from, optional: from.optional })), dropped }
  })
}

/** The first pattern that a term matches; none while the terms are unknown. */
function firstKnown(patterns: readonly Pattern[], terms: IndexTerms): Pattern[] {
  const first = terms?.isWhole === true && patterns.find((each) => knownPatterns([each], terms).length > 0)
  return first ? [first] : []
}
