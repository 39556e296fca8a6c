import { describe, expect, test } from 'vitest'
import { EngineError } from '../base/errors.ts'
import { search } from '../search.ts'
import { DOCS_SETTINGS } from '../base/settings.ts'
import type { SearchRecord } from '../wire.ts'
import { buildDelta } from './build-delta.ts'
import { buildIndex } from './build-index.ts'
import { readSections } from './format.ts'
import * as SECTION from './section-kinds.ts'
import { openIndex, verifyIndex } from './open-index.ts'

const RECORDS: SearchRecord[] = [
  {
    objectID: '1',
    url: '/a',
    type: 'lvl1',
    hierarchy: { lvl0: 'Guide', lvl1: 'Install', lvl2: null },
    content: 'Run npm install, then start.',
    tags: ['x', 'y'],
    weight: { pageRank: 0, level: 90, position: 0 },
  },
  {
    objectID: '2',
    url: '/a#linux',
    type: 'lvl2',
    hierarchy: { lvl0: 'Guide', lvl1: 'Install', lvl2: 'Linux' },
    content: '安装 Docker 容器',
    tags: ['y'],
    weight: { pageRank: 0, level: 80, position: 1 },
  },
]
const file = buildIndex(RECORDS, DOCS_SETTINGS)

/** All answers that depend on the file. */
function answers(bytes: Uint8Array): string {
  const index = openIndex(bytes, DOCS_SETTINGS)
  const queries = ['', 'install', 'linx', '容']
  const found = queries.map((query) => search(index, { query, facets: ['*'], getRankingInfo: true }))
  const delta = buildDelta(index, { added: [], replaced: RECORDS.slice(0, 1), deleted: ['2'] }, DOCS_SETTINGS)
  return JSON.stringify([found, Array.from(delta)])
}

const MANY = 1000

/** Records with enough text for several blocks of each kind. */
function manyRecords(): SearchRecord[] {
  return Array.from({ length: MANY }, (_, at) => ({
    objectID: String(at),
    url: `/a#${at}`,
    hierarchy: { lvl1: 'Install', lvl2: `Section ${at}` },
    content: `common rare${at} ${`word${at % 10} `.repeat(40)}`,
    tags: [`t${at % 3}`],
  }))
}

function codeOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof EngineError) return error.code
    throw error
  }
  return 'none'
}

describe('an index file', () => {
  test('is the same for the same records and settings', () => {
    expect(Buffer.from(buildIndex(RECORDS, DOCS_SETTINGS)).equals(Buffer.from(file))).toBe(true)
  })

  test('opens over shared memory and at any offset', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(file.length))
    shared.set(file)
    const shifted = new Uint8Array(file.length + 3).subarray(3)
    shifted.set(file)
    expect(answers(shared)).toBe(answers(file))
    expect(answers(shifted)).toBe(answers(file))
  })

  test('with any one byte changed is refused before it gives a wrong answer', () => {
    const truth = answers(file)
    const undetected: number[] = []
    for (let at = 0; at < file.length; at++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const broken = file.slice()
        broken[at] = (broken[at] as number) ^ flip
        const code = codeOf(() => expect(answers(broken)).toBe(truth))
        if (!['index_damaged', 'index_truncated', 'index_format'].includes(code)) undetected.push(at)
      }
    }
    expect(undetected).toEqual([])
  })

  test('is read as far as it is used', () => {
    const large = buildIndex(manyRecords(), DOCS_SETTINGS)
    const ranges: [number, number][] = []
    const bytes = new Uint8Array(large.length)
    const read = (from: number, to: number): void => {
      ranges.push([from, to])
      bytes.set(large.subarray(from, to), from)
    }
    const lazy = openIndex({ bytes, read }, DOCS_SETTINGS)
    const whole = openIndex(large, DOCS_SETTINGS)
    for (const query of ['rare7', 'common rare40', 'raer3'])
      expect(search(lazy, { query, facets: ['tags'] })).toEqual(search(whole, { query, facets: ['tags'] }))
    expect(ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThan(large.length / 2)
    expect(new Set(ranges.map(String)).size).toBe(ranges.length)
  })

  test('that is read as far as it is used is refused where a block of it is damaged', () => {
    const large = buildIndex(manyRecords(), DOCS_SETTINGS)
    const { offset, size } = readSections(large).offsets.get(SECTION.postings) ?? { offset: 0, size: 0 }
    large.fill(0, offset + size - 8, offset + size)
    const bytes = new Uint8Array(large.length)
    const read = (from: number, to: number): void => bytes.set(large.subarray(from, to), from)
    const index = openIndex({ bytes, read }, DOCS_SETTINGS)
    expect(search(index, { query: 'common' }).nbHits).toBe(MANY)
    expect(codeOf(() => search(index, { query: 'word9' }))).toBe('index_damaged')
    expect(codeOf(() => verifyIndex(index))).toBe('index_damaged')
    expect(codeOf(() => verifyIndex(openIndex(large, DOCS_SETTINGS)))).toBe('index_damaged')
  })

  test('that ends too early is refused', () => {
    for (let size = 0; size < file.length; size += 7) {
      expect(['index_truncated', 'index_format', 'index_damaged']).toContain(
        codeOf(() => openIndex(file.slice(0, size))),
      )
    }
    expect(codeOf(() => openIndex(file.slice(0, file.length - 1)))).toBe('index_truncated')
  })

  test.each([1, 2, 99])(
    'of version %i is refused before its checksums are verified; the error names both versions',
    (version) => {
      const other = file.slice()
      other[4] = version
      expect(codeOf(() => openIndex(other))).toBe('index_format')
      expect(codeOf(() => openIndex(other.slice(0, 8)))).toBe('index_format')
      expect(() => openIndex(other)).toThrow(`format version ${version}, this engine reads 9; build the index again.`)
    },
  )

  test('of no records answers', () => {
    const empty = openIndex(buildIndex([], DOCS_SETTINGS), DOCS_SETTINGS)
    expect(search(empty, { query: 'anything' }).nbHits).toBe(0)
    expect(search(empty, { query: '' }).nbHits).toBe(0)
  })
})
