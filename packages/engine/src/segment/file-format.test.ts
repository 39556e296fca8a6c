/**
 * The page about the index file shows every byte of a real file once. When the layout changes on purpose, run
 * this file with `-u` for the bytes, and correct the offsets and descriptions by hand.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SearchRecord } from '../wire.ts'
import { buildIndex } from './build-index.ts'
import { readSections, sectionBytes } from './format.ts'
import * as SECTION from './section-kinds.ts'

const PAGE = fileURLToPath(new URL('../../../../docs/reference/file-format.md', import.meta.url))
const page = readFileSync(PAGE, 'utf8')
const [records, meta] = [...page.matchAll(/```json\n(.*?)```/gs)].map((block) => JSON.parse(block[1] ?? '') as unknown)
const file = buildIndex(records as SearchRecord[], {
  searchableAttributes: ['title'],
  attributesForFaceting: ['tags'],
})

const ROW = /^(\d+) +((?:[0-9a-f]{2} )+)( +)/gm

const hexOf = (offset: number, size: number): string =>
  Array.from(file.subarray(offset, offset + size), (byte) => byte.toString(16).padStart(2, '0')).join(' ')

test('the page about the file format shows the bytes of its example', async () => {
  const withBytes = page.replace(ROW, (row, offset: string, bytes: string) =>
    row.replace(bytes, `${hexOf(Number(offset), bytes.length / 3)} `),
  )
  await expect(withBytes).toMatchFileSnapshot(PAGE)
})

test('the page shows every byte of its example', () => {
  const section = readSections(file).offsets.get(SECTION.meta)
  const shown = [...page.matchAll(ROW)].map((row) => ({ at: Number(row[1]), size: (row[2] ?? '').length / 3 }))
  shown.push({ at: section?.offset ?? 0, size: Math.ceil((section?.size ?? 0) / 8) * 8 })
  let end = 0
  for (const { at, size } of shown.sort((a, b) => a.at - b.at)) {
    expect(at).toBe(end)
    end += size
  }
  expect(end).toBe(file.length)
})

test('the page shows the meta section of its example', () => {
  const bytes = sectionBytes(readSections(file), SECTION.meta)
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(meta)
})
