/** Facts about an index that a search needs in addition to its settings: read from the cluster, and cached. */
import type { IndexSettings } from '@docent/engine'
import type { CorpusFacts } from '@docent/engine/planning'
import type { IndexPart } from '@docent/server/backend'
import type { IndexTerms } from './known-patterns.ts'
import type { Steps } from './query-rounds.ts'

/** An index as searches use it. */
export interface SearchableIndex {
  name: string
  /** OpenSearch's index or alias. */
  target: string
  settings: IndexSettings
  synonyms: readonly IndexPart[] | undefined
  rules: readonly IndexPart[] | undefined
  /** The terms of its records. */
  terms: IndexTerms
  /** The last task that changed it. */
  lastTask: number
  /** Key of values that are derived from the settings and parts; it changes with them. */
  settingsKey: string
}

/** Cached for `KEPT_MS`, since they affect only the weights of words. */
export interface IndexFacts extends CorpusFacts {
  /** Attributes that have terms. */
  paths: readonly string[]
}

/** Time (ms) for which facts are cached: they affect only the weights of words. */
const KEPT_MS = 10_000
/** Maximum number of indexes with cached facts. */
const KEPT = 1_000
/** Highest number of searched attributes. */
const MAX_PATHS = 1_000

const known = new Map<string, { at: number; facts: IndexFacts }>()

/** The facts of an index; takes one search if they are not cached. */
export function* factsOf(index: SearchableIndex): Steps<IndexFacts> {
  const key = keyOf(index)
  const kept = known.get(key)
  if (kept !== undefined && performance.now() - kept.at < KEPT_MS) return kept.facts
  const body = {
    size: 0,
    track_total_hits: true,
    aggs: {
      body: { avg: { field: 'search.body' } },
      pages: { filter: { term: { 'search.level': '1' } } },
      paths: { terms: { field: 'search.paths', size: MAX_PATHS } },
    },
  }
  const [found] = yield [{ target: index.target, body }]
  const facts = {
    recordCount: found?.hits.total.value ?? 0,
    meanBody: found?.aggregations?.['body']?.value ?? 0,
    // The lead of a page is its only record of this level.
    pageCount: found?.aggregations?.['pages']?.doc_count ?? 0,
    paths: (found?.aggregations?.['paths']?.buckets ?? []).map(({ key }) => key),
  }
  keep(known, key, { at: performance.now(), facts })
  return facts
}

const keyOf = ({ name, target, settingsKey }: SearchableIndex): string => JSON.stringify([name, target, settingsKey])

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) return
    map.delete(oldest)
  }
}
