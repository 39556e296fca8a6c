import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { DOCS_SETTINGS } from '@docent/engine'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { type ConfiguredCrawl, readCrawlConfig } from './site-config.ts'

async function configured(more: object): Promise<ConfiguredCrawl> {
  const folder = folderOf()
  const file = join(folder, 'docs.json')
  const selectors = { lvl1: 'h1', text: 'p' }
  await writeFile(file, JSON.stringify({ start_urls: ['https://docs.example.com/'], selectors, ...more }))
  return await readCrawlConfig(file)
}

test('synonyms and rules are saved with the index; parts without an effect are named', async () => {
  const { notes, settings, parts } = await configured({
    custom_settings: {
      hitsPerPage: 7,
      synonyms: [['js', 'javascript'], ['ts', 'typescript'], 7],
    },
    query_rules: [{ objectID: 'a' }],
    allowed_domains: ['docs.example.com', 'api.example.com'],
  })
  expect(settings).toMatchObject({ hitsPerPage: 7 })
  expect(settings).not.toHaveProperty('synonyms')
  expect(parts.synonyms.map(({ synonyms }) => synonyms)).toEqual([
    ['js', 'javascript'],
    ['ts', 'typescript'],
  ])
  expect(parts.rules).toEqual([{ objectID: 'a' }])
  expect(notes).toEqual([
    'Entry 3 of the synonyms is not saved: it is no list of words and no table.',
    'The host api.example.com is not crawled: no start address is on it.',
  ])
})

test('the rules for sitemaps become options of the crawl', async () => {
  const { options, notes } = await configured({ sitemap_alternate_links: true, force_sitemap_urls_crawling: true })
  expect(options).toMatchObject({ wholeSitemaps: true, sitemapAlternates: true })
  expect(notes).toEqual([])
})

test('settings of another search engine are named and not saved', async () => {
  const custom_settings = { hitsPerPage: 7, stopWords: ['of'], filterableAttributes: ['version'] }
  const { settings, notes } = await configured({ index_uid: 'docs', custom_settings })
  expect(settings).toEqual({ ...DOCS_SETTINGS, hitsPerPage: 7 })
  expect(notes).toEqual([
    expect.stringContaining('"index_uid" is not used'),
    expect.stringContaining('The setting "stopWords" is not saved: '),
    expect.stringContaining('The setting "filterableAttributes" is not saved: '),
  ])
})

test('a message about a pattern names the file', () =>
  expect(configured({ stop_urls: ['a('] })).rejects.toThrow(/docs\.json: The pattern "a\(" is no regular expression/))
