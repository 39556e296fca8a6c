import { describe, expect, test } from 'vitest'
import { EngineError } from './base/errors.ts'
import { search, searchFacetValues } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { attributeOfFacet, DOCS_SETTINGS } from './base/settings.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'

interface Section {
  url: string
  headings: string[]
  content?: string | null
  code?: string
  [attribute: string]: unknown
}

/** Records of documentation; `headings` from the page's title down. */
function docs(sections: Section[], settings: IndexSettings = DOCS_SETTINGS): Index {
  const records = sections.map(({ url, headings, content, ...rest }, position) => {
    const level = headings.length
    const hierarchy: Record<string, string | null> = { lvl0: 'Documentation' }
    for (let at = 1; at <= 6; at++) hierarchy[`lvl${at}`] = headings[at - 1] ?? null
    const weight = { pageRank: 0, level: 100 - 10 * level, position }
    return {
      objectID: url,
      url,
      type: `lvl${level}`,
      hierarchy,
      content: content ?? null,
      weight,
      ...rest,
    } as unknown as SearchRecord
  })
  return openIndex(buildIndex(records, settings), settings)
}

const urls = (index: Index, query: string, params: SearchParams = {}): unknown[] =>
  search(index, { query, ...params }).hits.map((hit) => hit['url'])

const page = (url: string, title: string, content = ''): Section => ({ url, headings: [title], content })

describe('identifiers are found whole and in parts', () => {
  const index = docs([
    page('/hooks', 'useEffect', 'Runs after render.'),
    page('/fs', 'fs.readFile(path[, options])', 'Reads a file.'),
    page('/bridge', 'SKIP_BRIDGE', 'Skips it.'),
    page('/tools', 'check_tool_call', 'Checks.'),
    page('/arg', '--build-arg', 'Sets a variable.'),
    page('/nth', ':nth-child', 'Selects.'),
    page('/flat', 'Array.prototype.flatMap', 'Maps.'),
    page('/other', 'Other things', 'Effects of use, files that one can read, a bridge, a call of a tool, children.'),
  ])
  test.each([
    ['use effect', '/hooks'],
    ['useeffect', '/hooks'],
    ['useEff', '/hooks'],
    ['fsreadfile', '/fs'],
    ['readfile', '/fs'],
    ['fs read file', '/fs'],
    ['fs.readFile', '/fs'],
    ['skip bridge', '/bridge'],
    ['tool_call', '/tools'],
    ['toolcall', '/tools'],
    ['build-arg', '/arg'],
    ['--build-arg', '/arg'],
    ['nth child', '/nth'],
    ['flatmap', '/flat'],
    ['arrayprototypeflatmap', '/flat'],
    ['fs.raedFile', '/fs'],
    ['useffect', '/hooks'],
  ])('%s', (query, expected) => {
    expect(urls(index, query)[0]).toBe(expected)
  })
})

describe('symbols and short words', () => {
  const index = docs([
    page('/c', 'C', 'A language.'),
    page('/cpp', 'C++', 'Another language.'),
    page('/csharp', 'C#', 'A third.'),
    page('/arrow', 'Arrow functions', 'Written with => between.'),
    page('/media', '@media', 'At rule.'),
    page('/iflet', 'Concise Control Flow with if let', 'Text.'),
    page('/if', 'if Expressions', 'let me say if this is so, let it be'),
    page('/from', 'From and Into', 'Conversions from one to another.'),
    page('/bang', 'The last command', 'Type !! to run it again.'),
    page('/optional', 'Optional chaining', 'Use a?.b for that.'),
  ])
  test.each([
    ['C', '/c'],
    ['C++', '/cpp'],
    ['c#', '/csharp'],
    ['=>', '/arrow'],
    ['@media', '/media'],
    ['if let', '/iflet'],
    ['From', '/from'],
    ['!!', '/bang'],
    ['?.', '/optional'],
  ])('%s', (query, expected) => {
    expect(urls(index, query)[0]).toBe(expected)
  })
})

describe('any language', () => {
  const index = docs([
    page('/zh', '容器运行时', '在节点上安装容器运行时环境。'),
    page('/ja', 'コンテナを使う', 'これは説明です。'),
    page('/ko', '설치하기', '프로그램을 설치합니다.'),
    page('/th', 'การติดตั้ง', 'เริ่มต้นใช้งาน'),
    page('/ar', 'التثبيت', 'كيفية تثبيت البرنامج'),
    page('/ru', 'Установка', 'Ещё одна страница'),
    page('/vi', 'Cài đặt', 'Hướng dẫn'),
  ])
  test.each([
    ['运行', '/zh'],
    ['器', '/zh'],
    ['時', undefined],
    ['テナ', '/ja'],
    ['치하', '/ko'],
    ['ติดตั้ง', '/th'],
    ['التثبيت', '/ar'],
    ['еще одна', '/ru'],
    ['cai dat', '/vi'],
  ])('%s', (query, expected) => {
    expect(urls(index, query)[0]).toBe(expected)
  })
})

