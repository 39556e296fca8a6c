import type { Random } from './crash-states.ts'
import type { IoEvent } from './recorded-io.ts'
/** Numbers from 0 to 1, by a linear congruential generator (Numerical Recipes' constants). */
export declare function createRandom(seed: number): Random
/**
 * What is wrong with a database after a crash; `undefined` when nothing is. Pairs up to `acknowledged` must be there, the
 * next one may be, each as a whole and as it was written; so must a key for each pair, where there are `keys`.
 */
export declare function faultOf(
  path: string,
  acknowledged: number,
  {
    isThorough,
    keys,
  }?: {
    isThorough?: boolean
    keys?: boolean
  },
): string | undefined
/** A state that is not as it must be. */
export interface PowerLossFault {
  seed: number
  /** Events of the recording before the power went. */
  at: number
  acknowledged: number
  fault: string
}
/** Checks `count` states of a recording of pairs, with a key for each where there are `keys`; gives the first fault. */
export declare function checkRecording(
  events: readonly IoEvent[],
  count: number,
  seed: number,
  keys?: boolean,
): PowerLossFault | undefined
/** Checks `states` states of the disk, from one recording or several. Gives the first fault with its seed. Needs strace. */
export declare function checkPowerLoss(options: {
  states: number
  seed: number
  pragma?: string
}): Promise<PowerLossFault | undefined>
