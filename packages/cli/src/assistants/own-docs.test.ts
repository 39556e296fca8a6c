/**
 * Questions about Docent (`fixtures/questions`), asked of its own documentation, which is small: subjects are words of most
 * sections, and readers use other words than the pages. The shares are those of today, less a few questions for changes of the docs.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Docs, searchDocs } from '@docent/mcp'
import { beforeAll, expect, test } from 'vitest'

import { readQueries } from '../eval/queries.ts'
import { liveFolder } from './live-folder.ts'

const root = join(import.meta.dirname, '../../../..')
const questions = join(root, 'fixtures/questions')
const own = await readQueries(join(questions, 'own.yaml'))
const other = (await readFile(join(questions, 'other.txt'), 'utf8')).trim().split('\n')

let docs: Docs
beforeAll(async () => {
  docs = await liveFolder(join(root, 'docs'), {})
})

type Result = Awaited<ReturnType<typeof searchDocs>>
const ask = (queries: readonly string[]): Promise<Result[]> =>
  Promise.all(queries.map((query) => searchDocs(docs, { query, tokens: 20_000 })))

const isAnswered = ({ answered }: Result): boolean => answered

/** The addresses that an assistant sees: of the sections, or of the nearest pages where the docs do not say. */
const shown = ({ sections, nearest = [] }: Result): string[] =>
  [...sections, ...nearest].map(({ url }) => url.replace(/#.*/, ''))

test('half of the questions about Docent are answered', async () => {
  const results = await ask(own.map(({ query }) => query))
  expect(results.filter(isAnswered).length).toBeGreaterThanOrEqual(0.46 * own.length)
})

test('the page that answers a question is mostly among the sections or the nearest pages', async () => {
  const results = await ask(own.map(({ query }) => query))
  const found = results.filter((result, at) =>
    shown(result).some((url) => own[at]?.pageTargets.some((page) => url.endsWith(page))),
  )
  expect(found.length).toBeGreaterThanOrEqual(0.68 * own.length)
})

test('questions about other programs, and about features that Docent does not have, are hardly ever answered', async () => {
  const results = await ask(other)
  expect(results.filter(isAnswered).length).toBeLessThanOrEqual(0.12 * other.length)
})
