/** Switches searches to a generation, as one transaction. */
import { namesOfReplicas } from '../database/search-settings.ts'
import type { ServedRow } from '../database/served-table.ts'
import type { Store } from './store.ts'

/** A built generation, without a name: it gets the name that its index has at the switch. */
export type BuiltGeneration = Omit<ServedRow, 'name'>

/** Switches searches to the generation. Returns false, without effect, when the index was deleted. */
export function serve(store: Store, generation: BuiltGeneration): boolean {
  const { indexes, records, served, tasks } = store
  return store.transaction(() => {
    const row = indexes.byID(generation.index_id)
    if (row === undefined) return false
    served.put({ ...generation, name: row.name })
    // The names of new replicas are served by this generation too; a former replica keeps the generation that serves it.
    const names = new Set(namesOfReplicas(generation.replicas))
    for (const { name } of indexes.replicasOf(row.id)) if (names.has(name)) served.delete(name)
    records.forgetRemoved(row.id, generation.base)
    tasks.publish(row.id, generation.task)
    return true
  })
}
