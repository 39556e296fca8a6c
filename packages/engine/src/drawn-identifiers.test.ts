// @module-tag long
/**
 * Identifiers drawn by a rule from real documentation, searched in each spelling: their section is among the first five
 * in at least 95 of 100 cases. The corpora are beside the repository, not in it.
 *
 * The rule: identifiers of two parts or more (a change of case, `_`, `.`, `-`, `::`, `/`), of 5 to 40 characters, that
 * at most two sections have in any spelling, words apart included; of these 100, evenly distributed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import type { SearchRecord } from './wire.ts'

const corpora = resolve(import.meta.dirname, '../../../../shared/relevance/dev')
const DRAWN = 100
const MIN_SHARE = 0.95

const IDENTIFIER = /(?<![\w.@/:-])(?:--)?[A-Za-z][A-Za-z0-9]*(?:(?:[._/-]|::)?[A-Za-z][A-Za-z0-9]*)+(?![\w-])/g
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

const partsOf = (identifier: string): string[] => identifier.match(PARTS) ?? []
const lettersOf = (identifier: string): string => identifier.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

const SPELLINGS: Readonly<Record<string, (identifier: string) => string>> = {
  'as written': (identifier) => identifier,
  'in small letters': (identifier) => identifier.toLowerCase(),
  'without punctuation': lettersOf,
  'in its parts': (identifier) => partsOf(identifier).join(' ').toLowerCase(),
  'with underscores': (identifier) => partsOf(identifier).join('_').toLowerCase(),
  'with dashes': (identifier) => partsOf(identifier).join('-').toLowerCase(),
}

/** Identifiers with the sections that have them in any spelling. */
function draw(records: readonly SearchRecord[]): { identifier: string; urls: Set<string> }[] {
  const found = new Map<string, { identifier: string; urls: Set<string> }>()
  for (const { url, content, hierarchy, type } of records) {
    const heading = (hierarchy as Record<string, string | null>)[String(type)] ?? ''
    for (const [identifier] of `${heading} \n ${String(content ?? '')}`.matchAll(IDENTIFIER)) {
      if (partsOf(identifier).length < 2 || identifier.length < 5 || identifier.length > 40) continue
      // A compound of prose, such as `built-in`, is no identifier.
      if (/^[A-Z]?[a-z]+(?:[-/][a-z]+)+$/.test(identifier)) continue
      const known = found.get(lettersOf(identifier))
      if (known === undefined) found.set(lettersOf(identifier), { identifier, urls: new Set([String(url)]) })
      else known.urls.add(String(url))
    }
  }
  const rare = [...found.values()].filter(({ urls }) => urls.size <= 2)
  const texts = records.map(({ content, hierarchy }) => {
    return lettersOf(`${Object.values(hierarchy as Record<string, string | null>).join(' ')} ${String(content ?? '')}`)
  })
  const drawn: typeof rare = []
  const step = Math.max(1, Math.floor(rare.length / (DRAWN * 2)))
  for (let at = 0; at < rare.length && drawn.length < DRAWN; at += step) {
    const each = rare[at] as (typeof rare)[number]
    const letters = lettersOf(each.identifier)
    if (texts.filter((text) => text.includes(letters)).length <= 2) drawn.push(each)
  }
  return drawn
}

describe.each(['node', 'rust-book', 'k8s-en', 'k8s-zh'])('identifiers of %s', (corpus) => {
  const file = resolve(corpora, `${corpus}.records.jsonl.gz`)
  const exists = existsSync(file)
  const rows = exists ? gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n') : []
  const records = rows.map((row) => JSON.parse(row) as SearchRecord)
  const drawn = draw(records)
  const index = exists ? openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS) : undefined

  test.skipIf(!exists).each(Object.keys(SPELLINGS))(
    `%s (skipped where ${corpus} is not beside the repository)`,
    (name) => {
      if (index === undefined) return
      const missed = drawn.filter(({ identifier, urls }) => {
        const query = SPELLINGS[name]?.(identifier) ?? ''
        return !search(index, { query, hitsPerPage: 5 }).hits.some((hit) => urls.has(String(hit['url'])))
      })
      expect(drawn.length).toBeGreaterThan(20)
      const share = 1 - missed.length / drawn.length
      expect(share, `missed: ${missed.map(({ identifier }) => identifier).join(', ')}`).toBeGreaterThanOrEqual(
        MIN_SHARE,
      )
    },
  )
})