describe('ranking', () => {
  test('a title equal to the query is first', () => {
    const index = docs([
      page('/test', 'Test runner', 'timers timers timers timers: mock timers and more timers.'),
      { url: '/test#timers', headings: ['Test runner', 'Timers in tests'], content: 'timers' },
      page('/timers', 'Timers', ''),
      { url: '/x#timers', headings: ['Other', 'Events', 'Timers'], content: 'timers' },
    ])
    expect(urls(index, 'timers')[0]).toBe('/timers')
    expect(urls(index, 'tiemrs')[0]).toBe('/timers')
  })

  test('the exact form is before its inflection, and the inflection is found', () => {
    const index = docs([page('/a', 'Storage Class'), page('/b', 'Storage Classes')])
    expect(urls(index, 'storage classes')).toEqual(['/b', '/a'])
    expect(urls(index, 'storage class')).toEqual(['/a', '/b'])
  })

  test('if no section has all words of a question, the section with the content words is first', () => {
    const index = docs([
      page('/probes', 'Liveness probes', 'Restart containers that hang.'),
      page('/pods', 'Pods', 'How do I do what I want to do?'),
    ])
    expect(urls(index, 'how do I configure a liveness probe')[0]).toBe('/probes')
  })

  test('words may be in the page title, a heading above and the text', () => {
    const index = docs([
      { url: '/cluster#kill', headings: ['Cluster', 'Workers', 'kill'], content: 'Sends a signal.' },
      { url: '/process#kill', headings: ['Process', 'kill'], content: 'Sends a signal.' },
    ])
    expect(urls(index, 'cluster kill signal')[0]).toBe('/cluster#kill')
  })

  test.each([
    { query: 'bool', points: 0.6 },
    // Its letters, hashed to 16 bits, are those of `bool`.
    { query: 'bb bool bool bool', points: 0 },
  ])('the address of a page says nothing for a query that it only resembles: $query', ({ query, points }) => {
    const index = docs([page('/types/bool', 'Truth values', 'A bool is one bit.')])
    const [hit] = search(index, { query, getRankingInfo: true }).hits
    expect(hit?._rankingInfo?.relevance?.['address']).toBe(points)
  })

  test('equally relevant records are sorted by the criteria after relevance', () => {
    const settings = { ...DOCS_SETTINGS, ranking: ['relevance', 'attribute', 'custom'] }
    const index = docs([page('/a', 'One', 'An apple.'), page('/b', 'Two', 'An apple.')], settings)
    expect(urls(index, 'apple')).toEqual(['/a', '/b'])
  })
  test('code is searched, and ranks below headings', () => {
    const index = docs([
      { url: '/a', headings: ['Running'], content: 'See below.', code: 'docker run \\\n  --network host' },
      page('/b', 'Network', 'About it.'),
    ])
    expect(urls(index, 'network')).toEqual(['/b', '/a'])
    expect(search(index, { query: '--network' }).hits.find((hit) => hit['url'] === '/a')).toMatchObject({
      type: 'content',
      content: '--network host',
    })
  })
  test('texts of links to a section are searched, rank below headings, and are not in a hit', () => {
    const index = docs([
      { ...page('/a', 'Live updates', 'Reload a page.'), linked_as: ['hot reload', 'watch mode'] },
      page('/b', 'Reload', 'How to do it.'),
      page('/c', 'Other', 'A reload.'),
    ])
    expect(urls(index, 'reload')).toEqual(['/b', '/a', '/c'])
    const [hit] = search(index, { query: 'watch mode' }).hits
    expect(hit).toMatchObject({ url: '/a', type: 'lvl1', content: 'Reload a page.' })
    expect(JSON.stringify(hit)).not.toContain('watch')
  })
})

