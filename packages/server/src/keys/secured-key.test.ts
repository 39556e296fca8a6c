import { algoliasearch } from 'algoliasearch'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS, newKeyValue, type ApiKey } from './key.ts'
import { matchesPattern } from './pattern.ts'
import { openSecuredKey, readRestrictions } from './secured-key.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const keyOf = (acl: ApiKey['acl']): ApiKey => ({
  ...DEFAULT_KEY_FIELDS,
  acl,
  value: newKeyValue(),
  createdAt: 0,
  expiresAt: 0,
})
const parent = keyOf(['search'])
const admin = keyOf(['admin'])
const keys = [admin, keyOf(['search']), parent]
const client = algoliasearch('docent', 'any')

describe('secured keys of the public client', () => {
  const restrictions = { filters: 'lang:en AND a b', restrictIndices: ['docs', 'x*'], validUntil: 4_000_000_000 }
  const secured = client.generateSecuredApiKey({ parentApiKey: parent.value, restrictions })

  test('identify their parent by their digest', () => expect(openSecuredKey(secured, keys)?.parent).toBe(parent))

  test('their restrictions are read', () => {
    const { query } = openSecuredKey(secured, keys) ?? { query: '' }
    expect(readRestrictions(query)).toEqual({
      validUntil: 4_000_000_000,
      restrictIndices: ['docs', 'x*'],
      restrictSources: undefined,
      userToken: undefined,
      params: { filters: 'lang:en AND a b' },
    })
  })

  test('cannot be derived from an admin key', () =>
    expect(openSecuredKey(client.generateSecuredApiKey({ parentApiKey: admin.value }), keys)).toBeUndefined())

  test('are invalid with any changed byte', () => {
    const bytes = Buffer.from(secured, 'base64')
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ flip
        expect(openSecuredKey(changed.toString('base64'), keys)).toBeUndefined()
      }),
      propertyRuns(),
    )
  })
})

test('lists of indexes are read in the spellings of both major versions of the client', () => {
  expect(readRestrictions('restrictIndices=%5B%22a%22%2C%22b%22%5D').restrictIndices).toEqual(['a', 'b'])
  expect(readRestrictions('restrictIndices=a%2Cb').restrictIndices).toEqual(['a', 'b'])
})

test('the earlier of two expiry times applies, and an invalid one counts as expired', () => {
  expect(readRestrictions('validUntil=20&validUntil=10').validUntil).toBe(10)
  expect(readRestrictions('validUntil=soon').validUntil).toBe(0)
})

test.each([
  'filters=tenant%3Aa&filters=',
  'restrictIndices=a&restrictIndices=*',
  'restrictSources=::1&restrictSources=::/0',
])('a key with a restriction twice is refused: %s', (text) => expect(() => readRestrictions(text)).toThrow('twice'))

test.each([
  ['docs', 'docs', true],
  ['docs', 'doc', false],
  ['docs_v2', 'docs*', true],
  ['my_docs', '*docs', true],
  ['my_docs_2', '*docs*', true],
  ['docs', '*', true],
  ['docs', 'd*s', false],
])('index %s under pattern %s: %s', (name, pattern, expected) => expect(matchesPattern(name, pattern)).toBe(expected))
