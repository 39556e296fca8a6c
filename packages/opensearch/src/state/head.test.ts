/** Compares the applied tasks of a head with a set of numbers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_HEAD, type Head } from './documents.ts'
import { endOfApplied, isApplied, withApplied } from './head.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

/** Tasks in a row, each with a span, in the order in which they are applied, some of them twice. */
const appliedTasks = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }).chain((spans) => {
  let next = 1
  const tasks = spans.map((span) => {
    const task = { number: next, span }
    next += span
    return task
  })
  return fc.array(fc.constantFrom(...tasks), { maxLength: 40 })
})

test('contains exactly the numbers of the applied tasks, in the shortest form', () => {
  fc.assert(
    fc.property(appliedTasks, fc.integer({ min: 1, max: 5 }), (tasks, batch) => {
      let head: Head = EMPTY_HEAD
      const numbers = new Set<number>()
      for (let from = 0; from < tasks.length; from += batch) {
        const some = tasks.slice(from, from + batch)
        const before = structuredClone(head)
        const after = withApplied(head, some)
        expect(head).toEqual(before)
        head = after
        for (const { number, span } of some) for (let n = number; n < number + span; n++) numbers.add(n)
      }
      const endAfter = (number: number): number => {
        let end = Math.max(number, head.published)
        while (numbers.has(end + 1)) end++
        return end
      }
      for (let n = 1; n <= 90; n++) {
        expect(isApplied(head, n)).toBe(numbers.has(n))
        if (n === 1 || !numbers.has(n) || !numbers.has(n + 1)) expect(endOfApplied(head, n)).toBe(endAfter(n))
      }
      expect(numbers.has(head.published + 1)).toBe(false)
      const ahead = head.ahead ?? []
      for (const [i, [first, last]] of ahead.entries()) {
        expect(first).toBeGreaterThan((ahead[i - 1]?.[1] ?? head.published) + 1)
        expect(last).toBeGreaterThanOrEqual(first)
      }
    }),
    propertyRuns(0.2),
  )
})
