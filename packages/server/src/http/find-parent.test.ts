import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS, newKeyValue, type ApiKey } from '../keys/key.ts'
import { LIMITS, SECURED_KEYS_WAITING } from '../wire/limits.ts'
import { findParent } from './find-parent.ts'

const keys = Array.from({ length: LIMITS.keys }, (): ApiKey => ({
  ...DEFAULT_KEY_FIELDS,
  acl: ['search'],
  value: newKeyValue(),
  createdAt: 0,
  expiresAt: 0,
}))
const securedBy = (value: string): string =>
  Buffer.from(`${createHmac('sha256', value).update('filters=a').digest('hex')}filters=a`).toString('base64')
const forged = securedBy('nobody')

test('each of many keys can be the parent', async () => {
  for (const at of [0, 499, keys.length - 1]) {
    const parent = keys[at] as ApiKey
    expect(await findParent(securedBy(parent.value), keys)).toEqual({ parent, query: 'filters=a' })
  }
  expect(await findParent(forged, keys)).toBeUndefined()
  expect(await findParent(forged, [])).toBeUndefined()
})

test('other requests pass between the steps of a comparison, of which one runs at a time', async () => {
  let passed = 0
  let passing = setImmediate(function pass() {
    passed++
    passing = setImmediate(pass)
  })
  const first = findParent(forged, keys).then(() => 'first')
  const second = findParent(forged, keys).then(() => 'second')
  expect(await Promise.race([second, first])).toBe('first')
  const steps = passed
  expect(steps).toBeGreaterThan(10)
  await second
  clearImmediate(passing)
  expect(passed - steps).toBeGreaterThan(10)
})

test('a flood of forged keys is refused, and a few keys are compared at once', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 200 }, () => findParent(forged, keys)))
  const refused = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused.length).toBeGreaterThanOrEqual(200 - 1 - SECURED_KEYS_WAITING)
  expect(refused[0]).toMatchObject({ status: 429, retryAfter: 1 })
  const few = keys.slice(0, 10)
  await expect(Promise.all(Array.from({ length: 200 }, () => findParent(forged, few)))).resolves.toHaveLength(200)
})
