/**
 * Keeps what searches read up to date with the database. A generation is a base and a delta of the changes since; a loop
 * builds new ones, one at a time, from the state of that moment, so many writes in a row become few builds. A switch is one
 * transaction, made when all search workers have opened the new generation.
 *
 * Few changes become a delta over the open base (`delta-limits.ts`). The base of a large index, and one that replaces a
 * base under a large delta, is built beside the loop (`base-builds.ts`); the changes since its beginning are put over it as
 * a delta before searches see it, so that no search sees an older state than one before it. An index that cannot be built
 * waits, longer after each failure. So no index waits for another for more than a small build takes.
 */
import { buildSettingsKey, type IndexSettings } from '@docent/engine'
import type { IndexRow } from '../database/index-table.ts'
import type { ServedRow } from '../database/served-table.ts'
import type { DataFolder } from '../files/data-folder.ts'
import { BaseBuilds } from './base-builds.ts'
import { BuildFailures } from './build-failures.ts'
import { buildBase, buildChanges, type BuildContext } from './build-generation.ts'
import { mostChanges, rebuildFrom } from './delta-limits.ts'
import { loadGenerations } from './load-generations.ts'
import { type Generation, OpenGenerations, type OpenGeneration } from './open-generations.ts'
import type { SearchPool } from '../search/search-pool.ts'
import type { Store } from '../store/store.ts'
import type { Writer } from '../store/writer.ts'
import type { Log } from '../../system/log.ts'

/** An index up to this size is built in the loop, while others wait: a fifth of a second. */
const SMALL_RECORDS = 2000
const SMALL_BYTES = 4 * 1024 * 1024

const parseSettings = (text: string): IndexSettings => JSON.parse(text) as IndexSettings

/** `pool` opens the generations, `writer` makes the switches. */
export interface GenerationsContext {
  folder: DataFolder
  store: Store
  writer: Writer
  pool: SearchPool
  log: Log
}

export class Generations {
  readonly #folder: DataFolder
  readonly #store: Store
  readonly #writer: Writer
  readonly #log: Log
  readonly #stop = new AbortController()
  readonly #open: OpenGenerations
  readonly #bases: BaseBuilds
  readonly #builds: BuildContext
  /** Resolved, and replaced, at each switch. */
  #switched = Promise.withResolvers<void>()
  /** The row that searches are being switched to: it is open, and not yet in the database. */
  #switching: ServedRow | undefined
  /** The loop, while it runs. */
  #loop: Promise<void> | undefined
  /** Failed builds that keep writes from being searchable. */
  readonly #failures: BuildFailures
  /** Failed builds of a new base for an index that is up to date. */
  readonly #baseFailures: BuildFailures
  /** Starts the loop at the time of the next attempt. */
  #retry: NodeJS.Timeout | undefined

