/** The deadline of a search. Every loop whose length depends on input checks it. */
import { EngineError } from './errors.ts'

/** Called at intervals; true ends the search. */
export type ShouldStop = (() => boolean) | undefined

/** Throws `search_stopped` after the deadline. */
export function stopIfAsked(shouldStop: ShouldStop): void {
  if (shouldStop?.() === true) {
    throw new EngineError('search_stopped', 'The search was stopped before it was done.')
  }
}
