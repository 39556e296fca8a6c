import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@docent/ingest'
import { expect, test } from 'vitest'
import { openArticleCache } from './article-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'docent-articles-'))
const page = (hash: string): Page => ({ hash }) as Page

function open(version: string): { render(hash: string): Promise<string>; rendered: string[]; prune(): void } {
  const rendered: string[] = []
  const cache = openArticleCache(folder, version, async ({ hash }) => {
    rendered.push(hash)
    return `<p>${hash}</p>`
  })
  return { render: (hash) => cache.render(page(hash)), rendered, prune: cache.prune }
}

test('an article is rendered once, until its hash or what renders it changes', async () => {
  const first = open('1')
  expect([await first.render('a'), await first.render('b')]).toEqual(['<p>a</p>', '<p>b</p>'])
  const second = open('1')
  expect(await second.render('a')).toBe('<p>a</p>')
  await second.render('c')
  expect(second.rendered).toEqual(['c'])
  second.prune()
  expect(readdirSync(join(folder, '1')).sort()).toEqual(['a.html', 'c.html'])
  const newer = open('2')
  await newer.render('a')
  expect(newer.rendered).toEqual(['a'])
  newer.prune()
  expect(existsSync(join(folder, '1'))).toBe(false)
})
