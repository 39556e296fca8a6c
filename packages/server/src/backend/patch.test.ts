import { describe, expect, test } from 'vitest'
import type { JsonValue, SearchRecord } from '@docent/engine'
import { patchRecord } from './patch.ts'

const stored: SearchRecord = { objectID: '1', count: 5, tags: ['a', 'b'], title: 'T', deep: { x: 1, y: 2 } }

describe('changes to a stored record', () => {
  test.each<[string, Record<string, JsonValue>, Record<string, JsonValue>]>([
    ['a plain value replaces', { title: 'U' }, { title: 'U' }],
    ['a nested object is replaced whole', { deep: { x: 3 } }, { deep: { x: 3 } }],
    ['Increment', { count: { _operation: 'Increment', value: 2 } }, { count: 7 }],
    ['Decrement', { count: { _operation: 'Decrement', value: 2 } }, { count: 3 }],
    ['Increment of a missing attribute', { other: { _operation: 'Increment', value: 2 } }, { other: 2 }],
    ['IncrementFrom the current value', { count: { _operation: 'IncrementFrom', value: 5 } }, { count: 6 }],
    ['IncrementSet to a larger value', { count: { _operation: 'IncrementSet', value: 9 } }, { count: 9 }],
    ['Add', { tags: { _operation: 'Add', value: 'b' } }, { tags: ['a', 'b', 'b'] }],
    ['AddUnique of a new value', { tags: { _operation: 'AddUnique', value: 'c' } }, { tags: ['a', 'b', 'c'] }],
    ['AddUnique of a stored value', { tags: { _operation: 'AddUnique', value: 'b' } }, { tags: ['a', 'b'] }],
    ['Remove', { tags: { _operation: 'Remove', value: 'a' } }, { tags: ['b'] }],
  ])('%s', (_, changes, expected) =>
    expect(patchRecord('1', stored, changes, true)).toEqual({ ...stored, ...expected }),
  )

  test.each<[string, Record<string, JsonValue>]>([
    ['IncrementFrom another value', { count: { _operation: 'IncrementFrom', value: 4 } }],
    ['IncrementSet to a smaller value', { count: { _operation: 'IncrementSet', value: 4 } }],
  ])('%s changes nothing', (_, changes) => expect(patchRecord('1', stored, changes, true)).toBeUndefined())

  test('an unknown operation and an operand of a wrong type are refused', () => {
    expect(() => patchRecord('1', stored, { count: { _operation: 'Twice', value: 1 } }, true)).toThrow('"Twice"')
    expect(() => patchRecord('1', stored, { count: { _operation: 'Increment', value: 'x' } }, true)).toThrow('a number')
  })

  test.each(['Increment', 'Decrement'])('%s beyond the largest number is refused: JSON has no infinity', (name) => {
    const record = { objectID: '1', count: name === 'Increment' ? 1.7e308 : -1.7e308 }
    const changes = { count: { _operation: name, value: 1.7e308 } }
    expect(() => patchRecord('1', record, changes, true)).toThrow('Invalid value for "count"')
  })

  test('an attribute called __proto__ is data', () => {
    const changes = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, JsonValue>
    const patched = patchRecord('1', stored, changes, true)
    expect(JSON.stringify(patched)).toContain('"__proto__":{"polluted":true}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('a missing record', () => {
  test('is created', () => expect(patchRecord('9', undefined, { a: 1 }, true)).toEqual({ objectID: '9', a: 1 }))
  test('is not created without `createIfNotExists`', () =>
    expect(patchRecord('9', undefined, { a: 1 }, false)).toBeUndefined())
  test('is created by IncrementFrom from 0 only', () => {
    expect(patchRecord('9', undefined, { n: { _operation: 'IncrementFrom', value: 0 } }, true)).toMatchObject({ n: 1 })
    expect(patchRecord('9', undefined, { n: { _operation: 'IncrementFrom', value: 1 } }, true)).toBeUndefined()
  })
})
