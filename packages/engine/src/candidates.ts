/**
 * Searching the candidates of a query: another engine has found the best few hundred records of a corpus (by a plan of
 * `query/plan-query.ts`); here they are ranked, grouped and decorated as they would be in an index of the whole corpus.
 */
import { buildIndex } from './segment/build-index.ts'
import { type CorpusFacts, type Index, openIndex } from './segment/open-index.ts'
import type { IndexSettings, SearchRecord } from './wire.ts'

/** An index of candidates, which stand in the order of the corpus. Searched with `SearchOptions.candidates`. */
export function openCandidates(records: readonly SearchRecord[], settings: IndexSettings, corpus: CorpusFacts): Index {
  return { ...openIndex(buildIndex(records, settings), settings), corpus }
}
