/**
 * The generations that searches read: each is open in every search worker, and the database maps names to them. A generation
 * without a name is closed, and its files are removed.
 */
import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { namesOfReplicas } from '../database/search-settings.ts'
import type { ServedRow } from '../database/served-table.ts'
import { generationFiles, type DataFolder } from '../files/data-folder.ts'
import type { IndexBytes } from '../search/search-messages.ts'
import type { SearchPool } from '../search/search-pool.ts'
import type { Store } from '../store/store.ts'
import { parseSettings } from '../database/stored-json.ts'

/** A generation: its row and its bytes. */
export interface Generation extends IndexBytes {
  row: ServedRow
}

/** A generation that is open in the search workers, under the number of its snapshot. */
export interface OpenGeneration extends Generation {
  snapshot: number
}

/** `task` of a served row with a damaged file. It is stored, so the index is rebuilt also after a crash in between. */
export const DAMAGED = -1

/** Delay (ms) before the folder of a deleted index is removed: its files are removed first. */
const FOLDER_WAIT_MS = 1000

const keyOf = (row: ServedRow): string =>
  [row.index_id, row.base, row.generation, row.settings, row.parts, row.replicas].join('/')

/** The paths of a generation's files. */
export function filesOf(folder: DataFolder, row: ServedRow): string[] {
  const { base, delta } = generationFiles(folder, row)
  return delta === undefined ? [base] : [base, delta]
}

/** Removes a file; on failure it is removed at the next start. */
export const removeFile = (file: string): void => void rm(file, { force: true }).catch(() => undefined)

/** Removes an empty folder, after the removal of its files. */
const removeFolder = (folder: string): void =>
  void delay(FOLDER_WAIT_MS, undefined, { ref: false })
    .then(() => rmdir(folder))
    .catch(() => undefined)

/** The database is written last: after a crash it names only generations whose files are complete. */
export class OpenGenerations {
  readonly #folder: DataFolder
  readonly #store: Store
  readonly #pool: SearchPool
  /** By `keyOf`. */
  readonly #open = new Map<string, OpenGeneration>()
  #byName = new Map<string, OpenGeneration>()
  #lastSnapshot = 0

  constructor(folder: DataFolder, store: Store, pool: SearchPool) {
    this.#folder = folder
    this.#store = store
    this.#pool = pool
  }

  /** Opens a generation in every search worker. Throws a `ServerError` when its bytes are damaged. */
  async open(generation: Generation): Promise<void> {
    const { row } = generation
    if (this.#open.has(keyOf(row))) return
    const snapshot = ++this.#lastSnapshot
    await this.#pool.open(snapshot, generation, { ...row, settings: parseSettings(row.settings) })
    this.#open.set(keyOf(row), { ...generation, snapshot })
  }

  /** Whether no generation is open. */
  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** The generation that searches of this name read; for a replica, that of its primary. */
  find(name: string): OpenGeneration | undefined {
    return this.#byName.get(name)
  }

  /** Whether the name had a generation that was lost and is being rebuilt. */
  isRebuilding(name: string): boolean {
    if (this.#byName.has(name)) return false
    const primaryID = this.#store.indexes.find(name)?.primary_id ?? null
    const served = primaryID === null ? name : this.#store.indexes.byID(primaryID)?.name
    return served !== undefined && this.#store.served.find(served) !== undefined
  }

  /**
   * Names whose index was lost and is being rebuilt. Names with an open generation are excluded: the database has a switch a moment
   * before this class.
   */
  rebuilding(): string[] {
    const lost = this.#store.served.list().filter(({ name, task }) => task === DAMAGED && !this.#byName.has(name))
    return lost.map(({ name }) => name)
  }

  /** Maps the names to the generations that the database lists. */
  refresh(): void {
    const byName = new Map<string, OpenGeneration>()
    for (const row of this.#store.served.list()) {
      const generation = this.#open.get(keyOf(row))
      if (generation && row.task !== DAMAGED) byName.set(row.name, { ...generation, row })
    }
    for (const generation of byName.values()) {
      const names = namesOfReplicas(generation.row.replicas)
      // A former replica is served by the generation of its primary until its own is built; that has no replicas of its own.
      if (names.includes(generation.row.name)) continue
      for (const name of names)
        if (!byName.has(name) && this.#isReplica(name, generation.row)) byName.set(name, generation)
    }
    this.#byName = byName
  }

  /** Whether the name is still that of a replica of the index: a former one may have been deleted since the build. */
  #isReplica(name: string, primary: ServedRow): boolean {
    const primaryID = this.#store.indexes.find(name)?.primary_id ?? null
    return primaryID !== null && this.#store.indexes.byID(primaryID)?.name === primary.name
  }

  /**
   * Closes the generations that no name refers to, except `switching`, and removes their files, except those of `waiting`
   * rows.
   */
  closeUnused(switching: ServedRow | undefined, waiting: readonly ServedRow[]): void {
    const rows = [...this.#byName.values()].map(({ row }) => row)
    if (switching !== undefined) rows.push(switching)
    const keys = new Set(rows.map(keyOf))
    const files = new Set([...rows, ...waiting].flatMap((row) => filesOf(this.#folder, row)))
    for (const [key, { snapshot, row }] of this.#open) {
      if (keys.has(key)) continue
      this.#open.delete(key)
      this.#pool.close(snapshot)
      const unused = filesOf(this.#folder, row)
      for (const file of unused) if (!files.has(file)) removeFile(file)
      const [base = ''] = unused
      if (this.#store.indexes.byID(row.index_id) === undefined) removeFolder(dirname(base))
    }
  }
}
