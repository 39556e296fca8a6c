import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'
import { readSiteConfig } from './read-config.ts'

const PROPERTIES = `{ recordProps: { lvl0: { selectors: '', defaultValue: 'Docs' }, lvl1: 'h1', content: 'p' } }`

/** A configuration whose extractor has a body. */
const program = (body: string): string => `new Crawler({
  startUrls: ['https://docs.example.com/'],
  actions: [{ indexName: 'docs', pathsToMatch: ['https://docs.example.com/**'], recordExtractor: ({ $, helpers, url }) => {
${body}
  } }],
})`
const notesOf = (body: string): string[] => readSiteConfig(program(body), 'crawler.js').notes
const textsOf = (body: string, html: string): (string | null)[] =>
  learnSite([], { config: readSiteConfig(program(body), 'crawler.js') })
    .read({ url: 'https://docs.example.com/a', html })
    .records.map(({ content }) => content)

test.each([`const toRemove = '.ad, .toc'\n$(toRemove).remove()`, `$('main').find('.ad').remove()\n$('.toc').remove()`])(
  'elements that the extractor removes are no text: %s',
  (statements) => {
    const body = `${statements}\nreturn helpers.docsearch(${PROPERTIES})`
    const html = '<main><h1>Install</h1><p>Run <b class="ad">now</b> make. <i class="toc">Contents</i></p></main>'
    expect(textsOf(body, html)).toEqual(['Run make.'])
    expect(notesOf(body)).toEqual([])
  },
)

test('a page with a text that ends the extractor has no records', () => {
  const body = `const body = $.text();
    const toCheck = ['not ready', 'Not here'];
    const shouldStop = toCheck.some((text) => body.includes(text));
    if (shouldStop) { return []; }
    return helpers.docsearch(${PROPERTIES})`
  expect(textsOf(body, '<h1>Install</h1><p>Run.</p>')).toEqual(['Run.'])
  expect(textsOf(body, '<h1>Install</h1><p>This page is not ready.</p>')).toEqual([])
  expect(notesOf(body)).toEqual([])
})

test('other conditions are named', () =>
  expect(notesOf(`if (url.pathname.startsWith('/old/')) return []\nreturn helpers.docsearch(${PROPERTIES})`)).toEqual([
    'Line 4 of the program (actions[0].recordExtractor) is not run and has no effect.',
  ]))

test('records that the extractor keeps in a constant are read, and what it does with them is named', () => {
  const html = '<h1>Install</h1><p>Run.</p>'
  const kept = `const data = helpers.docsearch(${PROPERTIES})\nreturn data`
  expect(textsOf(kept, html)).toEqual(['Run.'])
  expect(notesOf(kept)).toEqual([])
  for (const changed of [
    `const data = helpers.docsearch(${PROPERTIES})\n\nreturn data.map((record) => ({ ...record, rank: 1 }))`,
    `\n\nreturn helpers.docsearch(${PROPERTIES}).map((record) => ({ ...record, rank: 1 }))`,
  ]) {
    expect(textsOf(changed, html)).toEqual(['Run.'])
    expect(notesOf(changed)).toEqual([
      'Line 6 of the program (actions[0].recordExtractor) changes the records; that is not run and has no effect.',
    ])
  }
})

test('an extractor without the call, and the remedy', () => {
  const refused = (body: string) => () => readSiteConfig(program(body), 'crawler.js')
  const remedy =
    /crawler\.js has no "actions" with a record extractor that can be read \("actions\[0\]", line 3\); call helpers\.docsearch with an object for "recordProps", or crawl the site without this configuration/
  expect(refused('return helpers.article({ $, url })')).toThrow(remedy)
  expect(refused("return helpers.docsearch({ recordProps: url.pathname === '/' ? {} : {} })")).toThrow(remedy)
})
