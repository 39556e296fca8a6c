import { expect, test } from 'vitest'
import type { DocRecord } from '@docent/engine'
import { learnSite } from '../learn-site.ts'
import { readSiteConfig } from './read-config.ts'

const HTML = `<html lang="en"><body><nav><a class="active">Guide</a></nav><main>
<h1>Install</h1><p>Before you begin.</p><div class="ad"><p>Buy now</p></div>
<h2 id="linux">On Linux§</h2><p>Run <code>make</code>.</p><ul><li>First<p>of all</p></li></ul><pre>make</pre>
<h3 id="arm">ARM</h3><p>Slow.</p><h2 id="empty">Empty</h2></main></body></html>`

const records = (text: string, url = 'https://docs.example.com/v2/install', html = HTML): DocRecord[] =>
  learnSite([], { config: readSiteConfig(text, text.startsWith('{') ? 'docs.json' : 'crawler.js') }).read({ url, html })
    .records
const trails = (all: DocRecord[]): unknown[] =>
  all.map(({ hierarchy, content }) => [...Object.values(hierarchy).filter((text) => text !== null), content])

const SELECTORS = {
  lvl0: { selector: 'nav .active', global: true, default_value: 'Docs' },
  lvl1: 'main h1',
  lvl2: 'main h2',
  lvl3: 'main h3',
  text: 'main p, main li',
}
const json = (more: object): string =>
  JSON.stringify({ index_name: 'docs', start_urls: ['https://docs.example.com/'], selectors: SELECTORS, ...more })

test('a configuration of the scraper gives a record for each heading, with the text below it', () => {
  expect(trails(records(json({ selectors_exclude: ['.ad'] })))).toEqual([
    ['Guide', 'Install', 'Before you begin.'],
    ['Guide', 'Install', 'On Linux', 'Run make.\nFirst\nof all'],
    ['Guide', 'Install', 'On Linux', 'ARM', 'Slow.'],
    ['Guide', 'Install', 'Empty', null],
  ])
})

test('a level has its fallback on pages where its selector matches nothing', () => {
  const [first] = records(json({}), undefined, HTML.replace('class="active"', ''))
  expect(first?.hierarchy.lvl0).toBe('Docs')
})

test('level 0 may be a heading: the headings below it are level 1', () => {
  const selectors = { lvl0: 'main h1', lvl1: 'main h2', lvl2: 'main h3', text: 'main > p' }
  const all = records(json({ selectors }))
  expect(trails(all)).toEqual([
    ['Install', 'Before you begin.'],
    ['Install', 'On Linux', 'Run make.'],
    ['Install', 'On Linux', 'ARM', 'Slow.'],
    ['Install', 'Empty', null],
  ])
  expect(all.map(({ type, weight, url }) => [type, weight.level, weight.position, new URL(url).hash])).toEqual([
    ['lvl0', 100, 0, ''],
    ['lvl1', 90, 1, '#linux'],
    ['lvl2', 80, 2, '#arm'],
    ['lvl1', 90, 3, '#empty'],
  ])
})

test('start addresses choose selectors, tags, rank and attributes', () => {
  const config = json({
    start_urls: [
      'https://docs.example.com/',
      {
        url: 'https://docs.example.com/(?P<version>v\\d)/',
        variables: { version: ['v1', 'v2'] },
        selectors_key: 'plain',
        tags: ['old'],
        page_rank: 7,
        extra_attributes: { product: 'gears' },
      },
    ],
    selectors: { default: SELECTORS, plain: { lvl0: 'main h1', text: 'main p' } },
  })
  expect(readSiteConfig(config, 'docs.json').starts).toEqual([
    'https://docs.example.com/',
    'https://docs.example.com/v1/',
    'https://docs.example.com/v2/',
  ])
  expect(records(config)[0]).toMatchObject({ version: 'v2', tags: ['old'], product: 'gears', weight: { pageRank: 7 } })
  expect(records(config, 'https://docs.example.com/install')[0]).toMatchObject({ weight: { pageRank: 0 } })
})

