import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { pagesBelow } from './page-scripts.ts'
import { publishedAt } from './published-at.ts'

function addressOf(files: Readonly<Record<string, string>>): string {
  const folder = folderOf(files)
  return publishedAt(folder, pagesBelow(folder))
}

const canonical = (url: string): string => `<link rel=canonical href="${url}">`

test.for<[page: string, url: string, root: string]>([
  ['index.html', 'https://a.example/', 'https://a.example/'],
  ['index.html', 'https://a.example/docs/', 'https://a.example/docs/'],
  ['index.html', 'https://a.example/docs', 'https://a.example/docs/'],
  ['guide/install.html', 'https://a.example/docs/guide/install.html', 'https://a.example/docs/'],
  ['guide/install.html', 'https://a.example/docs/guide/install', 'https://a.example/docs/'],
  ['guide/install/index.html', 'https://a.example/docs/guide/install/', 'https://a.example/docs/'],
  ['größe.html', 'https://a.example/docs/gr%C3%B6%C3%9Fe', 'https://a.example/docs/'],
])('%s with the canonical address %s is of a site at %s', ([page, url, root]) => {
  expect(addressOf({ [page]: canonical(url) })).toBe(root)
})

test('a canonical address that is not of the page is not used', () => {
  expect(addressOf({ 'a.html': canonical('https://a.example/docs/b') })).toBe('https://site.invalid/')
})

test('without a canonical address the base is what precedes the paths of styles and scripts', () => {
  const files = { 'a/index.html': '<script src="/team/docs/assets/app.js?v=1"></script>', 'assets/app.js': '' }
  expect(addressOf(files)).toBe('https://site.invalid/team/docs/')
  expect(addressOf({ ...files, 'a/index.html': '<link href="/assets/app.js">' })).toBe('https://site.invalid/')
})

test('paths that lead to no file, and relative ones, give no base', () => {
  expect(
    addressOf({ 'index.html': '<img src="/x/none.png"><script src="assets/app.js"></script>', 'assets/app.js': '' }),
  ).toBe('https://site.invalid/')
})
