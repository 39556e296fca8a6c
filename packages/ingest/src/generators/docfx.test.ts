import { expect, test } from 'vitest'
import type { NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>\n'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}

async function page(source: string, others: Record<string, string> = {}) {
  const docs = await readFiles({ 'docfx.json': '{"build": {}}', 'page.md': source, ...others })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  if (found === undefined) throw new Error('The page is missing.')
  return { html: await renderArticle(docs, found), docs, problems: docs.problems.map(({ code }) => code) }
}

test('docfx.json names title and pages; folders of content have other addresses', async () => {
  const docs = await readFiles({
    'docfx.json': `\uFEFF{"build": {"content": [
      {"files": ["**/*.{md,yml}"], "exclude": ["README.md", "old/**", "**/includes/**"]},
      {"src": "more", "files": "*.md", "dest": "extra"},
    ], "globalMetadata": {"_appTitle": "Gears"}}}`,
    'README.md': '# Read me',
    'index.md': '# Home\n\n[Two](~/a/two.md) [Part](extra/part.html)\n',
    'a/two.md': '# Two',
    'old/x.md': '# Old',
    'a/includes/note.md': 'A note.',
    'toc.md': '# [Home](index.md)\n',
  })
  expect(docs.generator).toEqual({ kind: 'docfx', file: 'docfx.json' })
  expect(docs.title).toBe('Gears')
  expect(docs.pages.map(({ url }) => url).sort()).toEqual(['/', '/a/two'])
})

test('content of another folder has the address of its target', async () => {
  const docs = await readFiles({
    'docfx.json': '{"build": {"content": [{"files": "*.md"}, {"src": "more", "files": ["**/*.md"], "dest": "extra"}]}}',
    'index.md': '# Home\n\n[Part](extra/part.html) [file](more/part.md)\n',
    'more/part.md': '# Part',
  })
  expect(docs.pages.map(({ url }) => url).sort()).toEqual(['/', '/extra/part'])
  expect(docs.problems).toEqual([])
})

test('the lists of folders are the sidebar', async () => {
  const docs = await readFiles({
    'docfx.json': '{"build": {}}',
    'toc.yml': '- name: Guide\n  href: guide/\n- name: API\n  href: api/\n- name: Site\n  href: https://x.example/\n',
    'guide/toc.yml':
      'items:\n- name: First\n- href: start.md\n- name: Named\n  href: ~/guide/named.md\n  items:\n  - uid: deep\n- name: Second\n- name: More\n  href: ../more/toc.yml\n  topicHref: ../more/index.md\n',
    'guide/start.md': '# Start',
    'guide/named.md': '# Other',
    'guide/deep.md': '---\nuid: deep\n---\n# Deep',
    'more/TOC.md': '# [One](one.md)\n# Group\n## [Two](/more/two.html)\n',
    'more/index.md': '# More',
    'more/one.md': '# 1',
    'more/two.md': '# 2',
    'own/toc.yml': '- name: Alone\n  href: alone.md\n',
    'own/alone.md': '# Alone',
  })
  expect(outline(docs.navigations[0]?.items ?? [])).toEqual([
    'Guide', '  First', '    Start /guide/start', '    Named /guide/named', '      Deep /guide/deep',
    '  Second', '    More /more', '      One /more/one', '      Group', '        Two /more/two',
    'Site https://x.example/', 'Own', '  Alone /own/alone',
  ]) // prettier-ignore
  expect(docs.problems).toEqual([])
})

test('Markdown and code of files are in place, with their parts', async () => {
  const { html, problems } = await page(
    '# T\n\n[!INCLUDE [note](includes/note.md)]\n\nSee [!include[x](includes/inline.md)] here.\n\n- Item\n\n  [!code-csharp[Main.cs](a.cs#L2-L3)]\n\n[!code[](a.cs?name=Part&highlight=1)]\n\n:::code language="csharp" source="a.cs" range="1,4-5":::\n\n[!code-cs[](a.cs#Region)]\n',
    {
      'includes/note.md': '---\nms.topic: include\n---\n> [!NOTE]\n> Included **text**.\n',
      'includes/inline.md': 'short words\n',
      'a.cs': 'one\n  two\n  three\n// <Part>\nfour\n// </Part>\n#region Region\nfive\n#endregion\n',
      'docfx.json': '{"build": {"content": {"files": "page.md"}}}',
    },
  )
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Included text.')
  expect(text).toContain('See short words here.')
  expect(html).toContain('Main.cs')
  expect(html).toMatch(/<li>[^]*two[^]*three[^]*<\/li>/)
  expect(text).toMatch(/two three .*four.*one .*four .*five/)
  expect(text).not.toContain('&lt;')
  expect(problems).toEqual([])
})

test('addresses in an included file are relative to it', async () => {
  const { html, problems } = await page('# T\n\n[!INCLUDE [x](parts/x.md)]\n', {
    'parts/x.md':
      '![p](../i.svg) [Other](../other.md)\n\n:::image source="../i.svg" alt-text="Q":::\n\n[!include[y](inner/y.md)]\n',
    'parts/inner/y.md': '[!code[](../a.cs?highlight=1, 2)]\n\n[Top](~/other.md)\n',
    'parts/a.cs': 'one\ntwo\n',
    'other.md': '# Other',
    'i.svg': PICTURE,
    'docfx.json': '{"build": {"content": {"files": "*.md"}}}',
  })
  expect(html.match(/src="\/i\.svg"/g)).toHaveLength(2)
  expect(html.match(/href="\/other"/g)).toHaveLength(2)
  expect(html).toMatch(/one[^]*two/)
  expect(problems).toEqual([])
})

test('images, videos, tabs and the marks of zones', async () => {
  const { html, problems } = await page(
    '# T\n\n:::image type="content" source="a b.svg" alt-text="A: picture" lightbox="a b.svg":::\n\nIn :::image type="icon" source="i.svg"::: line.\n\n> [!VIDEO https://www.youtube.com/embed/x]\n\n> [!div class="nextstepaction"]\n> [Next](page.md)\n\n::: zone pivot="a"\nZone.\n::: zone-end\n\n:::row:::\n   :::column span="2":::\nColumn.\n   :::column-end:::\n:::row-end:::\n\n# [Windows](#tab/win)\n\nOn *Windows*.\n\n# [Linux](#tab/linux)\n\n```sh\n# [x](#tab/y)\n```\n\n***\n\nAfter.\n',
    { 'a b.svg': PICTURE, 'i.svg': PICTURE },
  )
  expect(html).toContain('<img src="/a%20b.svg" alt="A: picture"')
  expect(html).toContain('<img src="/i.svg"')
  expect(html).toContain('https://www.youtube.com/embed/x')
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/:::|\[!/)
  expect(html).toContain('Zone.')
  expect(html).toContain('On <em>Windows</em>.')
  expect(html).toMatch(/Windows[^]*Linux[^]*After/)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(problems).toEqual([])
})

test('references lead to the page with the name; those to objects of programs are their text', async () => {
  const { html, problems } = await page(
    '# T\n\n<xref:other>, [that](xref:other), <xref:System.Text.Json?displayProperty=fullName>, [it](xref:System.Int32*), <xref href="My.Type`1"/>.\n',
    { 'other.md': '---\nuid: other\n---\n# The other\n' },
  )
  expect(html).toContain('<a href="/other">The other</a>, <a href="/other">that</a>')
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(', Json, it, Type.')
  expect(problems).toEqual([])
})
