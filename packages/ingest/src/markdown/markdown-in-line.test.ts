import { describe, expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

describe.each([
  ['Jekyll', { '_config.yml': 'title: X\n' }],
  ['MkDocs', { 'mkdocs.yml': 'site_name: X\ndocs_dir: .\n' }],
])('Markdown in HTML of %s', (_, files) => {
  const read = async (source: string): Promise<string> => (await readOne(`# T\n\n${source}\n`, files, 'index.md')).html

  test.each([
    ['<p markdown="1">Some *text*, `x`.</p>', '<p>Some <em>text</em>, <code>x</code>.</p>'],
    ['<p class="k" markdown="span">\nA **b**\nand\n</p>', '<p class="k">A <strong>b</strong>\nand</p>'],
    ['<p markdown="1">unclosed *x*\n\nNext.', '<p>unclosed <em>x</em></p>\n<p>Next.</p>'],
    [
      '<div markdown="1"> On *the* line\n\n- list</div>',
      '<div>\n<p>On <em>the</em> line</p>\n<ul>\n<li>list</li>\n</ul>\n</div>',
    ],
    ['<p markdown="0">no *text*</p>', '<p>no *text*</p>'],
    ['`<p markdown="1">x</p>`', '&#x3C;p markdown="1">x&#x3C;/p></code>'],
    ['<h2 markdown="1" id="q">A `x`</h2>', '<h2 id="q">A <code>x</code></h2>'],
    [
      '<span class="k">\n[x](#t) **b**\n</span>',
      '<p><span class="k"><a href="#t">x</a> <strong>b</strong>\n</span></p>',
    ],
    ['<aside markdown="1">\n  <b>\n**it** is\n</aside>', '<strong>it</strong> is'],
    [
      '<img src="data:image/png;base64,AA" alt="i">\n**it** is\n',
      'alt="i" loading="lazy" decoding="async"><strong>it</strong> is</p>',
    ],
    ['<b>\n<p>no *text*</p>\n</b>', '<p>no *text*</p>'],
  ])('%j', async (source, html) => {
    expect(await read(source)).toContain(html)
  })
  test('cells of a table, with HTML inside', async () => {
    const html = await read(
      '<table>\n  <tr>\n    <td markdown="span">*c*</td>\n    <td markdown="1">[x](#t) <b>b</b> *d*</td><td>*raw*</td>\n  </tr>\n</table>',
    )
    expect(html).toContain('<td><em>c</em></td>')
    expect(html).toContain('<td><a href="#t">x</a> <b>b</b> <em>d</em></td>')
    expect(html).toMatch(/<td>\s*\*raw\*\s*<\/td>/)
  })
  test('a paragraph behind text, with the sign of a list', async () => {
    const { html, codes } = await readOne(
      '# T\n\n<aside markdown="1">\n  <img src="https://x.y/i.png" alt="i">\n  Said *once*.\n  <p markdown="1" class="k">\n- Me, [home](https://x.y)\n  </p>\n</aside>\n',
      files,
      'index.md',
    )
    expect(html).toContain('Said <em>once</em>.</p>')
    expect(html).toMatch(/<p class="k">\s*- Me, <a href="https:\/\/x\.y"/)
    expect(codes).toEqual([])
  })
  test('the text below a summary', async () => {
    const details = await read(
      '<details markdown="1">\n<summary markdown="span">A *b*</summary>\ntext **c**\n</details>',
    )
    expect(details).toContain('<summary>A <em>b</em></summary>\n<p>text <strong>c</strong></p>\n</details>')
  })
})
