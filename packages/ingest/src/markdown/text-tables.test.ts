import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const read = async (source: string): Promise<string> =>
  (await readOne(`# T\n\n${source}\n`, { '_quarto.yml': 'project: { type: website }\n' }, 'index.qmd')).html

test('a grid table, whose cells may hold blocks, wide characters and several columns', async () => {
  const html = await read(
    `+---------+--------+
| Fruit   | Notes  |
+=========+========+
| Pear    | - ripe |
|         | - soft |
+---------+--------+
| 桃      | \`a|b\`  |
+---------+--------+
| # Over both      |
+---------+--------+`,
  )
  expect(html).toContain('<thead><tr><th>Fruit</th><th>Notes</th></tr></thead>')
  expect(html).toContain('<td>Pear</td><td><ul>\n<li>ripe</li>\n<li>soft</li>\n</ul></td>')
  expect(html).toContain('<td>桃</td><td><code>a|b</code></td>')
  expect(html).toContain('<td><strong>Over both</strong></td>')
})
test('a simple table, and lines of dashes that are none', async () => {
  expect(await read('  Right   Left\n-------   ------\n     12   *a*\n')).toContain(
    '<thead><tr><th>Right</th><th>Left</th></tr></thead><tbody><tr><td>12</td><td><em>a</em></td></tr></tbody>',
  )
  expect(await read('Text\n\n--- ---\n\nMore')).not.toContain('<table')
  expect(await read('```\n+---+---+\n| a | b |\n+---+---+\n```')).not.toContain('<table')
})
test.each([
  ['below', '| a |\n|---|\n| 1 |\n\n: The *caption* {#tbl-x .striped tbl-colwidths="[75,25]"}'],
  ['in the next line', '| a |\n|---|\n| 1 |\n: The *caption* {#tbl-x}'],
  ['above', 'Table: The *caption* {#tbl-x}\n\n+---+---+\n| a | b |\n+---+---+'],
  ['at the end of a div', '::: {#tbl-x}\n\n| a |\n|---|\n| 1 |\n\nThe *caption*\n\n:::'],
])('the caption of a table, which references name: %s', async (_, source) => {
  const html = await read(`${source}\n\nSee @tbl-x.`)
  expect(html).toMatch(
    /<figure id="tbl-x"><div class="table"[^]*<figcaption>The <em>caption<\/em><\/figcaption><\/figure>/,
  )
  expect(html).toContain('See <a href="#tbl-x">The caption</a>.')
})
test('several images with a common caption', async () => {
  const html = await read('::: {#fig-two}\n![A](https://a.example/a.png)\n\nBoth\n:::\n\n@fig-two')
  expect(html).toMatch(/<figure id="fig-two"><figure><img[^]*<figcaption>Both<\/figcaption><\/figure>/)
  expect(html).toContain('<a href="#fig-two">Both</a>')
})
