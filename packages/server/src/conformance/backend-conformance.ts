/**
 * What every backend must do, as tests over an opener: the embedded backend passes them, and so must any other. They
 * use the interface alone. To be called inside a test file.
 */
import { groupsOver } from './context.ts'
import type { OpenedBackend } from './context.ts'
import { eventsConformance } from './events.ts'
import { indexesConformance } from './indexes.ts'
import { partsConformance } from './parts.ts'
import { recordsConformance } from './records.ts'
import { searchingConformance } from './searching.ts'

/** Registers the suite. `open` is called once for each group of tests. */
export function backendConformance(name: string, open: () => Promise<OpenedBackend>): void {
  const withBackend = groupsOver(name, open)
  searchingConformance(withBackend)
  recordsConformance(withBackend)
  indexesConformance(withBackend)
  eventsConformance(withBackend)
  partsConformance(withBackend)
}
