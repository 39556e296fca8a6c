/** What a search must know of an index beside its settings: asked of the cluster, and kept for a while. */
import { readRules, readSynonyms, type Rules, type Synonyms } from '@docent/engine'
import { type CorpusFacts } from '@docent/engine/planning'
import type { IndexSettings, Rule, Synonym } from '@docent/engine'
import type { IndexPart } from '@docent/server/backend'
import type { IndexTerms } from './known-patterns.ts'
import type { Steps } from './query-rounds.ts'

/** What a search must know of an index. */
export interface SearchableIndex {
  name: string
  /** OpenSearch's index or alias. */
  target: string
  settings: IndexSettings
  synonyms: readonly IndexPart[] | undefined
  rules: readonly IndexPart[] | undefined
  /** Of its records. */
  terms: IndexTerms
  /** What changed it last: with another one it has another state. */
  lastTask: number
  /** Changes with settings or parts: what was worked out from them is kept for as long as it is the same. */
  version: string
}

export interface IndexFacts extends CorpusFacts {
  /** Attributes that have terms. */
  paths: readonly string[]
}

/** They only say how telling words are, so they may be as old as this, in ms. */
const KEPT_MS = 10_000
/** Indexes whose facts and parts are kept. */
const KEPT = 1_000
/** Attributes of records that are searched. */
const MOST_PATHS = 1_000

const known = new Map<string, { at: number; facts: IndexFacts }>()

/** The facts of an index; one question where they are not known. */
export function* factsOf(index: SearchableIndex): Steps<IndexFacts> {
  const key = keyOf(index)
  const kept = known.get(key)
  if (kept !== undefined && performance.now() - kept.at < KEPT_MS) return kept.facts
  const body = {
    size: 0,
    track_total_hits: true,
    aggs: { body: { avg: { field: 'search.body' } }, paths: { terms: { field: 'search.paths', size: MOST_PATHS } } },
  }
  const [found] = yield [{ target: index.target, body }]
  const facts = {
    recordCount: found?.hits.total.value ?? 0,
    meanBody: found?.aggregations?.['body']?.value ?? 0,
    paths: (found?.aggregations?.['paths']?.buckets ?? []).map(({ key }) => key),
  }
  keep(known, key, { at: performance.now(), facts })
  return facts
}

interface Parts {
  synonyms: Synonyms | undefined
  rules: Rules | undefined
}

const parts = new Map<string, Parts>()

/** Synonyms and rules, read. */
export function partsOf(index: SearchableIndex): Parts {
  const key = keyOf(index)
  const kept = parts.get(key)
  if (kept !== undefined) return kept
  const read = {
    synonyms: index.synonyms && readSynonyms(index.synonyms as unknown as Synonym[]),
    rules: index.rules && readRules(index.rules as unknown as Rule[]),
  }
  keep(parts, key, read)
  return read
}

const keyOf = ({ name, target, version }: SearchableIndex): string => JSON.stringify([name, target, version])

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) return
    map.delete(oldest)
  }
}
