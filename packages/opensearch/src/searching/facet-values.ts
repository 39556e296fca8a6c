/** The values of a facet that match a facet query: the cluster counts them, the engine compares them. */
import type { FacetValuesResponse, SearchParams } from '@docent/engine'
import { matchValues, PAGE_OF_HITS, planQuery, requireSearchable } from '@docent/engine/planning'
import { fieldName } from '../records/mapping.ts'
import type { SearchContext } from './candidate-query.ts'
import { findCandidates } from './find-candidates.ts'
import { factsOf, type SearchableIndex } from './index-facts.ts'
import { parsedParts } from './parsed-parts.ts'
import type { Steps } from './query-rounds.ts'

/** Maximum number of values of a facet that are compared with a facet query. */
const MAX_VALUES = 10_000

/** The answer to a facet-values query. Throws `parameter_invalid` for a facet that is not searchable. */
export function* answerFacetValues(
  index: SearchableIndex,
  facet: string,
  facetQuery: string,
  params: SearchParams,
): Steps<FacetValuesResponse> {
  const plan = planQuery(params, index.settings, { synonyms: parsedParts(index).synonyms })
  requireSearchable(facet, plan.params, index.settings)
  const context: SearchContext = { index, params, plan, facts: yield* factsOf(index) }
  const order = plan.params.sortFacetValuesBy === 'alpha' ? { _key: 'asc' } : [{ _count: 'desc' }, { _key: 'asc' }]
  const values = { terms: { field: `search.facets.${fieldName(facet)}`, size: MAX_VALUES, order } }
  const size = plan.byRelevance && plan.words.length > 0 ? PAGE_OF_HITS : 0
  const found = yield* findCandidates(context, {
    from: 0,
    size,
    aggregations: { values },
    pinned: undefined,
    nearest: undefined,
  })
  const buckets = found.aggregations?.['values']?.buckets ?? []
  const counted = buckets.map(({ key, doc_count }) => ({ value: key, count: doc_count }))
  return {
    facetHits: matchValues(counted, facetQuery, plan.params),
    exhaustiveFacetsCount: true,
    processingTimeMS: 0,
  }
}
