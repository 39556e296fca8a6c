import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Column } from '../segment/columns.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { bestOfGroups, groupsOf } from './group.ts'

/** A column in which record `doc` has the value `values[doc]`; none where that is below 0. */
const columnWith = (values: readonly number[]): Column => ({
  values: [],
  numbers: undefined,
  starts: undefined,
  ids: Uint32Array.from(values, (value) => value + 1),
})

/** The definition: a record joins the group of its value, if that has space. */
function groupedByDefinition(docs: readonly number[], values: readonly number[], size: number): number[][] {
  const groups: { value: number; docs: number[] }[] = []
  for (const doc of docs) {
    const value = values[doc] ?? -1
    const group = groups.find((other) => value >= 0 && other.value === value)
    if (group === undefined) groups.push({ value, docs: [doc] })
    else if (group.docs.length < size) group.docs.push(doc)
  }
  return groups.map((group) => group.docs)
}

const ranked = fc
  .array(fc.oneof(fc.constant(-1), fc.nat(5), fc.nat(40)), { maxLength: 40 })
  .map((values) => values.map((value) => value % values.length))
  .chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray([...values.keys()])))

test('groups are those of the definition, whatever was grouped before', () => {
  fc.assert(
    fc.property(ranked, fc.integer({ min: 1, max: 4 }), fc.nat(10), ([values, docs], size, from) => {
      const groups = groupedByDefinition(docs, values, size)
      const column = columnWith(values)
      const best = bestOfGroups(Uint32Array.from(docs), column)
      expect([...best]).toEqual(groups.map(([doc]) => doc))
      const shown = best.subarray(from)
      expect(groupsOf(Uint32Array.from(docs), shown, column, size, new Set())).toEqual(groups.slice(from))
    }),
    propertyRuns(),
  )
})

test('a pinned record is in no group but its own', () => {
  const column = columnWith([7, 7, 7])
  expect(groupsOf(Uint32Array.of(2, 0, 1), Uint32Array.of(2, 0), column, 3, new Set([2]))).toEqual([[2], [0, 1]])
  expect(groupsOf(Uint32Array.of(0, 2, 1), Uint32Array.of(0, 2), column, 3, new Set([2]))).toEqual([[0, 1], [2]])
})
