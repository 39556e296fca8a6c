/** Sizes of the website's files in the reader's browser, in bytes of gzip. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findBuilt } from './node/built.ts'

const { manifest, files } = findBuilt()
const { boot, app, css, search, searchWorker } = manifest

test.each([
  ['the script of a page without interaction', [boot], 4000],
  ['all scripts after the first intent', [boot, app], 85_050],
  ['the styles', [css], 10_000],
  // `docs/guide/static-site.md` states this limit.
  ['the engine in the browser', [searchWorker], 50_000],
  // 0.3 kB of these send the first query while the dialog loads (`browser/search/first-query.ts`).
  ['the search with a server', search, 30_450],
  // 1.4 kB of these are the function words of other languages than English, 0.4 kB the endings of other scripts, 0.5 kB those of
  // German, Portuguese and Turkish, 0.4 kB snippets and marks by words of Japanese, Chinese and Thai, 0.1 kB verbs of requests,
  // 0.5 kB general English words (`engine/src/analysis/weak-words.ts`), which raised the right page in four of six sets of people's questions,
  // 30 bytes leave function words without marks.
  ['the search without a server, except the index', [...search, searchWorker], 77_700],
])('%s', (_what, names, budget) => {
  const bytes = names.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0)
  expect(bytes).toBeGreaterThan(budget / 4)
  expect(bytes).toBeLessThanOrEqual(budget)
})
