/**
 * Builds the generations that searches read. A generation is a base and a delta of the changes since; a loop builds new ones, one
 * at a time, from the current state of the database, so a series of writes causes few builds. A switch of searches to a new
 * generation is one transaction, after all search workers have opened it.
 *
 * Few changes become a delta over the open base (`delta-limits.ts`). The base of a large index, and one that replaces a base under a
 * large delta, is built concurrently with the loop (`base-builds.ts`). The changes since its start are built as a delta over it
 * before it is served, so that no search sees an older state than an earlier search. The delay after a failed build doubles with
 * each failure. So an index waits for another at most for the duration of a small build.
 */
import { buildSettingsKey } from '@docent/engine/settings'
import type { IndexRow } from '../database/index-table.ts'
import type { ServedRow } from '../database/served-table.ts'
import type { DataFolder } from '../files/data-folder.ts'
import { BaseBuilds } from './base-builds.ts'
import { BuildFailures } from './build-failures.ts'
import { buildBase, buildChanges, type BuildContext } from './build-generation.ts'
import { mostChanges, rebuildFrom } from './delta-limits.ts'
import { endIndexThread, type IndexThread, startIndexThread } from './index-job.ts'
import { loadGenerations } from './load-generations.ts'
import { type Generation, OpenGenerations, type OpenGeneration } from './open-generations.ts'
import type { SearchPool } from '../search/search-pool.ts'
import type { Store } from '../store/store.ts'
import type { Writer } from '../store/writer.ts'
import type { Log } from '../../system/log.ts'
import { messageOf } from '../../system/message-of.ts'
import { parseSettings } from '../database/stored-json.ts'

/** Maximum size of an index that is built in the loop, while others wait: about 0.2 s. */
const SMALL_RECORDS = 2000
const SMALL_BYTES = 4 * 1024 * 1024

/** Wait (ms) after a failed reading of the database. */
const UNREADABLE_WAIT_MS = 60_000

/** `pool` opens the generations, `writer` stores the switches. */
export interface GenerationsContext {
  folder: DataFolder
  store: Store
  writer: Writer
  pool: SearchPool
  log: Log
  /** Whether records follow at once: see `EmbeddedOptions`. */
  expectsRecords: boolean
}

/** Owns the loop and the open generations. */
export class Generations {
  readonly #folder: DataFolder
  readonly #store: Store
  readonly #writer: Writer
  readonly #pool: SearchPool
  readonly #log: Log
  readonly #expectsRecords: boolean
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
  /** The thread of the first build, before its job is known. */
  #prepared: IndexThread | undefined

