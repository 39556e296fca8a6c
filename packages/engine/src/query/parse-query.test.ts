/**
 * Queries and their parsed forms, written by hand: the oracles use the engine's parser, so they cannot detect its
 * faults.
 */
import { describe, expect, test } from 'vitest'

import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'

/** Short form of words: `*` marks a prefix, `?` an optional word; forms with symbols are in brackets. */
function wordsOf({ words }: ParsedQuery): string[] {
  return words.map(({ term, prefix, optional, decorated }) => {
    const forms = decorated.length > 0 ? ` (${decorated.join(' ')})` : ''
    return `${term}${prefix ? '*' : ''}${optional ? '?' : ''}${forms}`
  })
}
const advanced = { advancedSyntax: true }

describe('words', () => {
  const table: [query: string, words: string[]][] = [
    ['', []],
    ['react', ['react*']],
    ['react ', ['react']],
    ['react hooks', ['react', 'hooks*']],
    ['Crème Brûlée', ['creme', 'brulee*']],
    ['fs.readFile', ['fs', 'read', 'file*']],
    ['c++', ['c* (c++)']],
    ['=>', ['=>']],
    ['ls | gre', ['ls', 'gre*', '|?']],
    ['a => fo', ['a', 'fo*', '=>?']],
    ['&& npm', ['npm*', '&&?']],
    ['foo |', ['foo', '|?']],
    ['a => b =>', ['a', 'b', '=>?', '=>?']],
    ['ls | grep ', ['ls', 'grep', '|?']],
    ['容器', ['容器*']],
    ['容', ['容*']],
    ['容器 ', ['容器']],
    // Japanese is cut where the script changes; the last character of a word is in a bigram of that word too.
    ['検証する ', ['検証', 'する']],
    ['環境を設定する ', ['環境', 'を設', '設定', 'する']],
    ['依存性の注入 ', ['依存', '存性', '性の', 'の注', '注入']],
    ['使う ', ['使う']],
    ['書き方 ', ['書き', 'き方']],
    ['ボタン操作 ', ['ボタ', 'タン', 'ン操', '操作']],
    ['ﾊﾞｰを𠮷 ', ['バー', 'を𠮷']],
    ['react -hooks', ['react', 'hooks* (-hooks)']],
    [`${'word '.repeat(40)}typed`, Array.from({ length: 32 }, () => 'word')],
  ]
  test.each(table)('%s', (query, words) => expect(wordsOf(parseQuery(query, {}))).toEqual(words))

  test.each<['prefixAll' | 'prefixNone', string[]]>([
    ['prefixAll', ['ls*', 'gre*', '|?']],
    ['prefixNone', ['ls', 'gre', '|?']],
  ])('%s', (queryType, words) => expect(wordsOf(parseQuery('ls | gre', { queryType }))).toEqual(words))

  test('after a symbol, the joined form at the end of the query is a prefix too', () => {
    const { joined } = parseQuery('x | readFi', {})
    expect(joined.find(({ term }) => term === 'readfi')).toMatchObject({
      first: 1,
      count: 2,
      prefix: true,
      typed: true,
    })
  })
})

describe('exclusions and phrases', () => {
  const table: [query: string, words: string[], excluded: string[][], phrases: string[][]][] = [
    ['react -hooks', ['react'], [['hooks']], []],
    ['react -hooks ', ['react'], [['hooks']], []],
    ['-hooks react', ['react*'], [['hooks']], []],
    ['react -"use hooks"', ['react'], [['use', 'hooks']], []],
    ['react -"use ho', ['react'], [['use', 'ho']], []],
    ['react "use hooks"', ['react', 'use', 'hooks'], [], [['use', 'hooks']]],
    ['react "use ho', ['react', 'use', 'ho'], [], [['use', 'ho']]],
    ['"use hooks" rea', ['use', 'hooks', 'rea*'], [], [['use', 'hooks']]],
    ['react -f', ['react', 'f* (-f)'], [], []],
    ['react --watch', ['react', 'watch* (--watch)'], [], []],
    ['-hooks', [], [['hooks']], []],
    ['-"use hooks"', [], [['use', 'hooks']], []],
    ['reac -hooks typ', ['reac', 'typ*'], [['hooks']], []],
  ]
  test.each(table)('%s', (query, words, excluded, phrases) => {
    const parsed = parseQuery(query, advanced)
    expect(wordsOf(parsed)).toEqual(words)
    expect(parsed.excluded).toEqual(excluded)
    expect(parsed.phrases.map(({ terms }) => terms)).toEqual(phrases)
  })

  const ofDocs = { ...advanced, ranking: ['relevance'], removeWordsIfNoResults: 'allOptional' as const }
  const flags: [query: string, words: string[], excluded: string[][]][] = [
    ['-race', ['race* (-race)'], []],
    ['-xzf -race ', ['xzf (-xzf)', 'race (-race)'], []],
    ['react -race', ['react'], [['race']]],
    ['-"use hooks"', [], [['use', 'hooks']]],
  ]
  test.each(flags)('with the settings of docs, %s', (query, words, excluded) => {
    const parsed = parseQuery(query, ofDocs)
    expect(wordsOf(parsed)).toEqual(words)
    expect(parsed.excluded).toEqual(excluded)
  })
})

