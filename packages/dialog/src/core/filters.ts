/**
 * Filters by version, language, section. What the page that is read belongs to is the default of its index: it stands
 * among the `facetFilters` of the index, and is followed there until the reader chooses otherwise. So an index without
 * versions is never asked for one that another index has.
 */

import type { FilterList } from '@docent/engine'

import type { IndexChoice } from './request.ts'

/** An attribute to filter by, such as `version`, and what it is called. */
export interface Facet {
  key: string
  label: string
}

/** What the reader chose, by facet; an empty value is "all". A facet that is not there has its default. */
export type Filters = Readonly<Record<string, string>>

export const NO_FILTERS: Filters = {}

/** The filters of an index as it is asked, without those of one facet, or of every facet. */
export function filtersOf(
  index: IndexChoice,
  facets: readonly Facet[],
  chosen: Filters,
  without?: string | true,
): FilterList {
  const own = ownFilters(index)
  if (facets.length === 0) return own
  const filters = own.filter((filter) => {
    const facet = facetOf(filter)
    if (!facets.some(({ key }) => key === facet)) return true
    return without !== true && without !== facet && chosen[facet] === undefined
  })
  if (without === true) return filters
  for (const { key } of facets) if (key !== without && chosen[key]) filters.push(`${key}:${chosen[key]}`)
  return filters
}

/** Whether an index is filtered by a facet, by the reader or by default. */
export function isFiltered(index: IndexChoice, facet: Facet, chosen: Filters): boolean {
  return chosen[facet.key] === undefined ? defaultOf([index], facet) !== '' : chosen[facet.key] !== ''
}

/** The default of a facet, in the first index that has one; empty where all values are meant. */
export function defaultOf(indices: readonly IndexChoice[], { key }: Facet): string {
  for (const index of indices) {
    const filter = ownFilters(index).find((entry) => facetOf(entry) === key)
    // Values of which one must hold are one default: it can be kept or left, and is shown as what it is.
    if (filter !== undefined)
      return [filter]
        .flat()
        .map((entry) => entry.slice(key.length + 1))
        .join(', ')
  }
  return ''
}

function ownFilters({ searchParameters }: IndexChoice): FilterList {
  const filters: unknown = searchParameters?.facetFilters
  if (typeof filters === 'string') return [filters]
  return Array.isArray(filters) ? (filters as FilterList) : []
}

/** The facet that a filter, or each of a list of alternatives, is about. */
function facetOf(filter: string | string[]): string {
  const [first = '', ...rest] = [filter].flat().map((entry) => entry.slice(0, entry.indexOf(':')))
  return rest.every((facet) => facet === first) ? first : ''
}
