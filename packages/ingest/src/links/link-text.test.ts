import { describe, expect, test } from 'vitest'
import { isName, keptTexts } from './link-text.ts'

describe('a text of a link', () => {
  test.each(['hot reload', '`createApp`', 'the settings', 'ホットリロード', 'v2 API'])(
    '%s may name its target',
    (text) => expect(isName(text)).toBe(true),
  )

  test.each([
    ['words that only point', 'here'],
    ['several of them', 'See the next page'],
    ['in another language', 'ここ'],
    ['an address', 'https://example.com/a'],
    ['a path', '../guide/start'],
    ['a file', 'setup.md'],
    ['numbers', '2.1'],
    ['one letter', 'x'],
    ['a sentence', 'one two three four five six seven eight nine ten eleven'],
    ['nothing', ''],
  ])('%s is no name: %s', (_, text) => expect(isName(text)).toBe(false))
})

describe('a target keeps', () => {
  const from = (...texts: string[]): { from: string; text: string }[] =>
    texts.map((text, at) => ({ from: `/${at}`, text }))

  test('texts that are not in its headings, distinct by their words', () => {
    const texts = from('Live updates', 'live', 'hot reload', 'Hot Reload', 'watch mode', 'updates: live')
    expect(keptTexts(texts, ['Live updates'])).toEqual(['Hot Reload', 'updates: live', 'watch mode'])
  })

  test('the most frequent ones first, by the pages that have them', () => {
    const texts = [...from('b', 'b'), { from: '/0', text: 'a' }, { from: '/0', text: 'a' }, { from: '/0', text: 'a' }]
    expect(keptTexts(texts, [])).toEqual(['b', 'a'])
    expect(keptTexts(texts.toReversed(), [])).toEqual(['b', 'a'])
  })

  test('at most five, of 200 characters together', () => {
    expect(keptTexts(from('a', 'b', 'c', 'd', 'e', 'f'), [])).toEqual(['a', 'b', 'c', 'd', 'e'])
    const [long, longer, short] = ['a'.repeat(80), 'b'.repeat(80), 'd']
    expect(keptTexts(from(long, longer, 'c'.repeat(80), short), [])).toEqual([long, longer, short])
  })
})
