/**
 * Filters by version, language, section. The default of an index is part of its `facetFilters` and is used until the reader
 * chooses another value. So an index without versions is never filtered by the default version of another index.
 *
 * The functions return indices with other parameters. Loaded when a host offers filters, or when the reader requests more
 * than the first answer.
 */

import type { FilterList } from '@docent/engine'

import type { IndexChoice } from './request.ts'

/** An attribute to filter by, such as `version`. */
export interface Facet {
  key: string
  /** Its label. The dialog has default labels for languages, versions and sections (`hierarchy.lvl0`). */
  label?: string
}

/** The chosen values by facet; an empty value is "all". Other facets have their defaults. */
export type Filters = Readonly<Record<string, string>>

/** Number of hits of each value of each facet. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The indices to search, the facets of the filters, and the chosen values. */
export interface Scope {
  indices: readonly IndexChoice[]
  facets: readonly Facet[]
  filters: Filters
}

/** Maximum number of sections of one page in a request. */
const SECTIONS_PER_PAGE = 100

/** The indices with the filters; they also count the values of unfiltered facets. */
export function inside({ indices, facets, filters }: Scope): IndexChoice[] {
  return indices.map((index) =>
    withParameters(index, {
      // A filtered facet would have a count for its chosen value only; `counting` requests the others.
      facets: facets.filter((facet) => !isFiltered(index, facet, filters)).map(({ key }) => key),
      facetFilters: filtersOf(index, facets, filters),
    }),
  )
}

/** For each filtered facet, the indices without that facet's filter, to count its other values. */
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

/** The filtered indices, without their filters by facets. */
export function unfiltered({ indices, facets, filters }: Scope): IndexChoice[] {
  return indices
    .filter((index) => facets.some((facet) => isFiltered(index, facet, filters)))
    .map((index) => withParameters(index, { facets: [], facetFilters: filtersBeside(index, facets, () => false) }))
}

/** The indices, limited to the sections of one page. */
export function onPage(indices: readonly IndexChoice[], url: string): IndexChoice[] {
  return indices.map((index) =>
    withParameters(index, {
      hitsPerPage: SECTIONS_PER_PAGE,
      facetFilters: [...ownFilters(index), `url_without_anchor:${url}`],
    }),
  )
}

/** The sums of the counts of several answers. A language that is another name of one with a region is left out. */
export function sumCounts(answers: readonly { facets: unknown }[]): FacetCounts {
  const sums: Record<string, Record<string, number>> = {}
  for (const { facets } of answers) {
    for (const [facet, values] of entriesOf(facets)) {
      const sum = (sums[facet] ??= {})
      for (const [value, count] of entriesOf(values)) sum[value] = (sum[value] ?? 0) + (Number(count) || 0)
    }
  }
  for (const [facet, sum] of Object.entries(sums)) if (facet.startsWith('lang')) dropOtherNames(sum)
  return sums
}

/** Records of `en-US` may have `en` too, for search boxes that filter by it: equal counts tell that it is no language of its own. */
function dropOtherNames(counts: Record<string, number>): void {
  const names = Object.keys(counts)
  for (const name of names)
    if (names.some((other) => other.startsWith(`${name}-`) && counts[other] === counts[name])) delete counts[name]
}

/** The default of a facet in the first index that has one; empty when there is none, which means "all". */
export function defaultOf(indices: readonly IndexChoice[], { key }: Facet): string {
  for (const index of indices) {
    const filter = ownFilters(index).find((entry) => facetOf(entry) === key)
    // Alternative values are one default, shown as a list.
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

/** The filters of an index: those by other attributes than the facets, and of the facets those that are kept. */
function filtersBeside(index: IndexChoice, facets: readonly Facet[], isKept: (facet: string) => boolean): FilterList {
  return ownFilters(index).filter((filter) => {
    const facet = facetOf(filter)
    return !facets.some(({ key }) => key === facet) || isKept(facet)
  })
}

/** The filters of an index, by default and by choice. @param without a facet whose filter is left out. */
function filtersOf(index: IndexChoice, facets: readonly Facet[], chosen: Filters, without?: string): FilterList {
  const filters = filtersBeside(index, facets, (facet) => facet !== without && chosen[facet] === undefined)
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

/** The facet of a filter; empty for a list of alternatives with different facets. */
function facetOf(filter: string | string[]): string {
  const [first = '', ...rest] = [filter].flat().map((entry) => entry.slice(0, entry.indexOf(':')))
  return rest.every((facet) => facet === first) ? first : ''
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** Compares values for `sort`: versions first, by number, newest first; then other names alphabetically. */
export function byName(a: string, b: string): number {
  const [first, second] = [isVersion(a), isVersion(b)]
  if (first !== second) return first ? -1 : 1
  return first ? b.localeCompare(a, undefined, NUMERIC) : a.localeCompare(b, undefined, NUMERIC)
}

const NUMERIC = { numeric: true }
const isVersion = (name: string) => /^v?\d/i.test(name)
