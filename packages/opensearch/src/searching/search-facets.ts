/** Facet counts of the cluster, in the engine's form. */
import { DEFAULT_SETTINGS, ENGINE_LIMITS, type FacetStats, type IndexSettings, type SearchParams } from '@docent/engine'
import { countedFacets } from '@docent/engine/planning'
import type { Clause } from '../records/filter-clauses.ts'
import { fieldName } from '../records/mapping.ts'
import { countedGroups, type Grouping, groupCounts, isGrouped } from './grouping.ts'
import type { Aggregation } from './query-rounds.ts'

/** Aggregations for the facets of a query, with the counts of groups if `distinct` is on. */
export function facetAggregations(
  params: SearchParams,
  settings: IndexSettings,
  grouping: Grouping,
): Record<string, Clause> {
  const size = Math.max(
    1,
    Math.min(params.maxValuesPerFacet ?? DEFAULT_SETTINGS.maxValuesPerFacet, ENGINE_LIMITS.facetValues),
  )
  const byCount = (params.sortFacetValuesBy ?? DEFAULT_SETTINGS.sortFacetValuesBy) === 'count'
  const found: Record<string, Clause> = {}
  for (const { attribute, afterDistinct } of countedFacets(params, settings)) {
    const name = fieldName(attribute)
    const byGroup = afterDistinct && isGrouped(grouping)
    const order = byCount ? [{ [byGroup ? 'groups' : '_count']: 'desc' }, { _key: 'asc' }] : { _key: 'asc' }
    found[`facet ${attribute}`] = {
      terms: { field: `search.facets.${name}`, size, shard_size: MAX_VALUES, order },
      ...(byGroup && { aggs: groupCounts(grouping) }),
    }
    found[`stats ${attribute}`] = { stats: { field: `search.stats.${name}` } }
  }
  return found
}

/** Values of a facet that each shard counts: the sums over several shards are exact for facets with fewer values. */
const MAX_VALUES = 10_000

/** The facets of an answer, from its aggregations. */
export function readFacets(
  params: SearchParams,
  settings: IndexSettings,
  aggregations: Readonly<Record<string, Aggregation>>,
): { facets: Record<string, Record<string, number>>; stats: Record<string, FacetStats> } {
  const limit = params.maxValuesPerFacet ?? DEFAULT_SETTINGS.maxValuesPerFacet
  const facets: Record<string, Record<string, number>> = {}
  const stats: Record<string, FacetStats> = {}
  for (const { attribute } of countedFacets(params, settings)) {
    const buckets = (aggregations[`facet ${attribute}`]?.buckets ?? []).slice(0, limit)
    if (buckets.length === 0) continue
    facets[attribute] = Object.fromEntries(
      buckets.map((bucket) => [bucket.key, countedGroups(bucket) ?? bucket.doc_count]),
    )
    const { count = 0, min = 0, max = 0, avg = 0, sum = 0 } = aggregations[`stats ${attribute}`] ?? {}
    if (count > 0) stats[attribute] = { min, max, avg, sum }
  }
  return { facets, stats }
}
