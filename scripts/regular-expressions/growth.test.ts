import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPatterns } from './find.ts'
import { badInputOf, notLinear } from './growth.ts'

describe('work that grows faster than the input is found', () => {
  test.each([
    /\s+$/,
    /^(.+?)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)$/,
    /^(?:a+)+b/,
    /^(?:a|a)*b/,
    /^(\w+\s?)*$/,
    /"(?:[^"\\]|\\.)*"/g,
    /<!--.*?-->/gs,
    /\?.*$/,
    /a.*b.*c/,
    /(?:x+x+)+y/,
    /^\s*(.*?)\s*:$/,
    /(?<=^\s*)\S+!/g,
    /^\s*a/m,
    /(\w)\1+=/,
    /[\p{L}\d]+@/gu,
  ])('%s', (pattern) => {
    expect(badInputOf(pattern)).toBeDefined()
  })
})

describe('linear work is let through', () => {
  test.each([
    /^\s+/,
    /\s$/,
    /[\p{L}\p{N}]+/gu,
    /^(asc|desc)\((.*)\)$/,
    /^[a-z0-9][a-z0-9_-]{0,99}$/,
    /\\(.)/g,
    /^(.*):\d+$/,
  ])('%s', (pattern) => {
    expect(badInputOf(pattern)).toBeUndefined()
  })
})

test('every regular expression of a source is found, and those that are made at run time are asked for', () => {
  const found = findPatterns(import.meta.dirname)
  expect(found.map(({ pattern }) => pattern?.source)).toContain('[gyd]')
  const made = found.filter(({ pattern }) => pattern === undefined)
  expect(made.map(({ place }) => place.split(':')[0])).toEqual(['attacks.ts', 'find.ts'])
  expect(notLinear(import.meta.dirname).some((problem) => problem.startsWith('attacks.ts: makes 1'))).toBe(true)
  expect(notLinear(join(import.meta.dirname, '../../packages/engine/src/analysis'), { 'x.ts': [/a/] })).toContain(
    'x.ts: makes no regular expression',
  )
})
