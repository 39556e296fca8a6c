import { expect, test } from 'vitest'
import { findRoute } from './find-route.ts'
import { queryFlag } from './route.ts'
import { ROUTES } from './routes/table.ts'

const find = (method: string, path: string) => {
  const found = findRoute(ROUTES, method, path)
  return typeof found === 'object' ? [found.route.path, ...found.path.values()] : found
}

test('literal segments take precedence over placeholders', () => {
  expect(find('GET', '/1/indexes/x/settings')).toEqual(['/1/indexes/{index}/settings', 'x'])
  expect(find('GET', '/1/indexes/x/abc')).toEqual(['/1/indexes/{index}/{objectID}', 'x', 'abc'])
  expect(find('POST', '/1/indexes/*/batch')).toEqual(['/1/indexes/*/batch'])
  expect(find('POST', '/1/indexes/x/batch')).toEqual(['/1/indexes/{index}/batch', 'x'])
})

test('a path is split before it is decoded, and decoded once', () => {
  expect(find('GET', '/1/indexes/a%2Fb/c%20d')).toEqual(['/1/indexes/{index}/{objectID}', 'a/b', 'c d'])
  expect(find('GET', '/1/indexes/a%252Fb/c')).toEqual(['/1/indexes/{index}/{objectID}', 'a%2Fb', 'c'])
  expect(find('GET', '/1/indexes/%E0%A4%A/c')).toBeUndefined()
  expect(find('GET', '/1/indexes//c')).toBeUndefined()
})

test('a plus sign in a path is a space, as the public clients for PHP, Go, Ruby and Java write it', () => {
  expect(find('GET', '/1/indexes/my+docs/c+d')).toEqual(['/1/indexes/{index}/{objectID}', 'my docs', 'c d'])
  expect(find('GET', '/1/indexes/c%2B%2B/a%20b')).toEqual(['/1/indexes/{index}/{objectID}', 'c++', 'a b'])
})

test('a slash after the word of a list is ignored, but never one after a name: an empty objectID must not mean its index', () => {
  expect(find('GET', '/1/indexes/')).toEqual(['/1/indexes'])
  expect(find('DELETE', '/1/indexes/x/')).toBeUndefined()
  expect(find('GET', '/1/indexes/x/')).toBeUndefined()
  expect(find('POST', '/1/indexes/x/clear/')).toBeUndefined()
})

test('a wrong method on a known path and an unknown path have different errors', () => {
  expect(find('DELETE', '/1/indexes/*/queries')).toBe('method-not-allowed')
  expect(find('POST', '/1/indexes/*/recommendations')).toBeUndefined()
  expect(find('DELETE', '/1/indexes/x/facets/y/query')).toBe('method-not-allowed')
  expect(find('GET', '/1/nothing/here')).toBeUndefined()
})

test('each route is in the table once', () => {
  const names = ROUTES.map((route) => `${route.method} ${route.path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each<[string, boolean | string]>([
  ['', true],
  ['f=1', true],
  ['f=true', true],
  ['f=True', true],
  ['f=0', false],
  ['f=false', false],
  ['f=no', 'Invalid value for "f" parameter, expected boolean'],
  ['f=', 'Invalid value for "f" parameter, expected boolean'],
])('the value of a flag in the query string %j', (query, expected) => {
  const read = (): boolean => queryFlag(new URLSearchParams(query), 'f', true)
  if (typeof expected === 'string') expect(read).toThrow(expected)
  else expect(read()).toBe(expected)
})
