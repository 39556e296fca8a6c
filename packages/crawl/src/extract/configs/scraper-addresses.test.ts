import { expect, test } from 'vitest'
import { readSiteConfig } from './read-config.ts'
import { matcherOfUrl } from './url-pattern.ts'

const read = (more: object): ReturnType<typeof readSiteConfig> =>
  readSiteConfig(JSON.stringify({ index_name: 'docs', selectors: { lvl0: 'h1', text: 'p' }, ...more }), 'docs.json')

test('patterns that begin with a scheme match both', () => {
  const { allowed, stops, rules, starts } = read({
    start_urls: [{ url: 'http://docs.example.com/', tags: ['docs'] }, '^http://old.example.com/'],
    stop_urls: ['https://docs.example.com/old/', '/private/'],
  })
  expect(starts).toEqual(['http://docs.example.com/', 'http://old.example.com/'])
  const matches = (url: string): boolean[] =>
    [allowed, stops, rules[0]?.pages ?? []].map((patterns) =>
      patterns.some((pattern) => matcherOfUrl(pattern)(url) !== undefined),
    )
  for (const scheme of ['http', 'https']) {
    expect(matches(`${scheme}://docs.example.com/a`)).toEqual([true, false, true])
    expect(matches(`${scheme}://docs.example.com/old/`)).toEqual([true, true, true])
    expect(matches(`${scheme}://old.example.com/`)).toEqual([true, false, false])
  }
})

test('a start address may exclude a folder that follows it', () => {
  const { allowed } = read({ start_urls: ['https://example.com/(?!docs/)', 'https://example.com/'] })
  const [first] = allowed.map(matcherOfUrl)
  expect(['guide', 'docs', 'docs/a'].map((path) => first?.(`https://example.com/${path}`) !== undefined)).toEqual([
    true,
    true,
    false,
  ])
})

test('where a script gives the values of a variable, its page is the start', () => {
  const variables = { version: { url: 'https://example.com/docs/', js: 'return JSON.stringify([])' } }
  const { starts, notes, rules } = read({
    start_urls: [{ url: 'https://example.com/docs/(?P<version>.*?)/', variables }],
  })
  expect(starts).toEqual(['https://example.com/docs/'])
  expect(notes).toEqual([
    'The script of "start_urls[0].variables.version" is not run: the crawl begins at its page and follows the links there.',
  ])
  const [pattern] = rules[0]?.pages ?? []
  expect(pattern && matcherOfUrl(pattern)('https://example.com/docs/v2/install')).toEqual({ version: 'v2' })
})

test('a flag may be a text', () => {
  const { rules, notes } = read({
    start_urls: ['https://example.com/'],
    selectors: { lvl0: { selector: 'nav', global: 'true' }, lvl1: { selector: 'h1', global: 'false' }, text: 'p' },
  })
  expect([rules[0]?.levels[0]?.global, rules[0]?.levels[1]?.global, notes]).toEqual([true, false, []])
})
