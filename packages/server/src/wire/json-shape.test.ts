import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkJsonShape } from './json-shape.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

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

  test.each(['1e309', '-1E+400', `9${'0'.repeat(309)}`, '[1,2e999]', '{"a":1e400}'])(
    'a number that would become null is refused: %s',
    (text) => {
      expect(check(text)).toThrow('is too large')
      expect(check(JSON.stringify(text))).not.toThrow()
    },
  )

  test.each(['1.7976931348623157e308', '1e-400', '-0', `0.${'1'.repeat(400)}`, '[1e5,true,false]', '"1e999"'])(
    'a number that can be stored is not: %s',
    (text) => expect(check(text)).not.toThrow(),
  )

  test('the measured depth is that of the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        const depth = depthOf(JSON.parse(text))
        expect(check(text, depth)).not.toThrow()
        if (depth > 0) expect(check(text, depth - 1)).toThrow('nested too deeply')
      }),
      propertyRuns(),
    )
  })
})
