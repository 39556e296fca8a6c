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
const isRefused = ({ sections }: Result): boolean => sections.length === 0

test('most questions about Docent are answered, and hardly any is left without sections', async () => {
  const results = await ask(own.map(({ query }) => query))
  expect(results.filter(isAnswered).length).toBeGreaterThanOrEqual(0.62 * own.length)
  expect(results.filter(isRefused).map(({ query }) => query).length).toBeLessThanOrEqual(0.08 * own.length)
})

test('the page that answers a question is mostly among the sections', async () => {
  const results = await ask(own.map(({ query }) => query))
  const found = results.filter(({ sections }, at) =>
    sections.some(({ url }) => own[at]?.pageTargets.some((page) => url.replace(/#.*/, '').endsWith(page))),
  )
  expect(found.length).toBeGreaterThanOrEqual(0.68 * own.length)
})

test('questions about other programs, and about features that Docent does not have, are hardly ever answered', async () => {
  const results = await ask(other)
  expect(results.filter(isAnswered).length).toBeLessThanOrEqual(0.15 * other.length)
  expect(results.filter(isRefused).length).toBeGreaterThanOrEqual(0.5 * other.length)
})
