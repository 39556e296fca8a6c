/**
 * Scroll position and focused link of each history entry, by the entry's key. In session storage, so that they survive a
 * full load.
 */

/** Scroll position and focused link on a page. */
export interface Position {
  /** CSS pixels. */
  x: number
  y: number
  /** The `href` attribute of the focused link. */
  focus?: string
}

/** The part of `Storage` that is used. */
export type PositionStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The positions of one tab. */
export interface Positions {
  save(key: string, position: Position): void
  read(key: string): Position | undefined
}

const STORAGE_KEY = 'docent-positions'

/** Maximum number of entries; the oldest is dropped first. Browsers keep 50 history entries. */
const KEPT = 100

/** @param browser its storage may be full, or throw when it is read; positions then last until the page is left. */
export function createPositions(browser: { readonly storage: PositionStorage }): Positions {
  const positions = new Map<string, Position>(readAll(browser))
  return {
    save(key, position) {
      positions.delete(key)
      positions.set(key, position)
      for (const oldest of positions.keys()) {
        if (positions.size <= KEPT) break
        positions.delete(oldest)
      }
      try {
        browser.storage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
      } catch {
        // Storage is full or blocked.
      }
    },
    read: (key) => positions.get(key),
  }
}

function readAll(browser: { readonly storage: PositionStorage }): [string, Position][] {
  try {
    const entries: unknown = JSON.parse(browser.storage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, Position] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const position = entry[1] as Partial<Position> | null
  return typeof position?.x === 'number' && typeof position.y === 'number'
}