describe('attributes of a hit', () => {
  const index = docs([page('/a', 'Install <Docent>', 'Run it & be glad about the installation')])
  const first = (params: SearchParams): ReturnType<typeof search>['hits'][number] | undefined =>
    search(index, params).hits[0]

  test('text beside HTML tags is escaped, beside other tags it is not', () => {
    // The class that clients for docs look for.
    const marked = '<span class="algolia-docsearch-suggestion--highlight">Docent</span>'
    expect(first({ query: 'docent' })?._highlightResult).toMatchObject({
      hierarchy: { lvl1: { value: `Install &lt;${marked}&gt;`, matchLevel: 'full', matchedWords: ['docent'] } },
      content: { value: 'Run it &amp; be glad about the installation', matchLevel: 'none', matchedWords: [] },
    })
    expect(first({ query: 'docent', highlightPreTag: '[', highlightPostTag: ']' })?._highlightResult).toMatchObject({
      hierarchy: { lvl1: { value: 'Install <[Docent]>' } },
    })
  })

  test('levels that are null are absent, keys keep their order', () => {
    const highlighted = first({ query: 'docent' })?._highlightResult as { hierarchy: object }
    expect(Object.keys(highlighted.hierarchy)).toEqual(['lvl0', 'lvl1'])
  })

  test('only the typed part of a prefix match is marked', () => {
    expect(first({ query: 'inst', highlightPreTag: '[', highlightPostTag: ']' })?._highlightResult).toMatchObject({
      hierarchy: { lvl1: { value: '[Inst]all <Docent>' } },
      content: { value: 'Run it & be glad about the [inst]allation' },
    })
  })

  test('the type is content if no heading matched', () => {
    expect(first({ query: 'glad' })?.['type']).toBe('content')
    expect(first({ query: 'install' })?.['type']).toBe('lvl1')
  })

  test('a snippet is cut around the matches', () => {
    expect(
      first({ query: 'glad', attributesToSnippet: ['content:3'], highlightPreTag: '[', highlightPostTag: ']' })
        ?._snippetResult,
    ).toEqual({
      content: { value: '…be [glad] about…', matchLevel: 'full' },
    })
  })

  test('only the requested attributes, and objectID', () => {
    expect(
      first({
        query: 'docent',
        attributesToRetrieve: ['hierarchy.lvl1'],
        attributesToHighlight: [],
        attributesToSnippet: [],
      }),
    ).toEqual({
      objectID: '/a',
      hierarchy: { lvl1: 'Install <Docent>' },
    })
  })

  test('params repeats the parameters, form-encoded', () => {
    expect(search(index, { query: 'a b', facets: ['lang'] }).params).toBe('query=a+b&facets=%5B%22lang%22%5D')
  })
})

describe('syntax of a query', () => {
  const index = docs([
    page('/a', 'One', 'red green blue'),
    page('/b', 'Two', 'green red'),
    page('/c', 'Three', 'red --host'),
  ])
  test('a quoted phrase must match exactly', () => {
    expect(urls(index, '"red green"')).toEqual(['/a'])
  })
  test('a quoted phrase of any length in a script without spaces must match exactly', () => {
    const chinese = docs([page('/a', '一', '安装容器运行时环境'), page('/b', '二', '容器的运行环境')])
    for (const phrase of ['容器运', '容器运行', '容器运行时']) expect(urls(chinese, `"${phrase}"`)).toEqual(['/a'])
    expect(urls(chinese, '环境 -容器运行')).toEqual(['/b'])
  })
  test('a word after a dash excludes records', () => {
    expect(urls(index, 'red -green')).toEqual(['/c'])
  })
  test('a flag is a word', () => {
    expect(urls(index, '--host')).toEqual(['/c'])
    expect(urls(index, '-green')).toEqual(['/b', '/a'])
  })
  test('an optional word may be missing, and a record that has it ranks higher', () => {
    expect(urls(index, 'red green ', { optionalWords: ['green'] })).toEqual(['/a', '/b', '/c'])
    expect(urls(index, 'red green ', { removeWordsIfNoResults: 'none' })).toEqual(['/a', '/b'])
  })
  test('function words of a question have no marks, so that a snippet shows its other words', () => {
    const index = docs([
      page(
        '/rm',
        'rm',
        'Before each of the files is removed, as I do in the shell, -i asks. Errors of a missing file are ignored.',
      ),
    ])
    const [hit] = search(index, {
      query: 'how do I ignore the errors of files ',
      attributesToSnippet: ['content:6'],
      highlightPreTag: '<',
      highlightPostTag: '>',
    }).hits
    expect(hit?._snippetResult).toEqual({
      content: { value: '…<Errors> of a missing <file> are…', matchLevel: 'full' },
    })
    expect(hit?._highlightResult?.['content']).toMatchObject({
      matchLevel: 'full',
      matchedWords: ['ignore', 'errors', 'files'],
    })
  })

  test('function words alone, in quotes, or that are required have marks', () => {
    const index = docs([page('/for', 'Loops', 'The words of a loop: for each of the items.')])
    const marked = (query: string, params: SearchParams = {}): unknown =>
      search(index, { query, highlightPreTag: '<', highlightPostTag: '>', ...params }).hits[0]?._highlightResult
    const content = (value: string): unknown => expect.objectContaining({ content: expect.objectContaining({ value }) })
    expect(marked('for each ')).toEqual(content('The words of a loop: <for> <each> of the items.'))
    expect(marked('"for each" loop')).toEqual(content('The words of a <loop>: <for> <each> of the items.'))
    expect(marked('for loop', { removeStopWords: false })).toEqual(
      content('The words of a <loop>: <for> each of the items.'),
    )
    expect(marked('for loop')).toEqual(content('The words of a <loop>: for each of the items.'))
  })

  test('with removeStopWords function words are optional, unless there are no other words', () => {
    const found = (query: string, removeStopWords: boolean | string[]): number =>
      search(index, { query, removeStopWords, removeWordsIfNoResults: 'none', typoTolerance: false }).nbHits
    expect(found('where is the red green ', false)).toBe(0)
    expect(found('where is the red green ', true)).toBe(2)
    expect(found('where is the red green ', ['en'])).toBe(2)
    expect(found('where is the red green ', ['fr'])).toBe(2)
    expect(found('where is the red green ', [])).toBe(0)
    expect(found('where is ', true)).toBe(0)
  })
  test('a space ends the last word', () => {
    expect(urls(index, 'gre').length).toBe(2)
    expect(search(index, { query: 'gre ', typoTolerance: false }).nbHits).toBe(0)
  })
  test('a query over the limit is refused', () => {
    expect(() => search(index, { query: '容'.repeat(171) })).toThrow(EngineError)
    expect(search(index, { query: 'a'.repeat(512) }).nbHits).toBe(0)
  })
})

