/** The tables of `docs/reference/crawl.md` are those of the code. */

import { readFileSync } from 'node:fs'

import { DEFAULT_LIMITS, FAIL_REASONS, HOLD_CASES, SKIP_REASONS } from '@docent/crawl'
import { expect, test } from 'vitest'

import { configEntries } from '../config/schema.ts'
import { ADDRESSES, CRAWL } from '../commands/shared-options.ts'

const page = readFileSync(new URL('../../../../docs/reference/crawl.md', import.meta.url), 'utf8')

/** The rows of the first table after a text. */
function rowsAfter(text: string): string[] {
  const lines = page.slice(page.indexOf(`\n${text}`)).split('\n')
  const first = lines.findIndex((line) => /^\|[-|]+\|$/.test(line)) + 1
  const last = lines.findIndex((line, i) => i >= first && !line.startsWith('|'))
  return lines.slice(first, last)
}

const reasons = (table: Readonly<Record<string, string>>): string[] =>
  Object.entries(table).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)

test('the tables of verdicts have the reasons of the code', () => {
  expect(rowsAfter('Skipped by intent:')).toEqual(reasons(SKIP_REASONS))
  expect(rowsAfter('Failed:')).toEqual(reasons(FAIL_REASONS))
})

test('the table of limits has the default limits', () => {
  const { pages, minutes, depth, bytes, redirects, seconds } = DEFAULT_LIMITS
  // The other rows are limits that no option changes.
  expect(rowsAfter('## Limits').slice(0, 6)).toEqual([
    `| requested pages | ${pages.toLocaleString('en')} |`,
    `| minutes of the requests | ${minutes} |`,
    `| links between a page and its start | ${depth} |`,
    `| one page, unpacked | ${bytes / 1024 / 1024} MiB |`,
    `| redirects of one address | ${redirects} |`,
    `| seconds for one page | ${seconds} |`,
  ])
})

test('the table of reasons to hold a crawl has those of the code, with their thresholds', () => {
  expect(rowsAfter('## Reasons to hold')).toEqual(
    HOLD_CASES.map(([reason, threshold]) => `| ${reason} | ${threshold} |`),
  )
})

test('every option and every key is described', () => {
  const options = rowsAfter('## Options').map((row) => /`(--[\w-]+)`/.exec(row)?.[1])
  // `--site-url` is for folders of Markdown too.
  const described = ['--site-url', ...CRAWL.map(({ long }) => long)]
  expect(options.filter((name) => name !== '--json').toSorted()).toEqual(described.toSorted())
  const keys = rowsAfter('## Configuration').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)])
  expect(keys.map(([, key]) => key).toSorted()).toEqual(Object.keys(configEntries.crawl.wrapped.entries).toSorted())
})

test('every option about addresses is described', () => {
  const reference = readFileSync(new URL('../../../../docs/reference/cli.md', import.meta.url), 'utf8')
  for (const { long } of ADDRESSES) expect(reference).toContain(`| \`${long}\` |`)
})
