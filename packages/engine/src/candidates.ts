/**
 * Searching the candidates of a query: another engine has found the best few hundred records of a corpus (by a plan of
 * `query/plan-query.ts`); here they are ranked, grouped and decorated as they would be in an index of the whole corpus.
 */
import type { QueryPlan } from './query/plan-query.ts'
import { buildIndex } from './segment/build-index.ts'
import { type CorpusFacts, type Index, openIndex } from './segment/open-index.ts'
import type { IndexSettings, SearchRecord } from './wire.ts'

/**
 * An index of candidates, which stand in the order of the corpus. Searched with `SearchOptions.candidates`. With `plan`,
 * for that query as typed only: most of the work is to index terms, of which a query without typos needs few.
 */
export function openCandidates(
  records: readonly SearchRecord[],
  settings: IndexSettings,
  corpus: CorpusFacts,
  plan?: QueryPlan,
): Index {
  const keeps = plan && termsOf(plan)
  return { ...openIndex(buildIndex(records, settings, keeps), settings), corpus }
}

/** Whether a term is one of those that the query as typed stands for, or may be: of inflections, all that begin alike. */
function termsOf({ words, phrases, excluded }: QueryPlan): (term: string) => boolean {
  const terms = new Set<string>()
  const beginnings = new Map<number, string[]>()
  const begin = (beginning: string): void => {
    const code = beginning.charCodeAt(0)
    const known = beginnings.get(code) ?? []
    if (!known.includes(beginning)) beginnings.set(code, [...known, beginning])
  }
  for (const pattern of [...words.flatMap((word) => word.typed), ...phrases, ...excluded]) {
    if (pattern.kind === 'inflected') begin(pattern.root)
    else if (pattern.kind === 'sequence') for (const term of pattern.terms) terms.add(term)
    else if (pattern.kind === 'term') terms.add(pattern.term)
    else begin(pattern.term)
  }
  return (term) =>
    terms.has(term) || beginnings.get(term.charCodeAt(0))?.some((beginning) => term.startsWith(beginning)) === true
}
