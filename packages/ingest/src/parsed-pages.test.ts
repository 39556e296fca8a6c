import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readDocs, renderArticle } from './index.ts'
import { writeFiles } from './testing.ts'

const files = {
  'docs/a.md': '# A\n\n[b](b.md#two), [gone](gone.md)\n\n$\\nonsense$\n',
  'docs/b.md': '# B\n\n## Two\n\n<<< @/part.md\n',
  'docs/part.txt': 'A part.\n',
}

/** A folder with its cache beside it. */
function place(): { folder: string; options: { cache: { file: string; version: string } } } {
  const home = writeFiles(files)
  return { folder: join(home, 'docs'), options: { cache: { file: join(home, 'kept/parsed.bin'), version: '1' } } }
}

test('what another process has parsed gives the same docs, problems and articles', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  const second = await readDocs(folder, options)
  expect(second).toEqual(first)
  expect(first.problems.map(({ code }) => code)).toContain('broken-link')
  for (const [at, page] of second.pages.entries())
    expect(await renderArticle(second, page)).toBe(await renderArticle(first, first.pages[at]!)) // as many pages
})

test('a page that has changed is read anew, and so is one whose included file has come', async () => {
  const { folder, options } = place()
  await readDocs(folder, options)
  writeFileSync(join(folder, 'a.md'), '# A2\n\nOther text.\n')
  writeFileSync(join(folder, 'part.md'), 'Now it is there.\n')
  expect(await readDocs(folder, options)).toEqual(await readDocs(folder))
})

test('a fresh clone has other times, and its pages are still known', async () => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  utimesSync(join(folder, 'a.md'), 1, 1)
  expect(await readDocs(folder, options)).toEqual(first)
})

test.each(['', 'nothing of the kind'])('a damaged file is passed over: "%s"', async (text) => {
  const { folder, options } = place()
  const first = await readDocs(folder, options)
  writeFileSync(options.cache.file, text)
  expect(await readDocs(folder, options)).toEqual(first)
})
