/**
 * Elapsed time that neither a step of the wall clock nor a suspended machine shortens: the wall clock may be set back, and the monotonic
 * clock may not run while the machine is suspended. The result may be too long.
 */
export interface Moment {
  wall: number
  monotonic: number
}

/** The present of both clocks, for `msSince`. */
export const momentNow = (): Moment => ({ wall: Date.now(), monotonic: performance.now() })

/** Milliseconds since a moment. */
export const msSince = ({ wall, monotonic }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - monotonic)
