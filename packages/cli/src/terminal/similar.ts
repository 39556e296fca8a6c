/** Finds the name that a misspelt one means. */

/**
 * The first of the names with the fewest changed letters; `undefined` if more than a third of the letters differ.
 * @param name the misspelt name.
 */
export function similar(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((known) => ({ known, changes: changesBetween(name, known) }))
  const [best] = ranked.toSorted((one, other) => one.changes - other.changes)
  return best && best.changes <= Math.max(1, name.length / 3) ? best.known : undefined
}

/** Letters to insert, remove, replace or exchange with the next (Damerau's distance without repeated exchanges). */
function changesBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const replaced = (last[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const isExchanged = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const exchanged = isExchanged ? (before[at - 2] ?? 0) + 1 : Infinity
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, exchanged))
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}
