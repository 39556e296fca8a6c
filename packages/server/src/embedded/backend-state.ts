/** Reports of the backend's state: its indexes, its figures, and whether it is ready. */
import type { BackendFigures, IndexInfo, Readiness } from '../backend/backend.ts'
import { holderID } from './database/index-table.ts'
import type { Components } from './components.ts'
import type { RecordSize } from './store/record-sizes.ts'
import { linksOf } from './store/replica-links.ts'

/** The list of indexes. `sizes` has an entry for each index with records of its own, by id. */
export function describeIndexes(
  { store, generations }: Pick<Components, 'store' | 'generations'>,
  sizes: ReadonlyMap<number, RecordSize>,
): IndexInfo[] {
  return store.indexes.list().map((row) => {
    const served = generations.find(row.name)?.row
    const size = sizes.get(holderID(row))
    return {
      name: row.name,
      ...linksOf(store, row),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      entries: size?.entries ?? 0,
      dataSize: size?.dataSize ?? 0,
      fileSize: served?.bytes ?? 0,
      lastBuildTimeS: Math.round((served?.build_ms ?? 0) / 1000),
      numberOfPendingTasks: store.tasks.pending(holderID(row)),
    }
  })
}

/** Not ready while a served index is being rebuilt, or after damage to the database. */
export function readinessOf({
  guard,
  generations,
  writer,
}: Pick<Components, 'guard' | 'generations' | 'writer'>): Readiness {
  if (guard.damage !== undefined) return { ready: false, reason: guard.damage }
  const rebuilding = generations.rebuilding()
  const names = generations.failing().map(({ name }) => name)
  const { refusal } = writer
  const troubles = {
    ...(names.length > 0 && { failing: names }),
    ...(refusal !== undefined && { refusedWrite: refusal }),
  }
  // Neither an index that cannot be built nor a full disk makes the server unready, since searches are answered.
  if (rebuilding.length === 0) return { ready: true, ...troubles }
  return { ready: false, reason: `being rebuilt: ${rebuilding.join(', ')}`, ...troubles }
}

/** Read from the database at each call: for metrics, not for each request. */
export function figuresOf({ store, pool, generations, events, writer }: Components): BackendFigures {
  const { waiting, running } = pool.load
  const oldest = store.tasks.oldest()
  const served = store.served.list()
  return {
    indexes: served.map(({ name, entries, bytes, generation }) => ({ name, records: entries, bytes, generation })),
    pendingTasks: store.tasks.allPending(),
    taskLagSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
    waitingSearches: waiting,
    runningSearches: running,
    storedEvents: events.count(),
    failing: generations.failing(),
    refusesWrites: writer.refusal !== undefined,
  }
}