test('headings without text are left out below the lowest level, or all of them', () => {
  const titled = (more: object): (string | null)[] => records(json(more)).map(({ hierarchy }) => hierarchy.lvl2)
  expect(titled({ min_indexed_level: 3 })).toEqual([null, 'On Linux', 'On Linux'])
  expect(titled({ only_content_level: true })).toEqual([null, 'On Linux', 'On Linux'])
})

test('a page with a text of stop_content has no records', () => {
  expect(records(json({ stop_content: ['Slow.'] }))).toEqual([])
})

test('XPath with an equivalent in CSS is used, other XPath is named', () => {
  const selectors = {
    lvl0: { selector: "//nav//a[contains(@class, 'active')]", type: 'xpath', global: true },
    lvl1: { selector: '//main/h1', type: 'xpath' },
    lvl2: { selector: "//h2[contains(text(), 'Linux')]", type: 'xpath' },
    text: 'main p',
  }
  expect(trails(records(json({ selectors })))[0]).toEqual([
    'Guide',
    'Install',
    'Before you begin.\nBuy now\nRun make.\nof all\nSlow.',
  ])
  expect(readSiteConfig(json({ selectors }), 'docs.json').notes).toEqual([
    `"selectors.lvl2" is not used: the XPath "//h2[contains(text(), 'Linux')]" has no equivalent in CSS; write CSS.`,
  ])
})

test('XPath of the last of several elements, and of the heading before an element, as the templates of Docusaurus have it', () => {
  const nav = `<nav class="navGroups"><h3>Basics</h3><a>One</a><h3>Setup <a class="in">!</a></h3><a>Two</a><a class="on">Three</a><h3>End</h3><a class="on">Z</a></nav>`
  const groupBy = (selector: string): unknown => {
    const selectors = { ...SELECTORS, lvl0: { selector, type: 'xpath', global: true, default_value: 'Docs' } }
    return records(json({ selectors }), undefined, HTML.replace('<main>', `${nav}<main>`))[0]?.hierarchy.lvl0
  }
  expect(groupBy("(//nav//a[@class='on']/text() | //nav//a[@class='active']/text())[last()]")).toBe('Z')
  expect(groupBy("(//nav//a[@class='on'] | //nav//a[@class='active'])[1]")).toBe('Guide')
  expect(groupBy("//*[contains(@class,'navGroups')]//*[contains(@class,'on')]/preceding::h3[1]")).toBe('Setup !')
  expect(groupBy("//a[@class='in']/preceding::h3[1]")).toBe('Basics')
  expect(groupBy("//a[@class='active']/preceding::h3[1]")).toBe('Docs')
})

test('XPath of an attribute gives its value to every record of the page', () => {
  const selectors = {
    ...SELECTORS,
    lang: { selector: '/html/@lang', type: 'xpath', global: true, default_value: 'en-US' },
    edition: { selector: "//meta[@name='edition']/@content", type: 'xpath', default_value: 'latest' },
    kind: { selector: '/html/@constructor', type: 'xpath' },
  }
  const html = HTML.replace('lang="en"', 'lang="zh-CN"').replace('<body>', '<meta name="edition" content="4"><body>')
  const all = records(json({ selectors }), undefined, html)
  expect(all.map(({ lang, edition }) => [lang, edition])).toEqual(all.map(() => ['zh-CN', '4']))
  expect(records(json({ selectors }))[0]).toMatchObject({ lang: 'en', edition: 'latest' })
  const config = json({ selectors: { ...selectors, text: { selector: '//p/@title', type: 'xpath' } } })
  expect(readSiteConfig(config, 'docs.json').notes).toEqual([
    '"selectors.text" is not used: the values of attributes are no texts of sections; name elements.',
  ])
})

