/**
 * The conformance suite of backends: tests over a function that opens a backend. Every backend passes them. They use only the
 * interface. Call it in a test file.
 */
import { anyOrderConformance } from './any-order.ts'
import { storageLimitsConformance } from './storage-limits.ts'
import { changesConformance } from './changes.ts'
import { groupsOver, type OpenBackend } from './context.ts'
import { eventsConformance } from './events.ts'
import { indexesConformance } from './indexes.ts'
import { nearestConformance } from './nearest.ts'
import { operatingConformance } from './operating.ts'
import { partsConformance } from './parts.ts'
import { recordsConformance } from './records.ts'
import { replicasConformance } from './replicas.ts'
import { searchingConformance } from './searching.ts'

/** Registers the suite. `open` is called once for each group of tests. */
export function backendConformance(name: string, open: OpenBackend): void {
  const calledMethods = new Set<string>()
  const withBackend = groupsOver(name, open, calledMethods)
  searchingConformance(withBackend)
  nearestConformance(withBackend)
  recordsConformance(withBackend)
  indexesConformance(withBackend)
  eventsConformance(withBackend)
  partsConformance(withBackend)
  replicasConformance(withBackend)
  changesConformance(withBackend)
  anyOrderConformance(withBackend)
  storageLimitsConformance(withBackend)
  operatingConformance(withBackend, calledMethods)
}
