/**
 * What is searched: version, language, section, each a native select, which every keyboard, screen reader and phone
 * knows how to use. Fetched when a host offers filters; it takes all it needs from the view, so that a bundler need not
 * cut the dialog in pieces for it.
 */

import type { ReactElement } from 'react'

import type { View } from './view.ts'

/** The filters that there is something to choose in. */
export function FilterBar({ view }: { view: View }): ReactElement | null {
  const { messages, state, facets } = view
  const filters = facets.map((facet) => {
    const own = view.defaultOf(facet)
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
          <span className="DocSearch-Filter-Label">{label}</span>
          <select
            value={value}
            onChange={({ currentTarget }) =>
              view.setFilter(key, currentTarget.value === own ? undefined : currentTarget.value)
            }
          >
            <option value="">{messages.allValues}</option>
            {[...values].sort(byName).map((name) => (
              <option key={name} value={name}>
                {view.valueName(key, name) + (counts ? ` (${counts[name] ?? 0})` : '')}
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

/** Versions by their numbers, the newest first; names by the alphabet. */
function byName(a: string, b: string): number {
  const order = a.localeCompare(b, undefined, { numeric: true })
  return /\d/.test(a + b) ? -order : order
}
