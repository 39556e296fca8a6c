/**
 * What is spelt differently from the words of a query: the second helping of expansion, fetched only when what was typed
 * finds too little.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { Index } from '../segment/open-index.ts'
import { requireDictionary } from '../segment/parts.ts'
import { findTerm } from '../segment/term-dictionary.ts'
import { DEFAULT_SETTINGS } from '../base/settings.ts'
import {
  add,
  EVERYWHERE,
  type ExpandSettings,
  expansion,
  type Expansion,
  expansionOver,
  type Lexicon,
  lexiconOf,
  QUALITY,
  spread,
} from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { type JoinedForm, type ParsedQuery, type QueryWord, wordsNamed } from './parse-query.ts'
import { adjacentList, lengthOf, listOf } from './posting-list.ts'
import { findTypos } from './find-typos.ts'

/** A word that so many records have is not taken for a misspelling of another. */
export const SPELT_RIGHT = 5

/**
 * Adds what is spelt differently: typos of words and joined forms, and words that the text has in two. `counts`: how many
 * records have each word, where the index does not tell.
 */
export function addTypos(
  index: Index,
  parsed: ParsedQuery,
  expansions: Expansion[][],
  settings: ExpandSettings,
  counts: readonly number[] | undefined,
  shouldStop: ShouldStop,
): void {
  const tolerance = settings.typoTolerance ?? DEFAULT_SETTINGS.typoTolerance
  // What is spelt differently may stand anywhere.
  for (const { parts } of index.segments) if (parts !== undefined) requireDictionary(parts)
  const lexicon = lexiconOf(index)
  const without = settings.disableTypoToleranceOnAttributes ?? []
  const fields = without.length === 0 ? EVERYWHERE : ~fieldsAt(index, without)
  const strict = strictWords(parsed, settings)
  for (const [at, word] of parsed.words.entries()) {
    if (word.kind !== 'word') continue
    const found = expansions[at] as Expansion[]
    const count = counts?.[at] ?? found.reduce((sum, each) => sum + lengthOf(each.list), 0)
    if (count >= SPELT_RIGHT) continue
    addSplits(index, lexicon, word, found, shouldStop)
    stopIfAsked(shouldStop)
    if (tolerance !== false && !strict.has(at)) addTyposOf(index, word.term, word.prefix, settings, found)
  }
  if (tolerance !== false) {
    for (const form of parsed.joined) {
      if (!form.typed || !isForgiving(form, strict)) continue
      stopIfAsked(shouldStop)
      const found: Expansion[] = []
      addTyposOf(index, form.term, form.prefix, settings, found)
      spread(form, found, expansions)
    }
  }
  if (fields === EVERYWHERE) return
  for (const list of expansions) for (const each of list) if (each.typos > 0) each.fields = fields
}

/** The numbers of the words that are never misspelt: `disableTypoToleranceOnWords`. */
export function strictWords({ words }: Pick<ParsedQuery, 'words'>, settings: ExpandSettings): ReadonlySet<number> {
  return wordsNamed(words, settings.disableTypoToleranceOnWords ?? [])
}

/** Whether a form joins words of which one may be misspelt. */
export function isForgiving({ first, count }: JoinedForm, strict: ReadonlySet<number>): boolean {
  for (let at = first; at < first + count; at++) if (!strict.has(at)) return true
  return false
}

/** How many typos a word may have, if it may have any. */
export function allowedTypos(term: string, settings: ExpandSettings): number {
  if (settings.typoTolerance === false) return 0
  const numeric = /^\d+$/.test(term)
  if (numeric && !(settings.allowTyposOnNumericTokens ?? DEFAULT_SETTINGS.allowTyposOnNumericTokens)) return 0
  const two = settings.minWordSizefor2Typos ?? DEFAULT_SETTINGS.minWordSizefor2Typos
  const one = settings.minWordSizefor1Typo ?? DEFAULT_SETTINGS.minWordSizefor1Typo
  return term.length >= two ? 2 : term.length >= one ? 1 : 0
}

function addTyposOf(index: Index, term: string, prefix: boolean, settings: ExpandSettings, found: Expansion[]): void {
  const limit = allowedTypos(term, settings)
  if (limit === 0) return
  const known = new Set(found.map((other) => other.term))
  for (const segment of index.segments) {
    for (const match of findTypos(segment.dictionary, term, limit, prefix)) {
      if (known.has(match.term)) continue
      const tier = QUALITY.typos[Math.min(match.typos, 3)] as number
      const quality = match.prefix
        ? tier * QUALITY.prefixMost * Math.min(1, 0.5 + term.length / (2 * match.term.length))
        : tier
      const matchedUnits = match.prefix ? Math.min(term.length, match.term.length) : match.term.length
      add(found, { ...expansion(segment, match, 'typo', quality, match.typos), matchedUnits })
    }
  }
}

/** Positions that the second half of a split may stand after the first, which may itself be a joined form. */
export const SPLIT_REACH = 3
export const SHORTEST_HALF = 2
/** Longer words, in UTF-16 units, are not taken apart. */
export const LONGEST_SPLIT = 40

function addSplits(index: Index, lexicon: Lexicon, word: QueryWord, found: Expansion[], shouldStop: ShouldStop): void {
  const { term } = word
  if (!/^[\p{L}\p{N}]+$/u.test(term) || term.length > LONGEST_SPLIT) return
  for (let at = SHORTEST_HALF; at <= term.length - SHORTEST_HALF; at++) {
    for (const { segment, cursor } of lexicon) {
      const left = findTerm(cursor, term.slice(0, at))
      const right = left && findTerm(cursor, term.slice(at))
      if (left === undefined || right === undefined) continue
      stopIfAsked(shouldStop)
      const lists = [listOf(segment, left), listOf(segment, right)] as const
      const list = adjacentList(index, segment.hidden, ...lists, SPLIT_REACH, 'left')
      if (list === undefined) continue
      const halves = `${left.term} ${right.term}`
      found.push({ ...expansionOver(halves, list, 'split', QUALITY.split, 1), matchedUnits: term.length })
    }
  }
}