describe('stack traces and logs', () => {
  const ofDocs = { ranking: ['relevance'], removeWordsIfNoResults: 'allOptional' as const }
  const table: [query: string, words: string[]][] = [
    ['Error: no kiln\n    at fire (/usr/kiln.js:3:14)\n    at node:internal/main:1:2', ['error', 'no', 'kiln']],
    ['File "/usr/kiln.py", line 3, in fire KilnError ', ['in', 'fire', 'kiln', 'error']],
    ['[2024-05-01T12:00:00.123Z] no kiln ', ['no', 'kiln']],
    ['2024-05-01 12:00:00,123 no kiln ', ['no', 'kiln']],
    // Without other text they are the query.
    ['at kiln.js:3:14 ', ['at', 'kiln', 'js', '3', '14']],
    ['kiln at 127.0.0.1:80 ', ['kiln', 'at', '127', '0', '0', '1', '80']],
    ['2024-05-01 kiln ', ['2024', '05', '01', 'kiln']],
  ]
  test.each(table)('%j', (query, words) => {
    expect(wordsOf(parseQuery(query, ofDocs))).toEqual(words)
  })
  test('are searched as they are in an index with another ranking', () => {
    expect(wordsOf(parseQuery('2024-05-01 12:00 kiln ', {}))).toEqual(['2024', '05', '01', '12', '00', 'kiln'])
  })
})

describe('optional words', () => {
  const table: [query: string, optionalWords: string[], words: string[]][] = [
    ['react hooks ', ['hooks'], ['react', 'hooks?']],
    ['react hooks ', ['Hooks', 'vue'], ['react', 'hooks?']],
    ['react hooks ', ['vue hooks'], ['react', 'hooks?']],
    ['cafe au lait ', ['Café'], ['cafe?', 'au', 'lait']],
    ['call useEffect ', ['useEffect'], ['call', 'use?', 'effect?']],
    ['call useeffect ', ['useEffect'], ['call', 'useeffect?']],
    ['call useEffect ', ['useeffect'], ['call', 'use?', 'effect?']],
    ['use cache ', ['useEffect'], ['use', 'cache']],
    ['fs.readFile now ', ['readFile'], ['fs', 'read?', 'file?', 'now']],
    ['镜像 容器 ', ['容器'], ['镜像', '容器?']],
  ]
  test.each(table)('%s with %j', (query, optionalWords, words) => {
    expect(wordsOf(parseQuery(query, { optionalWords }))).toEqual(words)
  })
})

describe('stop words', () => {
  const table: [query: string, words: string[]][] = [
    ['how do I install a proxy ', ['how?', 'do?', 'i?', 'install', 'a?', 'proxy']],
    ["what's a proxy ", ['what?', 's?', 'a?', 'proxy']],
    ["why doesn't it start ", ['why?', 'doesn?', 't?', 'it?', 'start']],
    ['explain proxies ', ['explain?', 'proxies']],
    // A word that is being typed may become another one.
    ['install the', ['install', 'the*']],
    // A query of nothing else keeps them.
    ['what is it ', ['what', 'is', 'it']],
    // Parts of a compound, and letters that end no contraction.
    ['the useEffect ', ['the?', 'use', 'effect']],
    ['isArray of T ', ['is', 'array', 'of?', 't']],
    ['the "way of the kiln" ', ['the?', 'way', 'of', 'the', 'kiln']],
    ['容器 for ', ['容器', 'for?']],
  ]
  test.each(table)('%s', (query, words) => {
    expect(wordsOf(parseQuery(query, { ...advanced, removeStopWords: true }))).toEqual(words)
  })
})

describe('hits of parsed queries', () => {
  const settings = { searchableAttributes: ['text'], advancedSyntax: true }
  const index = openIndex(
    buildIndex(
      ['use grep', 'reactive', 'react', 'effect', 'grep the café'].map((text) => ({ objectID: text, text })),
      settings,
    ),
    settings,
  )
  const found = (query: string, more: object = {}): string[] =>
    search(index, { query, ...more })
      .hits.map(({ objectID }) => objectID)
      .sort()

  test('a prefix after a symbol', () => {
    expect(found('use | gre', { typoTolerance: false })).toEqual(['use grep'])
  })

  test('a word before an exclusion is whole', () => {
    expect(found('react -hooks', { typoTolerance: false })).toEqual(['react'])
  })

  test('an optional identifier may be missing', () => {
    expect(found('grep useEffect ', { typoTolerance: false, optionalWords: ['useEffect'] })).toEqual([
      'grep the café',
      'use grep',
    ])
  })
})
