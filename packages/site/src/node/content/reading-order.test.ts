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
    { title: 'Start again', url: '/', children: [] },
  ],
})

describe('reading order', () => {
  test('is depth first, over groups and past links to elsewhere', () => {
    expect(places.get('/')?.previous).toBeUndefined()
    expect(places.get('/')?.next).toEqual({ title: 'Guide', url: '/guide' })
    expect(places.get('/guide')?.next).toEqual({ title: 'A', url: '/guide/a' })
    expect(places.get('/guide/a')?.previous).toEqual({ title: 'Guide', url: '/guide' })
  })

  test('a page named twice stands where it is named first, and ends nothing', () => {
    expect(places.get('/guide/a')?.next).toBeUndefined()
    expect(places.size).toBe(3)
  })

  test('the trail names the groups above, with the page of those that have one', () => {
    expect(places.get('/guide/a')?.breadcrumbs).toEqual([{ title: 'Guide', url: '/guide' }, { title: 'Deep' }])
    expect(places.get('/')?.breadcrumbs).toEqual([])
  })
})
