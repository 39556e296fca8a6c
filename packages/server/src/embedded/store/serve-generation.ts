/** Switches searches to a generation, as one transaction. */
import { namesOfReplicas } from '../database/search-settings.ts'
import type { ServedRow } from '../database/served-table.ts'
import type { Store } from './store.ts'

/** A generation that was built. Its name is that of its index at the moment of the switch. */
export type BuiltGeneration = Omit<ServedRow, 'name'>

/** False, without effect, when the index is gone. */
export function serve(store: Store, generation: BuiltGeneration): boolean {
  const { indexes, records, served, tasks } = store
  return store.transaction(() => {
    const row = indexes.byID(generation.index_id)
    if (row === undefined) return false
    served.put({ ...generation, name: row.name })
    // Replicas that were indexes until now; an index that was a replica keeps what it is served from.
    const names = new Set(namesOfReplicas(generation.replicas))
    for (const { name } of indexes.replicasOf(row.id)) if (names.has(name)) served.delete(name)
    records.forgetRemoved(row.id, generation.base)
    tasks.publish(row.id, generation.task)
    return true
  })
}
