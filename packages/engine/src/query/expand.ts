/**
 * A word of the query becomes the terms of the index that stand for it, each with how well it does: the term itself, its
 * forms with symbols, what begins with it, its inflections, the forms that join it with its neighbours. Typos and splits
 * are a second helping (`expand-typos.ts`).
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import { entryAt, hasPrefix, nextTerm, seekTerm, type TermCursor, termText } from '../segment/term-dictionary.ts'
import { isOnForEnglish } from '../base/settings.ts'
import {
  add,
  addExact,
  type ExpandSettings,
  expansion,
  type Expansion,
  FORM_OF_BARE_WORD,
  FORM_OF_PART,
  type Lexicon,
  lexiconOf,
  QUALITY,
  SPELLING,
  spread,
} from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { addInflections } from './inflections.ts'
import type { ParsedQuery, QueryWord } from './parse-query.ts'

/** The expansions of each word, best first, without typos. */
export function expandWords(
  index: Index,
  parsed: ParsedQuery,
  settings: ExpandSettings,
  shouldStop: ShouldStop,
): Expansion[][] {
  const lexicon = lexiconOf(index)
  const inflected = isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)
  const expansions = parsed.words.map((word) => {
    stopIfAsked(shouldStop)
    const found = expandWord(lexicon, word)
    if (inflected && word.kind === 'word') addInflections(lexicon, word.term, settings, found)
    if (settings.abbreviations && word.kind === 'word' && !word.prefix) addAbbreviated(lexicon, word.term, found)
    if (word.decorated.length > 0) {
      const typed = (term: string): boolean => word.decorated.some((form) => term.startsWith(form))
      for (const each of found) if (!typed(each.term)) each.form *= FORM_OF_BARE_WORD
    }
    return found
  })
  weakenParts(parsed, expansions)
  for (const form of parsed.joined) {
    stopIfAsked(shouldStop)
    const found: Expansion[] = []
    addExact(lexicon, form.term, 'joined', QUALITY.joined, found)
    if (form.prefix) addPrefixes(lexicon, form.term, found)
    if (inflected && found.length === 0) addInflections(lexicon, form.term, settings, found)
    spread(form, found, expansions)
  }
  if (settings.disablePrefixOnAttributes?.length) {
    const fields = ~fieldsAt(index, settings.disablePrefixOnAttributes)
    const begins = (each: Expansion): boolean => each.kind === 'prefix' || each.kind === 'abbreviation'
    for (const list of expansions) for (const each of list) if (begins(each)) each.fields = fields
  }
  return expansions
}

/** Whoever writes words as one wants them as one; apart, they are worth less. */
function weakenParts(parsed: ParsedQuery, expansions: Expansion[][]): void {
  for (const [at, found] of expansions.entries()) {
    const compound = parsed.joined.some((form) => form.typed && at >= form.first && at < form.first + form.count)
    if (!compound) continue
    for (const expansion of found) {
      if (expansion.kind === 'decorated') continue
      expansion.quality *= QUALITY.part
      expansion.spelling *= SPELLING.part
      expansion.form *= FORM_OF_PART
    }
  }
}

function expandWord(lexicon: Lexicon, word: QueryWord): Expansion[] {
  const found: Expansion[] = []
  for (const term of word.decorated) {
    addExact(lexicon, term, 'decorated', QUALITY.decorated, found)
    if (word.prefix) addPrefixes(lexicon, term, found, QUALITY.decorated)
  }
  addExact(lexicon, word.term, 'exact', QUALITY.exact, found)
  if (word.prefix) addPrefixes(lexicon, word.term, found)
  return found
}

/** The term and, where inflections are forgiven, its forms: for a term that nobody is typing. */
export function expandTerm(lexicon: Lexicon, term: string, settings: ExpandSettings): Expansion[] {
  const found: Expansion[] = []
  addExact(lexicon, term, 'exact', QUALITY.exact, found)
  if (isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)) addInflections(lexicon, term, settings, found)
  return found
}

function addPrefixes(lexicon: Lexicon, prefix: string, found: Expansion[], worth = 1): void {
  for (const { segment, cursor } of lexicon) addPrefixesOf(segment, cursor, prefix, found, worth)
}

function addPrefixesOf(segment: Segment, cursor: TermCursor, prefix: string, found: Expansion[], worth: number): void {
  if (!seekTerm(cursor, prefix)) return
  do {
    if (!hasPrefix(cursor, prefix)) return
    if (cursor.unitCount === prefix.length) continue
    const share = prefix.length / cursor.unitCount
    const quality = QUALITY.prefixLeast + (QUALITY.prefixMost - QUALITY.prefixLeast) * share
    const continued = expansion(segment, entryAt(cursor), 'prefix', quality * worth)
    continued.matchedUnits = prefix.length
    add(found, continued)
  } while (nextTerm(cursor))
}

/** Below, what a word begins is anything; and of a word more than twice as long it is hardly an abbreviation. */
export const SHORTEST_ABBREVIATION = 4
export const LONGEST_SHARE = 2

/** Words that begin with `word`, which people shorten when they type: `bool`, `auth`, `repo`. */
function addAbbreviated(lexicon: Lexicon, word: string, found: Expansion[]): void {
  if (word.length < SHORTEST_ABBREVIATION || !/^\p{L}+$/u.test(word)) return
  const known = new Set(found.map((other) => other.term))
  for (const { segment, cursor } of lexicon) {
    for (let more = seekTerm(cursor, word); more && hasPrefix(cursor, word); more = nextTerm(cursor)) {
      if (cursor.unitCount === word.length || cursor.unitCount > word.length * LONGEST_SHARE) continue
      const term = termText(cursor)
      if (known.has(term) || !/^\p{L}+$/u.test(term)) continue
      const share = word.length / term.length
      const quality = (QUALITY.prefixLeast + (QUALITY.prefixMost - QUALITY.prefixLeast) * share) * QUALITY.abbreviation
      const longer = expansion(segment, entryAt(cursor, term), 'abbreviation', quality)
      longer.matchedUnits = word.length
      add(found, longer)
    }
  }
}
