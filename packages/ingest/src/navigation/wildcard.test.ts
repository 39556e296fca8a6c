import { expect, test } from 'vitest'
import { pathTest } from './wildcard.ts'

test.each([
  ['/a.md', '/a.md', true],
  ['/a.md', '/b/a.md', false],
  ['a.md', '/b/a.md', true],
  ['b/*.md', '/b/a.md', true],
  ['b/*.md', '/b/c/a.md', false],
  ['b/**/*.md', '/b/c/d/a.md', true],
  ['b/**/*.md', '/b/a.md', true],
  ['/**', '/b/a.md', true],
  ['*.md', '/b/a.txt', false],
  ['a.d', '/aXd', false],
  ['b', '/b/a.md', false],
])('%s and %s', (pattern, path, expected) => {
  expect(pathTest(pattern)(path)).toBe(expected)
})

test('the work is linear in the number of wildcards', () => {
  expect(pathTest(`${'**'.repeat(3)}${'*a'.repeat(40)}*b`)(`/${'a'.repeat(400)}`)).toBe(false)
})
