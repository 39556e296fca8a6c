/**
 * Queries of readers that failed in other search boxes, on pages written for them (`fixtures/eval`): read by ingest and
 * searched by the engine, as `docent eval` does.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { type Ask, askFolder } from '../ask/ask.ts'
import { type EvalQuery, readQueries } from './queries.ts'
import { rankOf } from './score.ts'

const fixtures = join(import.meta.dirname, '../../../../fixtures/eval')
const queries = await readQueries(join(fixtures, 'queries.yaml'))

/**
 * Queries that fail here too. If a query succeeds, the test below fails until it is removed from this list.
 * - `audio`: the heading "Audio" in a changelog covers the query whole, the title "Audio buses" half of it.
 */
const KNOWN_FAILURES = ['audio']

let ask: Ask
beforeAll(async () => {
  ask = await askFolder(join(fixtures, 'pages'))
})

async function rank(query: EvalQuery) {
  const { hits } = await ask({ query: query.query, hitsPerPage: 50, attributesToRetrieve: ['url'] })
  return rankOf(
    query,
    hits.map(({ url }) => ({ url: String(url) })),
  )
}

test.for(queries.filter(({ query }) => !KNOWN_FAILURES.includes(query)).map((query) => [query.query, query] as const))(
  '%s: the right page is first',
  async ([, query]) => {
    const { page, first, section } = await rank(query)
    expect({ page, first }).toEqual({ page: 1, first })
    if (query.targets.some((url) => url.includes('#'))) expect({ section, first }).toEqual({ section: 1, first })
  },
)

test.for(KNOWN_FAILURES)('%s: not first yet; remove it from the list if it is', async (text) => {
  const query = queries.find(({ query }) => query === text)
  expect(query).toBeDefined()
  if (query) expect((await rank(query)).page).not.toBe(1)
})

test('every query names the thread where it failed', async () => {
  const lines = (await readFile(join(fixtures, 'queries.yaml'), 'utf8')).split('\n')
  const unnamed = lines.filter((line) => line.startsWith('- query:') && !/ # \S+\/\S+#\d+$/.test(line))
  expect(unnamed).toEqual([])
})
