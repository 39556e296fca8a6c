// @module-tag long
/**
 * Hostile texts and queries: the engine answers each within its limits, and its work grows in proportion to the text,
 * never faster. Work is compared side by side: the CPU time of this thread for one size and for four times that size.
 */
import { describe, expect, test } from 'vitest'

import { ENGINE_LIMITS } from './base/limits.ts'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { DEFAULT_SETTINGS, DOCS_SETTINGS } from './base/settings.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'

function section(at: number, title: string, content: string): SearchRecord {
  const hierarchy = { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
  return { objectID: String(at), url: `/${at}`, type: 'lvl1', hierarchy, content, tags: [`t${at % 100}`] }
}
const opened = (records: SearchRecord[]): Index => openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
const texts = (count: number, text: (at: number) => string): Index =>
  opened(Array.from({ length: count }, (_, at) => section(at, `Page ${at}`, text(at))))

/**
 * CPU time (ms) of this thread for `times` runs of `work`: the minimum of three, because other work of the thread only
 * adds to it.
 */
function cpuOf(work: () => void, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const before = process.threadCpuUsage()
    for (let time = 0; time < times; time++) work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Minimum duration (ms) of a measurement, because the platform counts in steps of a millisecond or more. */
const MEASURED_MS = 30

/** Limit of the ratio. Caches and garbage collection make linear work on large input slower than 4 times. */
const LINEAR = 9

/** Maximum number of measurements of one ratio. */
const MEASUREMENTS = 3

/**
 * Ratio of the times of `work` for four times the size and for the size: 4 for linear work, 16 for quadratic work. A ratio
 * over the limit is measured again, because compilation and garbage collection fall into one of the two times by chance.
 */
function growthOf(size: number, work: (size: number) => () => void, measurements = MEASUREMENTS): number {
  const [small, large] = [work(size), work(size * 4)]
  let times = 1
  while (cpuOf(small, times) < MEASURED_MS) times *= 2
  let ratio = Number.POSITIVE_INFINITY
  for (let measured = 0; measured < measurements && ratio >= LINEAR; measured++)
    ratio = Math.min(ratio, cpuOf(large, times) / cpuOf(small, times))
  return ratio
}

const VARIANTS = 'abcdefghijklmnopqrstuvwxyz'

test('quadratic growth exceeds the limit', () => {
  const quadratic = (size: number) => () => {
    const list = Array.from({ length: size }, (_, at) => at)
    let found = 0
    for (const each of list) if (list.includes(-each - 1)) found++
    expect(found).toBe(0)
  }
  // Once, because each measurement exceeds the limit.
  expect(growthOf(1000, quadratic, 1)).toBeGreaterThan(LINEAR)
})

describe('work grows in proportion to the records', () => {
  const families: [string, (at: number) => string, string][] = [
    ['the same word everywhere', () => 'word '.repeat(40), 'word word word word'],
    [
      'words with a common beginning',
      (at) => `pre${VARIANTS[at % 26]}${VARIANTS[at % 7]} common text here`,
      'p r pre common',
    ],
    ['words one typo apart', (at) => `configurat${VARIANTS[at % 26]}on and more`, 'configuratoin configuratiom'],
    ['a different word in each record', (at) => `own${at.toString(36)} text`, 'own o ow'],
    ['identifiers of many parts', (at) => `a_b_c_d_e_f_g_${VARIANTS[at % 26]}`, 'a_b_c_d_e_f_g'],
    ['one character of Han', () => '的的的的的的的的', '的的的的的的的的的的的的的的的的'],
  ]
  const wire = { ...DOCS_SETTINGS, ranking: [...DEFAULT_SETTINGS.ranking] }
  const rankings: [string, IndexSettings, SearchParams][] = [
    ['by relevance', DOCS_SETTINGS, {}],
    [
      'by the criteria of the wire, with all parameters',
      wire,
      {
        getRankingInfo: true,
        facets: ['*'],
        filters: 'tags:t1 OR tags:t2 OR NOT tags:t3',
        optionalFilters: ['tags:t4<score=2>', 'url:-/5'],
        distinct: 2,
        hitsPerPage: 100,
      },
    ],
  ]
  describe.each(rankings)('%s', (_, settings, more) => {
    test.each(families)('%s', (_, text, query) => {
      const params = { ...more, query: `${query} `.repeat(16).slice(0, 160) }
      const work = (size: number): (() => void) => {
        const index = { ...texts(size, text), settings }
        return () => void search(index, params)
      }
      expect(growthOf(500, work)).toBeLessThan(LINEAR)
    })
  })

  test('a search stops when shouldStop returns true', () => {
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
    ['5,000 emoji that are joined', '👩‍👩‍👧‍👦'.repeat(5000), '👩‍👩‍👧‍👦'.repeat(8)],
    ['50,000 changes of case', 'aB'.repeat(50_000), 'aBaB'],
    ['lone surrogates', `${'\ud83d'.repeat(1000)} end`, 'end'],
    ['100,000 characters of Han', '容器'.repeat(50_000), '容器'],
  ]
  test.each(cases)('%s: indexed, found, highlighted', (_, text, query) => {
    const index = opened([section(0, 'Other', 'nothing'), section(1, 'It', text)])
    const tags = { highlightPreTag: '<em>', highlightPostTag: '</em>' }
    const { hits } = search(index, { query, attributesToSnippet: ['content:10'], ...tags })
    expect(hits[0]?.['url']).toBe('/1')
    expect(JSON.stringify(hits[0]?._highlightResult)).toContain('<em>')
    for (const hit of hits) expect(JSON.stringify(hit._snippetResult).length).toBeLessThan(4 * text.length + 10_000)
    expect(search(index, { query: 'it' }).hits[0]?.['url']).toBe('/1')
  })

  const repeated: [string, string, string][] = [
    ['letters of one word', 'x', 'x'],
    ['capitals in one word', 'aB', 'a'],
    ['one word', 'again ', 'again'],
    ['connected parts', 'part.', 'part'],
    ['connected digits', '1-', '1'],
    ['symbols', '#', '#'],
    ['symbols and wrappers', '=>(', '=>'],
    ['combining marks', '\u0301', 'a'],
    ['joiners', 'a\u200d', 'a'],
    ['vowel signs', '\u0915\u094d', '\u0915'],
    ['emoji', '👩‍👩‍👧‍👦', '👩'],
    ['halves of pairs', '\ud83d', 'a'],
    ['characters of Han', '容', '容'],
    ['characters of Han with marks', '容\u0301', '容'],
    ['quotes', '"', 'a'],
    ['white space', ' \n', 'a'],
  ]
  test.each(repeated)('%s: work in proportion to the text', (_, text, query) => {
    const work = (size: number): (() => void) => {
      const record = section(0, 'It', `a ${text.repeat(Math.ceil(size / text.length))}`)
      return () => {
        const index = opened([record])
        for (const attributesToSnippet of [['content:10'], ['content:1000']])
          search(index, { query, attributesToSnippet })
      }
    }
    expect(growthOf(10_000, work)).toBeLessThan(LINEAR)
  })
})

describe('queries', () => {
  const index = texts(200, (at) => `word${at} in a text of ${at} things, *.ts and ? marks`)
  const bytes = ENGINE_LIMITS.queryBytes
  const long: [string, string, number][] = [
    ['64 emoji', '🎉'.repeat(64), 0],
    ['combining marks only', '\u0301'.repeat(100), 200],
    ['wildcards only', '* ? *.* ** ??? *', 0],
    ['single letters up to the limit', 'a '.repeat(bytes / 2), 200],
    ['unclosed quotes', '"'.repeat(bytes), 200],
    ['exclusions of everything', '-"in" -"a" -"text" -"of" -"things"', 0],
    ['one word of full length', 'w'.repeat(bytes), 0],
    ['brackets', '(['.repeat(bytes / 2), 200],
    ['controls and white space', '\u0000\t\n\u0007 '.repeat(50), 200],
    ['half of a surrogate pair', '\ud83d', 200],
  ]
  test.each(long)('%s: an answer', (_, query, found) => {
    expect(search(index, { query }).nbHits).toBe(found)
  })

  test('a query one byte over the limit is refused', () => {
    expect(() => search(index, { query: 'w'.repeat(bytes + 1) })).toThrow(
      expect.objectContaining({ code: 'query_too_long', message: expect.stringContaining(String(bytes)) }),
    )
  })

  const condition = (at: number): string => `tags:t${at % 100}`
  test('filters: the maximum number of conditions is accepted, one more is refused', () => {
    const filters = (count: number): string => Array.from({ length: count }, (_, at) => condition(at)).join(' OR ')
    expect(search(index, { filters: filters(ENGINE_LIMITS.filterConditions) }).nbHits).toBe(200)
    expect(() => search(index, { filters: filters(ENGINE_LIMITS.filterConditions + 1) })).toThrow(
      expect.objectContaining({ code: 'filter_too_large' }),
    )
  })

  test('filters: nested brackets give an answer or an error, never a crash', () => {
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
