/**
 * What searches read. For each name one generation (a base, and a delta of what changed since) with the settings it is
 * read with, opened in every search worker; and the loop that builds new ones when the database is ahead. The loop builds
 * one at a time and takes the state of its moment, so many writes in a row become few builds. What takes long it does not
 * wait for: the base of a large index is built beside it, one at a time, and an index that cannot be built rests, longer
 * after each failure, so that no index waits for another for more than a small build takes. A switch is one transaction, made only when all workers have opened the new generation: searches never meet one that is not there.
 *
 * Few changes become a delta over the base that is open (`delta-limits.ts`). When it has grown, a new base is built
 * beside the loop too, which goes on making deltas over the old one; what was written since the new base began is put over
 * it as a delta before searches see it, so nothing ever goes back in time.
 *
 * A file that is damaged, missing or of another format is found when it is opened. Its row is marked with task -1, so
 * that the loop builds it anew, also after a crash in between; meanwhile its name is known to be on its way. Where only
 * the delta is lost, only the delta is built.
 */
import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildSettingsKey } from '@docent/engine'
import type { IndexSettings } from '@docent/engine'
import type { IndexRow } from '../database/index-table.ts'
import { namesOfReplicas } from '../database/search-settings.ts'
import type { ServedRow } from '../database/served-table.ts'
import { generationFiles, readShared, removeStrayFiles, type DataFolder } from '../files/data-folder.ts'
import { Failing } from './build-failures.ts'
import { buildBase, buildChanges, type BuildContext, type Generation } from './build-generation.ts'
import { mostChanges, rebuildFrom } from './delta-limits.ts'
import type { IndexBytes } from '../search/search-messages.ts'
import type { SearchPool } from '../search/search-pool.ts'
import type { Store } from '../store/store.ts'
import type { Writer } from '../store/writer.ts'
import type { Log } from '../../system/log.ts'
import { ServerError } from '../../wire/errors.ts'

/** A generation in the workers' hands. */
export interface OpenGeneration extends Generation {
  snapshot: number
}

const DAMAGED = -1
/** How long the folder of an index that is gone stays, for its files to be removed. */
const FOLDER_WAIT_MS = 1000
/** An index up to this size is built in the loop, while others wait: a fifth of a second. */
const SMALL_RECORDS = 2000
const SMALL_BYTES = 4 * 1024 * 1024

const keyOf = (row: ServedRow): string =>
  [row.index_id, row.base, row.generation, row.settings, row.parts, row.replicas].join('/')

const parseSettings = (text: string): IndexSettings => JSON.parse(text) as IndexSettings

/** The row of a generation's base alone. */
const asBase = (row: ServedRow): ServedRow => ({ ...row, generation: row.base, task: row.base })

/** A file that stays by a failure here is removed at the next start. */
const remove = (file: string): void => void rm(file, { force: true }).catch(() => undefined)

/** Once the files in it are gone. */
const removeFolder = (folder: string): void =>
  void delay(FOLDER_WAIT_MS, undefined, { ref: false })
    .then(() => rmdir(folder))
    .catch(() => undefined)

export class Generations {
  readonly #folder: DataFolder
  readonly #store: Store
  readonly #writer: Writer
  readonly #pool: SearchPool
  readonly #log: Log
  readonly #stop = new AbortController()
  /** Opened generations by `keyOf`; those that no name refers to are let go of. */
  #open = new Map<string, OpenGeneration>()
  #byName = new Map<string, OpenGeneration>()
  #lastSnapshot = 0
  /** Resolved, and made anew, at each switch. */
  #switched = Promise.withResolvers<void>()
  /** The one that is being switched to: opened, and not yet what the database says is served. */
  #switching: ServedRow | undefined
  readonly #builds: BuildContext
  #building: Promise<void> | undefined
  /** The base that is built beside the loop. */
  #rebuilding: Promise<void> | undefined
  /** Indexes that need a base which has to be built beside the loop: they wait until the one that is built there is done. */
  readonly #parked = new Set<number>()
  /** Whole bases that nothing is served from yet, by index: the loop puts what changed since over them. */
  readonly #bases = new Map<number, Generation>()
  /** Indexes whose writes could not be made searchable. */
  readonly #failing = new Failing()
  /** Indexes that are served as they are to be, over a base that could not be made anew. */
  readonly #staleBases = new Failing()
  /** Wakes the loop when what failed is to be tried again. */
  #retry: NodeJS.Timeout | undefined