describe('filters, facets, groups and pages', () => {
  const settings: IndexSettings = {
    searchableAttributes: ['name'],
    attributesForFaceting: ['searchable(brand)', 'price', 'tags'],
    customRanking: ['desc(price)'],
    attributeForDistinct: 'brand',
  }
  const records: SearchRecord[] = [
    { objectID: '1', name: 'red shoe', brand: 'Acme Shoes', price: 10, tags: ['new', 'sale'], ok: true },
    { objectID: '2', name: 'blue shoe', brand: 'Bolt', price: 20, tags: ['sale'], ok: false },
    { objectID: '3', name: 'green hat', brand: 'Acme Shoes', price: 30, tags: [], ok: true },
    { objectID: '4', name: 'old shoe', brand: '-dash', price: 5.5, _tags: ['x'] },
  ]
  const index = openIndex(buildIndex(records, settings), settings)
  const ids = (params: SearchParams): string[] => search(index, params).hits.map((hit) => hit.objectID)

  test.each<[string, SearchParams, string[]]>([
    ['everything, by custom ranking', {}, ['3', '2', '1', '4']],
    ['facetFilters', { facetFilters: ['brand:acme shoes'] }, ['3', '1']],
    ['a list inside is OR', { facetFilters: [['brand:Bolt', 'tags:new']] }, ['2', '1']],
    ['a dash before the value is NOT', { facetFilters: ['brand:-Bolt'] }, ['3', '1', '4']],
    ['an escaped dash is a dash', { facetFilters: [String.raw`brand:\-dash`] }, ['4']],
    ['numericFilters', { numericFilters: ['price>=10', 'price<30'] }, ['2', '1']],
    ['a range', { numericFilters: ['price:10 TO 20'] }, ['2', '1']],
    ['tagFilters', { tagFilters: ['x'] }, ['4']],
    ['filters', { filters: '(brand:"Acme Shoes" OR brand:Bolt) AND price > 10' }, ['3', '2']],
    ['filters with NOT', { filters: 'NOT tags:sale AND NOT price = 5.5' }, ['3']],
    ['filters on booleans, without declaring the attribute', { filters: 'ok:true' }, ['3', '1']],
    [
      'optionalFilters change the order and exclude nothing',
      { optionalFilters: ['brand:-dash'] },
      ['3', '2', '1', '4'],
    ],
    [
      'optionalFilters rank by their scores',
      { query: 'shoe', optionalFilters: ['tags:new<score=1>', 'brand:Bolt<score=2>'] },
      ['2', '1', '4'],
    ],
    ['optionalFilters rank matching records first', { query: 'shoe', optionalFilters: ['tags:new'] }, ['1', '2', '4']],
  ])('%s', (_name, params, expected) => {
    expect(ids(params)).toEqual(expected)
  })

  test('errors of filters name the offset', () => {
    expect(() => search(index, { filters: 'brand:Bolt AND' })).toThrow('at the end')
    expect(() => search(index, { filters: 'brand:Bolt OR price > 3' })).toThrow('cannot be mixed')
  })

  test('facets count all hits, by count and then by text', () => {
    const response = search(index, { query: 'shoe', facets: ['*'], hitsPerPage: 0 })
    expect(response.hits).toEqual([])
    expect(response.nbPages).toBe(0)
    expect(response.facets).toEqual({
      brand: { '-dash': 1, 'Acme Shoes': 1, Bolt: 1 },
      price: { '10': 1, '20': 1, '5.5': 1 },
      tags: { sale: 2, new: 1 },
    })
    expect(response.facets_stats?.['price']).toEqual({ min: 5.5, max: 20, avg: 35.5 / 3, sum: 35.5 })
    expect(search(index, { facets: ['tags'], maxValuesPerFacet: 1 }).facets).toEqual({ tags: { sale: 2 } })
  })

  test('facet values are searched by prefixes of their words', () => {
    expect(searchFacetValues(index, 'brand', 'sho', {}).facetHits).toEqual([
      { value: 'Acme Shoes', highlighted: 'Acme <em>Sho</em>es', count: 2 },
    ])
    expect(() => searchFacetValues(index, 'tags', 's', {})).toThrow('searchable(tags)')
  })

  test('distinct keeps the best of each group and counts groups', () => {
    const response = search(index, { distinct: true })
    expect(response.hits.map((hit) => hit.objectID)).toEqual(['3', '2', '4'])
    expect(response.nbHits).toBe(3)
    expect(ids({ distinct: 2, hitsPerPage: 1 })).toEqual(['3', '1'])
  })

  test('pages, and offset with length', () => {
    expect(ids({ page: 1, hitsPerPage: 3 })).toEqual(['4'])
    expect(search(index, { page: 1, hitsPerPage: 3 })).toMatchObject({ page: 1, nbPages: 2, hitsPerPage: 3, nbHits: 4 })
    expect(search(index, { offset: 1, length: 2 })).toMatchObject({ offset: 1, length: 2 })
    expect(ids({ offset: 1, length: 2 })).toEqual(['2', '1'])
  })

  test('offset alone has the length of a page; length alone has no effect', () => {
    expect(search(index, { offset: 1, hitsPerPage: 2 })).toMatchObject({ offset: 1, length: 2 })
    expect(ids({ offset: 1, hitsPerPage: 2 })).toEqual(['2', '1'])
    expect(search(index, { length: 2 })).toEqual({ ...search(index, {}), params: expect.anything() })
  })

  test('a search stops when shouldStop says so', () => {
    const many = Array.from({ length: 70_000 }, (_, at) => ({ objectID: String(at), name: 'shoe' }))
    const large = openIndex(buildIndex(many, settings), settings)
    expect(() => search(large, { query: 'shoe' }, { shouldStop: () => true })).toThrow('stopped')
  })
})

describe('facet values', () => {
  test.each([
    ['the settings for documentation', { ...DOCS_SETTINGS, highlightPreTag: '<em>', highlightPostTag: '</em>' }],
    [
      'an attribute that is declared twice',
      { attributesForFaceting: ['hierarchy.lvl0', 'searchable(hierarchy.lvl0)'] },
    ],
  ])('can be searched as declared: %s', (_, settings: IndexSettings) => {
    const index = docs([page('/a', 'A'), page('/b', 'B')], settings)
    expect(searchFacetValues(index, 'hierarchy.lvl0', 'doc').facetHits).toEqual([
      { value: 'Documentation', highlighted: '<em>Doc</em>umentation', count: 2 },
    ])
  })

  test('no attribute is declared twice in the settings for documentation', () => {
    const { attributesForFaceting } = DOCS_SETTINGS
    const names = attributesForFaceting.map(attributeOfFacet)
    expect(names).toEqual([...new Set(names)])
    const { facets = {} } = search(docs([page('/a', 'A')]), { facets: ['*'] })
    expect(Object.keys(facets)).toEqual(['type', 'hierarchy.lvl0'])
  })
})
