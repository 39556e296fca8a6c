/** A linear congruential generator (Numerical Recipes' constants): `random(n)` returns 0 to n - 1, the same numbers in each run. */
export function createRandom(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