test('characters at the ends of texts are removed by selector, before those of the configuration', () => {
  const selectors = {
    ...SELECTORS,
    lvl1: { selector: 'main h1', strip_chars: 'Il' },
    text: { selector: 'main > p', strip_chars: ' .' },
  }
  expect(trails(records(json({ selectors, strip_chars: '§E' })))).toEqual([
    ['Guide', 'nsta', 'Before you begin'],
    ['Guide', 'nsta', 'On Linux', 'Run make'],
    ['Guide', 'nsta', 'On Linux', 'ARM', 'Slow'],
    ['Guide', 'nsta', 'mpty', null],
  ])
})

test('synonyms and rules are no settings', () => {
  const synonyms = [['js', 'javascript']]
  const custom_settings = { hitsPerPage: 5, synonyms }
  const query_rules = [{ objectID: 'a' }]
  expect(readSiteConfig(json({ custom_settings, query_rules }), 'docs.json')).toMatchObject({
    settings: { hitsPerPage: 5 },
    synonyms,
    queryRules: query_rules,
  })
  const program = PROGRAM.replace('hitsPerPage: 5', "hitsPerPage: 5, synonyms: [['js', 'javascript']], rules: []")
  const { settings, ...read } = readSiteConfig(program, 'crawler.js')
  expect(settings).toEqual({ attributesForFaceting: ['type', 'lang'], hitsPerPage: 5 })
  expect(read).toMatchObject({ synonyms, queryRules: [] })
})

test('settings of another index are named', () => {
  const program = PROGRAM.replace('initialIndexSettings: {', 'initialIndexSettings: { bolts: { hitsPerPage: 9 },')
  const { settings, notes } = readSiteConfig(program, 'crawler.js')
  expect(settings).toMatchObject({ hitsPerPage: 5 })
  expect(notes).toContain('"initialIndexSettings.bolts" is not used: the settings of gears are.')
})

test('keys that have no effect on a crawl are named with the reason', () => {
  const { notes } = readSiteConfig(
    json({ nb_hits: 3, nb_hits_max: 9, js_wait: 2, strict_redirect: true, conversation_id: ['1'], comments: 'x' }),
    'docs.json',
  )
  expect(notes.map((note) => note.split(' is not used: ')[0])).toEqual([
    '"nb_hits"',
    '"nb_hits_max"',
    '"js_wait"',
    '"strict_redirect"',
    '"conversation_id"',
    '"comments"',
  ])
  const program = PROGRAM.replace(
    'actions: [{',
    'safetyChecks: { a: 1 }, cache: {}, actions: [{ selectorsToMatch: [".x"],',
  )
  expect(readSiteConfig(program, 'crawler.js').notes).toEqual(
    expect.arrayContaining([
      '"actions[0].selectorsToMatch" is not used: an action is chosen by the address of a page.',
      '"safetyChecks" is not used: each crawl is compared with the served records before it replaces them.',
      '"cache" is not used: unchanged pages are never read again.',
    ]),
  )
})

test('keys without an effect and values of a wrong type are named', () => {
  const { notes, settings, stops } = readSiteConfig(
    json({ colour: 1, stop_urls: '/old/', custom_settings: { separatorsToIndex: '_' }, min_indexed_level: 'low' }),
    'docs.json',
  )
  expect(notes).toEqual([
    '"min_indexed_level" is not used: it is no number.',
    '"colour" is not used: Docent has no such setting.',
  ])
  expect(settings).toEqual({ separatorsToIndex: '_' })
  expect(stops).toEqual([{ kind: 'regex', source: '/old/' }])
})

