import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkJsonShape } from './json-shape.ts'

const check =
  (text: string, depth = 16, keys = 1000) =>
  () =>
    checkJsonShape(Buffer.from(text), depth, keys)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const wide = (keys: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i])))

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('before a body is parsed', () => {
  test('its depth is limited', () => {
    expect(check(nested(15))).not.toThrow()
    expect(check(nested(16))).not.toThrow()
    expect(check(nested(17))).toThrow('nested too deeply')
    expect(check('['.repeat(1_000_000))).toThrow('nested too deeply')
  })

  test('the number of keys of one object is limited', () => {
    expect(check(wide(999))).not.toThrow()
    expect(check(wide(1000))).not.toThrow()
    expect(check(wide(1001))).toThrow('too many keys')
    expect(check(`[${wide(600)},${wide(600)}]`)).not.toThrow()
  })

  test('brackets and colons inside strings do not count', () => {
    expect(check(JSON.stringify('[[[{{{:::\\"[[['), 1, 1)).not.toThrow()
    expect(check(String.raw`{"a\\":[]}`, 2, 1)).not.toThrow()
  })

  test('the measured depth is that of the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        const depth = depthOf(JSON.parse(text))
        expect(check(text, depth)).not.toThrow()
        if (depth > 0) expect(check(text, depth - 1)).toThrow('nested too deeply')
      }),
    )
  })
})
