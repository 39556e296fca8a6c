import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { TermTable } from './term-table.ts'

test('terms have numbers in order of appearance, and the order of their units', () => {
  const term = fc.string({ unit: 'binary', maxLength: 6 })
  const near = fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.oneof(term, near), { maxLength: 300, size: 'max' }), (list) => {
      const table = new TermTable()
      const numbers = list.map((each) => table.numberOf(each))
      const distinct = [...new Set(list)]
      expect(table.size).toBe(distinct.length)
      expect(numbers).toEqual(list.map((each) => distinct.indexOf(each)))
      expect(Array.from(table.sorted(), (number) => table.text(number))).toEqual(distinct.sort())
    }),
    propertyRuns(0.02),
  )
})