  constructor({ folder, store, writer, pool, log, expectsRecords }: GenerationsContext) {
    this.#folder = folder
    this.#store = store
    this.#writer = writer
    this.#pool = pool
    this.#log = log
    this.#expectsRecords = expectsRecords
    const exists = (indexID: number): boolean => store.indexes.byID(indexID) !== undefined
    this.#failures = new BuildFailures(exists)
    this.#baseFailures = new BuildFailures(exists)
    this.#open = new OpenGenerations(folder, store, pool)
    this.#builds = { folder, log, signal: this.#stop.signal, takeThread: () => this.#takeThread() }
    this.#bases = new BaseBuilds(this.#builds, {
      ended: () => this.#start(),
      failed: (failures, row, error) => this.#countFailure(failures, row, error),
    })
  }

  /** Opens the generations that the database names, and starts the missing builds. */
  async load(): Promise<void> {
    const context = { folder: this.#folder, store: this.#store, open: this.#open, log: this.#log }
    for (const base of await loadGenerations(context)) this.#bases.addWaiting(base)
    if (this.#expectsRecords && this.#open.isEmpty) this.#prepare()
    this.sync()
  }

  /**
   * Starts the threads that make the first index searchable, one after the other: each takes 80 to 130 ms of CPU to start. The
   * build has the priority of the process, because there are no searches to which it could yield, and on a machine with other
   * busy processes a thread of lower priority gets a fortieth of a core.
   */
  #prepare(): void {
    this.#writer.start()
    this.#prepared = startIndexThread({ yields: false })
    this.#pool.start()
  }

  #takeThread(): IndexThread | undefined {
    const thread = this.#prepared
    this.#prepared = undefined
    return thread
  }

  /** The generation that searches of this name read (for a replica, that of its primary); `undefined` without one. */
  find(name: string): OpenGeneration | undefined {
    return this.#open.find(name)
  }

  /** Whether the name had a generation that was lost and is being rebuilt. */
  isRebuilding(name: string): boolean {
    return this.#open.isRebuilding(name)
  }

  /** Names of the indexes that are being rebuilt after a loss. */
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

  /** Serves the generations that the database names, and starts the builds of outdated indexes. To be called after every write. */
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

  /** Runs the loop. It ends when the database cannot be read, as after damage by another program, and starts again later. */
  async #build(): Promise<void> {
    // Deferred, so that the write that started the loop is answered first.
    await Promise.resolve()
    try {
      await this.#buildAll()
    } catch (error) {
      this.#loop = undefined
      if (this.#stop.signal.aborted) return
      const message = `The indexes to build cannot be read, which is tried again in ${UNREADABLE_WAIT_MS / 1000} s: ${messageOf(error)}`
      this.#log({ level: 'error', event: 'build-failed', message })
      clearTimeout(this.#retry)
      this.#retry = setTimeout(() => this.#start(), UNREADABLE_WAIT_MS).unref()
    }
  }

  /** Builds until all indexes that can be built now are up to date. */
  async #buildAll(): Promise<void> {
    for (;;) {
      // Before the look for an index: an index whose wait ends between the two would be in neither.
      const retryMs = this.#failures.nextMs()
      const row = this.#stop.signal.aborted ? undefined : this.#nextBehind()
      if (row === undefined) {
        // Reset in the same step as the check: a write before this promise settles has to start a new loop.
        this.#loop = undefined
        this.#startAfter(retryMs)
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

  /** Starts the loop at the time of the next attempt for a failed build; `undefined` where no build has failed. */
  #startAfter(ms: number | undefined): void {
    clearTimeout(this.#retry)
    this.#retry =
      ms === undefined || this.#stop.signal.aborted ? undefined : setTimeout(() => this.#start(), ms).unref()
  }

  /** An index with a waiting base, else one with writes that are not served yet; indexes that must wait are skipped. */
  #nextBehind(): IndexRow | undefined {
    const mayBuild = (indexID: number): boolean => !this.#bases.isParked(indexID) && !this.#failures.isWaiting(indexID)
    for (const { row: base } of this.#bases.waiting) {
      if (!mayBuild(base.index_id)) continue
      const row = this.#store.indexes.byID(base.index_id)
      if (row !== undefined) return row
      this.#bases.drop(base.index_id)
    }
    const next = this.#store.indexes.unserved().find(mayBuild)
    return next === undefined ? undefined : this.#store.indexes.byID(next)
  }

  /** Serves a newer generation of one index, the newest that can be built now. */
  async #advance(row: IndexRow): Promise<void> {
    const waiting = this.#bases.waitingFor(row.id)
    const next = await this.#nextOf(row, waiting)
    if (next === undefined) {
      // The waiting base is useless: no delta can be built over it, and a later state is served.
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
    // A base that became ready during this build is used in the next round.
    if (waiting !== undefined) this.#bases.drop(row.id, next)
    this.sync()
    if (next.delta !== undefined) this.#replaceLargeDelta(row, next.row)
  }

  /**
   * The open generation if its bytes are up to date, else one with a new delta, else one with a new base. The base of a small index
   * is built here, that of a large one by `BaseBuilds`: then the result is `undefined`.
   */
  async #nextOf(row: IndexRow, waiting: Generation | undefined): Promise<Generation | undefined> {
    const served = this.#open.find(row.name)
    const current = waiting ?? served
    if (current && this.#isCurrent(current.row, row))
      return { ...current, row: await this.#withCurrentSettings(current.row, row) }
    const changed = current && this.#canBeDelta(current.row, row) && (await buildChanges(this.#builds, row, current))
    if (changed) return changed
    // Too many writes for a delta came during the build of the base: it is served without them, so that searches see some.
    if (waiting && (served?.row.index_id !== row.id || served.row.task < waiting.row.task))
      return { ...waiting, row: { ...waiting.row, name: row.name } }
    if (!this.#store.records.isLarger(row.id, SMALL_RECORDS, SMALL_BYTES)) return buildBase(this.#builds, row)
    this.#bases.park(row, this.#failures)
    return undefined
  }

  /** The served row with the current settings, synonyms and rules. Reading thousands of these takes 50 ms of the writing thread. */
  async #withCurrentSettings(served: ServedRow, { id, name, last_task, settings }: IndexRow): Promise<ServedRow> {
    const state = await this.#writer.run('readSearchSettings', { id, settings })
    return { ...served, name, task: last_task, settings, ...state }
  }

  /** Whether the served bytes contain the current records and were built with the current build settings. */
  #isCurrent(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || served.task < row.records_task) return false
    return buildSettingsKey(parseSettings(served.settings)) === buildSettingsKey(parseSettings(row.settings))
  }

  /** Whether the changes since the base are few enough for a delta, and of a kind that a delta supports. */
  #canBeDelta(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || row.cleared_task > served.base) return false
    const most = mostChanges(served.entries)
    return this.#store.records.countChanged(row.id, served.base, most + 1) <= most
  }

  /** Starts to build a new base when the delta over the current one is large. */
  #replaceLargeDelta(row: IndexRow, served: ServedRow): void {
    if (this.#baseFailures.isWaiting(row.id)) return
    const most = Math.ceil(rebuildFrom(served.entries))
    if (this.#store.records.countChanged(row.id, served.base, most) >= most) this.#bases.start(row, this.#baseFailures)
  }

  /** Aborts a running build; its writes are on disk and are built at the next start. */
  async end(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#retry)
    await this.#loop
    await this.#bases.end()
    const unused = this.#takeThread()
    if (unused !== undefined) await endIndexThread(unused)
    this.#switched.resolve()
  }
}
