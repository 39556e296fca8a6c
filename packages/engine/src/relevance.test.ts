/**
 * The criterion `relevance` against its naive oracle: the same sections, with the same scores, in the same order. A
 * failure prints its seed.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fold } from './analysis/fold.ts'
import { relatedWords } from './analysis/related-words.ts'
import { stem } from './analysis/stem.ts'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { coreOfHeading, countLetters, countWords, lettersOf } from './segment/norms.ts'
import { openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import { propertyRuns, timeoutOf } from './testing/property-runs.ts'
import type { NaiveSection } from './testing/naive-corpus.ts'
import { rankNaively } from './testing/relevance-oracle.ts'
import { vocabularyWith } from './testing/vocabulary.ts'
import type { SearchParams, SearchRecord } from './wire.ts'

const RUNS = propertyRuns()
/** Scores are sums of 32-bit numbers, and are reported with three digits. */
const TOLERANCE = 0.002

const vocabulary = vocabularyWith(
  'hosts',
  'how',
  'to',
  "doesn't",
  'explain',
  'add',
  'support',
  'again',
  'again.file',
  'bool',
  'boolean',
  'delete',
  'removes',
  'Class: Host',
  'host(name)',
  '404',
  'как',
  'ошибка',
  'ошибок',
  'обработать',
  'обработка',
  'باب‌ها',
  'باب',
  'Benutzer',
  'Benutzerkonto',
  'Benutzername',
  'Benutzern',
  'Seite',
  'Seiten',
)

const scene = vocabulary.chain((each) => {
  const text = (maxLength: number): fc.Arbitrary<string> =>
    fc.array(each, { maxLength }).map((words) => words.join(' '))
  const heading = fc.array(each, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const tags = fc.subarray(['x', 'y'])
  const page = fc.record({
    name: fc.oneof(each, fc.constantFrom('one', 'two')),
    title: heading,
    version: fc.constantFrom(undefined, undefined, '2', '10', 'v11', 'next', 'latest', 'current'),
    lead: text(6),
    linked: text(2),
    sections: fc.array(
      fc.record({ deep: fc.boolean(), heading, content: text(7), code: text(3), linked: text(2), tags }),
      {
        maxLength: 3,
      },
    ),
    tags,
  })
  return fc.record({
    pages: fc.array(page, { minLength: 1, maxLength: 5 }),
    tag: fc.constantFrom(undefined, undefined, 'x', 'y'),
    distinct: fc.constantFrom(0, 1, 2),
    queryLanguages: fc.constantFrom<string[]>([], ['de', 'en']),
    hitsPerPage: fc.constantFrom(1, 2, 5),
    page: fc.nat(2),
    typed: fc
      .tuple(fc.array(each, { maxLength: 4 }), fc.constantFrom('', ' '))
      .map(([words, end]) => words.join(' ') + end),
  })
})

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never

type Tagged = NaiveSection & { tags: string[] }

function sectionsOf({ pages, tag }: Scene): Tagged[] {
  const passes = (tags: string[]): boolean => tag === undefined || tags.includes(tag)
  return pages.flatMap(({ name, title, version, lead, linked, sections, tags }, at) => {
    // The number makes addresses unique, the name is the last part.
    const url = `/${at}/${name.replace(/[^\p{L}\p{N}_-]/gu, '')}`
    const list: Tagged[] = [
      { url, headings: [title], content: lead, code: '', linked, version, tags, passes: passes(tags) },
    ]
    for (const { deep, heading, content, code, linked: texts, tags: own } of sections) {
      const above = list.findLast(({ headings }) => headings.length === 2)?.headings[1]
      const headings = deep && above !== undefined ? [title, above, heading] : [title, heading]
      list.push({
        url: `${url}#${list.length}`,
        headings,
        content,
        code,
        linked: texts,
        version,
        tags: own,
        passes: passes(own),
      })
    }
    return list
  })
}

function toRecord({ url, headings, content, code, linked, version, tags }: Tagged, at: number): SearchRecord {
  const hierarchy = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`lvl${level}`, headings[level - 1] ?? null]))
  const page = url.replace(/#.*/, '')
  return {
    objectID: String(at),
    url,
    page,
    type: `lvl${headings.length}`,
    hierarchy: { lvl0: '', ...hierarchy },
    content,
    code,
    linked_as: linked === '' ? [] : [linked],
    ...(version !== undefined && { version }),
    tags,
  }
}

