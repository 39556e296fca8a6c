import { describe, expect, test } from 'vitest'
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

test('the name of the site is behind a sign of any kind', () => {
  for (const sign of [' | ', ' · ', ' - ', ' :: ', ' — ']) {
    const pages = ['Install', 'Use', 'Tune'].map((topic) => ({
      url: `https://docs.example.com/${topic}`,
      html: `<title>${topic}${sign}Gears</title><main><p>The text about ${topic}.</p></main>`,
    }))
    const reader = learnSite(pages, {})
    expect(pages.map((page) => reader.read(page)).map(({ title, group }) => [group, title])).toEqual([
      ['Gears', 'Install'],
      ['Gears', 'Use'],
      ['Gears', 'Tune'],
    ])
  }
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

test.each([
  [
    'the one that its head names, also outside of the content',
    'server - Gears',
    '<h1>Gears</h1><h1>server</h1>',
    '<h1 id="a">Types</h1><p>Text.</p>',
    ['server', 'Types'],
  ],
  [
    'none of several that its head does not name',
    'API',
    '',
    '<h1 id="a">Start</h1><p>Text.</p><h1 id="b">Use</h1><p>More.</p>',
    ['API', 'Start', 'Use'],
  ],
])('of several headings of level 1, the title is %s', (_, title, before, main, headings) => {
  const one = {
    url: 'https://docs.example.com/guide',
    html: `<head><title>${title}</title></head><body><div>${before}</div><main>${main}</main></body>`,
  }
  const { records } = learnSite([one], { siteName: 'Gears' }).read(one)
  const found = records.map(({ hierarchy }) => hierarchy.lvl2 ?? hierarchy.lvl1)
  expect(found).toEqual(headings)
})

test('a heading and a head that are the same on all pages are the name of the site', () => {
  const pages = ['Axle', 'Cog', 'Rod', 'Pin', 'Wheel'].map((name) => ({
    url: `https://docs.example.com/${name}`,
    html: `<head><title>Gears</title></head><body><header><h1><a href="/">Gears</a></h1></header>
      <main><h2>${name}</h2><p>All about ${name}.</p></main></body>`,
  }))
  const reader = learnSite(pages, {})
  expect(pages.map((one) => reader.read(one)).map(({ title, group }) => [title, group])).toEqual(
    ['Axle', 'Cog', 'Rod', 'Pin', 'Wheel'].map((name) => [name, 'Gears']),
  )
})

test('terms with anchors are documented members', () => {
  const one =
    page(`<h1>Guide</h1><h2 id="options">Options</h2><dl><dt><a name="all"></a><b>--all</b></dt><dd>All of them.</dd>
    <dt id="none">--none</dt><dd>None of them.</dd></dl><p>The end.</p>`)
  const { records } = learnSite([one], { siteName: 'Docs' }).read(one)
  expect(records.map(({ anchor, hierarchy, content }) => [anchor, hierarchy.lvl3, content])).toEqual([
    ['', null, null],
    ['options', null, 'The end.'],
    ['all', '--all', 'All of them.'],
    ['none', '--none', 'None of them.'],
  ])
})

test('members before the first heading are not above it', () => {
  const one = page(`<h1>Module</h1><dl><dt id="type-t">type t</dt><dd>The type.</dd></dl>
    <h3 id="use">Use</h3><dl><dt id="val-x">val x</dt><dd>A value.</dd></dl>`)
  const { records } = learnSite([one], { siteName: 'Docs' }).read(one)
  expect(
    records.map(({ hierarchy }) =>
      Object.values(hierarchy)
        .filter((text) => text !== null)
        .slice(2),
    ),
  ).toEqual([[], ['type t'], ['Use'], ['Use', 'val x']])
})

test('a page without the tags of its body has all of its parts', () => {
  const pages = [1, 2, 3].map((index) => ({
    url: `https://docs.example.com/${index}`,
    html: `<!doctype html><meta charset="utf-8"><title>Part ${index}</title><div class="part"><h1>Part ${index}</h1></div>
      <div class="part"><h2 id="a">First ${index}</h2><p>One ${index}.</p></div><div class="part"><h2 id="b">Last ${index}</h2><p>Two ${index}.</p></div>`,
  }))
  const reader = learnSite(pages, { siteName: 'Gears' })
  const found = pages.map((one) => reader.read(one).records.map(({ anchor, content }) => [anchor, content]))
  expect(found[1]).toEqual([
    ['', null],
    ['a', 'One 2.'],
    ['b', 'Two 2.'],
  ])
})

test('a control of the sidebar is no link to the page', () => {
  const one = page(`<h1>Guide</h1><p>Text.</p>`)
  const menu =
    '<ul><li><a href="#">Menu</a><ul><li><a href="/other">Other</a></li></ul></li><li><a href="/guide">Guide</a></li></ul>'
  const { records } = learnSite([], { siteName: 'Gears' }).read({ ...one, html: one.html.replace('Menu', menu) })
  expect(records.map(({ hierarchy }) => hierarchy.lvl0)).toEqual(['Gears'])
})

describe('a page that lacks the content of the layout that its generator names', () => {
  const named = (name: string, main: string): FetchedPage => ({
    url: `https://docs.example.com/${name}`,
    html: `<head><meta name="generator" content="Mintlify"><title>${name}</title></head><body><nav>Menu</nav>${main}</body>`,
  })
  const other = named('home', '<div class="text"><h1>home</h1><p>First.</p></div>')
  const layoutsOf = (pages: FetchedPage[]): string[] => {
    const reader = learnSite(pages, {})
    return pages.map((one) => reader.read(one)).map(({ layout, records }) => `${layout} ${records.length}`)
  }

  test('is read like one of an unknown generator on a site with another theme', () => {
    expect(layoutsOf([other, { ...other, url: 'https://docs.example.com/b' }])).toEqual(['structure 1', 'structure 1'])
  })

  test('has no text on a site whose other pages have the layout', () => {
    const pages = ['a', 'b', 'c'].map((name) => named(name, `<main><h1>${name}</h1><p>Text of ${name}.</p></main>`))
    expect(layoutsOf([other, ...pages])).toEqual(['mintlify 0', 'mintlify 1', 'mintlify 1', 'mintlify 1'])
  })
})

test('lines below a text that differs are frame if most pages have them, and so are those of one folder', () => {
  const footer = '<a href="/">Main index</a> |\n<a href="/topics">Topics</a>'
  const lists = 'See also lists of\n<a href="o">Objects</a>, and\n<a href="f">Functions</a>.'
  const pages = Array.from({ length: 40 }, (_, at) => ({
    url: `https://docs.example.com/${at < 12 ? 'calls' : 'guide'}/${at}.html`,
    html: `<title>Topic ${at}</title><body><h1>Topic ${at}</h1><p>Wheel ${at}\nand\naxle ${at}.</p>
      <p>${at < 12 ? `Call ${at} first.\n${lists}` : `Read ${at} too.`}</p><p>Source of ${at}\n${footer}</p></body>`,
  }))
  const reader = learnSite(pages, { siteName: 'Gears' })
  const contents = [3, 30].map((at) => reader.read(pages[at] as FetchedPage).records.map(({ content }) => content))
  expect(contents).toEqual([
    ['Wheel 3\nand\naxle 3.\nCall 3 first.\nSource of 3'],
    ['Wheel 30\nand\naxle 30.\nRead 30 too.\nSource of 30'],
  ])
})