  constructor({ folder, store, writer, pool, log }: GenerationsContext) {
    this.#folder = folder
    this.#store = store
    this.#writer = writer
    this.#log = log
    const exists = (indexID: number): boolean => store.indexes.byID(indexID) !== undefined
    this.#failures = new BuildFailures(exists)
    this.#baseFailures = new BuildFailures(exists)
    this.#open = new OpenGenerations(folder, store, pool)
    this.#builds = { folder, log, searches: pool.searches, signal: this.#stop.signal }
    this.#bases = new BaseBuilds(this.#builds, {
      ended: () => this.#start(),
      failed: (failures, row, error) => this.#countFailure(failures, row, error),
    })
  }

  /** Opens what was served when the server last ran, and starts building what is missing. */
  async load(): Promise<void> {
    const context = { folder: this.#folder, store: this.#store, open: this.#open, log: this.#log }
    for (const base of await loadGenerations(context)) this.#bases.addWaiting(base)
    this.sync()
  }

  /** The generation that searches of this name read, of a replica that of its primary; `undefined` without one. */
  find(name: string): OpenGeneration | undefined {
    return this.#open.find(name)
  }

  /** Whether the name had a generation that was lost and is being built again. */
  isRebuilding(name: string): boolean {
    return this.#open.isRebuilding(name)
  }

  /** Names of the indexes that are being built again after a loss. */
  rebuilding(): string[] {
    return this.#open.rebuilding()
  }

  /** Names of the indexes whose last build failed, with the number of failures in a row. */
  failing(): { name: string; failures: number }[] {
    return this.#failures.list().flatMap(({ indexID, failures }) => {
      const row = this.#store.indexes.byID(indexID)
      return row === undefined ? [] : [{ name: row.name, failures }]
    })
  }

  /** Resolves at the next switch of any name. */
  get switched(): Promise<void> {
    return this.#switched.promise
  }

  /** Serves what the database names, and builds what is behind. To be called after every write. */
  sync(): void {
    this.#open.refresh()
    const waiting = this.#bases.waiting.map(({ row }) => row)
    this.#open.closeUnused(this.#switching, waiting)
    this.#switched.resolve()
    this.#switched = Promise.withResolvers<void>()
    this.#start()
  }

  #start(): void {
    this.#loop ??= this.#build()
  }

  /** Builds until no index is behind that can be built now. */
  async #build(): Promise<void> {
    // The write that started the loop is answered first.
    await Promise.resolve()
    for (;;) {
      const row = this.#stop.signal.aborted ? undefined : this.#nextBehind()
      if (row === undefined) {
        // In this very step: a write before this promise settles has to start a new loop.
        this.#loop = undefined
        this.#startForRetry()
        return
      }
      try {
        await this.#advance(row)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        this.#countFailure(this.#failures, row, error as Error)
      }
    }
  }

  #countFailure(failures: BuildFailures, { id, name }: IndexRow, error: Error): void {
    const waitMs = failures.count(id)
    const message = `Building the index of ${name} failed and is tried again in ${waitMs / 1000} s: ${error.message}`
    this.#log({ level: 'error', event: 'build-failed', index: name, message })
  }

  /** Starts the loop again when the first failed build is to be tried again. */
  #startForRetry(): void {
    clearTimeout(this.#retry)
    const ms = this.#stop.signal.aborted ? undefined : this.#failures.nextMs()
    this.#retry = ms === undefined ? undefined : setTimeout(() => this.#start(), ms).unref()
  }

  /** An index with a waiting base, else one whose writes are not served yet; not one that has to wait. */
  #nextBehind(): IndexRow | undefined {
    const canGoOn = (indexID: number): boolean => !this.#bases.isParked(indexID) && !this.#failures.isWaiting(indexID)
    for (const { row: base } of this.#bases.waiting) {
      if (!canGoOn(base.index_id)) continue
      const row = this.#store.indexes.byID(base.index_id)
      if (row !== undefined) return row
      this.#bases.drop(base.index_id)
    }
    const next = this.#store.indexes.unserved().find(canGoOn)
    return next === undefined ? undefined : this.#store.indexes.byID(next)
  }

  /** Brings what is served of one index up to the database, or as far as possible now. */
  async #advance(row: IndexRow): Promise<void> {
    const waiting = this.#bases.waitingFor(row.id)
    const next = await this.#nextOf(row, waiting)
    if (next === undefined) {
      // No delta leads on from the base, and a later state is served.
      if (waiting !== undefined) this.#bases.drop(row.id)
      return
    }
    this.#switching = next.row
    try {
      await this.#open.open(next)
      await this.#writer.run('serve', next.row)
    } finally {
      this.#switching = undefined
    }
    this.#failures.forget(row.id)
    // A base that came to wait during this build is for the next round.
    if (waiting !== undefined) this.#bases.drop(row.id, next)
    this.sync()
    if (next.delta !== undefined) this.#considerBase(row, next.row)
  }

  /**
   * The open generation where it suffices, else one with a new delta, else with a new base: built here where the index is
   * small, else beside the loop. `undefined` when there is nothing to serve yet.
   */
  async #nextOf(row: IndexRow, waiting: Generation | undefined): Promise<Generation | undefined> {
    const served = this.#open.find(row.name)
    const current = waiting ?? served
    if (current && this.#fits(current.row, row)) return { ...current, row: await this.#asNow(current.row, row) }
    const changed = current && this.#canBeDelta(current.row, row) && (await buildChanges(this.#builds, row, current))
    if (changed) return changed
    // Many writes came during the build of the base: it is served without them, so that searches see a part.
    if (waiting && (served?.row.index_id !== row.id || served.row.task < waiting.row.task))
      return { ...waiting, row: { ...waiting.row, name: row.name } }
    if (!this.#store.records.isLarger(row.id, SMALL_RECORDS, SMALL_BYTES)) return buildBase(this.#builds, row)
    this.#bases.park(row, this.#failures)
    return undefined
  }

  /** The served row with the current settings, synonyms and rules. Thousands of them take 50 ms to read. */
  async #asNow(served: ServedRow, { id, name, last_task, settings }: IndexRow): Promise<ServedRow> {
    const state = await this.#writer.run('readSearchSettings', { id, settings })
    return { ...served, name, task: last_task, settings, ...state }
  }

  /** Whether the served bytes hold the index's records and suit its settings. */
  #fits(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || served.task < row.records_task) return false
    return buildSettingsKey(parseSettings(served.settings)) === buildSettingsKey(parseSettings(row.settings))
  }

  /** Whether the changes since the base are few enough for a delta, and of a kind that it can hold. */
  #canBeDelta(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || row.cleared_task > served.base) return false
    const most = mostChanges(served.entries)
    return this.#store.records.countChanged(row.id, served.base, most + 1) <= most
  }

  /** Builds a new base beside the loop when there are many changes over the one in use. */
  #considerBase(row: IndexRow, served: ServedRow): void {
    if (this.#baseFailures.isWaiting(row.id)) return
    const most = Math.ceil(rebuildFrom(served.entries))
    if (this.#store.records.countChanged(row.id, served.base, most) >= most) this.#bases.start(row, this.#baseFailures)
  }

  /** Ends a running build; its writes are on disk and are built at the next start. */
  async end(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#retry)
    await this.#loop
    await this.#bases.end()
    this.#switched.resolve()
  }
}
