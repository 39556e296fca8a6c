/** What tests compare typo look-ups with. */

const known = new Map<string, number>()

/** Optimal alignment by its recursive definition: no table, no pruning; what was computed is remembered. */
export function naiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const key = `${a}\n${b}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const same = a.at(-1) === b.at(-1) ? 0 : 1
  let least = Math.min(
    naiveDistance(a.slice(0, -1), b) + 1,
    naiveDistance(a, b.slice(0, -1)) + 1,
    naiveDistance(a.slice(0, -1), b.slice(0, -1)) + same,
  )
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    least = Math.min(least, naiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1)
  }
  known.set(key, least)
  return least
}
