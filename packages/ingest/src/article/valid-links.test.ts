import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const OTHER = { 'other.md': '# The other\n' }
const mdx = async (source: string): Promise<string> => (await readOne(`# T\n\n${source}\n`, OTHER, 'page.mdx')).html

test('a link around blocks is one link, without the anchors of headings and other links', async () => {
  expect(await mdx('<a href="/other">\n\n## Two\n\nText [x](/y)\n\n</a>')).toContain(
    '<a href="/other"><div class="heading" data-level="2"><h2 id="two">Two</h2></div><p>Text x</p></a>',
  )
  const { html } = await readOne('# T\n\n<a href="other.md">\n\n## Two\n\n</a>\n\n## Three\n', OTHER)
  expect(html).toMatch(/<a href="\/other">\s*<div class="heading" data-level="2"><h2 id="two">Two<\/h2><\/div>\s*<\/a>/)
  expect(html).toContain('<h2 id="three">Three</h2><a class="heading-anchor" href="#three"')
})
test('a link around a control stays below it', async () => {
  const html = await mdx('<a href="/other">\n\n```js\ncode\n```\n\n</a>')
  expect(html).not.toMatch(/<a(?:(?!<\/a>)[^])*<pre/)
  expect(html).toContain('<p><a href="/other">/other</a></p>')
})
test('no block is in a paragraph', async () => {
  expect(await mdx('<Link href="/other"><div>block</div></Link>')).toContain(
    '<div><a href="/other"><div>block</div></a></div>',
  )
})
test('every link has a name: without a text its address, as the author writes it', async () => {
  expect(await mdx('[](/other) [](https://a.example/x)')).toContain(
    '<p><a href="/other">/other</a> <a href="https://a.example/x"',
  )
  const html = await mdx('x <a href="/other"></a>\n\n<a href="/other"><img src="https://a.example/a.png" /></a>')
  expect(html).toContain('<p>x </p>')
  expect(html).toContain('<a href="/other" aria-label="/other"><img')
})
test.each([
  [
    'words',
    '### A *b*\n\nText.\n\nMore.',
    '<a class="card link-card" href="/other"><span class="card-title">A <em>b</em></span><span class="card-description">Text. More.</span></a>',
  ],
  [
    'a link',
    '### A\n\n[x](#t).',
    '<div class="card"><p class="card-title"><a href="/other">A</a></p><div class="card-body"><p><a href="#t">x</a>.</p></div></div>',
  ],
  [
    'blocks and no title',
    '- a\n- b',
    '<div class="card"><p class="card-title"><a href="/other">/other</a></p><div class="card-body"><ul>\n<li>a</li>\n<li>b</li>\n</ul></div></div>',
  ],
])('a card with a link and %s', async (_, content, html) => {
  expect(await mdx(`<Card href="/other">\n\n${content}\n\n</Card>`)).toContain(html)
})
