import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'
import { readSiteConfig } from './read-config.ts'

const HTML =
  '<nav><a class="on">Guide</a></nav><main><h1>Install</h1><p>Before you begin.</p><h2 id="use">Use</h2><p>Run.</p></main>'
const SELECTORS = { lvl0: { selector: 'nav a', global: true }, lvl1: 'main h1', lvl2: 'main h2', text: 'main p' }
const json = (more: object): string => JSON.stringify({ selectors: SELECTORS, ...more })
const counts = (text: string, ...paths: string[]): number[] => {
  const site = learnSite([], { config: readSiteConfig(text, 'docs.json') })
  return paths.map((path) => site.read({ url: `https://docs.example.com/${path}`, html: HTML }).records.length)
}

test('start pages that are not to be scraped have no records, the pages below them have', () => {
  const starts = ['https://docs.example.com/', { url: 'https://docs.example.com/v2', tags: ['v2'] }]
  const text = json({ start_urls: starts, scrape_start_urls: false })
  expect(counts(text, '', 'install', 'v2/', 'v2/install')).toEqual([0, 2, 0, 2])
  expect(readSiteConfig(text, 'docs.json').notes).toEqual([])
})

test('one start page may be left out', () => {
  const text = json({
    start_urls: [{ url: 'https://docs.example.com/', scrape: false }, 'https://docs.example.com/v2/'],
  })
  expect(counts(text, '', 'v2/', 'v2/install')).toEqual([0, 2, 2])
})

test('XPath in parentheses is the one within', () => {
  const selector = "(//nav/a[@class='on']/text() | //nav/b/text())"
  const selectors = { ...SELECTORS, lvl0: { selector, type: 'xpath', global: true } }
  const text = json({ start_urls: ['https://docs.example.com/'], selectors })
  const site = learnSite([], { config: readSiteConfig(text, 'docs.json') })
  expect(site.read({ url: 'https://docs.example.com/', html: HTML }).records[0]?.hierarchy.lvl0).toBe('Guide')
})