  constructor(folder: DataFolder, store: Store, writer: Writer, pool: SearchPool, log: Log) {
    this.#folder = folder
    this.#store = store
    this.#writer = writer
    this.#pool = pool
    this.#log = log
    this.#builds = { folder, log, searching: pool.searching, signal: this.#stop.signal }
  }

  /** Opens what was served when the server last ran, and starts building what is missing. */
  async load(): Promise<void> {
    const rows = this.#store.served.list()
    removeStrayFiles(this.#folder, new Set(rows.flatMap((row) => this.#filesOf(row))))
    await Promise.all(rows.filter((row) => row.task !== DAMAGED).map((row) => this.#loadOne(row)))
    this.sync()
  }

  #filesOf(row: ServedRow): string[] {
    const { base, delta } = generationFiles(this.#folder, row)
    return delta === undefined ? [base] : [base, delta]
  }

  async #loadOne(row: ServedRow): Promise<void> {
    const { base: baseFile, delta: deltaFile } = generationFiles(this.#folder, row)
    const base = await this.#tryOpen(row, asBase(row), () => ({ buffer: readShared(baseFile), delta: undefined }))
    if (base === undefined || deltaFile === undefined) return
    const { buffer } = base
    const whole = await this.#tryOpen(row, row, () => ({ buffer, delta: readShared(deltaFile) }))
    if (whole === undefined) this.#bases.set(row.index_id, base)
  }

  /** Damage is mended by building; any other failure ends the start. */
  async #tryOpen(served: ServedRow, row: ServedRow, read: () => IndexBytes): Promise<Generation | undefined> {
    let generation: Generation
    try {
      generation = { row, ...read() }
    } catch (error) {
      this.#markDamaged(served, error as Error)
      return undefined
    }
    try {
      await this.#openGeneration(generation)
      return generation
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      this.#markDamaged(served, error)
      return undefined
    }
  }

  #markDamaged(row: ServedRow, error: Error): void {
    const message = `The index file of ${row.name} cannot be read and is built again from the records: ${error.message}`
    this.#log({ level: 'warn', event: 'index-damaged', index: row.name, message })
    this.#store.transaction(() => this.#store.served.put({ ...row, task: DAMAGED }))
  }

  async #openGeneration(generation: Generation): Promise<void> {
    const snapshot = ++this.#lastSnapshot
    const { row } = generation
    await this.#pool.open(snapshot, generation, { ...row, settings: parseSettings(row.settings) })
    this.#open.set(keyOf(row), { ...generation, snapshot })
  }

  /** The generation that searches of this name read, a replica's its primary's; `undefined` when there is none to read. */
  find(name: string): OpenGeneration | undefined {
    return this.#byName.get(name)
  }

