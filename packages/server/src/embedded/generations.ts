/**
 * What searches read. For each name one generation (the bytes of an index) with the settings it is read with, opened in
 * every search worker; and the loop that builds new ones when the database is ahead. One build runs at a time and takes
 * the state of its moment, so many writes in a row become few builds. A switch is one transaction, made only when all
 * workers have opened the new generation: searches never meet one that is not there.
 *
 * A file that is damaged, missing or of another format is found when it is opened. Its row is marked with task -1, so
 * that the loop builds it anew, also after a crash in between; meanwhile its name is known to be on its way.
 */
import { rm } from 'node:fs/promises'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildSettingsKey } from '@docent/engine'
import type { IndexSettings } from '@docent/engine'
import { ServerError } from '../errors.ts'
import type { Log } from '../log.ts'
import { indexFile, removeStrayFiles } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { buildGeneration } from './index-job.ts'
import type { SearchPool } from './search-pool.ts'
import type { Store } from './store.ts'
import type { IndexRow, ServedParts, ServedRow } from './tables.ts'

/** A generation in the workers' hands. */
export interface OpenGeneration {
  snapshot: number
  row: ServedRow
  buffer: SharedArrayBuffer
}

const DAMAGED = -1
const MAX_RETRY_MS = 60_000

const keyOf = (row: Pick<ServedRow, 'index_id' | 'generation' | 'settings' | 'parts'>): string =>
  `${row.index_id}/${row.generation}/${row.settings}/${row.parts}`

const parseSettings = (text: string): IndexSettings => JSON.parse(text) as IndexSettings

/** Read where it stays: a copy of an index would be most of what a server uses at its start. */
function readShared(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r')
  try {
    const buffer = new SharedArrayBuffer(fstatSync(file).size)
    const bytes = new Uint8Array(buffer)
    let read = 0
    while (read < bytes.length) {
      const count = readSync(file, bytes, read, bytes.length - read, read)
      if (count === 0) throw new Error('The file was cut while it was read')
      read += count
    }
    return buffer
  } finally {
    closeSync(file)
  }
}

export class Generations {
  readonly #folder: DataFolder
  readonly #store: Store
  readonly #pool: SearchPool
  readonly #log: Log
  readonly #stop = new AbortController()
  /** Opened generations by `keyOf`; those that no name refers to are let go of. */
  #open = new Map<string, OpenGeneration>()
  #byName = new Map<string, OpenGeneration>()
  #lastSnapshot = 0
  /** Resolved, and made anew, at each switch. */
  #switched = Promise.withResolvers<void>()
  #building: Promise<void> | undefined
  /** Wakes the loop from its wait after a failure. */
  #retry = new AbortController()

  constructor(folder: DataFolder, store: Store, pool: SearchPool, log: Log) {
    this.#folder = folder
    this.#store = store
    this.#pool = pool
    this.#log = log
  }

