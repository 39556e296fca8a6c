import { expect, test } from 'vitest'
import { TooCostly, withinTime } from './cpu-limit.ts'

test('work that ends in time returns its value or throws its error', () => {
  expect(withinTime(1000, () => 3)).toBe(3)
  expect(() =>
    withinTime(1000, () => {
      throw new TypeError('a fault')
    }),
  ).toThrow(new TypeError('a fault'))
})

test.each<[string, () => unknown]>([
  ['a regular expression', () => /(?:.*.*.*.*.*.*.*.*)=/.exec('a'.repeat(500))],
  [
    'a loop',
    () => {
      for (let count = 0; ; count++) if (count < 0) return count
    },
  ],
])('%s without an end is stopped', (_, work) => {
  expect(() => withinTime(50, work)).toThrow(new TooCostly('it takes more than 50 ms of work'))
  expect(withinTime(50, () => 'still there')).toBe('still there')
})

test('work that overflows the stack is too costly', () => {
  const deep = (): number => deep() + 1
  expect(() => withinTime(1000, deep)).toThrow(new TooCostly('it is nested too deep'))
})

test('work is repeated if the thread lacked CPU time', () => {
  const rest = new Int32Array(new SharedArrayBuffer(4))
  let begun = 0
  expect(
    withinTime(20, () => {
      begun++
      if (begun < 2) Atomics.wait(rest, 0, 0, 400)
      return 'done'
    }),
  ).toBe('done')
  expect(begun).toBe(2)
})
