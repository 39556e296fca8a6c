import { expect, test } from 'vitest'
import { DOCS_SETTINGS } from '../base/settings.ts'
import { search } from '../search.ts'
import type { SearchRecord } from '../wire.ts'
import { buildIndex, buildIndexInPieces } from './build-index.ts'
import { joinPieces } from './format.ts'
import { openIndex } from './open-index.ts'
import { pageNumber } from './pages.ts'
import { PostingBuilder } from './posting-builder.ts'
import { createPostingCursor, nextPosting, openPostings, readPositions } from './postings.ts'
import { createTermCursor, entryAt, nextTerm } from './term-dictionary.ts'
import { TermTable } from './term-table.ts'

const records = Array.from({ length: 300 }, (_, i): SearchRecord => {
  const record = { objectID: `r${i}`, title: `Title ${i}`, body: `The text number ${i}.` }
  return i === 250 ? { ...record, late: 'A field that only one record has.' } : record
})

/** Records that are made anew each time that they are read. */
const stream = (made: () => void = () => undefined): Iterable<SearchRecord> => ({
  *[Symbol.iterator]() {
    made()
    for (const record of records) yield structuredClone(record)
  },
})

test('a text that only a late record has is searched', () => {
  const index = openIndex(buildIndex(records, {}), {})
  expect(search(index, { query: 'only one record' }).hits.map(({ objectID }) => objectID)).toEqual(['r250'])
})

test('a list, a stream and an iterator of the same records give the same bytes', () => {
  for (const settings of [{}, DOCS_SETTINGS, { searchableAttributes: ['title', 'late'] }]) {
    const built = buildIndex(records, settings)
    expect(Buffer.compare(buildIndex(stream(), settings), built)).toBe(0)
    expect(Buffer.compare(buildIndex(records.values(), settings), built)).toBe(0)
  }
})

test('the pages of a site with a router in the browser are the addresses without the query of a section', () => {
  const numbers = (pages: string[], section: string): number[] => {
    const sections = pages.flatMap((page) =>
      [page, `${page}${section}a`].map((url) => ({ url, url_without_anchor: page })),
    )
    const made = sections.map((one, i) => ({ objectID: `${i}`, hierarchy: { lvl1: 'Oil' }, ...one }))
    const index = openIndex(buildIndex(made, DOCS_SETTINGS), DOCS_SETTINGS)
    return made.map((_, doc) => pageNumber(index, doc))
  }
  expect(numbers(['https://x.org/', 'https://x.org/guide'], '#')).toEqual([0, 0, 1, 1])
  expect(numbers(['https://x.org/#/', 'https://x.org/#/guide'], '?id=')).toEqual([0, 0, 1, 1])
  expect(numbers(['https://x.org/', 'https://x.org/guide'], '?id=')).toEqual([0, 0, 1, 1])
})

test('records are read a second time only if a late one changes the fields', () => {
  let times = 0
  buildIndex(
    stream(() => times++),
    { searchableAttributes: ['title', 'body'] },
  )
  const [sample, build] = [1, 1]
  expect(times).toBe(sample + build)
  buildIndex(
    stream(() => times++),
    {},
  )
  expect(times).toBe(2 * (sample + build) + 1)
})

test('an index in pieces has the same bytes, and each piece can be freed', () => {
  const long = records.map((record) => ({ ...record, text: `${record.objectID} ${'words '.repeat(5000)}` }))
  const pieces = buildIndexInPieces(long, {})
  expect(pieces.length).toBeGreaterThan(20)
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length)
  const copies = pieces.map((piece) => {
    const copy = Buffer.from(piece)
    structuredClone(piece, { transfer: [piece.buffer as ArrayBuffer] })
    return copy
  })
  expect(Buffer.compare(Buffer.concat(copies), buildIndex(long, {}))).toBe(0)
})

test('posting lists of several runs are one list', () => {
  const terms = new TermTable()
  const builder = new PostingBuilder(terms, 2)
  const expected = new Map<string, [doc: number, positions: number[]][]>()
  // 60 occurrences each: more than one run. The mask that most postings have comes last.
  for (let doc = 0; doc < 20_000; doc++) {
    for (let at = 0; at < 60; at++) {
      const field = at < 40 ? 0 : 1
      const term = at === 0 && doc % 1000 === 0 ? `rare${doc}` : `t${(doc * 7 + at * at) % 89}`
      builder.add(terms.numberOf(term), doc, field * 2 ** 20 + at, doc === 0 ? 1 : 0)
      const list = expected.get(term) ?? []
      expected.set(term, list)
      if (list.at(-1)?.[0] !== doc) list.push([doc, []])
      list.at(-1)?.[1].push(field * 2 ** 20 + at)
    }
    builder.endRecord()
  }
  const { blocks, entries, termCount, postings, masks } = builder.finish()
  const terminology = createTermCursor({ termCount, blocks, entries, parts: undefined })
  const cursor = createPostingCursor(joinPieces(postings), Uint32Array.from(masks))
  const found = new Map<string, [number, number[]][]>()
  while (nextTerm(terminology)) {
    const { term, postingsStart } = entryAt(terminology)
    const list: [number, number[]][] = []
    openPostings(cursor, postingsStart)
    while (nextPosting(cursor)) {
      const positions: number[] = []
      readPositions(cursor, 2 ** 2, positions)
      list.push([cursor.docId, positions])
    }
    found.set(term, list)
  }
  expect([...found.keys()]).toEqual([...expected.keys()].sort())
  for (const [term, list] of expected) expect(JSON.stringify(found.get(term))).toBe(JSON.stringify(list))
})
