import fc from 'fast-check'
import { expect, test } from 'vitest'
import { search, searchWritten } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { DOCS_SETTINGS } from '../base/settings.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import type { IndexSettings, SearchParams, SearchRecord } from '../wire.ts'

const WORDS = ['install', 'Install.', 'the', 'kube-proxy', 'kubeProxy', 'x-ray', 'fs.readFile("a")', "don't", 'C++']
const ODD = [
  '<b>',
  'a && b',
  'c',
  'cX',
  'i.e.',
  'a\\b',
  '(c)',
  '3D',
  '=>',
  '--install',
  '\\install',
  '"install"',
  'größe',
  'é',
  '容器の容器',
  '컴포넌트를',
  'JSX를（렌더링）',
  '。「容器」、',
  'การจัดการสถานะของฟอร์ม',
  'کامپوننت‌ها',
  '› ',
  '🚀',
]
const CONTROLS = ['\ud800', '\u200b', '\u0001', '\u00a0', '\u3000', '\n', '\t']

const piece = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...ODD), fc.constantFrom(...CONTROLS))
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '\n', '')), { maxLength: 30 })
  .map((parts) => parts.flat().join(''))
const heading = fc.option(text, { nil: null })
const other = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text),
)

const records = fc.array(
  fc.record(
    {
      type: fc.constantFrom('lvl1', 'lvl2', 'content'),
      url: fc.constantFrom('/a', '//b', 'https://c', ''),
      hierarchy: fc.record({ lvl0: heading, lvl1: heading, lvl2: heading }),
      content: heading,
      code: heading,
      tags: other,
    },
    { requiredKeys: ['type'] },
  ),
  { minLength: 1, maxLength: 6 },
)

const params = fc.record(
  {
    query: fc.constantFrom(
      'install',
      'i',
      'kube proxy',
      'xray',
      'größe the',
      '容器',
      '컴포넌트 렌더링',
      'a',
      'c++',
      '--inst',
      '',
      'c',
      'i e',
      'ab',
      '=>',
      '3d',
      'c ',
      'x',
    ),
    attributesToRetrieve: fc.constantFrom(['*'], ['hierarchy.lvl1', 'content', 'type', 'url'], ['tags'], []),
    attributesToHighlight: fc.constantFrom(['*'], ['content'], ['hierarchy', 'type'], []),
    attributesToSnippet: fc.constantFrom(['*:3'], ['content:2', 'hierarchy.lvl1:1'], ['content:0'], []),
    highlightPreTag: fc.constantFrom('<mark class="a">', '__ais-highlight__'),
    highlightPostTag: fc.constantFrom('</mark>', '__/ais-highlight__'),
    snippetEllipsisText: fc.constantFrom('…', '<'),
    getRankingInfo: fc.boolean(),
    distinct: fc.constantFrom(0, 1, 2),
    unretrievableAttributes: fc.constantFrom([], ['content']),
  },
  { requiredKeys: ['query'] },
)

const json = (index: ReturnType<typeof openIndex>, query: SearchParams, rootUrl?: string): unknown => {
  const { hits } = searchWritten(index, query, {}, rootUrl)
  const written = new TextDecoder().decode(hits.json)
  expect(JSON.parse(written)).toHaveLength(hits.length)
  return written
}

const open = (list: SearchRecord[], settings: IndexSettings): ReturnType<typeof openIndex> =>
  openIndex(buildIndex(list, settings), settings)

/** A case runs eight queries over its own records. */
const RUNS = propertyRuns(1 / 128)

test('written hits are the JSON of the hits', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(records, fc.array(params, { minLength: 8, maxLength: 8 }), fc.boolean(), (list, queries, isDocs) => {
      const index = open(
        list.map((record, at) => ({ objectID: `"${at}`, ...record })) as SearchRecord[],
        isDocs ? DOCS_SETTINGS : { searchableAttributes: ['content', 'hierarchy.lvl1', 'tags'] },
      )
      for (const each of queries) {
        const query = each as SearchParams
        expect(json(index, query)).toBe(JSON.stringify(search(index, query).hits))
      }
    }),
    RUNS,
  )
})

test('rootUrl is prefixed to root-relative addresses, in hits from stored JSON and from objects', () => {
  const list = ['/a#b', '//host/a', 'https://host/a'].flatMap((url, at) => [
    { objectID: `text ${at}`, url, title: 'Install' },
    { objectID: `list ${at}`, url, title: ['Install'] },
  ])
  const index = open(list, { searchableAttributes: ['title'] })
  const hits = JSON.parse(String(json(index, { query: 'install' }, '/docs'))) as { url: string }[]
  expect(hits.map(({ url }) => url).sort()).toEqual(
    ['/docs/a#b', '//host/a', 'https://host/a'].flatMap((url) => [url, url]).sort(),
  )
})

test('a text beyond the highlighting limit is marked up to the limit', () => {
  const content = `${'install größe & '.repeat(4000)}install`
  const index = open([{ objectID: 'a', type: 'lvl1', content }], DOCS_SETTINGS)
  const query = { query: 'install', attributesToSnippet: ['content:5'] }
  expect(json(index, query)).toBe(JSON.stringify(search(index, query).hits))
})

test.each([
  ['a text', '"__proto__": "install it"'],
  ['an object', '"__proto__": { "install": "install" }'],
  ['a list', '"__proto__": ["install"]'],
  ['below another', '"nested": { "__proto__": "install", "constructor": "install" }'],
  ['an object below another', '"nested": { "__proto__": { "toString": "install" } }'],
])('an attribute named __proto__ is treated like any other: %s', (_, attribute) => {
  const record = JSON.parse(`{ "objectID": "a", "title": "install", ${attribute} }`) as SearchRecord
  const index = open([record], { searchableAttributes: ['title', '__proto__'], attributesForFaceting: ['__proto__'] })
  const query = { query: 'install', attributesToHighlight: ['*'], attributesToSnippet: ['*:2'], facets: ['*'] }
  const { hits, facets = {} } = search(index, query)
  expect(json(index, query)).toBe(JSON.stringify(hits))
  const { _highlightResult, _snippetResult, ...own } = hits[0] as unknown as Record<string, object>
  expect(JSON.stringify(own)).toBe(JSON.stringify({ ...record, objectID: 'a' }))
  expect(Object.keys(_highlightResult ?? {})).toEqual(Object.keys(record).slice(1))
  expect(Object.keys(_snippetResult ?? {})).toEqual(Object.keys(record).slice(1))
  expect(Object.keys(facets)).toEqual(
    typeof record['__proto__'] === 'string' || Array.isArray(record['__proto__']) ? ['__proto__'] : [],
  )
})
