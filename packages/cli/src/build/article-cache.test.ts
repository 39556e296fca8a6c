import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@docent/ingest'
import { expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openArticleCache } from './article-cache.ts'

const page = (file: string, hash: string): Page => ({ file, hash }) as Page

function place(): string {
  const folder = folderOf()
  return folder
}

/** Rendered pages are added to `rendered`, and their cached code blocks to `known`. */
function open(folder: string, version: string) {
  const rendered: string[] = []
  const known: string[][] = []
  const cache = openArticleCache(folder, version, async ({ hash }, { before, used }) => {
    rendered.push(hash)
    known.push([...before.keys()])
    used.set(`code of ${hash}`, '<span class="t-keyword">let</span>')
    return { article: `<p>${hash}</p>`, whole: hash !== 'part' }
  })
  return { ...cache, rendered, known }
}

test('an article is rendered once, until its hash or the version of the renderer changes', async () => {
  const folder = place()
  const first = open(folder, '1')
  expect(await first.render(page('a.md', 'a1'))).toBe('<p>a1</p>')
  expect(await first.render(page('b.md', 'b1'))).toBe('<p>b1</p>')
  const second = open(folder, '1')
  expect(await second.render(page('a.md', 'a1'))).toBe('<p>a1</p>')
  expect(await second.render(page('b.md', 'b2'))).toBe('<p>b2</p>')
  expect(second.rendered).toEqual(['b2'])
  const newer = open(folder, '2')
  await newer.render(page('a.md', 'a1'))
  expect(newer.rendered).toEqual(['a1'])
  newer.prune([page('a.md', 'a1')])
  expect(existsSync(join(folder, '1'))).toBe(false)
})

test('a changed page receives its cached code blocks', async () => {
  const folder = place()
  await open(folder, '1').render(page('a.md', 'a1'))
  const second = open(folder, '1')
  await second.render(page('a.md', 'a2'))
  expect(second.known).toEqual([['code of a1']])
})

test('prune keeps the articles of existing pages and removes all others', async () => {
  const folder = place()
  const first = open(folder, '1')
  for (const file of ['a.md', 'b.md', 'c.md']) await first.render(page(file, file))
  open(folder, '1').prune([page('a.md', 'a.md'), page('c.md', 'other')])
  expect(readdirSync(join(folder, '1'))).toHaveLength(2)
  const third = open(folder, '1')
  await third.render(page('a.md', 'a.md'))
  expect(third.rendered).toEqual([])
})

test('a damaged file is ignored', async () => {
  const folder = place()
  await open(folder, '1').render(page('a.md', 'a1'))
  const [name = ''] = readdirSync(join(folder, '1'))
  writeFileSync(join(folder, '1', name), 'nothing of the kind')
  const second = open(folder, '1')
  expect(await second.render(page('a.md', 'a1'))).toBe('<p>a1</p>')
  expect(second.rendered).toEqual(['a1'])
})

test('an article that is not whole, or beyond the size limit, is not stored', async () => {
  const folder = place()
  const first = open(folder, '1')
  expect(await first.render(page('a.md', 'part'))).toBe('<p>part</p>')
  expect(readdirSync(join(folder, '1'))).toEqual([])
  const room = 4000
  const small = openArticleCache(folder, '1', async ({ hash }) => ({ article: hash.repeat(100), whole: true }), room)
  for (let at = 0; at < 40; at++)
    expect(await small.render(page(`${at}.md`, `hash${at}`))).toBe(`hash${at}`.repeat(100))
  const sizes = readdirSync(join(folder, '1')).map((name) => statSync(join(folder, '1', name)).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeLessThanOrEqual(room)
  expect(total).toBeGreaterThan(room / 2)
})
