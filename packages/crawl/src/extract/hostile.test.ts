import { expect, test } from 'vitest'
import { readSiteConfig } from './configs/read-config.ts'
import { learnSite, type SiteReader } from './learn-site.ts'

const URL = 'https://docs.example.com/page'
const page = (body: string): { url: string; html: string } => ({
  url: URL,
  html: `<html><head><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>`,
})
const read = (body: string, reader: SiteReader = learnSite([], {})): ReturnType<SiteReader['read']> =>
  reader.read(page(body))

/** Inputs for which a walk that looks around each element takes quadratic time: about 10¹⁰ steps. */
test.each([
  ['headings without anchors', '<h2>A</h2>'.repeat(100_000)],
  ['empty elements before headings', `${'<i></i>'.repeat(100_000)}<h2>A</h2>`.repeat(2)],
  ['comments before headings', `${'<!---->'.repeat(100_000)}<h2>A</h2>`.repeat(2)],
  ['anchors of one name', '<h2 id="a">A</h2>'.repeat(100_000)],
  ['parts with names of a frame inside each other', `${'<div class="toc">'.repeat(900)}${'<b>x</b>'.repeat(100_000)}`],
  ['lists inside each other', `${'<ul><li>'.repeat(450)}${'<a href="#x">x</a>'.repeat(50_000)}`],
  ['formulas without an end', `<span class="math">${'\\('.repeat(200_000)}</span>`],
  ['blanks', `<p>${' '.repeat(1_000_000)}</p><h2>${' '.repeat(1_000_000)}x</h2>`],
  ['rows of tables', '<tr><td>a</td></tr>'.repeat(50_000)],
  ['tags that are never closed', '<p><b><i>x'.repeat(300)],
])('%s are read in linear time', { tags: 'long' }, (_, body) => {
  expect(read(body).records.length).toBeGreaterThan(0)
})

test.each([
  ['nested too deeply', '<div>'.repeat(5000), /more than 1000 elements inside each other/],
  ['too large', '<br>'.repeat(600_000), /more than 500000 elements/],
])('a page that is %s is refused with its reason', (_, body, reason) => {
  expect(() => read(body)).toThrow(reason)
})

test('a page over the limits is left out of the sample and does not disturb the others', () => {
  const good = page('<p>Text.</p>')
  const bad = { ...page('<div>'.repeat(5000)), url: `${URL}/bad` }
  expect(learnSite([bad, good], {}).read(good).records).toHaveLength(1)
})

test('names that objects inherit are plain names', () => {
  const html = '<h2 id="constructor">constructor</h2><p>__proto__</p><h2 id="__proto__">toString</h2>'
  expect(read(html).records.map(({ anchor }) => anchor)).toEqual(['', 'constructor', '__proto__'])
  const config = '{"start_urls":["https://docs.example.com/"],"selectors":{"lvl1":"h1","text":"p"},"__proto__":{"a":1}}'
  expect(readSiteConfig(config, 'docs.json').notes).toEqual(['"__proto__" is not used: Docent has no such setting.'])
})

test('markup in texts stays text', () => {
  const [first] = read('<p>&lt;img src=x onerror=alert(1)&gt;</p>').records
  expect(first?.content).toBe('<img src=x onerror=alert(1)>')
})

test.each([
  'hidden',
  'aria-hidden="true"',
  'style="position:absolute;left:-9999px"',
  'style="Position: absolute; top: -10000px"',
  'style="text-indent: -99999em"',
  'style="position: absolute; clip: rect(0 0 0 0)"',
  'class="sr-only"',
])('words in an element with %s, which readers never see, are no text', (attribute) => {
  const { records } = read(`<p>Text.</p><div ${attribute}>Casino <b>casino</b></div><h2 ${attribute}>Casino</h2>`)
  expect(JSON.stringify(records)).not.toContain('asino')
})

test.each(['style="display: none"', 'style="margin-left:-10px"', 'style="z-index:-9999"'])(
  'words in an element with %s, which scripts show or which is seen, are text',
  (attribute) => {
    expect(JSON.stringify(read(`<p>Text.</p><div ${attribute}>An answer.</div>`).records)).toContain('An answer.')
  },
)
