/**
 * What a disk may hold after the power went at some moment of a recording. Durable is what was synced; of everything since
 * the last sync of a file each part may be there or not: nothing, a beginning, any of the writes, or any of their sectors
 * of 512 bytes (a sector is written whole or not at all). A name that was made, removed or changed since the folder was
 * synced may be as it was before; names change in their order.
 */
import type { IoEvent } from './recorded-io.ts'
/** The contents of files by name. Valid until the next state is asked for. */
export type Files = ReadonlyMap<string, Buffer>
/** Numbers from 0 to below 1. */
export type Random = () => number
/** The state of a disk, and what had been printed by the time that its power went. */
export interface CrashState {
  /** The number of events before it. */
  at: number
  files: Files
  /** Lines that were printed before, with those of earlier states. */
  printed: readonly string[]
}
/** `count` states of a recording's folder, which was empty before; moments and losses are by `random`. */
export declare function crashStates(events: readonly IoEvent[], count: number, random: Random): Generator<CrashState>
