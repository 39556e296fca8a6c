import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

import { DOCS_SETTINGS, type DocRecord, openDelta, openIndex, search } from '@docent/engine'
import type { PageRecords } from '@docent/ingest'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { makeStaticIndex, type StaticIndexFiles } from './static-index.ts'

function place(): string {
  const folder = folderOf()
  return join(folder, 'index')
}

function record(number: number, content: string): DocRecord {
  return {
    objectID: `r${number}`,
    hierarchy: { lvl0: 'Guide', lvl1: `Page ${number}`, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
    type: 'lvl1',
    url: `/page-${number}`,
    url_without_anchor: `/page-${number}`,
    anchor: '',
    lang: 'en',
    language: 'en',
    docusaurus_tag: 'docs-default-current',
    weight: { pageRank: 0, level: 90, position: 0 },
  }
}

const records = Array.from({ length: 40 }, (_, number) => record(number, `Gears and wheels, volume ${number}.`))

/** The index of records, each of a page of its own. */
function make(folder: string, version: string, all: readonly DocRecord[]): StaticIndexFiles {
  const pages = all.map((one) => ({ file: `${one.url}.md`, key: JSON.stringify(one), make: () => [one] }))
  return makeStaticIndex(folder, version, pages)
}

function find({ base, delta }: StaticIndexFiles, query: string): (string | undefined)[] {
  const index = openIndex(readFileSync(base), DOCS_SETTINGS)
  const opened = delta.length === 0 ? index : openDelta(index, delta, DOCS_SETTINGS)
  return search(opened, { query, hitsPerPage: 50 }).hits.map((hit) => hit.url as string)
}

test('a change of one record leaves the base unchanged, and searches see it', () => {
  const folder = place()
  const first = make(folder, '1', records)
  expect(first.delta).toHaveLength(0)
  const bytes = readFileSync(first.base)
  const changed = records.map((one, at) => (at === 7 ? record(7, 'Sprockets.') : one))
  const second = make(folder, '1', changed)
  expect(readFileSync(second.base).equals(bytes)).toBe(true)
  expect(second.delta.length).toBeGreaterThan(0)
  expect(find(second, 'sprockets')).toEqual(['/page-7'])
  expect(find(second, 'wheels')).not.toContain('/page-7')
  expect(find(make(folder, '1', records), 'sprockets')).toEqual([])
})

test('a delta adds and removes records', () => {
  const folder = place()
  make(folder, '1', records)
  const files = make(folder, '1', [record(99, 'Sprockets.'), ...records.slice(1)])
  expect(files.delta.length).toBeGreaterThan(0)
  expect(find(files, 'sprockets')).toEqual(['/page-99'])
  expect(find(files, 'wheels')).toHaveLength(39)
  expect(find(files, 'wheels')).not.toContain('/page-0')
})

test('a base in the format of another engine leads to a new base, also without changes', () => {
  const folder = place()
  const { base } = make(folder, '1', records)
  const stored = join(folder, 'records.bin')
  const digests = deserialize(readFileSync(stored)) as { format: number }
  writeFileSync(stored, serialize({ ...digests, format: digests.format - 1 }))
  const old = readFileSync(base)
  old[4] = (old[4] ?? 0) - 1
  writeFileSync(base, old)
  expect(find(make(folder, '1', records), 'wheels')).toHaveLength(40)
})

test('many changes, another version or a damaged base lead to a new base', () => {
  const folder = place()
  make(folder, '1', records)
  const other = records.map(({ weight }) => record(weight.position, 'Sprockets.')).slice(0, 1)
  expect(find(make(folder, '1', other), 'sprockets')).toHaveLength(1)
  const files = make(folder, '2', records)
  expect(find(files, 'wheels')).toHaveLength(40)
  writeFileSync(files.base, 'nothing of the kind')
  const again = make(folder, '2', [...records, record(40, 'Sprockets.')])
  expect(find(again, 'sprockets')).toEqual(['/page-40'])
  expect(again.delta).toHaveLength(0)
  rmSync(files.base)
  expect(find(make(folder, '2', [...records, record(40, 'Sprockets.')]), 'sprockets')).toEqual(['/page-40'])
})

test('records are made for changed pages only, and records that move to another file stay those of the base', () => {
  const folder = place()
  const made: string[] = []
  const page = (file: string, key: string, own: readonly DocRecord[]): PageRecords => ({
    file,
    key,
    make() {
      made.push(file)
      return [...own]
    },
  })
  const [a, b, rest] = [records.slice(0, 2), records.slice(2, 4), records.slice(4)]
  makeStaticIndex(folder, '1', [page('a.md', '1', a), page('b.md', '1', b), page('rest.md', '1', rest)])
  made.splice(0)
  const same = makeStaticIndex(folder, '1', [page('a.md', '1', a), page('b.md', '1', b), page('rest.md', '1', rest)])
  expect([made, same.delta.length]).toEqual([[], 0])
  const moved = makeStaticIndex(folder, '1', [page('a.md', '1', a), page('c.md', '1', b), page('rest.md', '1', rest)])
  expect([made, moved.delta.length]).toEqual([['c.md'], 0])
  const gone = makeStaticIndex(folder, '1', [page('a.md', '1', a), page('rest.md', '1', rest)])
  expect(find(gone, 'wheels')).toHaveLength(38)
})
