/**
 * Favorites and recents. A listbox must not contain buttons, so the buttons are siblings of the list, placed over its rows by
 * a grid. Only those of the active row are in the tab order.
 */

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a listbox that a combobox controls has no HTML element of its own */

import type { ReactElement } from 'react'

import { type HistoryItem, isQuery } from '../core/history.ts'
import { Hit } from './hit.tsx'
import { FavoriteIcon, PageIcon, RecentIcon, RemoveIcon, SearchIcon, SectionIcon } from './icons.tsx'
import type { View } from './view.ts'

interface Entry {
  item: HistoryItem
  favorite: boolean
  choice: number
  /** 1-based row of the grid. */
  row: number
}

/** The screen of an empty query. */
export function StartScreen({ view }: { view: View }): ReactElement {
  const { favorites, recents } = view.historyItems
  const { messages } = view
  if (favorites.length + recents.length === 0) {
    return (
      <div className="DocSearch-StartScreen DocSearch-StartScreen--Empty">
        <SearchIcon className="DocSearch-Screen-Icon" size={28} strokeWidth={1.5} />
        <p className="DocSearch-Title">{messages.noRecents}</p>
        <p className="DocSearch-Help">{messages.noRecentsHint}</p>
      </div>
    )
  }
  let row = 0
  let choice = 0
  const sections = [
    { title: messages.favorites, items: favorites, favorite: true },
    { title: messages.recents, items: recents, favorite: false },
  ]
    .filter(({ items }) => items.length > 0)
    .map((section) => {
      const start = ++row
      const entries = section.items.map((item): Entry => ({
        item,
        favorite: section.favorite,
        choice: choice++,
        row: ++row,
      }))
      return { ...section, start, entries }
    })
  return (
    <div className="DocSearch-StartScreen DocSearch-History">
      <div
        id={`${view.id}-list`}
        role="listbox"
        aria-label={messages.historyLabel}
        className="DocSearch-History-List"
        style={{ gridRow: `1 / span ${row}` }}
      >
        {sections.map(({ title, start, entries }) => (
          <div
            key={title}
            role="group"
            aria-labelledby={`${view.id}-section-${start}`}
            className="DocSearch-Hits"
            style={{ gridRow: `${start} / span ${entries.length + 1}` }}
          >
            <div id={`${view.id}-section-${start}`} role="presentation" className="DocSearch-Hit-source">
              {title}
            </div>
            {entries.map((entry) => (
              <HistoryHit key={entry.item.url} view={view} entry={entry} first={start} />
            ))}
          </div>
        ))}
      </div>
      {recents.length > 0 && (
        <button
          type="button"
          className="DocSearch-Clear"
          style={{ gridRow: sections.at(-1)?.start }}
          onClick={view.clearRecents}
        >
          {messages.clearRecents}
        </button>
      )}
      {sections.flatMap(({ entries }) =>
        entries.map((entry) => <HistoryActions key={entry.item.url} view={view} entry={entry} />),
      )}
    </div>
  )
}

function HistoryHit({ view, entry, first }: { view: View; entry: Entry; first: number }): ReactElement {
  const { item, favorite, choice } = entry
  const Icon = isQuery(item) ? SearchIcon : favorite ? (item.trail.length > 1 ? SectionIcon : PageIcon) : RecentIcon
  return (
    <Hit view={view} choice={choice} url={item.url} icon={<Icon size={18} />} gridRow={entry.row - first + 1}>
      <span className="DocSearch-Hit-title">{item.title}</span>
      {item.trail.length > 0 && <span className="DocSearch-Hit-path">{item.trail.join(' › ')}</span>}
    </Hit>
  )
}

function HistoryActions({ view, entry }: { view: View; entry: Entry }): ReactElement {
  const { item, favorite, choice } = entry
  const { messages } = view
  const tabIndex = choice === view.active ? 0 : -1
  const remove = messages.removeRecent(item.title)
  const pin = favorite ? messages.removeFavorite(item.title) : messages.addFavorite(item.title)
  return (
    <div
      className={`DocSearch-Hit-actions${choice === view.active ? ' DocSearch-Hit-actions--Active' : ''}`}
      style={{ gridRow: entry.row }}
      onMouseMove={() => choice === view.active || view.activate(choice)}
    >
      <button
        type="button"
        className="DocSearch-Hit-action-button"
        aria-label={pin}
        data-favorite={favorite || undefined}
        title={pin}
        tabIndex={tabIndex}
        onClick={() => view.setFavorite(item, !favorite)}
      >
        <FavoriteIcon size={16} />
      </button>
      {!favorite && (
        <button
          type="button"
          className="DocSearch-Hit-action-button"
          aria-label={remove}
          title={remove}
          tabIndex={tabIndex}
          onClick={() => view.removeItem(item)}
        >
          <RemoveIcon size={16} />
        </button>
      )}
    </div>
  )
}
