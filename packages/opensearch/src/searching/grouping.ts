/** The grouping of hits (`distinct`) on a cluster. */
import type { Clause } from '../records/filter-clauses.ts'
import { facetAttributes, fieldName } from '../records/mapping.ts'
import type { SearchContext } from './candidate-query.ts'
import type { Aggregation } from './query-rounds.ts'

/** The attribute whose values are the groups. */
export interface Grouping {
  /** Maximum number of hits of a group; 0 without grouping. */
  size: number
  attribute: string
  /** OpenSearch's field of the attribute; `undefined` if the attribute is neither that of the setting nor a facet. */
  field: string | undefined
}

/** The grouping of a query. */
export function groupingOf({ plan, index }: SearchContext): Grouping {
  const { attributeForDistinct: usual } = index.settings
  const attribute = plan.params.attributeForDistinct ?? usual ?? null
  if (attribute === null) return { size: 0, attribute: '', field: undefined }
  const field =
    attribute === usual
      ? 'search.group'
      : facetAttributes(index.settings).includes(attribute)
        ? `search.facets.${fieldName(attribute)}`
        : undefined
  return { size: Number(plan.params.distinct ?? 0), attribute, field }
}

/** Whether the cluster can group the hits. */
export function isGrouped(grouping: Grouping): grouping is Grouping & { field: string } {
  return grouping.size > 0 && grouping.field !== undefined
}

/** The highest precision threshold of OpenSearch. */
const MAX_PRECISION = 40_000

/** Aggregations that count the groups, exactly up to some ten thousand; a record without a value is a group of its own. */
export function groupCounts(grouping: Grouping): Record<string, Clause> {
  if (!isGrouped(grouping)) return {}
  const { field } = grouping
  return {
    groups: { cardinality: { field, precision_threshold: MAX_PRECISION } },
    ungrouped: { missing: { field } },
  }
}

/** The number of groups, from the aggregations of `groupCounts`; `undefined` if they were not requested. */
export function countedGroups(aggregations: Readonly<Record<string, unknown>>): number | undefined {
  const { groups, ungrouped } = aggregations as Partial<Record<'groups' | 'ungrouped', Aggregation>>
  if (groups === undefined) return undefined
  return (groups.value ?? 0) + (ungrouped?.doc_count ?? 0)
}
