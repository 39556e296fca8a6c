import { describe, expect, test } from 'vitest'
import { forPage, TooCostly, WatchNeeded, withinTime } from './cpu-limit.ts'

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

describe('work for a page', () => {
  const short = 16_384
  const endless = (): never => {
    for (;;);
  }

  test('is watched only on a long page', () => {
    expect(forPage(short, 1000, (isWatched) => isWatched)).toBe(false)
    expect(forPage(short + 1, 1000, (isWatched) => isWatched)).toBe(true)
  })

  test('is ended on a long page', () => {
    expect(() => forPage(short + 1, 50, endless)).toThrow(new TooCostly('it takes more than 50 ms of work'))
  })

  test('is repeated under a watch if it turns out to be longer than its page', () => {
    const calls: boolean[] = []
    const work = (isWatched: boolean): string => {
      calls.push(isWatched)
      if (!isWatched) throw new WatchNeeded()
      return 'done'
    }
    expect(forPage(10, 1000, work)).toBe('done')
    expect(calls).toEqual([false, true])
    expect(() => forPage(10, 50, (isWatched) => (isWatched ? endless() : work(false)))).toThrow(TooCostly)
  })

  test.each([short, short + 1])('throws its own errors, and names an overflow of the stack (%i units)', (units) => {
    const deep = (): number => deep() + 1
    expect(() => forPage(units, 1000, deep)).toThrow(new TooCostly('it is nested too deep'))
    const fault = new TypeError('a fault')
    expect(() =>
      forPage(units, 1000, () => {
        throw fault
      }),
    ).toThrow(fault)
  })
})
