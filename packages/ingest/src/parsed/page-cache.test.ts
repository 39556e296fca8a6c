import { readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readDocs, renderArticle } from '../index.ts'
import { loadParsed, saveParsed } from './page-cache.ts'
import type { ParsedPage } from './parsed-page.ts'
import { folderOf } from '../testing/folder-of.ts'

const files = {
  'docs/a.md': '# A\n\n[b](b.md#two), [gone](gone.md)\n\n$\\nonsense$\n',
  'docs/b.md': '# B\n\n## Two\n\n<<< @/part.md\n',
  'docs/part.txt': 'A part.\n',
}

/** A folder with its cache beside it. */
function place(): { folder: string; options: { cache: { file: string; version: string } } } {
  const home = folderOf(files)
  return { folder: join(home, 'docs'), options: { cache: { file: join(home, 'kept/parsed.bin'), version: '1' } } }
}

test('cached pages give the same docs, problems and articles', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  const second = await readDocs(folder, options)
  expect(second).toEqual(first)
  expect(first.problems.map(({ code }) => code)).toContain('broken-link')
  for (const [at, page] of second.pages.entries())
    expect(await renderArticle(second, page)).toBe(await renderArticle(first, first.pages[at]!)) // as many pages
})

test('a changed page is parsed again, and so is a page whose missing include now exists', async () => {
  const { folder, options } = place()
  await readDocs(folder, options)
  writeFileSync(join(folder, 'a.md'), '# A2\n\nOther text.\n')
  writeFileSync(join(folder, 'part.md'), 'Now it is there.\n')
  expect(await readDocs(folder, options)).toEqual(await readDocs(folder))
})

test('pages of a fresh clone, with other times, are found in the cache', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  utimesSync(join(folder, 'a.md'), 1, 1)
  expect(await readDocs(folder, options)).toEqual(first)
})

test.each(['', 'nothing of the kind'])('a damaged file is ignored: "%s"', async (text) => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  writeFileSync(options.cache.file, text)
  expect(await readDocs(folder, options)).toEqual(first)
})

test('changes are appended, and the file is rewritten before most of it is outdated', async () => {
  const { folder, options } = place()
  await readDocs(folder, options)
  const whole = readFileSync(options.cache.file)
  const sizes: number[] = []
  for (let change = 0; change < 6; change++) {
    writeFileSync(join(folder, 'a.md'), `# A\n\nChange ${change}.\n`)
    await readDocs(folder, options)
    sizes.push(statSync(options.cache.file).size)
    if (change === 0) expect(readFileSync(options.cache.file).subarray(0, whole.length).equals(whole)).toBe(true)
    expect(await readDocs(folder, options)).toEqual(await readDocs(folder))
  }
  expect(Math.max(...sizes)).toBeLessThan(3 * whole.length)
})

test('a file that ends in the middle of a page has the pages before it, and is rewritten', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  const { size } = statSync(options.cache.file)
  truncateSync(options.cache.file, size - 10)
  expect(await readDocs(folder, options)).toEqual(first)
  expect(statSync(options.cache.file).size).toBeGreaterThan(size - 10)
  expect(await readDocs(folder, options)).toEqual(first)
})

test('docs read with `once` are rendered like others, and the next reading parses all pages', async () => {
  const { folder } = place()
  const [once, other] = [await readDocs(folder, { once: true }), await readDocs(folder)]
  expect(once).toEqual(other)
  for (const [at, page] of once.pages.entries())
    expect(await renderArticle(once, page)).toBe(await renderArticle(other, other.pages[at]!)) // as many pages
  expect(await readDocs(folder, {}, once)).toEqual(other)
})

test('the file stays below its limit, and pages beyond it are parsed', () => {
  const file = join(folderOf({}), 'parsed.bin')
  const cache = { file, version: '1' }
  const limit = 100_000
  const made = (count: number): Map<string, ParsedPage> =>
    new Map(
      Array.from({ length: count }, (_, at): [string, ParsedPage] => [
        `${at}.md`,
        {
          file: `${at}.md`,
          source: () => 'x'.repeat(1000),
          sections: () => [],
          includes: new Map(),
        } as unknown as ParsedPage,
      ]),
    )
  saveParsed(cache, 'a', made(64), { pages: new Map(), entries: undefined }, limit)
  const kept = loadParsed(cache, 'a', limit)
  expect(kept.pages.size).toBe(64)
  saveParsed(cache, 'a', made(1000), kept, limit)
  expect(statSync(file).size).toBeLessThanOrEqual(limit)
  expect(loadParsed(cache, 'a', limit).pages.size).toBeGreaterThanOrEqual(63)
})

test('a page that includes a long text is not in the file, since many pages may include the same one', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  writeFileSync(join(folder, 'b.md'), '# B\n\n<<< @/part.txt\n')
  writeFileSync(join(folder, 'part.txt'), 'Word. '.repeat(20_000))
  const second = await readDocs(folder, options)
  expect(statSync(options.cache.file).size).toBeLessThan(50_000)
  expect(await readDocs(folder, options)).toEqual(second)
  expect(second.pages.map(({ url }) => url)).toEqual(first.pages.map(({ url }) => url))
})
