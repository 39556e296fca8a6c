import { describe, expect, test } from 'vitest'
import { placePages } from './reading-order.ts'

const places = placePages({
  lang: 'en',
  url: '/',
  items: [
    { title: 'Start', url: '/', children: [] },
    {
      title: 'Guide',
      url: '/guide',
      children: [
        { title: 'Elsewhere', url: 'https://example.com/', children: [] },
        { title: 'Deep', children: [{ title: 'A', url: '/guide/a', children: [] }] },
      ],
    },
    { title: 'A part of A', url: '/guide/a#part', children: [] },
    { title: 'Start again', url: '/', children: [] },
  ],
})

describe('reading order', () => {
  test('is depth first, across groups and without external links', () => {
    expect(places.get('/')?.previous).toBeUndefined()
    expect(places.get('/')?.next).toEqual({ title: 'Guide', url: '/guide' })
    expect(places.get('/guide')?.next).toEqual({ title: 'A', url: '/guide/a' })
    expect(places.get('/guide/a')?.previous).toEqual({ title: 'Guide', url: '/guide' })
  })

  test('a page that is listed twice has its first place', () => {
    expect(places.get('/guide/a')?.next).toBeUndefined()
    expect(places.size).toBe(3)
  })

  test('breadcrumbs are the groups above, with the URLs of their own pages', () => {
    expect(places.get('/guide/a')?.breadcrumbs).toEqual([{ title: 'Guide', url: '/guide' }, { title: 'Deep' }])
    expect(places.get('/')?.breadcrumbs).toEqual([])
  })
})
