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
  ['/**/_*.md', '/b/a_c.md', false],
  ['/**/_*.md', '/_a.md', true],
  ['/**/_*.md', '/b/_a.md', true],
  ['/**/c/**/b.md', '/ac/b.md', false],
  ['/**/c/**/b.md', '/a/c/d/b.md', true],
  ['*.md', '/b/a.txt', false],
  ['a.d', '/aXd', false],
  ['b', '/b/a.md', false],
  ['/v[12].md', '/v2.md', true],
  ['/v[12].md', '/v3.md', false],
  ['/[a-c]*/[!0-9]?.md', '/beta/xy.md', true],
  ['/[a-c]*/[!0-9]?.md', '/beta/1y.md', false],
  ['/[^a].md', '/b.md', true],
  ['/?.md', '/a.md', true],
  ['/a?b.md', '/a/b.md', false],
  ['/a[.md', '/a[.md', true],
  ['/[a-].md', '/-.md', true],
])('%s and %s', (pattern, path, expected) => {
  expect(pathTest(pattern)(path)).toBe(expected)
})

test('the work is linear in the number of wildcards', () => {
  expect(pathTest(`${'**'.repeat(3)}${'*a'.repeat(40)}*b`)(`/${'a'.repeat(400)}`)).toBe(false)
})
