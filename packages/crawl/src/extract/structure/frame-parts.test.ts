/** Parts around a content that help centres and themes for docs name alike. */
import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

/** The group and the text of each record. */
function read(body: string): string[] {
  const page = { url: 'https://docs.example.com/gears', html: `<title>Gears</title><body>${body}</body>` }
  const { layout, group, records } = learnSite([], { siteName: 'Site' }).read(page)
  return [layout, group, ...records.map(({ content }) => content?.replaceAll('\n', ' | ') ?? '-')]
}

test.each([
  '<div class="article-meta"><a href="/ann">Ann</a> on 1 May</div>',
  '<section class="articleRatings"><span>Did this answer your question?</span></section>',
  '<div class="article-votes"><h3 class="article-votes-question">Was this article helpful?</h3></div>',
  '<section class="related-articles"><h3>Related articles</h3><a href="/cogs">Cogs</a></section>',
  '<p class="last-modified">2026-05-01: docs (abc123)</p>',
  '<div class="docs-navigation"><a href="/cogs"><div class="card">Cogs</div></a></div>',
  '<a href="/edit/gears" id="suggestEdits" class="suggestEdits">Suggest edits</a>',
  '<div class="betterdocs-article-reactions"><h5>How do you feel?</h5></div>',
  '<div id="cookie-banner">We use cookies.</div>',
  '<div class="footer"><hr><p>© 1997-2026 Gear Works. All rights reserved.</p></div>',
  '<table><tr><th>Jump to: &nbsp;</th><td><a href="#A"><b>A</b></a> &nbsp; <a href="#B"><b>B</b></a></td></tr></table>',
  '<p>Jump to <a href="#A">A</a> | <a href="#B">B</a> | <a href="#sym">$</a></p>',
  '<div id="page-footer"><a href="/index">Directives</a> | <a href="/faq">FAQ</a></div>',
])('%s is no text', (part) => {
  expect(read(`<main><h1>Gears</h1><p>They turn.</p>${part}</main>`)).toEqual(['structure', 'Site', 'They turn.'])
})

test.each([
  '<div class="App-with-Sidebar"><p>They turn.</p></div>',
  '<div class="has-toc"><p>They turn.</p></div>',
  '<div id="maxCookieCount"><p>They turn.</p></div>',
  '<div class="card-footer"><p>They turn.</p></div>',
  '<div class="no-footer"><p>They turn.</p></div>',
  '<section id="cookies"><h1>Cookies</h1><p>They turn.</p></section>',
  '<div id="s-gear-cookie-age"><span id="std-GEAR_COOKIE_AGE"></span><h1><code>GEAR_COOKIE_AGE</code></h1><p>They turn.</p></div>',
])('%s is text', (part) => {
  expect(read(`<main>${part}</main>`)).toEqual(['structure', 'Site', 'They turn.'])
})

test('links to notes, and letters that a sentence explains, are text', () => {
  const notes = '<p>They turn <a href="#n1">1</a>, <a href="#n2">2</a></p>'
  const letters = '<p>Axes are named <a href="#x">x</a> and <a href="#y">y</a> in this manual.</p>'
  expect(read(`<main><h1>Gears</h1>${notes}${letters}</main>`)).toEqual([
    'structure',
    'Site',
    'They turn 1, 2 | Axes are named x and y in this manual.',
  ])
})

test('the caption of a menu is no group', () => {
  const menu = (caption: string): string =>
    `<aside><h2>${caption}</h2><ul><li><a href="/gears">Gears</a></li><li><a href="/cogs">Cogs</a></li></ul></aside><main><h1>Gears</h1><p>They turn.</p></main>`
  expect(read(menu('Machines'))).toEqual(['structure', 'Machines', 'They turn.'])
  for (const caption of ['Articles in this section', 'Contents', 'Table of Contents'])
    expect(read(menu(caption))).toEqual(['structure', 'Site', 'They turn.'])
})
