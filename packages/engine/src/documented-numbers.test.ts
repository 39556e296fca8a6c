/** The page on ranking has every number of the ranking, with its value. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { QUALITY } from './query/match-quality.ts'
import { PAGE } from './query/page-evidence.ts'
import * as STRENGTH from './query/strength-numbers.ts'
import { QUESTION } from './query/word-weights.ts'
import * as RELEVANCE from './ranking/relevance-numbers.ts'

const page = readFileSync(new URL('../../../docs/guide/ranking.md', import.meta.url), 'utf8')

/** The text of a section of the page, by its heading. */
function sectionOf(heading: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
}

/** The numbers of a section that stand behind their names: `heading` 1.8. */
function numbersIn(section: string): Record<string, number> {
  return Object.fromEntries(
    Array.from(section.matchAll(/`(\w+)` (\d+(?:\.\d+)?)/g), ([, name, value]) => [name, Number(value)]),
  )
}

test.each([
  ['The order', { ...RELEVANCE }],
  ['Words, places and forms', { ...STRENGTH }],
  ['Questions', { ...QUESTION, ...PAGE }],
])('%s', (heading, numbers) => {
  expect(numbersIn(sectionOf(heading))).toEqual(numbers)
})

test('forms, in the order of their quality', () => {
  const list = /It counts by its form[^]*?:([^]*?)\n\n/.exec(page)?.[1] ?? ''
  const { plural, synonym, prefixMost, prefixLeast, split, inflection, part, typos, abbreviation, related } = QUALITY
  const expected = [plural, synonym, prefixMost, prefixLeast, split, inflection, part, typos[1], abbreviation]
  expect(Array.from(list.matchAll(/\d\.\d+/g), ([value]) => Number(value))).toEqual([...expected, typos[2], related])
})
