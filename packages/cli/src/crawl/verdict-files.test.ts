import { readFile } from 'node:fs/promises'

import type { Verdict } from '@docent/crawl'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { crawlPlace, makeCrawlPlace } from './crawl-place.ts'
import { failureLines } from './crawl-report.ts'
import { tableLines, writeVerdicts } from './verdict-files.ts'

const VERDICTS: Verdict[] = [
  { url: 'https://d.example/a', from: 'sitemap', state: 'indexed', records: 1, layout: 'docusaurus', change: 'new' },
  { url: 'https://d.example/b', from: 'https://d.example/a', state: 'skipped', reason: 'redirect', detail: '/c' },
  {
    url: 'https://d.example/c',
    from: 'start',
    state: 'failed',
    reason: 'status',
    detail: 'status 500\u001B[2J',
    keptRecords: 3,
    keptUntil: '2026-03-08T00:00:00.000Z',
  },
  { url: 'https://d.example/d', from: 'start', state: 'failed', reason: 'too-slow' },
  {
    url: 'https://d.example/e',
    from: 'sitemap',
    requested: '2026-03-01T06:00:00.000Z',
    state: 'indexed',
    records: 2,
    layout: 'structure',
    change: 'unchanged',
  },
]

test('the table has a line for each verdict, without control characters of the site', () => {
  expect([...tableLines(VERDICTS)]).toEqual([
    'indexed  1 record       https://d.example/a  docusaurus  new  (found: sitemap)',
    'skipped  redirect       https://d.example/b  /c  (found: https://d.example/a)',
    String.raw`failed   status         https://d.example/c  status 500\u001b[2J  keeps 3 records until 2026-03-08T00:00:00.000Z  (found: start)`,
    'failed   too-slow       https://d.example/d  (found: start)',
    'indexed  2 records      https://d.example/e  structure  unchanged  as of 2026-03-01T06:00:00.000Z: same date in the sitemap  (found: sitemap)',
  ])
})

test('failed pages are named with the records that they keep; more than ten are counted', () => {
  expect(failureLines(VERDICTS)).toEqual([
    String.raw`https://d.example/c  status 500\u001b[2J; keeps its records until 2026-03-08`,
    'https://d.example/d  it took longer than the limit; not in the index',
  ])
  const many = Array.from({ length: 13 }, () => VERDICTS[3] as Verdict)
  expect(failureLines(many).slice(10)).toEqual(['… and 3 more: --verdicts'])
})

test.for([[VERDICTS], [[]]])('the files hold all verdicts, as JSON and as a table: %#', async ([verdicts = []]) => {
  const data = folderOf()
  const place = crawlPlace(data, 'docs')
  makeCrawlPlace(place)
  await writeVerdicts(place, () => verdicts)
  expect(JSON.parse(await readFile(place.verdicts, 'utf8'))).toEqual(verdicts)
  expect((await readFile(place.table, 'utf8')).split('\n').filter((line) => line !== '')).toHaveLength(verdicts.length)
})
