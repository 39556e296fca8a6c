/** An index of the records that a query has found, for the engine. */
import type { Index, SearchRecord } from '@docent/engine'
import { type CandidateSearch, openCandidates } from '@docent/engine/planning'
import { storedRecord } from '../state/stored-record.ts'
import type { SearchContext } from './candidate-query.ts'
import type { FoundHit } from './query-rounds.ts'

const opened = new WeakMap<readonly FoundHit[], { index: Index; typos: boolean }>()

/** The records of hits, in the order of the corpus: the latest first. */
function recordsOf(hits: readonly FoundHit[]): SearchRecord[] {
  return hits
    .map((hit) => hit._source)
    .toSorted((a, b) => b.position - a.position)
    .map(storedRecord)
}

/** An index of the candidates and pinned records, cached for the lifetime of the list of hits. */
export function openFound(
  { index, facts, plan }: SearchContext,
  hits: readonly FoundHit[],
  { typos }: Pick<CandidateSearch, 'typos'>,
): Index {
  const known = opened.get(hits)
  if (known?.typos === typos) return known.index
  const made = openCandidates(recordsOf(hits), index.settings, facts, plan, typos)
  opened.set(hits, { index: made, typos })
  return made
}
