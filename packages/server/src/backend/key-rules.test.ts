import { expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS, isAdmin, isPagesKey } from '../keys/key.ts'
import {
  changedKey,
  firstKeys,
  hashOfKey,
  isLive,
  newKey,
  requireChangeableKey,
  requireRestorable,
} from './key-rules.ts'

test('a key expires after its validity, which restarts with each change', () => {
  const key = newKey({ ...DEFAULT_KEY_FIELDS, validity: 60 }, 1000)
  expect([key.createdAt, key.expiresAt]).toEqual([1000, 1060])
  expect(isLive(key)).toBe(false)
  expect([isLive(newKey({ ...DEFAULT_KEY_FIELDS, validity: 60 })), isLive(newKey(DEFAULT_KEY_FIELDS, 1000))]).toEqual([
    true,
    true,
  ])
  const changed = changedKey(key, { ...DEFAULT_KEY_FIELDS, validity: 60, description: 'x' }, 1030)
  expect(changed).toMatchObject({ value: key.value, createdAt: 1000, expiresAt: 1090, description: 'x' })
  expect(changedKey(key, DEFAULT_KEY_FIELDS, 1030).expiresAt).toBe(0)
})

test('the first keys are an admin key and a key for pages, with different values', () => {
  const [admin, pages, ...others] = firstKeys()
  expect(others).toEqual([])
  expect(admin && isAdmin(admin)).toBe(true)
  expect(pages && isPagesKey(pages, 'any')).toBe(true)
  expect(admin?.value).toMatch(/^[0-9a-f]{32}$/)
  expect(hashOfKey(admin?.value ?? '')).not.toBe(hashOfKey(pages?.value ?? ''))
})

test('changes of a missing key and of the admin key, and restoring a live key, are refused', () => {
  const [admin, pages] = firstKeys()
  expect(() => requireChangeableKey(undefined)).toThrow(expect.objectContaining({ status: 404 }) as Error)
  expect(() => requireChangeableKey(admin)).toThrow(expect.objectContaining({ status: 403 }) as Error)
  expect(requireChangeableKey(pages)).toBe(pages)
  expect(() => requireRestorable(pages)).toThrow(expect.objectContaining({ status: 400 }) as Error)
  expect(requireRestorable(undefined)).toBeUndefined()
})
