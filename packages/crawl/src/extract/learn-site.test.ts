import { expect, test } from 'vitest'
import { learnSite } from './learn-site.ts'

const page = (main: string): { url: string; html: string } => ({
  url: 'https://docs.example.com/guide',
  html: `<html lang="en"><head><title>Guide</title></head><body><nav>Menu</nav><main>${main}</main></body></html>`,
})

test('a page has a record for its lead and for each section, with the address of its anchor', () => {
  const one = page('<h1>Guide</h1><p>First <b>words</b>.</p><h2 id="use">Use</h2><ul><li>One</li></ul><pre>run\n</pre>')
  const { records, title } = learnSite([one], { siteName: 'Docs' }).read(one)
  expect(title).toBe('Guide')
  expect(records.map(({ url, hierarchy, content, code }) => [url, hierarchy.lvl2, content, code])).toEqual([
    ['https://docs.example.com/guide', null, 'First words.', undefined],
    ['https://docs.example.com/guide#use', 'Use', 'One', 'run'],
  ])
})
