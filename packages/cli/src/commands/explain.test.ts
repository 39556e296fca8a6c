import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { explainCommand, type ExplainOptions, readOperands } from './explain.ts'

const PAGES: Record<string, string> = {
  'gears.md': '# Gears\n\nWheels with teeth.\n\n## Ratio\n\nTurn `--ratio` up.\n',
  'chains.md': '# Chains and sprockets\n\nLinks of steel, as gears have teeth.\n',
  'paint.md': '# Paint\n\nRed.\n',
}

let docs = ''
let printed: string[] = []

beforeEach(async () => {
  docs = folderOf()
  await mkdir(docs, { recursive: true })
  for (const [name, text] of Object.entries(PAGES)) await writeFile(join(docs, name), text)
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
})
afterEach(() => vi.restoreAllMocks())

async function explain(query: string, url?: string, options: Partial<ExplainOptions> = {}) {
  printed = []
  const code = await explainCommand(query, url, docs, { limit: 3, ...options })
  return { code, text: printed.join('\n') }
}

test('the first hits, each with the matches of its words and the criteria of its score', async () => {
  const { code, text } = await explain('gears')
  expect(code).toBe(0)
  expect(text).toMatch(/^1\. Gears {2}\/gears\n {3}"gears" as typed, in title\n/)
  expect(text).toMatch(/the heading equals the query +[1-9]/)
  expect(text).toMatch(/\n\n2\. /)
})

test('the criteria of a hit add up to its score', async () => {
  const { text } = await explain('gear teeht', undefined, { json: true })
  const { hits } = JSON.parse(text)
  expect(hits.length).toBeGreaterThan(0)
  for (const { criteria, score } of hits) {
    const sum = criteria.reduce((total: number, { value }: { value: number }) => total + value, 0)
    expect(sum).toBeCloseTo(score, 1)
  }
})

test('a page that is not first, compared with the first, with advice', async () => {
  const { code, text } = await explain('gears', '/chains')
  expect(code).toBe(1)
  expect(text).toMatch(/^First: Gears {2}\/gears/)
  expect(text).toMatch(/^\d\w\w: Chains and sprockets {2}\/chains\n {3}"gears" as typed, in text/m)
  expect(text).toMatch(/the heading equals the query +\d\.\d\d +0\.00/)
  expect(text).toMatch(/^- Its heading does not equal the query/m)
})

test('the address may be that of the site, with an anchor or without', async () => {
  const { code, text } = await explain('ratio', 'https://docs.example/gears#ratio')
  expect(code).toBe(0)
  expect(text).toMatch(/^1\. Gears › Ratio/)
  expect((await explain('ratio', '/gears/')).code).toBe(0)
})

test('the kind of a match: a typo, a prefix, an inflection, an abbreviation', async () => {
  expect((await explain('sprokcets')).text).toContain('"sprokcets" as "sprockets", 1 typo away')
  expect((await explain('spro')).text).toContain('"spro" as the beginning of "sprockets"')
  expect((await explain('chain steel')).text).toContain('"chain" as a form of it, "chains"')
  expect((await explain('sprock steel')).text).toContain('"sprock" short for "sprockets"')
})

test('a page without a hit: the words that it lacks', async () => {
  for (let at = 0; at < 30; at++) await writeFile(join(docs, `red-gear-${at}.md`), `# Red gear ${at}\n\nA red gear.\n`)
  const { code, text } = await explain('red gear', '/paint')
  expect(code).toBe(1)
  expect(text).toMatch(/^No section of \/paint has "gear"\. .* Nearest: \/paint$/)
})

test('a page that does not exist, and one without the words', async () => {
  expect((await explain('gears', '/nope')).text).toMatch(/^No section with the address \/nope is in the index/)
  expect((await explain('gears', '/paint')).text).toMatch(/^\/paint has none of the words of "gears"/)
  expect(await explain('xylophone')).toEqual({ code: 1, text: 'No hits for "xylophone".' })
})

test('an empty query is wrong usage', async () => {
  await expect(explain(' ')).rejects.toMatchObject({ name: 'UsageError' })
})

test('forms of words as in the search box: those of the docs, or of the page where the docs have several languages', async () => {
  await writeFile(join(docs, 'dosya.md'), '---\nlang: tr\n---\n\n# Dosyalar\n\nYazılır.\n')
  expect((await explain('dosyada', '/dosya')).text).toContain('"dosyada" as a form of it, "dosyalar"')
  for (const name of Object.keys(PAGES)) await rm(join(docs, name))
  expect((await explain('dosyada')).text).toContain('"dosyada" as a form of it, "dosyalar"')
})

test('a folder may follow the query or the address of a page', () => {
  expect(readOperands('packages', 'docs')).toEqual({ url: undefined, folder: 'packages' })
  expect(readOperands('/packages', 'docs')).toEqual({ url: '/packages', folder: 'docs' })
  expect(readOperands('guide/gears', 'docs')).toEqual({ url: 'guide/gears', folder: 'docs' })
  expect(readOperands(undefined, 'docs')).toEqual({ url: undefined, folder: 'docs' })
})
