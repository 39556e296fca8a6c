/**
 * Texts and queries from hell: the engine answers each within its limits, and what it does grows in proportion to the text,
 * never faster. Work is counted, not timed: postings that are walked (`shouldStop` is asked after so many of them).
 */
import { describe, expect, test } from 'vitest'

import { ENGINE_LIMITS } from './limits.ts'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './settings.ts'
import type { SearchParams, SearchRecord } from './wire.ts'

function section(at: number, title: string, content: string): SearchRecord {
  const hierarchy = { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
  return { objectID: String(at), url: `/${at}`, type: 'lvl1', hierarchy, content, tags: [`t${at % 100}`] }
}
const opened = (records: SearchRecord[]): Index => openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
const texts = (count: number, text: (at: number) => string): Index =>
  opened(Array.from({ length: count }, (_, at) => section(at, `Page ${at}`, text(at))))

/** How often a search asks whether to stop: once for so many postings. */
function looks(index: Index, params: SearchParams): number {
  let count = 0
  search(index, params, { shouldStop: () => ++count < 0 })
  return count
}

const VARIANTS = 'abcdefghijklmnopqrstuvwxyz'

describe('work grows in proportion to the records', () => {
  const families: [string, (at: number) => string, string][] = [
    ['the same word everywhere', () => 'word '.repeat(40), 'word word word word'],
    [
      'words that all begin alike',
      (at) => `pre${VARIANTS[at % 26]}${VARIANTS[at % 7]} common text here`,
      'p r pre common',
    ],
    ['words one typo apart', (at) => `configurat${VARIANTS[at % 26]}on and more`, 'configuratoin configuratiom'],
    ['identifiers of many parts', (at) => `a_b_c_d_e_f_g_${VARIANTS[at % 26]}`, 'a_b_c_d_e_f_g'],
    ['one character of Han', () => '的的的的的的的的', '的的的的的的的的的的的的的的的的'],
  ]
  test.each(families)('%s', (_, text, query) => {
    // As many words as a query may have, so that there is something to count.
    const params = { query: `${query} `.repeat(16).slice(0, 160) }
    // What is asked whatever the size, once for each word and the like, is left off.
    const fixed = looks(texts(1, text), params)
    const [small, large] = [looks(texts(4000, text), params) - fixed, looks(texts(16_000, text), params) - fixed]
    // Four times the records, and four times the work; the count is coarse by one.
    expect(large).toBeLessThanOrEqual(4 * (small + 1))
  })

  test('a long search is stopped when it is told to', () => {
    const index = texts(16_000, () => 'word and other words of the text')
    const params = { query: 'word and other words of the text word and other words' }
    expect(() => search(index, params, { shouldStop: () => true })).toThrow(
      expect.objectContaining({ code: 'search_stopped' }),
    )
  })
})

describe('texts', () => {
  const cases: [string, string, string][] = [
    ['a word of 100,000 letters', 'x'.repeat(100_000), 'x'.repeat(64)],
    ['100,000 times one word', 'again '.repeat(100_000), 'again'],
    ['a chunk of 20,000 connected parts', 'part.'.repeat(20_000), 'part.part'],
    ['100,000 symbols in a row', '#'.repeat(100_000), '#'.repeat(64)],
    ['a letter with 50,000 combining marks', `a${'\u0301'.repeat(50_000)} end`, 'á'],
    ['50,000 emoji that are joined', '👩‍👩‍👧‍👦'.repeat(5000), '👩‍👩‍👧‍👦'],
    ['50,000 changes of case', 'aB'.repeat(50_000), 'aBaB'],
    ['half of a surrogate pair', `${'\ud83d'.repeat(1000)} end`, 'end'],
    ['100,000 characters of Han', '容器'.repeat(50_000), '容器'],
  ]
  test.each(cases)('%s: indexed, searched, highlighted', (_, text, query) => {
    const index = opened([section(0, 'Other', 'nothing'), section(1, 'It', text)])
    const { hits } = search(index, { query, attributesToSnippet: ['content:10'] })
    for (const hit of hits) expect(JSON.stringify(hit._snippetResult).length).toBeLessThan(4 * text.length + 10_000)
    expect(search(index, { query: 'it' }).hits[0]?.['url']).toBe('/1')
  })
})

describe('queries', () => {
  const index = texts(200, (at) => `word${at} in a text of ${at} things, *.ts and ? marks`)
  const bytes = ENGINE_LIMITS.queryBytes
  const long: [string, string][] = [
    ['64 emoji', '🎉'.repeat(64)],
    ['combining marks only', '\u0301'.repeat(100)],
    ['wildcards only', '* ? *.* ** ??? *'],
    ['as many single letters as fit', 'a '.repeat(bytes / 2)],
    ['quotes that do not end', '"'.repeat(bytes)],
    ['exclusions of everything', '-in -a -text -of -things'],
    ['one word of full length', 'w'.repeat(bytes)],
    ['brackets', '(['.repeat(bytes / 2)],
    ['controls and white space', '\u0000\t\n\u0007 '.repeat(50)],
    ['half of a surrogate pair', '\ud83d'],
  ]
  test.each(long)('%s: an answer', (_, query) => {
    const { nbHits, hits } = search(index, { query })
    expect(nbHits).toBeGreaterThanOrEqual(hits.length)
  })

  test('one byte over the limit is an error in a sentence', () => {
    expect(() => search(index, { query: 'w'.repeat(bytes + 1) })).toThrow(
      expect.objectContaining({ code: 'query_too_long', message: expect.stringContaining(String(bytes)) }),
    )
  })

  const condition = (at: number): string => `tags:t${at % 100}`
  test('filters: as many conditions as are allowed, and one more', () => {
    const filters = (count: number): string => Array.from({ length: count }, (_, at) => condition(at)).join(' OR ')
    expect(search(index, { filters: filters(ENGINE_LIMITS.filterConditions) }).nbHits).toBe(200)
    expect(() => search(index, { filters: filters(ENGINE_LIMITS.filterConditions + 1) })).toThrow(
      expect.objectContaining({ code: 'filter_too_large' }),
    )
  })

  test('filters: brackets in brackets are an answer or an error, never a crash', () => {
    for (const depth of [1, 10, 1000, 8000]) {
      let code = ''
      try {
        search(index, { filters: '('.repeat(depth) + condition(1) + ')'.repeat(depth) })
      } catch (error) {
        code = (error as { code?: string }).code ?? String(error)
      }
      expect(['', 'filter_invalid', 'filter_too_large']).toContain(code)
    }
  })
})
