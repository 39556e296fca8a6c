/** The deadline of a search. Every loop over what an outsider can make large asks it. */
import { EngineError } from './errors.ts'

/** Asked now and then; true ends the search. */
export type ShouldStop = (() => boolean) | undefined

/** Throws `search_stopped` when the deadline is over. */
export function stopIfAsked(shouldStop: ShouldStop): void {
  if (shouldStop?.() === true) {
    throw new EngineError('search_stopped', 'The search was stopped before it was done.')
  }
}
