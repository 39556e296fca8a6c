import { SearchError } from '@docent/client'
import type { FacetCounts } from './filters.ts'
import type { Hit, MultiSearchResponse } from '@docent/engine'
import { describe, expect, test } from 'vitest'

import { type Line, visibleLines } from './state.ts'
import { type Asked, start } from './testing/controller-harness.ts'

/** A section of a page. */
const section = (page: string, number: number): Hit => ({
  objectID: `${page}-${number}`,
  url: `/${page}#${number}`,
  url_without_anchor: `/${page}`,
  type: 'lvl2',
  hierarchy: { lvl0: 'Guides', lvl1: page, lvl2: `Section ${number}` },
})
const sections = (page: string, from: number, count: number): Hit[] =>
  Array.from({ length: count }, (_, at) => section(page, from + at))

interface Extra {
  total?: number
  page?: number
  pages?: number
  facets?: FacetCounts
}

function answerOf(hits: Hit[], { total = hits.length, page = 0, pages = 1, facets = {} }: Extra = {}) {
  return { hits, nbHits: total, page, nbPages: pages, facets, query: '', params: '', processingTimeMS: 1 }
}
const answers = (...results: ReturnType<typeof answerOf>[]): MultiSearchResponse => ({ results })

const FILTERED = {
  facets: [{ key: 'version' }],
  indices: [{ name: 'docs', searchParameters: { facetFilters: ['version:2'] } }],
}

/** The call with this 1-based number, after waiting for it. */
async function call(asked: Asked[], number: number): Promise<Asked> {
  await import('./further.ts')
  for (let turn = 0; turn < 20 && asked.length < number; turn++) await new Promise((resolve) => setTimeout(resolve))
  const found = asked[number - 1]
  if (!found) throw new Error(`There were ${asked.length} calls, not ${number}.`)
  return found
}

function lineOf(type: Line['type'], { controller }: ReturnType<typeof start>): Exclude<Line, { type: 'row' }> {
  const line = visibleLines(controller.state()).find((one) => one.type === type)
  if (!line || line.type === 'row') throw new Error(`There is no line "${type}".`)
  return line
}

const urls = ({ controller }: ReturnType<typeof start>) =>
  controller.state().results?.groups.flatMap(({ rows }) => rows.map(({ url }) => url))

describe('the next hits', () => {
  async function begin(): Promise<ReturnType<typeof start>> {
    const reader = start()
    reader.controller.type('a')
    await reader.asked[0]?.answer(answers(answerOf(sections('one', 1, 2), { total: 4, pages: 2 })))
    return reader
  }

  test('are added without duplicates, and the first new line is active', async () => {
    const reader = await begin()
    reader.controller.unfold(lineOf('next', reader))
    const next = await call(reader.asked, 2)
    expect(next.requests[0]).toMatchObject({ page: 1, query: 'a' })
    expect(reader.controller.state().results?.more).toBe('loading')
    await next.answer(answers(answerOf(sections('one', 2, 3), { total: 4, page: 1, pages: 2 })))
    expect(urls(reader)).toEqual(['/one#1', '/one#2', '/one#3', '/one#4'])
    expect(reader.controller.state()).toMatchObject({ active: 2, results: { more: 'none', received: 4 } })
  })

  test('can be requested again after a failure', async () => {
    const reader = await begin()
    reader.controller.unfold(lineOf('next', reader))
    await (await call(reader.asked, 2)).fail(new SearchError('server', 'Broken.', 500))
    expect(reader.controller.state().results?.more).toBe('failed')
    reader.controller.unfold(lineOf('next', reader))
    await (
      await call(reader.asked, 3)
    ).answer(answers(answerOf(sections('one', 3, 2), { total: 4, page: 1, pages: 2 })))
    expect(urls(reader)).toHaveLength(4)
  })

  test('are dropped when they arrive after another query', async () => {
    const reader = await begin()
    reader.controller.unfold(lineOf('next', reader))
    const next = await call(reader.asked, 2)
    reader.clock.advance(1000)
    reader.controller.type('ab')
    expect(next.signal?.aborted).toBe(true)
    await next.answer(answers(answerOf(sections('one', 3, 2))))
    await reader.asked[2]?.answer(answers(answerOf(sections('two', 1, 1))))
    expect(urls(reader)).toEqual(['/two#1'])
  })
})

