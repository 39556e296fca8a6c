import { expect, test } from 'vitest'
import { BuildFailures } from './build-failures.ts'

test('the wait doubles with each failure, and ends with a success', () => {
  let now = 0
  const failures = new BuildFailures(
    () => true,
    () => now,
  )
  expect([failures.count(1), failures.count(1), failures.count(2)]).toEqual([1000, 2000, 1000])
  expect(failures.nextMs()).toBe(1000)
  now = 1500
  expect([failures.isWaiting(1), failures.isWaiting(2), failures.nextMs()]).toEqual([true, false, 500])
  failures.forget(1)
  expect(failures.list()).toEqual([{ indexID: 2, failures: 1 }])
  expect(failures.nextMs()).toBeUndefined()
})

test('an index whose wait ends between two looks is in one of them', () => {
  let now = 0
  const failures = new BuildFailures(
    () => true,
    () => (now += 0.3),
  )
  for (let attempt = 0; attempt < 3; attempt++) {
    failures.count(1)
    for (let ms = failures.nextMs(); failures.isWaiting(1); ms = failures.nextMs()) expect(ms).toBeGreaterThan(0)
  }
})

test('failures of deleted indexes are removed', () => {
  const indexes = new Set([1, 2, 3])
  const failures = new BuildFailures(
    (indexID) => indexes.has(indexID),
    () => 0,
  )
  for (const indexID of indexes) failures.count(indexID)
  indexes.delete(1)
  expect(failures.list().map(({ indexID }) => indexID)).toEqual([2, 3])
  indexes.delete(2)
  failures.count(3)
  expect([1, 2, 3].map((indexID) => failures.isWaiting(indexID))).toEqual([false, false, true])
  indexes.delete(3)
  expect(failures.nextMs()).toBeUndefined()
})
