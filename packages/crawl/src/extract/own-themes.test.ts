/** Sites of a known generator whose owners changed its theme, and sites whose names differ between pages. */
import { expect, test } from 'vitest'
import type { FetchedPage } from '../result/fetched-page.ts'
import { learnSite, type SiteReader } from './learn-site.ts'

const at = (path: string, html: string): FetchedPage => ({ url: `https://docs.example.com${path}`, html })

const readerOf = (pages: readonly FetchedPage[]): SiteReader => learnSite(pages, {})

/** Title and group of each page. */
function namesOf(pages: readonly FetchedPage[]): string[] {
  const reader = readerOf(pages)
  return pages.map((page) => {
    const { title, group } = reader.read(page)
    return `${group} > ${title}`
  })
}

const numbers = Array.from({ length: 10 }, (_, index) => index + 1)

/** A page of Antora with a menu and a title that are not those of its default theme. */
const antora = (number: number): FetchedPage =>
  at(
    `/${number}.html`,
    `<head><meta name="generator" content="Antora 3.1"><title>Wheel/Axle ${number} :: Gears</title></head><body>
    <div class="sidebar"><h4><a href="1.html">Gear Works</a></h4><nav class="menu"><ul class="rows"><li class="row"><button><span>Parts</span></button>
    <ul class="rows">${numbers.map((one) => `<li class="row"><a href="${one}.html">Part ${one}</a></li>`).join('')}</ul></li></ul></nav><a href="/help">Help</a></div>
    <main><div class="top"><h1> Wheel/Axle ${number} </h1></div><article class="doc"><p>Text ${number}.</p>
    <h1 id="wheel-${number}" class="sect0">Wheel</h1><p>Round ${number}.</p></article></main></body>`,
  )

test('a title outside the content of a layout is that which the head names', () => {
  expect(readerOf(numbers.map(antora)).read(antora(3)).title).toBe('Wheel/Axle 3')
})

test('the group is guessed where no page of a site has the sidebar of its layout', () => {
  expect(namesOf(numbers.map(antora))[2]).toBe('Parts > Wheel/Axle 3')
})

test('an empty content of a layout is not the content if another part of its rule has text', () => {
  const page = at(
    '/community',
    `<head><title>Join us</title></head><main class="td-main"><section><h1>Join us</h1><p>Talk to others.</p></section>
    <div class="td-content"><!-- more --></div></main>`,
  )
  expect(
    readerOf([page])
      .read(page)
      .records.map(({ content }) => content),
  ).toEqual(['Talk to others.'])
})

test('the entry of a page with its sections below it is no group', () => {
  const menu = numbers
    .map(
      (one) =>
        `<li title="Axle ${one}">Axle ${one}<ul><li><a href="${one}.html">Top of chapter</a></li><li><a href="${one}.html#oil">Oil</a></li></ul></li>`,
    )
    .join('')
  const pages = numbers.map((one) =>
    at(
      `/${one}.html`,
      `<title>Gears -- Axle ${one}</title><div class="menu"><h3>Manual</h3><ul>${menu}</ul></div><div class="text"><h1>${one} Axle ${one}</h1><p>Text ${one}.</p><h3 id="oil">Oil</h3><p>Oil ${one}.</p></div>`,
    ),
  )
  expect(namesOf(pages)[2]).toBe('Manual > 3 Axle 3')
})

test('a picture beside the name of a group is no part of the name', () => {
  const page = at(
    '/use',
    `<head><title>Use</title></head><aside class="book-menu"><nav><ul><li><a href="/start"><img src="/icons/pen.svg" alt="pen">Writing</a>
    <ul><li><a href="/use">Use</a></li></ul></li></ul></nav></aside><article class="markdown"><h1>Use</h1><p>Text.</p></article>`,
  )
  expect(namesOf([page])).toEqual(['Writing > Use'])
})

