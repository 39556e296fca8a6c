import { expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'
import { pageMarkdown } from './page-markdown.ts'

test('links lead to the addresses of pages and files; links to elsewhere, and to nothing, stay', async () => {
  const docs = await readFiles({
    'index.md': '# Home\n',
    'guide/a.md':
      '---\ntitle: A\n---\n\n[b](./b.md#part) [home](../) ![p](p.png) [x](https://example.com/) [gone](gone.md) [own](#a)\n\n[r]: ./b.md\n',
    'guide/b.md': '# B\n\n## Part\n',
    'guide/p.png': 'PNG',
  })
  const page = docs.pages.find(({ file }) => file === 'guide/a.md')
  if (page === undefined) throw new Error('the page exists')
  expect(pageMarkdown(docs, page, (path) => `https://docs.example.com${path}`)).toBe(
    '# A\n\n[b](https://docs.example.com/guide/b#part) [home](https://docs.example.com/) ![p](https://docs.example.com/guide/p.png) [x](https://example.com/) [gone](gone.md) [own](#a)\n\n[r]: https://docs.example.com/guide/b\n',
  )
  expect(pageMarkdown(docs, page)).toContain('[b](./b.md#part)')
})

test('the hash of a page changes with its Markdown, also where the target is of no link', async () => {
  const files = { 'index.md': '# Home\n\n\\[escaped](b.md) and `<a href="c.md">`\n\n    [indented](b.md)\n' }
  const hashOf = async (more: Record<string, string>): Promise<string> => {
    const docs = await readFiles({ ...files, ...more })
    return docs.pages.find(({ file }) => file === 'index.md')?.hash ?? ''
  }
  const before = await hashOf({})
  expect(await hashOf({ 'c.md': '# C\n' })).toBe(before)
  expect(await hashOf({ 'b.md': '# B\n' })).not.toBe(before)
})
