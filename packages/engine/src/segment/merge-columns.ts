/** Merges the columns of a base and of a delta; records have one numbering. */
import { type Column, eachValue } from './columns.ts'

/** The column of both; values are sorted and renumbered as one list. */
export function mergeColumns(base: Column, baseCount: number, delta: Column, deltaCount: number): Column {
  const values = union(base.values, delta.values)
  const fromBase = numbersIn(base.values, values)
  const fromDelta = numbersIn(delta.values, values)
  const numbers = mergeNumbers(values.length, [base, fromBase], [delta, fromDelta])
  const multiple = base.starts !== undefined || delta.starts !== undefined
  const size = multiple ? base.ids.length + delta.ids.length : baseCount + deltaCount
  const ids = new Uint32Array(size)
  const starts = multiple ? new Uint32Array(baseCount + deltaCount + 1) : undefined
  let at = 0
  const add = (column: Column, count: number, firstDoc: number, renumbered: Uint32Array): void => {
    for (let doc = 0; doc < count; doc++) {
      eachValue(column, doc, (value) => {
        const number = renumbered[value] as number
        if (starts === undefined) ids[firstDoc + doc] = number + 1
        else ids[at++] = number
      })
      if (starts !== undefined) starts[firstDoc + doc + 1] = at
    }
  }
  add(base, baseCount, 0, fromBase)
  add(delta, deltaCount, baseCount, fromDelta)
  return { values, numbers, starts, ids: starts === undefined ? ids : ids.subarray(0, at) }
}

/** The union of two sorted lists, sorted. */
function union(left: readonly string[], right: readonly string[]): readonly string[] {
  const values: string[] = []
  let at = 0
  for (const value of right) {
    while (at < left.length && (left[at] as string) < value) values.push(left[at++] as string)
    if (left[at] !== value) values.push(value)
  }
  if (values.length === 0) return left
  while (at < left.length) values.push(left[at++] as string)
  return values
}

/** The index in `all` of each item of `some`; both are sorted, and `all` contains `some`. */
function numbersIn(some: readonly string[], all: readonly string[]): Uint32Array {
  let at = 0
  return Uint32Array.from(some, (value) => {
    while (all[at] !== value) at++
    return at
  })
}

function mergeNumbers(count: number, ...parts: [Column, Uint32Array][]): Float64Array | undefined {
  if (parts.every(([column]) => column.numbers === undefined)) return undefined
  const merged = new Float64Array(count).fill(Number.NaN)
  for (const [{ numbers }, renumbered] of parts) {
    for (const [value, number] of renumbered.entries()) {
      if (Number.isNaN(merged[number])) merged[number] = numbers?.[value] ?? Number.NaN
    }
  }
  return merged
}