  /** Whether the name had a generation that was lost and is being built again. */
  isRebuilding(name: string): boolean {
    if (this.#byName.has(name)) return false
    const primaryID = this.#store.indexes.find(name)?.primary_id ?? null
    const served = primaryID === null ? name : this.#store.indexes.byID(primaryID)?.name
    return served !== undefined && this.#store.served.find(served) !== undefined
  }

  /** Names of indexes that could not be built when that was last tried; how often in a row that was. */
  failing(): { name: string; failures: number }[] {
    return this.#failing.list().flatMap(({ indexID, failures }) => {
      const row = this.#store.indexes.byID(indexID)
      if (row === undefined) this.#failing.forget(indexID)
      return row === undefined ? [] : [{ name: row.name, failures }]
    })
  }

  /**
   * Names whose index was lost and is being built again. One that is switched to is in the database a moment before it is
   * here, and has lost nothing.
   */
  rebuilding(): string[] {
    const lost = this.#store.served.list().filter(({ name, task }) => task === DAMAGED && !this.#byName.has(name))
    return lost.map(({ name }) => name)
  }

  /** Resolves at the next switch, of whatever name. */
  get switched(): Promise<void> {
    return this.#switched.promise
  }

  /** Takes over what the database says is served, and builds what is behind. To be called after every write. */
  sync(): void {
    const byName = new Map<string, OpenGeneration>()
    for (const row of this.#store.served.list()) {
      const generation = this.#open.get(keyOf(row))
      if (generation && row.task !== DAMAGED) byName.set(row.name, { ...generation, row })
    }
    for (const generation of byName.values()) {
      const names = namesOfReplicas(generation.row.replicas)
      // One that served a replica until it was taken off, and goes on doing so until that has its own: only of that.
      if (names.includes(generation.row.name)) continue
      for (const name of names) if (!byName.has(name)) byName.set(name, generation)
    }
    this.#byName = byName
    this.#letGo()
    this.#switched.resolve()
    this.#switched = Promise.withResolvers<void>()
    this.#wake()
  }

  #wake(): void {
    this.#building ??= this.#build()
  }

  #letGo(): void {
    const rows = [...this.#byName.values()].map(({ row }) => row)
    if (this.#switching !== undefined) rows.push(this.#switching)
    const keys = new Set(rows.map(keyOf))
    const waiting = [...this.#bases.values()].map(({ row }) => row)
    const files = new Set([...rows, ...waiting].flatMap((row) => this.#filesOf(row)))
    for (const [key, { snapshot, row }] of this.#open) {
      if (keys.has(key)) continue
      this.#open.delete(key)
      this.#pool.close(snapshot)
      for (const file of this.#filesOf(row)) if (!files.has(file)) remove(file)
      // The folder of an index that is gone is empty now; one that is not stays.
      const [base = ''] = this.#filesOf(row)
      if (this.#store.indexes.byID(row.index_id) === undefined) removeFolder(dirname(base))
    }
  }

  /** Builds until nothing is behind that can be built now. What failed is tried again later, and holds nobody up. */
  async #build(): Promise<void> {
    // The first turn comes after the write that asked for it has been answered.
    await Promise.resolve()
    for (;;) {
      const row = this.#stop.signal.aborted ? undefined : this.#nextBehind()
      if (row === undefined) {
        // Said at once: a write that comes before this promise settles must start a new loop.
        this.#building = undefined
        this.#wakeForRetry()
        return
      }
      try {
        await this.#advance(row)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        this.#noteFailure(this.#failing, row, error as Error)
      }
    }
  }

  #noteFailure(failing: Failing, { id, name }: IndexRow, error: Error): void {
    const waitMs = failing.note(id)
    const message = `Building the index of ${name} failed and is tried again in ${waitMs / 1000} s: ${error.message}`
    this.#log({ level: 'error', event: 'build-failed', index: name, message })
  }

  /** The loop rests; it goes on when what failed is to be tried again. */
  #wakeForRetry(): void {
    clearTimeout(this.#retry)
    const ms = this.#stop.signal.aborted ? undefined : this.#failing.nextMs()
    this.#retry = ms === undefined ? undefined : setTimeout(() => this.#wake(), ms).unref()
  }

  /** An index whose writes are not served yet, or for which a new base is ready, and that can go on now. */
  #nextBehind(): IndexRow | undefined {
    const canGoOn = (indexID: number): boolean => !this.#parked.has(indexID) && !this.#failing.isResting(indexID)
    for (const indexID of this.#bases.keys()) {
      if (!canGoOn(indexID)) continue
      const row = this.#store.indexes.byID(indexID)
      if (row !== undefined) return row
      this.#dropBase(indexID)
    }
    const next = this.#store.indexes.unserved().find(canGoOn)
    return next === undefined ? undefined : this.#store.indexes.byID(next)
  }

  /** Brings what is served of one index up to the database, or as far as can be done now. */
  async #advance(row: IndexRow): Promise<void> {
    const waiting = this.#bases.get(row.id)
    const next = await this.#nextOf(row, waiting)
    if (next === undefined) {
      // What no delta leads on from, and is older than what is served, is of no use.
      if (waiting !== undefined) this.#dropBase(row.id)
      return
    }
    this.#switching = next.row
    try {
      if (!this.#open.has(keyOf(next.row))) await this.#openGeneration(next)
      await this.#writer.run('serve', next.row)
    } finally {
      this.#switching = undefined
    }
    this.#failing.forget(row.id)
    // One that came to wait only now is for the next turn.
    if (waiting !== undefined) this.#dropBase(row.id, next)
    this.sync()
    if (next.delta !== undefined) this.#considerRebuild(row, next.row)
  }

  /**
   * Nothing to build, else the changes alone, else all of it: here where that is little, else beside the loop, which goes
   * on with other indexes. `undefined` when there is nothing to serve yet.
   */
  async #nextOf(row: IndexRow, waiting: Generation | undefined): Promise<Generation | undefined> {
    const served = this.#byName.get(row.name)
    const current = waiting ?? served
    if (current && this.#fits(current.row, row)) return { ...current, row: await this.#asNow(current.row, row) }
    const changed = current && this.#isDelta(current.row, row) && (await buildChanges(this.#builds, row, current))
    if (changed) return changed
    // Many writes came while it was built: it is served as it is, so that searches see some of them.
    if (waiting && (served?.row.index_id !== row.id || served.row.task < waiting.row.task))
      return { ...waiting, row: { ...waiting.row, name: row.name } }
    if (!this.#store.records.isLarger(row.id, SMALL_RECORDS, SMALL_BYTES)) return buildBase(this.#builds, row)
    this.#parked.add(row.id)
    this.#startRebuild(row, this.#failing)
    return undefined
  }

  /** The served row with all that is read at search time as it stands now. Thousands of parts take 50 ms to put together. */
  async #asNow(served: ServedRow, { id, name, last_task, settings }: IndexRow): Promise<ServedRow> {
    const state = await this.#writer.run('readServedState', { id, settings })
    return { ...served, name, task: last_task, settings, ...state }
  }

  /** Whether the bytes that are served hold the index's records and suit its settings. */
  #fits(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || served.task < row.records_task) return false
    return buildSettingsKey(parseSettings(served.settings)) === buildSettingsKey(parseSettings(row.settings))
  }

  /** Whether the changes since the base are few enough for a delta, and of a kind that it can hold. */
  #isDelta(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || row.cleared_task > served.base) return false
    const most = mostChanges(served.entries)
    return this.#store.records.countChanged(row.id, served.base, most + 1) <= most
  }

  /** Builds a new base beside the loop, once there are many changes over the one in use. */
  #considerRebuild(row: IndexRow, served: ServedRow): void {
    if (this.#staleBases.isResting(row.id)) return
    const most = Math.ceil(rebuildFrom(served.entries))
    if (this.#store.records.countChanged(row.id, served.base, most) >= most) this.#startRebuild(row, this.#staleBases)
  }

  /** One at a time; those that wait for theirs are looked at again after it. */
  #startRebuild(row: IndexRow, failing: Failing): void {
    if (this.#rebuilding !== undefined || this.#stop.signal.aborted) return
    this.#rebuilding = this.#rebuild(row, failing).finally(() => {
      this.#rebuilding = undefined
      this.#parked.clear()
      this.#wake()
    })
  }

  async #rebuild(row: IndexRow, failing: Failing): Promise<void> {
    try {
      const base = await buildBase(this.#builds, row)
      if (base !== undefined) this.#bases.set(row.id, base)
      failing.forget(row.id)
    } catch (error) {
      if (!this.#builds.signal.aborted) this.#noteFailure(failing, row, error as Error)
    }
  }

  /** Ends the waiting of a base: it is served with `next`, or its file goes. */
  #dropBase(indexID: number, next?: Generation): void {
    const waiting = this.#bases.get(indexID)
    this.#bases.delete(indexID)
    if (waiting !== undefined && waiting.buffer !== next?.buffer) this.#filesOf(waiting.row).forEach(remove)
  }

  /** Ends a build that runs; its writes are on disk and are built at the next start. */
  async end(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#retry)
    await this.#building
    await this.#rebuilding
    this.#switched.resolve()
  }
}
