import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}
const outlineOf = (docs: Docs, index = 0): string[] => outline(docs.navigations[index]?.items ?? [])
const INDEX = `<!doctype html>
<body><div id="app"></div>
<script>
  window.$docsify = { name: '<b>Tool</b>', homepage: 'home.md', loadSidebar: 'list.md', coverpage: true, repo: 'a/b' }
</script>
<script src="//cdn.example/docsify.js"></script></body>`

async function page(source: string, others: Record<string, string> = {}): Promise<{ html: string; docs: Docs }> {
  const docs = await readFiles({
    'README.md': '# Home',
    '_sidebar.md': '- [P](page.md)',
    '.nojekyll': '',
    'page.md': source,
    ...others,
  })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  if (found === undefined) throw new Error('The page is missing.')
  return { html: await renderArticle(docs, found), docs }
}

describe('a site', () => {
  test('has the settings of window.$docsify: name, start page, sidebar, repository', async () => {
    const docs = await readFiles({
      'index.html': INDEX, 'home.md': '# Start', 'README.md': '# Read me', 'list.md': '- [Home](/)\n- [Again](home.md)\n- Guide\n  - [Use](guide/use.md)\n', 'guide/use.md': '# Using',
    }) // prettier-ignore
    expect(docs.generator).toEqual({ kind: 'docsify', file: 'index.html' })
    expect(docs.title).toBe('Tool')
    expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/guide/use', '/README'])
    expect(outlineOf(docs)).toEqual(['Home /', 'Again /', 'Guide', '  Use /guide/use'])
    expect(docs.links).toEqual([{ text: 'GitHub', url: 'https://github.com/a/b' }])
  })

  test('has its settings in a file of another name, beside a start page of its own', async () => {
    const docs = await readFiles({
      'index.html': '<h1>Welcome</h1>', 'doc.html': '<script>window.$docsify = { name: "Tool" }</script>',
      'README.md': '# Read me', '_sidebar.md': '- [Use](use.md)\n', 'use.md': '# Using',
    }) // prettier-ignore
    expect(docs.generator).toEqual({ kind: 'docsify', file: 'doc.html' })
    expect([docs.title, ...outlineOf(docs)]).toEqual(['Tool', 'Use /use'])
  })

  test('has the lists of its languages and folders', async () => {
    const docs = await readFiles({
      '.nojekyll': '', 'README.md': '# Home', 'a.md': '# A', 'zh-cn/README.md': '# 主页', 'zh-cn/a.md': '# 甲',
      '_sidebar.md': '**Part**\n\n* [A](a.md "long")\n* [Deep](#/a?id=part)\n* [Gone](gone.md)\n* [Out](https://x.org)\n',
      'zh-cn/_sidebar.md': '- [甲](zh-cn/a.md)\n', 'api/README.md': '# API of it', 'api/b.md': '# B', 'api/_sidebar.md': '- [B](b.md)\n',
      '_navbar.md': '- [GitHub](https://github.com/x)\n- Languages\n  - [中文](/zh-cn/)\n',
    }) // prettier-ignore
    expect(outlineOf(docs)).toEqual([
      'Part', '  A /a', '  Deep /a#part', '  Out https://x.org', 'API of it', '  B /api/b',
    ]) // prettier-ignore
    expect(docs.navigations[1]?.lang).toBe('zh-CN')
    expect(outlineOf(docs, 1)).toEqual(['甲 /zh-cn/a'])
    expect(docs.links).toEqual([{ text: 'GitHub', url: 'https://github.com/x' }])
    expect(docs.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toContain(
      '_sidebar.md:5 missing-page',
    )
  })

  test('an icon beside the text of a link is no part of its name; alone, it is the name', async () => {
    const docs = await readFiles({
      'index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
      'README.md': '# Home',
      'a.md': '# A',
      '_sidebar.md': '- [![Code](c.svg)Demo](a.md)\n- [![Package](p.svg)](https://x.org)\n',
    })
    expect(outline(docs.navigations[0]?.items ?? [])).toEqual(['Demo /a', 'Package https://x.org'])
  })

  test.each([
    ['a list of folders', "['/', '/zh-cn/']", '_coverpage.md'],
    ['files by folder', "{ '/': 'cover.md', '/zh-cn/': '/zh-cn/cover.md' }", 'cover.md'],
  ])('has the covers of its languages: %s', async (_, coverpage, name) => {
    const docs = await readFiles({
      'index.html': `<script>window.$docsify = { coverpage: ${coverpage} }</script>`,
      'README.md': '# Home', 'a.md': '# A', 'zh-cn/README.md': '# 主页', 'zh-cn/a.md': '# 甲',
      [name]: '# Tool\n\n> The line.\n', [`zh-cn/${name}`]: '# 工具\n\n[开始](/zh-cn/a)\n',
    }) // prettier-ignore
    const heads = docs.pages.map(({ url, home }) => [url, home?.title, home?.actions[0]?.url])
    expect(heads.sort()).toEqual([
      ['/', 'Tool', undefined],
      ['/a', undefined, undefined],
      ['/zh-cn', '工具', '/zh-cn/a'],
      ['/zh-cn/a', undefined, undefined],
    ])
  })

  test('has its cover as the head of the start page', async () => {
    const docs = await readFiles({
      '_sidebar.md': '- [A](a.md)', 'README.md': '# Text', 'a.md': '# A', 'logo.svg': '<svg/>',
      '_coverpage.md': '![logo](logo.svg)\n\n# Tool <small>1.0</small> :id=x\n\n> The line.\n\n- Fast\n- Small\n\n[Start](a.md)\n[Code](https://x.org)\n\n![color](#fff)\n',
    }) // prettier-ignore
    expect(docs.pages.find(({ url }) => url === '/')?.home).toEqual({
      title: 'Tool', text: '', tagline: 'The line.', image: '/logo.svg',
      actions: [{ text: 'Start', url: '/a', primary: true }, { text: 'Code', url: 'https://x.org', primary: false }],
      features: [{ title: 'Fast', details: '' }, { title: 'Small', details: '' }],
    }) // prettier-ignore
    expect(docs.title).toBe('Tool')
  })
})

describe('a page', () => {
  test('has callouts, settings of headings and links, and tabs', async () => {
    const { html, docs } = await page(
      '# T\n\n!> **Important** text\ngoes on.\n\n?> A tip.\n\n## Part {docsify-ignore} :id=own\n\n[x](page2.md?id=deep \':target=_blank\') ![i](i.png ":size=50x60 A title")\n\n<!-- tabs:start -->\n\n#### **One**\n\nFirst\n\n#### **Two**\n\nSecond\n\n<!-- tabs:end -->\n\nEnd\n',
      { 'page2.md': '# Two\n\n## Deep', 'i.png': 'x' },
    )
    expect(html).toMatch(/data-type="important"[^]*<strong>Important<\/strong> text\s*goes on\./)
    expect(html).toMatch(/data-type="tip"[^]*A tip\./)
    expect(html).toContain('<h2 id="own">Part</h2>')
    expect(html).toContain('href="/page2#deep"')
    expect(html).toMatch(/<img src="\/i.png" alt="i" title="A title" width="50" height="60"/)
    expect(html.match(/class="tab-label">(\w+)/g)).toEqual(['class="tab-label">One', 'class="tab-label">Two'])
    expect(html.indexOf('<p>End</p>')).toBeGreaterThan(html.lastIndexOf('</details>'))
    expect(docs.problems).toEqual([])
  })

  test('has sets of tabs inside a tab', async () => {
    const { html, docs } = await page(
      '# T\n\n<!-- tabs:start -->\n\n#### **One**\n\n<!-- tabs:start -->\n\n#### **Inner**\n\nIn\n\n<!-- tabs:end -->\n\n#### **Two**\n\nSecond\n\n<!-- tabs:end -->\n\nEnd\n',
    )
    expect(html).toMatch(/One<[^]*Inner<[^]*In<\/p><\/div><\/details><\/div><\/div><\/details><details[^]*Two</)
    expect(html.indexOf('<p>End</p>')).toBeGreaterThan(html.lastIndexOf('</details>'))
    expect(docs.problems).toEqual([])
  })

  test('has callouts in items of lists', async () => {
    const { html } = await page('# T\n\n1. One\n\n   ?> A tip\n   goes on.\n\n2. Two\n')
    expect(html).toMatch(
      /<li>\s*<p>One<\/p>\s*<div class="admonition" data-type="tip"[^]*A tip\s+goes on\.[^]*<\/li>\s*<li>/,
    )
    expect(html.match(/<ol>/g)).toHaveLength(1)
  })
  test('includes Markdown, code and parts of code; other files are links', async () => {
    const { html, docs } = await page(
      "# T\n\n[a](inc/a.md ':include')\n\n[b](inc/b.js ':include :type=code :fragment=demo')\n\n[film](inc/c.mp4 ':include')\n\n```\n[a](inc/a.md ':include')\n```\n",
      {
        'inc/a.md': '---\nx: 1\n---\n!> Included.\n',
        'inc/b.js': 'no\n/// [demo]\nyes()\n/// [demo]\nno\n',
        'inc/c.mp4': 'x',
      },
    )
    expect(html).toMatch(/data-type="important"[^]*Included\./)
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/yes\(\)/)
    expect(html).not.toMatch(/>no</)
    expect(html).toContain('<a href="/inc/c.mp4">film</a>')
    expect(html).toContain(':include')
    expect(docs.problems).toEqual([])
  })
})
