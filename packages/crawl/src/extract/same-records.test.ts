/** A page's HTML gives the records of its Markdown: ingest is the oracle, for pages made of random blocks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocs, renderArticle } from '@docent/ingest'
import type { DocRecord } from '@docent/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { learnSite } from './learn-site.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.15)

const folder = folderOf()

const word = fc.constantFrom(
  'gear',
  'Öl',
  '表',
  'a < b',
  'x & y',
  '`code`',
  '**bold**',
  '[link](https://a.example)',
  '![alt](https://a.example/a.png)',
  'e.g.',
)
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
const heading = fc.tuple(fc.integer({ min: 2, max: 4 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`)
const block = fc.oneof(
  { weight: 3, arbitrary: heading },
  words,
  fc.tuple(words, words).map(([a, b]) => `${a}\n${b}`),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- ${item}\n\n  More of it.`).join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((rows) => `| a | b |\n|---|---|\n${rows.map((row) => `| ${row} | c |`).join('\n')}`),
  fc.constantFrom('```js\nconst a = 1\n\n  return a\n```', '    indented\n\n    code'),
  words.map((text) => `:::tip Title\n${text}\n:::`),
  words.map((text) => `<details><summary>More</summary>\n\n${text}\n\n</details>`),
  words.map((text) => `> ${text}`),
)
const page = fc.array(block, { maxLength: 12 }).map((blocks) => `# Page\n\n${blocks.join('\n\n')}\n`)

const shown = ({ hierarchy, anchor, content, code }: DocRecord): unknown[] => [
  ...Object.values(hierarchy).slice(1),
  anchor,
  content?.replaceAll(/\s+/g, ' ') ?? null,
  code ?? null,
]

test('the HTML of a page has the records of its Markdown', timeoutOf(RUNS), async () => {
  await fc.assert(
    fc.asyncProperty(page, async (markdown) => {
      writeFileSync(join(folder, 'index.md'), markdown)
      const docs = await readDocs(folder)
      const [one] = docs.pages
      if (one === undefined) throw new Error('the page is missing')
      const article = await renderArticle(docs, one)
      const html = `<html><body><nav>Menu</nav><main>${article}</main><footer>Foot</footer></body></html>`
      const { records } = learnSite([], {}).read({ url: 'https://docs.example.com/', html })
      expect(records.map(shown)).toEqual(docs.records.map(shown))
    }),
    RUNS,
  )
})
