/** The components of the embedded backend, opened and closed in their order. */
import { availableParallelism } from 'node:os'
import type { Log } from '../system/log.ts'
import { openFailure } from '../system/open-failure.ts'
import { LIMITS, type Limits } from '../wire/limits.ts'
import { openDataFolder } from './files/data-folder.ts'
import { DatabaseGuard } from './files/database-guard.ts'
import { lockDataFolder } from './files/lock.ts'
import { logLostWrites } from './files/rescued-copies.ts'
import { Generations } from './indexes/generations.ts'
import { checkDatabase } from './indexes/index-job.ts'
import { SearchPool } from './search/search-pool.ts'
import { EmbeddedEventStore } from './store/event-store.ts'
import { EmbeddedKeyStore } from './store/key-store.ts'
import { recoverStaged } from './store/staged.ts'
import { Store } from './store/store.ts'
import { Writer } from './store/writer.ts'

/** Options of `openEmbeddedBackend`. */
export interface EmbeddedOptions {
  /** Path of the data folder; created when it does not exist. */
  dataDir: string
  /** Receives log events. Default: none are logged. */
  log?: Log
  /** Number of search threads. Default: one for each core, at most 4. */
  searchWorkers?: number
  /**
   * Whether records will be written at once. Then the threads of the first write, build and search are started when there is no
   * index yet. Default: each starts when it is needed.
   */
  expectsRecords?: boolean
  /** Values that replace those of `LIMITS`. */
  limits?: Partial<Limits>
}

const MAX_SEARCH_WORKERS = 4

/** Time (ms) that the main thread sleeps for a lock of another program. Then the change is tried again later. */
const MAIN_WAIT_MS = 20

/** The open components, of which later ones use earlier ones. */
export interface Components {
  limits: Limits
  /** Path of the database. */
  database: string
  store: Store
  guard: DatabaseGuard
  writer: Writer
  pool: SearchPool
  generations: Generations
  keys: EmbeddedKeyStore
  events: EmbeddedEventStore
  /** Waits for running writes, ends the threads and unlocks the data folder. */
  close: () => Promise<void>
}

/** Opens all components; searches can be answered then. Throws a `ServerError`: `data-folder-in-use`, `newer-database`, `storage-failed`. */
export async function openComponents(options: EmbeddedOptions): Promise<Components> {
  const log = options.log ?? (() => undefined)
  const limits = { ...LIMITS, ...options.limits }
  const folder = openDataFolder(options.dataDir)
  const { database } = folder
  /** Functions that close the components opened so far; the latest is called first. */
  const closing: (() => unknown)[] = [lockDataFolder(folder)]
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step()
  }
  try {
    const store = new Store(database, limits)
    closing.push(() => store.close())
    recoverStaged(store)
    const pool = new SearchPool(
      options.searchWorkers ?? Math.min(availableParallelism(), MAX_SEARCH_WORKERS),
      limits,
      log,
    )
    const guard = new DatabaseGuard(
      database,
      store.database,
      (path) => checkDatabase({ kind: 'check', database: path }),
      log,
    )
    // The guard has a descriptor of the log, which has to be closed after the last connection.
    closing.splice(1, 0, () => guard.close())
    closing.push(
      () => guard.settle(),
      () => pool.end(),
    )
    const writer = new Writer(database, limits, guard)
    closing.push(() => writer.end())
    const { expectsRecords = false } = options
    const generations = new Generations({ folder, store, writer, pool, log, expectsRecords })
    writer.onRecovery = () => generations.sync()
    closing.push(() => generations.end())
    const keys = new EmbeddedKeyStore(store, writer.inTurn, limits)
    const events = new EmbeddedEventStore(store, writer.inTurn, limits)
    closing.push(() => events.end())
    logLostWrites(options.dataDir, store.tasks.last(), log)
    await generations.load()
    store.waitForLocks(MAIN_WAIT_MS)
    if (store.orphans.exist) writer.removeOrphans()
    return { limits, database, store, guard, writer, pool, generations, keys, events, close }
  } catch (error) {
    await close()
    throw openFailure(database, error)
  }
}