  /** Opens what was served when the server last ran, and starts building what is missing. */
  async load(): Promise<void> {
    const rows = this.#store.served.list()
    removeStrayFiles(this.#folder, new Set(rows.map((row) => indexFile(this.#folder, row.index_id, row.generation))))
    await Promise.all(rows.filter((row) => row.task !== DAMAGED).map((row) => this.#loadOne(row)))
    this.sync()
  }

  /** Damage is mended by building; any other failure ends the start. */
  async #loadOne(row: ServedRow): Promise<void> {
    let buffer: SharedArrayBuffer
    try {
      buffer = readShared(indexFile(this.#folder, row.index_id, row.generation))
    } catch (error) {
      this.#markDamaged(row, error as Error)
      return
    }
    try {
      await this.#openGeneration(row, buffer)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      this.#markDamaged(row, error)
    }
  }

  #markDamaged(row: ServedRow, error: Error): void {
    const message = `The index file of ${row.name} cannot be read and is built again from the records: ${error.message}`
    this.#log({ level: 'warn', event: 'index-damaged', index: row.name, message })
    this.#store.transaction(() => this.#store.served.put({ ...row, task: DAMAGED }))
  }

  async #openGeneration(row: ServedRow, buffer: SharedArrayBuffer): Promise<void> {
    const snapshot = ++this.#lastSnapshot
    await this.#pool.open(snapshot, buffer, parseSettings(row.settings), JSON.parse(row.parts) as ServedParts)
    this.#open.set(keyOf(row), { snapshot, row, buffer })
  }

  /** The generation that searches of this name read; `undefined` when there is none to read. */
  find(name: string): OpenGeneration | undefined {
    return this.#byName.get(name)
  }

  /** Whether the name had a generation that was lost and is being built again. */
  isRebuilding(name: string): boolean {
    return !this.#byName.has(name) && this.#store.served.find(name) !== undefined
  }

  /** Names that cannot be searched at the moment although they were before. */
  rebuilding(): string[] {
    return this.#store.served.list().flatMap(({ name }) => (this.#byName.has(name) ? [] : [name]))
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
    this.#byName = byName
    this.#letGo()
    this.#switched.resolve()
    this.#switched = Promise.withResolvers<void>()
    this.#retry.abort()
    this.#building ??= this.#build()
  }

  #letGo(): void {
    const rows = [...this.#byName.values()].map(({ row }) => row)
    const keys = new Set(rows.map(keyOf))
    const files = new Set(rows.map((row) => indexFile(this.#folder, row.index_id, row.generation)))
    for (const [key, { snapshot, row }] of this.#open) {
      if (keys.has(key)) continue
      this.#open.delete(key)
      this.#pool.close(snapshot)
      const file = indexFile(this.#folder, row.index_id, row.generation)
      // A file that stays by a failure here is removed at the next start.
      if (!files.has(file)) void rm(file, { force: true }).catch(() => undefined)
    }
  }

  /** Builds until nothing is behind. A failed build is tried again, later and later, or at the next write. */
  async #build(): Promise<void> {
    let failures = 0
    // The first turn comes after the write that asked for it has been answered.
    await Promise.resolve()
    for (;;) {
      const row = this.#stop.signal.aborted ? undefined : this.#store.indexes.nextUnserved()
      if (row === undefined) {
        // Said at once: a write that comes before this promise settles must start a new loop.
        this.#building = undefined
        return
      }
      try {
        await this.#advance(row)
        failures = 0
      } catch (error) {
        if (this.#stop.signal.aborted) return
        this.#log({
          level: 'error',
          event: 'build-failed',
          index: row.name,
          message: `Building the index of ${row.name} failed and will be tried again: ${(error as Error).message}`,
        })
        await this.#pause(Math.min(1000 * 2 ** failures++, MAX_RETRY_MS))
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    this.#retry = new AbortController()
    const signal = AbortSignal.any([this.#retry.signal, this.#stop.signal])
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }

  /** Brings what is served of one index up to the database. */
  async #advance(row: IndexRow): Promise<void> {
    const current = this.#byName.get(row.name)
    const start = performance.now()
    const next =
      current && this.#fits(current.row, row)
        ? { row: this.#asNow(current.row, row), buffer: current.buffer }
        : await this.#buildNext(row, start)
    if (next === undefined) return
    if (!this.#open.has(keyOf(next.row))) await this.#openGeneration(next.row, next.buffer)
    this.#store.serve(next.row)
    this.sync()
  }

  /** The served row with all that is read at search time as it stands now. */
  #asNow(served: ServedRow, { id, last_task, settings }: IndexRow): ServedRow {
    return { ...served, task: last_task, settings, parts: this.#store.parts.served(id) }
  }

  /** Whether the bytes that are served hold the index's records and suit its settings. */
  #fits(served: ServedRow, row: IndexRow): boolean {
    if (served.index_id !== row.id || served.task < row.records_task) return false
    return buildSettingsKey(parseSettings(served.settings)) === buildSettingsKey(parseSettings(row.settings))
  }

  async #buildNext(row: IndexRow, start: number): Promise<{ row: ServedRow; buffer: SharedArrayBuffer } | undefined> {
    const built = await buildGeneration(
      {
        kind: 'build',
        database: this.#folder.database,
        folder: join(this.#folder.indexes, String(row.id)),
        indexID: row.id,
      },
      this.#stop.signal,
    )
    if (built === undefined) return undefined
    const { generation, settings, parts, entries, buffer } = built
    const build_ms = Math.round(performance.now() - start)
    const bytes = buffer.byteLength
    this.#log({
      level: 'info',
      event: 'index-built',
      index: row.name,
      entries,
      bytes,
      ms: build_ms,
      message: `Built the index of ${row.name}: ${entries} records in ${build_ms} ms`,
    })
    const next = { index_id: row.id, generation, task: generation, settings, parts, entries, bytes, build_ms }
    return { row: { ...next, name: row.name }, buffer }
  }

  /** Ends a build that runs; its writes are on disk and are built at the next start. */
  async end(): Promise<void> {
    this.#stop.abort()
    await this.#building
    this.#switched.resolve()
  }
}
