/**
 * Filters by version, language, section. The default of an index is part of its `facetFilters` and holds until the reader
 * chooses another value. So an index without versions is never filtered by the version of another index.
 *
 * The functions turn indices into indices with other parameters. Loaded where a host offers filters, or when the reader wants
 * more than the first answer.
 */

import type { FilterList } from '@docent/engine'

import type { IndexChoice } from './request.ts'

/** An attribute to filter by, such as `version`. */
export interface Facet {
  key: string
  /** What it is called; the dialog has words of its own for languages, versions and sections (`hierarchy.lvl0`). */
  label?: string
}

/** The chosen values by facet; an empty value is "all". A facet that is not there has its default. */
export type Filters = Readonly<Record<string, string>>

/** How many hits each value of each facet has. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The indices to search, the facets of the filters, and the chosen values. */
export interface Scope {
  indices: readonly IndexChoice[]
  facets: readonly Facet[]
  filters: Filters
}

/** Sections of one page that are asked for at once. */
const MOST_OF_A_PAGE = 100

/** The indices inside the filters, with the counts of those facets that are not filtered by. */
export function inside({ indices, facets, filters }: Scope): IndexChoice[] {
  return indices.map((index) =>
    withParameters(index, {
      // Of a facet that is filtered by, these counts would know the chosen value only: `counting` asks for the others.
      facets: facets.filter((facet) => !isFiltered(index, facet, filters)).map(({ key }) => key),
      facetFilters: filtersOf(index, facets, filters),
    }),
  )
}

/** What the values of each facet would find that is filtered by: the index without the facet's own filter. */
export function counting({ indices, facets, filters }: Scope): IndexChoice[] {
  return facets.flatMap((facet) =>
    indices
      .filter((index) => isFiltered(index, facet, filters))
      .map((index) =>
        withParameters(index, {
          hitsPerPage: 0,
          facets: [facet.key],
          facetFilters: filtersOf(index, facets, filters, facet.key),
        }),
      ),
  )
}

/** The indices without any of the filters, where there is one. */
export function unfiltered({ indices, facets, filters }: Scope): IndexChoice[] {
  return indices
    .filter((index) => facets.some((facet) => isFiltered(index, facet, filters)))
    .map((index) => withParameters(index, { facets: [], facetFilters: filtersOf(index, facets, filters, true) }))
}

/** The indices, asked for the sections of one page. */
export function onPage(indices: readonly IndexChoice[], url: string): IndexChoice[] {
  return indices.map((index) =>
    withParameters(index, {
      hitsPerPage: MOST_OF_A_PAGE,
      facetFilters: [...ownFilters(index), `url_without_anchor:${url}`],
    }),
  )
}

/** The counts of several answers, added up. */
export function sumCounts(answers: readonly { facets: unknown }[]): FacetCounts {
  const sums: Record<string, Record<string, number>> = {}
  for (const { facets } of answers) {
    for (const [facet, values] of entriesOf(facets)) {
      const sum = (sums[facet] ??= {})
      for (const [value, count] of entriesOf(values)) sum[value] = (sum[value] ?? 0) + (Number(count) || 0)
    }
  }
  return sums
}

/** The default of a facet, in the first index that has one; empty where all values are meant. */
export function defaultOf(indices: readonly IndexChoice[], { key }: Facet): string {
  for (const index of indices) {
    const filter = ownFilters(index).find((entry) => facetOf(entry) === key)
    // Values of which one must hold are one default: it can be kept or left, and is shown as what it is.
    if (filter !== undefined) {
      return [filter]
        .flat()
        .map((entry) => entry.slice(key.length + 1))
        .join(', ')
    }
  }
  return ''
}

function withParameters(index: IndexChoice, parameters: NonNullable<IndexChoice['searchParameters']>): IndexChoice {
  return { ...index, searchParameters: { ...index.searchParameters, ...parameters } }
}

/** The filters of an index, without those of one facet, or of every facet. */
function filtersOf(index: IndexChoice, facets: readonly Facet[], chosen: Filters, without?: string | true): FilterList {
  const filters = ownFilters(index).filter((filter) => {
    const facet = facetOf(filter)
    if (!facets.some(({ key }) => key === facet)) return true
    return without !== true && without !== facet && chosen[facet] === undefined
  })
  if (without === true) return filters
  for (const { key } of facets) if (key !== without && chosen[key]) filters.push(`${key}:${chosen[key]}`)
  return filters
}

/** Whether an index is filtered by a facet, by the reader or by default. */
function isFiltered(index: IndexChoice, facet: Facet, chosen: Filters): boolean {
  return (chosen[facet.key] ?? defaultOf([index], facet)) !== ''
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

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** Versions first, by their numbers, the newest before the others; then names by the alphabet. For `sort`. */
export function byName(a: string, b: string): number {
  const [first, second] = [isVersion(a), isVersion(b)]
  if (first !== second) return first ? -1 : 1
  return first ? b.localeCompare(a, undefined, NUMERIC) : a.localeCompare(b, undefined, NUMERIC)
}

const NUMERIC = { numeric: true }
const isVersion = (name: string) => /^v?\d/i.test(name)