test('a group that is a picture has its text', () => {
  const page = at(
    '/use',
    `<head><title>Use</title></head><aside class="book-menu"><nav><ul><li><a href="/start"><img src="/icons/pen.svg" alt="Writing"></a>
    <ul><li><a href="/use">Use</a></li></ul></li></ul></nav></aside><article class="markdown"><h1>Use</h1><p>Text.</p></article>`,
  )
  expect(namesOf([page])).toEqual(['Writing > Use'])
})

test.each([
  '<details class="mkdocstrings-source"><summary>Source code in <code>gears/axle.py</code></summary><pre>def turn(): ...</pre></details>',
  '<details class="quote"><summary>Source code in <code>gears/axle.py</code></summary><pre>def turn(): ...</pre></details>',
  '<details class="source"><summary><span>Expand source code</span></summary><pre><code>def turn(): ...</code></pre></details>',
])('the source of a documented member is no text: %s', (source) => {
  const page = at(
    '/axle',
    `<title>axle</title><main><h1>axle</h1><h2 id="turn">turn</h2><p>Turns it.</p>${source}</main>`,
  )
  const { records } = readerOf([page]).read(page)
  expect(records.map(({ content, code }) => [content, code])).toEqual([
    [null, undefined],
    ['Turns it.', undefined],
  ])
})

test('code of an example that readers open is text', () => {
  const page = at(
    '/axle',
    '<title>Axle</title><main><h1>Axle</h1><p>Turn it.</p><details><summary>Source code</summary><pre>turn()</pre></details></main>',
  )
  expect(readerOf([page]).read(page).records[0]?.code).toBe('turn()')
})

/** A page of a blog whose first pages have the name of the blog as the title of their heads. */
const blog = (path: string, title: string, head = title): FetchedPage =>
  at(
    path,
    `<head><title>${head}</title></head><header><nav><h2 class="visually-hidden">Links of this site</h2>
    <ul><li><a href="/">Home</a></li><li><a href="/about/">About</a></li></ul></nav></header>
    <main><h1>${title}</h1><p>About ${title}.</p></main>`,
  )

const blogPages = [
  blog('/', 'Latest notes', 'The Gear Works'),
  blog('/about/', 'About', 'The Gear Works'),
  blog('/tags/', 'Tags', 'The Gear Works'),
  ...numbers.map((number) => blog(`/note-${number}/`, `Note ${number}`)),
]

test('a heading that readers do not see is no group, and the head of the first page names the site', () => {
  expect(namesOf(blogPages).slice(0, 4)).toEqual([
    'The Gear Works > Latest notes',
    'The Gear Works > About',
    'The Gear Works > Tags',
    'The Gear Works > Note 1',
  ])
})

test('a page that states the name of its site in its language has that name', () => {
  const translated = (lang: string, site: string): FetchedPage[] =>
    numbers.map((number) =>
      at(
        `/${lang}/${number}`,
        `<html lang="${lang}"><head><title>${lang} ${number} | ${site}</title><meta property="og:site_name" content="${site}"></head>
        <body><main><h1>${lang} ${number}</h1><p>Text ${number} of ${lang}.</p></main></body></html>`,
      ),
    )
  const pages = [...translated('en', 'Gears'), ...translated('nn', 'Tannhjul').slice(0, 6)]
  const names = namesOf(pages)
  expect([names[0], names.at(-1)]).toEqual(['Gears > en 1', 'Tannhjul > nn 6'])
})

test('a name that a page states as its own title is not that of the site', () => {
  const pages = numbers.map((number) =>
    at(
      `/${number}`,
      `<html lang="en"><head><title>Part ${number} | Gears</title><meta property="og:site_name" content="Part ${number}"></head>
      <body><main><h1>Part ${number}</h1><p>Text ${number}.</p></main></body></html>`,
    ),
  )
  expect(namesOf(pages)[0]).not.toBe('Part 1 > Part 1')
})
