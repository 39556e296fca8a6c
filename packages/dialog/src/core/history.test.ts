import { describe, expect, test } from 'vitest'

import { createHistory, type HistoryItem } from './history.ts'

function storage(content?: string) {
  const items = new Map<string, string>(content === undefined ? [] : [['docent:history:docs', content]])
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

const item = (name: string | number): HistoryItem => ({ url: `/${name}`, title: `Title ${name}`, trail: ['Guides'] })
const urls = (items: HistoryItem[]) => items.map(({ url }) => url)

describe('the history', () => {
  test('has seven recents, newest first, each URL once', () => {
    const history = createHistory(storage(), 'docs')
    for (let number = 1; number <= 9; number++) history.visit(item(number))
    history.visit(item(5))
    expect(urls(history.items().recents)).toEqual(['/5', '/9', '/8', '/7', '/6', '/4', '/3'])
  })

  test('has four recents beside favorites, and seven without', () => {
    const history = createHistory(storage(), 'docs')
    for (let number = 1; number <= 7; number++) history.visit(item(number))
    history.setFavorite(item(7), true)
    expect(urls(history.items().favorites)).toEqual(['/7'])
    expect(urls(history.items().recents)).toEqual(['/6', '/5', '/4', '/3'])
    history.remove('/7')
    for (let number = 10; number < 20; number++) history.visit(item(number))
    expect(history.items().recents).toHaveLength(7)
  })

  test('has ten favorites, which are not also recents', () => {
    const history = createHistory(storage(), 'docs')
    for (let number = 1; number <= 12; number++) history.setFavorite(item(number), true)
    history.visit(item(12))
    expect(urls(history.items().favorites)).toEqual(['/12', '/11', '/10', '/9', '/8', '/7', '/6', '/5', '/4', '/3'])
    expect(history.items().recents).toEqual([])
  })

  test('turns a removed favorite into a recent; recents can be cleared', () => {
    const history = createHistory(storage(), 'docs')
    history.setFavorite(item(1), true)
    history.setFavorite(item(1), false)
    expect(history.items()).toEqual({ favorites: [], recents: [item(1)] })
    history.clearRecents()
    expect(history.items()).toEqual({ favorites: [], recents: [] })
  })

  test('shortens titles and trails, and drops items with a long URL', () => {
    const kept = storage()
    const history = createHistory(kept, 'docs')
    history.visit({ url: '/a', title: 'x'.repeat(1000), trail: Array.from({ length: 9 }, () => 'y'.repeat(1000)) })
    expect(kept.items.get('docent:history:docs')?.length).toBeLessThan(500)
    history.visit({ url: `/${'z'.repeat(500)}`, title: 'long', trail: [] })
    expect(urls(history.items().recents)).toEqual(['/a'])
  })

  test('is separate for each index', () => {
    const kept = storage()
    createHistory(kept, 'docs').visit(item(1))
    expect(createHistory(kept, 'api').items().recents).toEqual([])
  })
})

describe('the storage', () => {
  test.each([
    ['no JSON', '{"recents":['],
    ['another shape', '[1,2]'],
    ['null', 'null'],
    ['invalid items', '{"recents":[null,7,{"url":{}},{"url":"javascript:alert(1)","title":"x"}],"favorites":"x"}'],
  ])('a storage that holds %s is an empty history, and is usable', (_name, content) => {
    const history = createHistory(storage(content), 'docs')
    expect(history.items()).toEqual({ favorites: [], recents: [] })
    history.visit(item(1))
    expect(urls(history.items().recents)).toEqual(['/1'])
  })

  test.each([
    [
      'blocked',
      () => {
        throw new Error('blocked')
      },
      () => {
        throw new Error('blocked')
      },
    ],
    [
      'full',
      () => null,
      () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    ],
  ])('a %s storage keeps nothing and never throws', (_name, getItem, setItem) => {
    const history = createHistory({ getItem, setItem }, 'docs')
    history.visit(item(1))
    history.clearRecents()
    expect(history.items()).toEqual({ favorites: [], recents: [] })
  })

  test('without a storage there is no history', () => {
    const history = createHistory(undefined, 'docs')
    history.visit(item(1))
    expect(history.items().recents).toEqual([])
  })
})

test('two tabs do not overwrite each other, and listeners are called after a change', () => {
  const kept = storage()
  const [here, there] = [createHistory(kept, 'docs'), createHistory(kept, 'docs')]
  let changes = 0
  here.subscribe(() => changes++)
  here.visit(item(1))
  there.visit(item(2))
  here.visit(item(3))
  expect(urls(there.items().recents)).toEqual(['/3', '/2', '/1'])
  expect(changes).toBe(2)
  expect(here.items()).toBe(here.items())
})
