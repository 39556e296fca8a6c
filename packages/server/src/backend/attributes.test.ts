import { expect, test } from 'vitest'
import { pickAttributes } from './attributes.ts'

const record = { objectID: '1', title: 't', deep: { a: 1, b: { c: 2, d: 3 } }, secret: 's' }

test.each<[string[] | undefined, string[], Record<string, unknown>]>([
  [undefined, [], record],
  [['*'], [], record],
  [[], [], { objectID: '1' }],
  [['title'], [], { objectID: '1', title: 't' }],
  [['deep.b.c'], [], { objectID: '1', deep: { b: { c: 2 } } }],
  [['deep'], [], { objectID: '1', deep: record.deep }],
  [['*', '-deep.b'], [], { objectID: '1', title: 't', deep: { a: 1 }, secret: 's' }],
  [['-title'], [], { objectID: '1', deep: record.deep, secret: 's' }],
  [['*'], ['secret', 'objectID'], { objectID: '1', title: 't', deep: record.deep }],
  [['secret'], ['secret'], { objectID: '1' }],
])('wanted %j, hidden %j', (wanted, hidden, expected) =>
  expect(pickAttributes(record, wanted, hidden)).toEqual(expected),
)
