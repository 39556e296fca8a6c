/**
 * Where a reader was on each entry of the history: scroll position and focused link, by the entry's key. Kept in session
 * storage, so that it survives a full load in between.
 */

/** A reader's place on a page. */
export interface Position {
  /** CSS pixels. */
  x: number
  y: number
  /** The `href` of the link that had the focus, as it was written. */
  focus?: string
}

/** The part of `Storage` that is needed. */
export type PositionStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The places of one tab. */
export interface Positions {
  save(key: string, position: Position): void
  read(key: string): Position | undefined
}

const STORAGE_KEY = 'docent-positions'

/** Entries beyond this are forgotten, oldest first; browsers keep 50 entries of history. */
const KEPT = 100

/** @param storage may be full or forbidden: positions then last as long as the page. */
export function createPositions(storage: PositionStorage): Positions {
  const positions = new Map<string, Position>(readAll(storage))
  return {
    save(key, position) {
      positions.delete(key)
      positions.set(key, position)
      for (const oldest of positions.keys()) {
        if (positions.size <= KEPT) break
        positions.delete(oldest)
      }
      try {
        storage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
      } catch {
        // Storage is full or forbidden.
      }
    },
    read: (key) => positions.get(key),
  }
}

function readAll(storage: PositionStorage): [string, Position][] {
  try {
    const entries: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
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
