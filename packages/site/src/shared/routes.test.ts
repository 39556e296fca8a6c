import { describe, expect, test } from 'vitest'
import { matchRoute } from './routes.ts'

describe('routes', () => {
  test('a page is the rest of the path, segment by segment, decoded', () => {
    expect(matchRoute('/guide/in%20depth')).toEqual({ pattern: '/[...slug]', params: { slug: ['guide', 'in depth'] } })
    expect(matchRoute('/')).toEqual({ pattern: '/[...slug]', params: { slug: [] } })
  })

  test('reserved paths come before pages', () => {
    expect(matchRoute('/search')).toEqual({ pattern: '/search', params: {} })
    expect(matchRoute('/tags/c%2B%2B')).toEqual({ pattern: '/tags/[tag]', params: { tag: 'c++' } })
  })

  test('only a whole match counts: pages below a reserved path are pages', () => {
    expect(matchRoute('/search/tips')?.pattern).toBe('/[...slug]')
    expect(matchRoute('/tags')?.pattern).toBe('/[...slug]')
    expect(matchRoute('/tags/a/b')?.pattern).toBe('/[...slug]')
  })

  test('a slash at the end, or two in a row, change nothing', () => {
    expect(matchRoute('/search/')?.pattern).toBe('/search')
    expect(matchRoute('//search')?.pattern).toBe('/search')
  })

  test('a path with a broken escape has no route', () => {
    expect(matchRoute('/%E3%81')).toBeUndefined()
  })
})
