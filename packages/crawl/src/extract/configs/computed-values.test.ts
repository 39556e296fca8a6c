import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'
import { readSiteConfig } from './read-config.ts'

const program = (constants: string, properties: string): string => `new Crawler({
  startUrls: ['https://docs.example.com/'],
  actions: [{ indexName: 'docs', pathsToMatch: ['https://docs.example.com/**'], recordExtractor: ({ $, helpers }) => {
    ${constants}
    return helpers.docsearch({ recordProps: { lvl0: { selectors: '', defaultValue: 'Docs' }, lvl1: 'h1', content: 'p', ${properties} } })
  } }],
})`
const product = `const product = $('meta[name="docsearch:product"]').attr('content') || 'none'`

test('a constant that is the value of an attribute is read from each page', () => {
  const text = program(product, 'product: { defaultValue: product }')
  const site = learnSite([], { config: readSiteConfig(text, 'crawler.js') })
  const read = (head: string): unknown =>
    site.read({ url: 'https://docs.example.com/a', html: `${head}<h1>Install</h1><p>Run.</p>` }).records[0]?.product
  expect(read('<meta name="docsearch:product" content="gears">')).toBe('gears')
  expect(read('<title>A</title>')).toBe('none')
  expect(readSiteConfig(text, 'crawler.js').notes).toEqual([])
})

test('a rank that only the program computes is named', () => {
  const { notes, rules } = readSiteConfig(program(product, "pageRank: product === 'gears' ? 100 : 0"), 'crawler.js')
  expect(notes).toEqual([
    'The value of "actions[0].recordExtractor.recordProps.pageRank" is not used: only running the program would give it.',
  ])
  expect(rules[0]?.pageRank).toBe(0)
})
