/**
 * Recents and favorites: opened pages, and queries without an opened hit, stored only in the browser's local storage.
 *
 * Items are keyed by URL and small (about 500 bytes at most): title and trail as plain text. Tabs share the storage, so it is
 * read again before each change. When it is absent, blocked, full or invalid, nothing throws and nothing is stored.
 */

import type { KeyValueStorage } from '@docent/client'

import { FAVORITES_KEPT, RECENTS_KEPT, RECENTS_KEPT_WITH_FAVORITES } from './constants.ts'
import { safeUrl } from './safe-url.ts'

/** An opened page, or a query. */
export interface HistoryItem {
  /** The URL of the page; for a query `?q=…`. */
  url: string
  title: string
  /** Headings above the title. */
  trail: string[]
}

/** A query among the items of the history: its URL is `?q=…`, by which `isQuery` knows it. */
export function queryItem(query: string): HistoryItem {
  return { url: `?q=${encodeURIComponent(query)}`, title: query, trail: [] }
}

/** Whether an item is a query. */
export function isQuery({ url }: HistoryItem): boolean {
  return url.startsWith('?q=')
}

/** Both lists, newest first. */
export interface HistoryItems {
  recents: HistoryItem[]
  favorites: HistoryItem[]
}

/** An empty history. */
export const NO_HISTORY: HistoryItems = { recents: [], favorites: [] }

/** One for each storage key; no method throws. */
export interface History {
  /** The items; the same object until something changes. */
  items(): HistoryItems
  /** Adds a visited item at the top of the recents, unless it is a favorite. */
  visit(item: HistoryItem): void
  /** Makes an item a favorite, or a recent again. */
  setFavorite(item: HistoryItem, favorite: boolean): void
  remove(url: string): void
  clearRecents(): void
  /** Calls `listener` after every change, of this tab or another. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void
}

// Lengths in UTF-16 units: all items together take a few kilobytes of the site's storage.
const LONGEST_TITLE = 100
const LONGEST_URL = 200
const LONGEST_HEADING = 40
/** Number of headings above the title that are kept. */
const TRAIL_KEPT = 3

/**
 * The history of one index. Without a storage it stays empty. `most` is the maximum number of recents,
 * `mostBesideFavorites` the maximum when there are favorites.
 */
export function createHistory(
  storage: KeyValueStorage | undefined,
  index: string,
  most = RECENTS_KEPT,
  mostBesideFavorites = RECENTS_KEPT_WITH_FAVORITES,
): History {
  const key = `docent:history:${index}`
  const listeners = new Set<() => void>()
  let text: string | null | undefined
  let items = NO_HISTORY

  function load(): HistoryItems {
    let stored: string | null = null
    try {
      stored = storage?.getItem(key) ?? null
    } catch {
      // Blocked: the history is empty.
    }
    if (stored !== text) {
      text = stored
      items = cut(readItems(stored))
    }
    return items
  }

  function cut({ recents, favorites }: HistoryItems): HistoryItems {
    return {
      favorites: favorites.slice(0, FAVORITES_KEPT),
      recents: recents.slice(0, favorites.length > 0 ? mostBesideFavorites : most),
    }
  }

  function save(changed: HistoryItems): void {
    const kept = cut(changed)
    try {
      storage?.setItem(key, JSON.stringify(kept))
    } catch {
      // Full or blocked: nothing is stored.
    }
    for (const listener of listeners) listener()
  }

  function onStorage(event: StorageEvent): void {
    // The key is `null` when the whole storage was cleared.
    if (event.key === key || event.key === null) for (const listener of listeners) listener()
  }

  return {
    items: load,
    visit(item) {
      const { recents, favorites } = load()
      if (item.url.length > LONGEST_URL || favorites.some(({ url }) => url === item.url)) return
      save({ favorites, recents: [small(item), ...without(recents, item.url)] })
    },
    setFavorite(item, favorite) {
      const { recents, favorites } = load()
      const others = { recents: without(recents, item.url), favorites: without(favorites, item.url) }
      const list = favorite ? 'favorites' : 'recents'
      save({ ...others, [list]: [small(item), ...others[list]] })
    },
    remove(url) {
      const { recents, favorites } = load()
      save({ recents: without(recents, url), favorites: without(favorites, url) })
    },
    clearRecents: () => save({ ...load(), recents: [] }),
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener?.('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) globalThis.removeEventListener?.('storage', onStorage)
      }
    },
  }
}

function without(list: readonly HistoryItem[], url: string): HistoryItem[] {
  return list.filter((item) => item.url !== url)
}

function small({ url, title, trail }: HistoryItem): HistoryItem {
  return {
    url,
    title: title.slice(0, LONGEST_TITLE),
    trail: trail.slice(0, TRAIL_KEPT).map((heading) => heading.slice(0, LONGEST_HEADING)),
  }
}

/** The valid items of a stored text. */
function readItems(stored: string | null): HistoryItems {
  try {
    const value = JSON.parse(stored ?? '') as Record<string, unknown> | null
    return { favorites: readList(value?.['favorites']), recents: readList(value?.['recents']) }
  } catch {
    return NO_HISTORY
  }
}

function readList(list: unknown): HistoryItem[] {
  if (!Array.isArray(list)) return []
  const items: HistoryItem[] = []
  for (const entry of list as unknown[]) {
    const { url, title, trail } = (entry ?? {}) as Record<string, unknown>
    const safe = safeUrl(url)
    if (safe === undefined || typeof title !== 'string' || items.some((item) => item.url === safe)) continue
    const headings = Array.isArray(trail) ? trail.filter((heading) => typeof heading === 'string') : []
    items.push(small({ url: safe, title, trail: headings }))
  }
  return items
}