test('the same sections, scores and order; then groups and pages', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(scene, (given) => {
      const sections = sectionsOf(given)
      const index = openIndex(buildIndex(sections.map(toRecord), DOCS_SETTINGS), DOCS_SETTINGS)
      const params: SearchParams = {
        query: given.typed,
        queryLanguages: given.queryLanguages,
        advancedSyntax: false,
        facets: ['tags'],
        ...(given.tag !== undefined && { filters: `tags:${given.tag}` }),
      }
      const all = search(index, { ...params, hitsPerPage: 100, distinct: false, getRankingInfo: true })
      const expected = rankNaively(sections, params)
      const scores = new Map(expected.map(({ doc, score }) => [String(doc), score]))
      expect(all.hits.map((hit) => hit.objectID).toSorted()).toEqual([...scores.keys()].toSorted())
      for (const [at, hit] of all.hits.entries()) {
        const score = scores.get(hit.objectID) ?? 0
        const info = hit._rankingInfo?.relevance
        if (info !== undefined) expect(Math.abs((info['score'] ?? 0) - score)).toBeLessThan(TOLERANCE)
        const next = scores.get(all.hits[at + 1]?.objectID ?? '') ?? -Infinity
        expect(score).toBeGreaterThan(next - TOLERANCE)
      }
      const counts: Record<string, number> = {}
      for (const { doc } of expected) for (const tag of sections[doc]?.tags ?? []) counts[tag] = (counts[tag] ?? 0) + 1
      expect(all.facets?.['tags'] ?? {}).toEqual(counts)

      // The order of nearly equal scores is undefined, so expected groups follow the order of the engine.
      const { distinct, hitsPerPage, page } = given
      const groups = groupsOf(
        all.hits.map((hit) => hit.objectID),
        (id) => (distinct === 0 ? id : sections[Number(id)]?.url.replace(/#.*/, '')),
        distinct,
      )
      const some = search(index, { ...params, distinct, attributeForDistinct: 'page', hitsPerPage, page })
      expect(some.nbHits).toBe(groups.length)
      expect(some.hits.map((hit) => hit.objectID)).toEqual(
        groups.slice(page * hitsPerPage, (page + 1) * hitsPerPage).flat(),
      )
    }),
    RUNS,
  )
})

test('no page without text is before one with text, unless its heading is the query', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(scene, (given) => {
      const sections = sectionsOf(given)
      const index = openIndex(buildIndex(sections.map(toRecord), DOCS_SETTINGS), DOCS_SETTINGS)
      const { hits } = search(index, { query: given.typed, advancedSyntax: false, hitsPerPage: 100, distinct: false })
      // A repeated word, or beginning or form of a word, or one that docs use for it, counts twice, but the heading needs it once.
      const words = given.typed.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
      const isRepeated = words.some((word, at) =>
        words.some((other, i) => i !== at && isFormOf(fold(other), fold(word))),
      )
      // A heading is compared with the query by letters, which a query of symbols does not have.
      if (lettersOf(given.typed) === '' || isRepeated) return
      const pageOf = (url: string): string => url.replace(/#.*/, '')
      const withText = sections.filter(({ content, code }) => countLetters(content + code) > 0)
      const pages = new Set(withText.map(({ url }) => pageOf(url)))
      const found = hits.map(({ objectID }) => sections[Number(objectID)] as Tagged)
      const last = found.findLastIndex(({ url }) => pages.has(pageOf(url)))
      for (const { headings } of found.slice(0, Math.max(0, last)).filter((hit) => !pages.has(pageOf(hit.url)))) {
        const heading = headings.at(-1) ?? ''
        const core = coreOfHeading(heading)
        if (countWords(core) === countWords(given.typed) || lettersOf(heading) === '') continue
        // Norms have lengths only, so a label (`Class: `) or an argument in the query counts as letters of the core.
        const outside = heading.replace(core, '')
        if (words.some((word) => outside.includes(word))) continue
        // Of another number of words, only a heading such as "readFile" is the query `read file`.
        expect([core, heading].map(sortedLetters)).toContainEqual(sortedLetters(given.typed))
      }
    }),
    RUNS,
  )
})

/** Whether a term of a query finds every term that another one finds, or the other term itself. */
function isFormOf(other: string, term: string): boolean {
  return other.startsWith(term) || stem(other) === stem(term) || relatedWords(term).includes(other)
}

/** The different letters of a text: a heading may repeat a word. */
const sortedLetters = (text: string): string => [...new Set(lettersOf(text))].sort().join('')

test('a page without text is found by its title, also with typos or an unfinished word, and by no part of it', () => {
  const pages: [url: string, title: string, content: string][] = [
    ['/list', 'Policy resources', ''],
    ['/guide', 'Overview', 'The policy of a cluster names its resources.'],
    ['/other', 'Limits', 'A policy names limits of resources, too.'],
  ]
  const records = pages.map(([url, lvl1, content], at) => ({
    objectID: String(at),
    url,
    type: 'lvl1',
    hierarchy: { lvl0: null, lvl1, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
  }))
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  const placeOf = (query: string): number =>
    search(index, { query, distinct: false }).hits.findIndex(({ objectID }) => objectID === '0')
  for (const query of ['policy resources ', 'policy reso', 'polcy resources ', 'Resources policy ']) {
    expect(placeOf(query)).toBe(0)
  }
  for (const query of ['policy', 'resources ', 'policy of resources ']) expect(placeOf(query)).toBe(2)
})

/** Groups of equal keys in the order of their first item, at most `size` items each (0: one). */
function groupsOf(ids: string[], keyOf: (id: string) => string | undefined, size: number): string[][] {
  return [...Map.groupBy(ids, keyOf).values()].map((group) => group.slice(0, Math.max(1, size)))
}
