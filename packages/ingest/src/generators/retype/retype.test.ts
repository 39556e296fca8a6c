import { expect, test } from 'vitest'
import type { NavItem } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'

function outline(items: readonly NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title} ${item.url ?? '-'}`,
    ...outline(item.children, depth + 1),
  ])
}

const page = (frontMatter: string, title: string): string => `---\n${frontMatter}\n---\n# ${title}\n`

test('Retype is recognised by its configuration, with title, address, pages and links', async () => {
  const docs = await readFiles({
    'retype.yml':
      'input: ./docs\nurl: gears.example/docs/\nbranding:\n  title: Gears\nexclude:\n  - "drafts/"\nlinks:\n  - text: Code\n    link: https://code.example\n  - text: Guide\n    link: /guide\n',
    'README.md': '# Repository\n',
    'docs/index.md': '# Home\n',
    'docs/Set Up.md': '# Set up\n\n[home](index.md)\n',
    'docs/guide/guide.md': '# Guide\n',
    'docs/guide/own.md': page('permalink: /other/place/', 'Own'),
    'docs/_part.md': '# Part\n',
    'docs/drafts/a.md': '# Draft\n',
    'docs/old.md': page('redirect: guide/own.md', 'Old'),
    'docs/secret.md': page('visibility: private', 'Secret'),
    'docs/hidden.md': page('visibility: hidden', 'Hidden'),
  })
  expect([docs.generator, docs.title]).toEqual([{ kind: 'retype', file: 'retype.yml' }, 'Gears'])
  expect(docs.pages.map(({ url }) => url).toSorted()).toEqual(['/', '/guide', '/hidden', '/other/place', '/set-up'])
  expect(docs.links).toEqual([{ text: 'Code', url: 'https://code.example' }])
  expect(docs.problems).toEqual([])
  expect(outline(docs.navigations[0]?.items ?? [])).not.toContain('Hidden /hidden')
})

test('the order: large numbers, then folders and pages by label, posts from the newest, versions, negative numbers', async () => {
  const docs = await readFiles({
    'retype.yml': '',
    'readme.md': '# Home\n',
    'first.md': page('order: 100', 'First'),
    'last.md': page('order: -5', 'Last'),
    'b.md': page('label: Beta', 'Z'),
    'c.md': '# Gamma\n',
    'c.yml': 'label: Alpha\n',
    'v1.md': page('order: v1.9', 'Version 1.9'),
    'v2.md': page('order: v1.10.1', 'Version 1.10.1'),
    'zone/index.yml': 'label: Zone of tools\n',
    'zone/x.md': '# X\n',
    'zone/y.md': '# Y\n',
    'top/index.yml': 'order: 50\nlabel: Top\n',
    'top/x.md': '# X\n',
    'blog/readme.md': '# Blog\n',
    'blog/2024-01-02-old.md': '# A post\n',
    'blog/2025-01-02-new.md': '# Newer post\n',
  })
  expect(outline(docs.navigations[0]?.items ?? [])).toEqual([
    'Home /',
    'First /first',
    'Top -',
    '  X /top/x',
    'Blog /blog',
    '  Newer post /blog/2025-01-02-new',
    '  A post /blog/2024-01-02-old',
    'Zone of tools -',
    '  X /zone/x',
    '  Y /zone/y',
    'Alpha /c',
    'Beta /b',
    'Version 1.10.1 /v2',
    'Version 1.9 /v1',
    'Last /last',
  ])
})

test('the address of a page that only leads to another one is an old address of that', async () => {
  const docs = await readFiles({
    'retype.yml': 'input: .\n',
    'readme.md': '# Home\n',
    'guide/new.md': '# New\n',
    'guide/Old Page.md': '---\nredirect: new.md\n---\n',
  })
  const found = docs.pages.map(({ title, aliases }) => [title, ...(aliases ?? [])].join(' '))
  expect(found.toSorted()).toEqual(['Home', expect.stringMatching(/^New .*\/guide\/old-page/)])
})
