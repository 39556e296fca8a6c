/**
 * The filters: version, language, section, each a native select, which works with keyboards, screen readers and phones; and
 * the label of a page outside the filters. Loaded when a host offers filters.
 */

import { Fragment, type ReactElement } from 'react'

import { byName, defaultOf } from '../core/filters.ts'
import type { Group } from '../core/group-hits.ts'
import { placeOf } from '../core/place-of.ts'
import type { View } from './view.ts'

const english = {
  language: 'Language',
  version: 'Version',
  section: 'Section',

  filters: 'Filters',
  allValues: 'All',
  resetFilters: 'Reset filters',
}

/** The filters with more than one value, or with a chosen one. */
export function FilterBar({ view }: { view: View }): ReactElement | null {
  const { state, facets } = view
  const messages = { ...english, ...view.messages }
  const filters = facets.map((facet) => {
    const own = defaultOf(view.indices, facet)
    const value = state.filters[facet.key] ?? own
    const values = new Set([own, value, ...(state.values[facet.key] ?? [])].filter((known) => known !== ''))
    return { ...facet, own, value, values, counts: view.current ? state.results?.counts[facet.key] : undefined }
  })
  const shown = filters.filter(({ values, value }) => values.size > 1 || value !== '')
  if (shown.length === 0) return null
  const chosen = Object.keys(state.filters)
  return (
    <fieldset aria-label={messages.filters} className="DocSearch-Filters">
      {shown.map(({ key, label, own, value, values, counts }) => (
        <label key={key} className="DocSearch-Filter" data-chosen={value !== '' || undefined}>
          <span className="DocSearch-Filter-Label">{label ?? messages[nameOf(key)]}</span>
          <select
            value={value}
            onChange={({ currentTarget }) =>
              view.setFilter(key, currentTarget.value === own ? undefined : currentTarget.value)
            }
          >
            <option value="">{messages.allValues}</option>
            {[...values].sort(byName).map((name) => (
              <option key={name} value={name}>
                {valueName(key, name, [...values]) + (counts ? ` (${counts[name] ?? 0})` : '')}
              </option>
            ))}
          </select>
        </label>
      ))}
      {chosen.length > 0 && (
        <button
          type="button"
          className="DocSearch-Clear"
          onClick={() => {
            for (const key of chosen) view.setFilter(key, undefined)
          }}
        >
          {messages.resetFilters}
        </button>
      )}
    </fieldset>
  )
}

/**
 * The version or language of a page, if it differs from the filter and there are several values; and the part of its address
 * that another page with the same names lacks.
 */
export function GroupScope({ view, group }: { view: View; group: Group }): ReactElement {
  const { results, values } = view.state
  const differing = view.facets.filter(({ key, ...facet }) => {
    const value = group.scope[key]
    if (!value || key.startsWith('hierarchy.')) return false
    const filter = results?.filters[key] ?? defaultOf(view.indices, { key, ...facet })
    const others = [filter, ...(values[key] ?? [])].filter((other) => other !== '' && other !== value)
    return value !== filter && others.length > 0
  })
  const place = placeOf(group, [...(results?.groups ?? []), ...(results?.elsewhere ?? [])])
  const labels = [place, ...differing.map(({ key }) => valueName(key, group.scope[key] ?? '', values[key] ?? []))]
  return (
    <>
      {labels.filter(Boolean).map((label) => (
        <Fragment key={label}>
          {' '}
          <span className="DocSearch-Hit-scope">{label}</span>
        </Fragment>
      ))}
    </>
  )
}

/** The message with the default label of a facet. */
function nameOf(facet: string): 'language' | 'version' | 'section' {
  return facet.startsWith('lang') ? 'language' : facet.startsWith('hierarchy') ? 'section' : 'version'
}

/**
 * The name of a facet's value: for a language its name in that language, else the value. Regions are named only where the
 * values have two of a language: one alone is "English", not "American English".
 */
function valueName(facet: string, value: string, values: readonly string[]): string {
  if (!facet.startsWith('lang')) return value
  const [language = value] = value.split('-')
  const isAlone = values.every((other) => other === value || other.split('-')[0] !== language)
  try {
    return new Intl.DisplayNames([value], { type: 'language' }).of(isAlone ? language : value) ?? value
  } catch {
    return value
  }
}
