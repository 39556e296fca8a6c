import type { Root } from 'hast'
import { raw } from 'hast-util-raw'
import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const TABLE = '| A | B |\n| --- | --- |\n| 1 | 2 |'
const IN_BOX = /^<div class="table" tabindex="0"><table><thead><tr><th>A<\/th>[^]*<\/table><\/div>$/
const body = async (source: string, file = 'page.mdx'): Promise<string> =>
  (await readOne(`# T\n\n${source}\n`, {}, file)).html.replace(/^<h1[^]*?<\/h1>\s*/, '')
/** The HTML as a browser reads it, inside a box of the page. */
const asParsed = (html: string): string =>
  toHtml(raw({ type: 'root', children: [{ type: 'raw', value: `<main>${html}</main>` }] } as unknown as Root))

test('a <table> around a table in Markdown is that table', async () => {
  expect(await body(`<table>\n\n${TABLE}\n\n</table>`)).toMatch(IN_BOX)
  expect((await body(`<table>\n\n${TABLE}\n\n</table>`, 'page.md')).trim()).toMatch(IN_BOX)
})

test('text and blocks in a table stay, before it or in a cell', async () => {
  expect(await body('<table>\n\nText\n\n<tr><td>1</td></tr>\n</table>')).toBe(
    '<p>Text</p><div class="table" tabindex="0"><table><tr><td>1</td></tr></table></div>',
  )
  expect(await body('<table><tbody>\n\n> Quote\n\n<tr>\n\nText\n\n</tr></tbody></table>')).toMatch(
    /<tbody><tr><td><blockquote>\s*<p>Quote<\/p>\s*<\/blockquote><\/td><\/tr><tr><td><p>Text<\/p><\/td><\/tr><\/tbody>/,
  )
  expect(await body('<table><tbody><td>1</td></tbody></table>')).toContain('<tbody><tr><td>1</td></tr></tbody>')
})

test.each([
  `<table>\n\n${TABLE}\n\n</table>`,
  '<table><tbody>\n\n> Quote\n\n<tr>\n\nText\n\n</tr></tbody></table>',
  `<table><tbody><tr><td>\n\n${TABLE}\n\n</td></tr></tbody></table>`,
])('a browser reads the tables of a page as they were written: %j', async (source) => {
  const html = await body(source)
  expect(asParsed(html)).toBe(`<main>${html}</main>`)
})
