/**
 * Vectors of a model in 256 bytes: shortened to their first dimensions, normalised, and each value as one of 255 levels. Models
 * trained by Matryoshka representation learning (Kusupati and others, 2022) have their most important dimensions first.
 */

/** Maximum number of dimensions. */
export const MAX_DIMENSIONS = 256

/** A vector of length 1: its values are those of `levels`, each times `scale`. */
export interface Quantised {
  levels: Int8Array<ArrayBuffer>
  scale: number
}

const LEVELS = 127

/** Shortens, normalises and quantises a vector of finite numbers; `undefined` for one without a direction. */
export function quantise(vector: readonly number[]): Quantised | undefined {
  const short = vector.slice(0, MAX_DIMENSIONS)
  const most = short.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  if (most === 0) return undefined
  // Divided by the largest value first: squares of tiny or huge values would leave the range of numbers.
  const length = Math.hypot(...short.map((value) => value / most))
  const levels = Int8Array.from(short, (value) => Math.round((value / most) * LEVELS))
  return { levels, scale: 1 / (LEVELS * length) }
}
