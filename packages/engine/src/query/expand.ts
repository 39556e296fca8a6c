/**
 * The expansion of a query: for each of its words, the matches of its patterns (`patterns.ts`) in the index. Typos and
 * splits are added later, and only if the words as typed match too few records.
 */
import type { ShouldStop } from '../base/deadline.ts'
import type { Index } from '../segment/open-index.ts'
import { requireDictionary } from '../segment/parts.ts'
import { createExpansion, type Expansion, spread } from './expansion.ts'
import { FORM_OF_BARE_WORD, FORM_OF_PART, QUALITY, SPELLING } from './match-quality.ts'
import type { ParsedQuery, QueryWord } from './parse-query.ts'
import {
  beginningsOfCompound,
  type ExpandSettings,
  patternsOfJoined,
  patternsOfRelated,
  patternsOfWord,
  typosOfJoined,
  typosOfWord,
} from './patterns.ts'
import { lengthOf } from './posting-list.ts'
import { createResolver, resolvePatterns } from './resolve-patterns.ts'
import { strictWords } from './typo-limits.ts'

/** A query, with the data that its expansion depends on. */
export interface ExpandInput {
  index: Index
  parsed: ParsedQuery
  settings: ExpandSettings
  shouldStop: ShouldStop
}

/** The expansions of each word, without typos. */
export function expandWords({ index, parsed, settings, shouldStop }: ExpandInput): Expansion[][] {
  const resolver = createResolver(index, settings, shouldStop)
  const expansions = parsed.words.map((word) => resolvePatterns(resolver, patternsOfWord(word, settings)))
  weakenParts(parsed, expansions)
  for (const form of parsed.joined) {
    spread(form, resolvePatterns(resolver, patternsOfJoined(form, settings)), expansions)
  }
  for (const [at, word] of parsed.words.entries()) weakenBareForms(word, expansions[at] as Expansion[])
  return expansions
}

/**
 * A query with symbols (`c++`, `--no-cache`) prefers a match with symbols to the bare word, also in `noCache`. The words without symbols
 * keep their matches: of `@scope/name`, `name` prefers `@scope/name` to a `name` alone.
 */
function weakenBareForms({ decorated }: QueryWord, found: readonly Expansion[]): void {
  if (decorated.length === 0) return
  for (const each of found) {
    if (!decorated.some((form) => each.term.startsWith(form))) each.form *= FORM_OF_BARE_WORD
  }
}

/** A query that writes words as one (`readFile`) prefers a match of the whole to matches of the parts. */
function weakenParts(parsed: ParsedQuery, expansions: Expansion[][]): void {
  for (const [at, found] of expansions.entries()) {
    const isPart = parsed.joined.some((form) => form.typed && at >= form.first && at < form.first + form.count)
    if (!isPart) continue
    for (const expansion of found) {
      if (expansion.kind === 'decorated') continue
      expansion.quality *= QUALITY.part
      expansion.spelling *= SPELLING.part
      expansion.form *= FORM_OF_PART
    }
  }
}

/** Number of postings of a word; a record with two of its terms counts twice. */
export function countPostings(list: readonly Expansion[]): number {
  return list.reduce((sum, each) => sum + lengthOf(each.list), 0)
}

/** If at least this number of records have a word, it is spelt right, and no typos of it are searched. */
export const SPELT_RIGHT = 5

/**
 * Adds the misspellings of words that few records have. `counts`: number of records that have each word, where the
 * index has only some of them.
 */
export function addTypos(
  { index, parsed, settings, shouldStop }: ExpandInput,
  expansions: readonly Expansion[][],
  counts: readonly number[] | undefined,
): void {
  // A misspelling may be any term.
  for (const { parts } of index.segments) if (parts !== undefined) requireDictionary(parts)
  const resolver = createResolver(index, settings, shouldStop)
  const strict = strictWords(parsed, settings)
  for (const [at, word] of parsed.words.entries()) {
    const found = expansions[at] as Expansion[]
    const count = counts?.[at] ?? countPostings(found)
    if (count >= SPELT_RIGHT) continue
    resolvePatterns(resolver, typosOfWord(word, strict.has(at), settings), found)
  }
  for (const form of parsed.joined) {
    spread(form, resolvePatterns(resolver, typosOfJoined(form, strict, settings)), expansions)
  }
}

/**
 * Adds the words that docs use for those of the query, and the beginnings of unknown ones, except for words with `synonyms`.
 * `counts`: as in `addTypos`.
 */
export function addRelated(
  { index, parsed, settings, shouldStop }: ExpandInput,
  expansions: readonly Expansion[][],
  synonyms: { has: (word: string) => boolean },
  counts: readonly number[] | undefined,
): void {
  const resolver = createResolver(index, settings, shouldStop)
  for (const [at, word] of parsed.words.entries()) {
    if (synonyms.has(word.term)) continue
    const found = expansions[at] as Expansion[]
    const known = new Set(found.map(({ term }) => term))
    const isUnknown = (counts?.[at] ?? found.length) === 0
    const patterns = [...patternsOfRelated(word, settings), ...(isUnknown ? beginningsOfCompound(word, settings) : [])]
    for (const { term, list, quality, fields } of resolvePatterns(resolver, patterns)) {
      if (known.has(term)) continue
      const worth = quality * QUALITY.related
      found.push(createExpansion({ kind: 'related', term, list, quality: worth, fields }))
    }
  }
}
