/** Random choices from a seed, so that a finding can be repeated. */

export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number
  /** An integer from 0 to `below`, excluding it. */
  int(below: number): number
  /** True in `share` of the calls, 0 to 1. */
  chance(share: number): boolean
  /** An element of the list, which must not be empty. */
  pick<Value>(list: readonly Value[]): Value
}

/** @param seed any 32-bit number. The generator is xorshift32 (Marsaglia, 2003). */
export function createRandom(seed: number): Random {
  // The state must not be 0, which xorshift maps to 0.
  let state = (seed ^ 0x9e37_79b9) >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[int(list.length)] as (typeof list)[number]
    },
  }
}
