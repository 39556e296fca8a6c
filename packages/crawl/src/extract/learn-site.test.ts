import { expect, test } from 'vitest'
import type { FetchedPage } from '../result/fetched-page.ts'
import { learnSite } from './learn-site.ts'

const page = (main: string): FetchedPage => ({
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

test('a page without body tags has the same records', () => {
  const content = '<h1>Guide</h1><p>First words.</p><h2 id="use">Use</h2><p>One</p>'
  const recordsOf = (html: string): unknown => {
    const one = { url: 'https://docs.example.com/guide', html }
    return learnSite([one], { siteName: 'Docs' }).read(one).records
  }
  const head = '<!doctype html><meta charset="utf-8"><title>Guide</title>'
  expect(recordsOf(`${head}${content}`)).toEqual(recordsOf(`${head}<body>${content}</body>`))
})

/** A page of a site without semantic elements: a frame of divs, with a part that differs on every page. */
const framed = (index: number): FetchedPage => ({
  url: `https://docs.example.com/page-${index}`,
  html: `<html><head><title>Topic ${index} | Gears</title></head><body>
    <div class="top"><a href="/">Gears</a><a href="/page-1">Topic 1</a></div>
    <div class="wrap"><div class="menu"><h3>Guide</h3><ul>${[1, 2, 3].map((n) => `<li><a href="/page-${n}">Topic ${n}</a></li>`).join('')}</ul></div>
    <div class="text"><ul><li><a href="#use">Use</a></li><li><a href="#more">More</a></li></ul>
      <h1>Topic ${index}</h1><p>The text number ${index} about one thing.</p><h2 id="use">Use</h2><p>How to use ${index}.</p>
      <h2 id="more">More</h2><p>More about ${index}.</p><div class="box"><p>Was this helpful?</p></div></div></div>
    <div class="bottom"><p>All rights reserved.</p></div></body></html>`,
})
const site = Array.from({ length: 12 }, (_, index) => framed(index + 1))

test('without a known layout, what repeats on the pages is frame', () => {
  const read = learnSite(site, {}).read(framed(3))
  expect(read).toMatchObject({ layout: 'structure', title: 'Topic 3', group: 'Guide' })
  expect(read.records.map(({ anchor, content }) => [anchor, content])).toEqual([
    ['', 'The text number 3 about one thing.'],
    ['use', 'How to use 3.'],
    ['more', 'More about 3.'],
  ])
})

test('the order of the pages has no influence', () => {
  const many = Array.from({ length: 200 }, (_, index) => framed(index + 1))
  const [one, other] = [learnSite(many, {}), learnSite(many.toReversed(), {})]
  expect(other.fingerprint).toBe(one.fingerprint)
  expect(other.read(framed(7))).toEqual(one.read(framed(7)))
})

test('one more page changes nothing that was learnt', () => {
  const learnt = (pages: FetchedPage[]): string => learnSite(pages, {}).fingerprint
  expect(learnt([...site, framed(99)])).toBe(learnt(site))
})

test('the text of few pages of a large site is read for learning', () => {
  let reads = 0
  const lazy = Array.from({ length: 1000 }, (_, index): FetchedPage => {
    const { url, html } = framed(index)
    return {
      url,
      get html() {
        reads++
        return html
      },
    }
  })
  learnSite(lazy, {})
  expect(reads).toBeLessThan(500)
})

test('a page without a heading has the title of its head, without the name of the site', () => {
  const one = { url: 'https://docs.example.com/a', html: '<title>Topic | Gears</title><main><p>Text.</p></main>' }
  expect(learnSite([...site, one], {}).read(one).title).toBe('Topic')
})

test('the name of the site is the end that the titles of most heads share, also where pages have other headings', () => {
  const branded = (topic: string): FetchedPage => ({
    url: `https://docs.example.com/${topic}`,
    html: `<head><title>${topic} - Gears</title></head><main><p>The text about ${topic}.</p></main>`,
  })
  const site = ['Install', 'Use', 'Tune', 'Repair'].map(branded)
  const reader = learnSite(site, {})
  const records = site.flatMap((page) => reader.read(page).records)
  expect(records.map(({ hierarchy: { lvl0, lvl1 } }) => [lvl0, lvl1])).toEqual([
    ['Gears', 'Install'],
    ['Gears', 'Use'],
    ['Gears', 'Tune'],
    ['Gears', 'Repair'],
  ])
})

test('a page that begins with a lower heading has it as its title, and the other levels move up', () => {
  const html = `<title>Install - Gears</title><h1>Gears</h1><main><h2 id="i">Install</h2><p>A</p><h3 id="l">Linux</h3><p>B</p></main>`
  const { title, records } = learnSite(site, {}).read({ url: 'https://docs.example.com/a', html })
  expect(title).toBe('Install')
  expect(records.map(({ hierarchy, anchor }) => [hierarchy.lvl1, hierarchy.lvl2, anchor])).toEqual([
    ['Install', null, ''],
    ['Install', 'Linux', 'l'],
  ])
})

test('a page without any text has no records', () => {
  const one = {
    url: 'https://docs.example.com/a',
    html: '<html><body><div id="root"></div><script>x()</script></body></html>',
  }
  expect(learnSite(site, {}).read(one).records).toEqual([])
})

test('language and version are those of the page', () => {
  const html = `<html lang="de"><meta name="docsearch:version" content="2.0,latest"><main><h1>A</h1><p>B</p></main></html>`
  const { records } = learnSite([], {}).read({ url: 'https://docs.example.com/a', html })
  expect(records[0]).toMatchObject({ lang: 'de', language: 'de', version: '2.0' })
})
