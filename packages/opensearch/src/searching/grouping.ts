/** The grouping of hits (`distinct`) on a cluster. */
import { facetAttributes, fieldName } from '../records/mapping.ts'
import type { SearchContext } from './candidate-query.ts'

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