const PROGRAM = `
const base = 'https://docs.example.com'
new Crawler({
  appId: 'X', apiKey: process.env.KEY, rateLimit: 8, maxDepth: 10,
  startUrls: [base + '/'], sitemaps: [\`\${base}/sitemap.xml\`],
  exclusionPatterns: [base + '/blog/**'], ignoreCanonicalTo: true, schedule: 'at 02:00 every 1 day',
  linkExtractor: ({ $ }) => $('a').toArray(),
  actions: [{
    indexName: 'gears',
    pathsToMatch: [base + '/**'],
    recordExtractor: ({ $, helpers }) => {
      const lvl0 = $('nav .active').last().text() || 'Documentation'
      $('.ad').remove()
      track()
      return helpers.docsearch({
        recordProps: {
          lvl0: { selectors: '', defaultValue: lvl0 },
          lvl1: ['header h1', 'main h1'],
          lvl2: 'main h2', lvl3: 'main h3',
          content: 'main p, main li',
          pageRank: '5', tags: { defaultValue: ['v1'] }, product: { defaultValue: ['gears'] },
          lang: '',
        },
        indexHeadings: true, aggregateContent: true, recordVersion: 'v3',
      })
    },
  }],
  initialIndexSettings: { gears: { attributesForFaceting: ['type', 'lang'], hitsPerPage: 5 } },
})`

test('the data of the hosted crawler is read, and no part of it is run', () => {
  const config = readSiteConfig(PROGRAM, 'crawler.js')
  expect(config).toMatchObject({
    indexName: 'gears',
    starts: ['https://docs.example.com/'],
    sitemaps: ['https://docs.example.com/sitemap.xml'],
    stops: [{ kind: 'glob', source: 'https://docs.example.com/blog/**' }],
    ignores: { robots: false, noindex: false, canonical: true },
    rate: 8,
    maxDepth: 10,
    settings: { attributesForFaceting: ['type', 'lang'], hitsPerPage: 5 },
  })
  expect(config.notes).toEqual([
    '"apiKey" (crawler.js:4) is not used: only running the program would give it.',
    '"linkExtractor" (crawler.js:7) is not used: only running the program would give it.',
    'Line 14 of the program (actions[0].recordExtractor) is not run and has no effect.',
    '"actions[0].recordExtractor.recordVersion" is not used: records have one form, which the search boxes of all versions read.',
    '"appId" is not used: records are written to the host of --to with the key of --key, else to the data folder.',
  ])
  const all = records(PROGRAM)
  expect(trails(all)).toEqual([
    ['Guide', 'Install', 'Before you begin.'],
    ['Guide', 'Install', 'On Linux§', 'Run make.\nFirst\nof all'],
    ['Guide', 'Install', 'On Linux§', 'ARM', 'Slow.'],
    ['Guide', 'Install', 'Empty', null],
  ])
  expect(all[0]).toMatchObject({ tags: ['v1'], product: 'gears', lang: 'en', weight: { pageRank: 5 } })
})

test('options of the extractor without an effect are named', () => {
  const program = PROGRAM.replace('aggregateContent: true, recordVersion', 'aggregateContent: false, retries: 2, v')
  const { notes } = readSiteConfig(program, 'crawler.js')
  expect(notes).toContain(
    '"actions[0].recordExtractor.aggregateContent" is not used: the texts of a section are always one record.',
  )
  expect(notes).toContain('"actions[0].recordExtractor.retries" is not used: Docent has no such setting.')
})

test('an address without an action has no records, and says so', () => {
  const reader = learnSite([], { config: readSiteConfig(PROGRAM, 'crawler.js') })
  expect(reader.read({ url: 'https://other.example.com/', html: HTML })).toMatchObject({
    records: [],
    notes: ['No action of the configuration has this address.'],
  })
})

test.each([
  ['{', /docs\.json is no JSON/],
  ['{"index_name": "a"}', /neither "start_urls" nor "sitemap_urls"/],
  ['{"start_urls": ["https://a.example/"]}', /has no "selectors"/],
])('%s names its fault', (text, message) => {
  expect(() => readSiteConfig(text, 'docs.json')).toThrow(message)
})

test('a pattern that could take exponential time is answered at once', () => {
  const config = json({ start_urls: [{ url: '(a+)+$', selectors_key: 'none' }], selectors: { default: SELECTORS } })
  expect(records(config, `https://docs.example.com/${'a'.repeat(50_000)}!`)).toHaveLength(4)
})