describe('all sections of a page', () => {
  /** An answer with six of eight sections of a page, inside a filter. */
  async function begin(): Promise<ReturnType<typeof start>> {
    const reader = start(FILTERED)
    reader.controller.type('a')
    const first = await call(reader.asked, 1)
    await first.answer(answers(answerOf(sections('one', 1, 6), { total: 8, pages: 2 })))
    return reader
  }

  test('are requested by the page’s address and added to the list', async () => {
    const reader = await begin()
    reader.controller.unfold(lineOf('more', reader))
    const all = await call(reader.asked, 2)
    expect(all.requests[0]?.facetFilters).toEqual(['version:2', 'url_without_anchor:/one'])
    await all.answer(answers(answerOf(sections('one', 1, 8))))
    expect(urls(reader)).toHaveLength(8)
  })

  test('are not aborted by the counts after a pause, which follow later', async () => {
    const reader = await begin()
    reader.clock.advance(300)
    reader.controller.unfold(lineOf('more', reader))
    const all = await call(reader.asked, 2)
    reader.clock.advance(300)
    await new Promise((resolve) => setTimeout(resolve))
    expect(all.signal?.aborted).toBe(false)
    await all.answer(answers(answerOf(sections('one', 1, 8))))
    expect(urls(reader)).toHaveLength(8)
    reader.clock.advance(1000)
    const counts = await call(reader.asked, 3)
    expect(counts.requests[0]).toMatchObject({ hitsPerPage: 0, facets: ['version'] })
    await counts.answer(answers(answerOf([], { facets: { version: { 1: 3, 2: 8 } } })))
    expect(reader.controller.state().results?.counts).toEqual({ version: { 1: 3, 2: 8 } })
    expect(urls(reader)).toHaveLength(8)
  })
})

describe('inside filters', () => {
  test('the first hits are shown before the others, and the active line stays active', async () => {
    const reader = start(FILTERED)
    reader.controller.type('a')
    const first = await call(reader.asked, 1)
    first.begin(answers(answerOf(sections('one', 2, 2), { total: 3 })))
    expect(urls(reader)).toEqual(['/one#2', '/one#3'])
    expect(reader.controller.state().results?.more).toBe('loading')
    reader.controller.moveTo(1)
    await first.answer(answers(answerOf([section('one', 1), ...sections('one', 2, 2)])))
    expect(urls(reader)).toEqual(['/one#1', '/one#2', '/one#3'])
    expect(reader.controller.state()).toMatchObject({ active: 2, results: { more: 'none' } })
  })

  test('without hits, the answer is shown together with hits outside the filters', async () => {
    const reader = start(FILTERED)
    reader.controller.type('a')
    await (await call(reader.asked, 1)).answer(answers(answerOf([])))
    const outside = await call(reader.asked, 2)
    expect(reader.controller.state().results).toBeUndefined()
    expect(outside.requests.map(({ facetFilters }) => facetFilters)).toEqual([[], []])
    await outside.answer(answers(answerOf([], { facets: { version: { 1: 1 } } }), answerOf([section('old', 1)])))
    expect(reader.controller.state().results).toMatchObject({
      groups: [],
      elsewhere: [{ title: 'old' }],
      counts: { version: { 1: 1 } },
    })
  })

  test('with few hits, those outside follow after a pause, each page once', async () => {
    const reader = start(FILTERED)
    reader.controller.type('a')
    await (await call(reader.asked, 1)).answer(answers(answerOf([section('new', 1)])))
    reader.clock.advance(500)
    await (await call(reader.asked, 2)).answer(answers(answerOf([]), answerOf([section('new', 1), section('old', 1)])))
    expect(reader.controller.state().results?.elsewhere.map(({ title }) => title)).toEqual(['old'])
  })
})
