import { describe, expect, test } from 'vitest'
import { matchRoute } from './routes.ts'

describe('routes', () => {
  test('a page route has the decoded segments of the path', () => {
    expect(matchRoute('/guide/in%20depth')).toEqual({ pattern: '/[...slug]', params: { slug: ['guide', 'in depth'] } })
    expect(matchRoute('/')).toEqual({ pattern: '/[...slug]', params: { slug: [] } })
  })

  test('reserved paths match before pages', () => {
    expect(matchRoute('/search')).toEqual({ pattern: '/search', params: {} })
    expect(matchRoute('/tags/c%2B%2B')).toEqual({ pattern: '/tags/[tag]', params: { tag: 'c++' } })
  })

  test('a reserved path matches in full only: paths below it are pages', () => {
    expect(matchRoute('/search/tips')?.pattern).toBe('/[...slug]')
    expect(matchRoute('/tags')?.pattern).toBe('/[...slug]')
    expect(matchRoute('/tags/a/b')?.pattern).toBe('/[...slug]')
  })

  test('a slash at the end, or two in a row, are ignored', () => {
    expect(matchRoute('/search/')?.pattern).toBe('/search')
    expect(matchRoute('//search')?.pattern).toBe('/search')
  })

  test('a path with a broken escape has no route', () => {
    expect(matchRoute('/%E3%81')).toBeUndefined()
  })
})
