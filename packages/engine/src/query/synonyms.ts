/**
 * Synonyms of the words of a query. They are looked up in the dictionary at query time, so that saving a synonym needs
 * no rebuild.
 *
 * A text of a synonym is read like a query. Its key is the joined forms of its words: `TypeScript`, `typescript` and
 * `type script` have one key, `C++` and `C` have two. Every span of the query with a known key gets the alternatives of
 * that key: a term, or a phrase of several, which matches every word of the span.
 *
 *   query    deploy  to  k8s          "k8s" ↔ "container orchestration"
 *   span                  [ ]          ← postings of "container" followed at once by "orchestration"
 */
import type { SearchParams } from '../wire.ts'
import type { Synonym } from '../wire-rules.ts'
import type { ExpandInput } from './expand.ts'
import { createExpansion, type Expansion, spread } from './expansion.ts'
import { QUALITY } from './match-quality.ts'
import { type ParsedQuery, parseQuery, type QueryWord, termsOf } from './parse-query.ts'
import {
  type ExpandSettings,
  isTypoTolerant,
  patternsOfText,
  withoutStrictAttributes,
  type WordPattern,
} from './patterns.ts'
import { createResolver, resolvePatterns } from './resolve-patterns.ts'

/** A parsed text of a synonym. */
interface Reading {
  key: string
  /** Forms of its words in order, one for each position, symbols included. */
  terms: readonly string[]
  letters: number
  /** Whether it was written as one word. */
  isSingleWord: boolean
}

/** A text that a record may have instead. */
export interface Alternative extends Reading {
  /** 0 for a synonym; for a correction the typos that it counts as, 1 or 2. */
  typos: 0 | 1 | 2
}

/** The alternatives of a key by one synonym; all keys of the synonym share the texts. */
interface Group {
  texts: readonly Reading[]
  typos: 0 | 1 | 2
}

/**
 * Synonyms, ready for `alternativesOf`; memory in proportion to the list. Their code is referenced through `addTo`
 * only, so a bundle without synonyms, such as the worker of a static site, does not contain it.
 */
export interface Synonyms {
  /** Adds the synonyms of the query's words to their expansions. */
  readonly addTo: (input: ExpandInput, expansions: readonly Expansion[][]) => void
  readonly groups: ReadonlyMap<string, readonly Group[]>
  /** Words of the longest text that has alternatives. */
  readonly longest: number
}

/** The alternatives of `key`, each once: if several synonyms have a text, the first counts. */
export function alternativesOf({ groups }: Synonyms, key: string): readonly Alternative[] {
  const found = new Map<string, Alternative>()
  for (const { texts, typos } of groups.get(key) ?? [])
    for (const text of texts) if (text.key !== key && !found.has(text.key)) found.set(text.key, { ...text, typos })
  return [...found.values()]
}

/** Prepares a list of synonyms. One without texts is skipped. */
export function readSynonyms(list: readonly Synonym[]): Synonyms {
  const groups = new Map<string, Group[]>()
  let longest = 0
  const add = (from: readonly Reading[], to: readonly Reading[], typos: 0 | 1 | 2): void => {
    const group = { texts: to, typos }
    for (const { key, terms } of from) {
      if (to.every((text) => text.key === key)) continue
      longest = Math.max(longest, terms.length)
      const known = groups.get(key)
      if (known === undefined) groups.set(key, [group])
      else known.push(group)
    }
  }
  for (const synonym of list) {
    switch (synonym.type) {
      case 'synonym': {
        const texts = readAll(synonym.synonyms)
        add(texts, texts, 0)
        break
      }
      case 'oneWaySynonym':
        add(readAll([synonym.input]), readAll(synonym.synonyms), 0)
        break
      case 'altCorrection1':
      case 'altCorrection2':
        add(readAll([synonym.word]), readAll(synonym.corrections), synonym.type === 'altCorrection1' ? 1 : 2)
        break
      case 'placeholder':
        add(readAll(synonym.replacements), readAll([synonym.placeholder]), 0)
    }
  }
  const synonyms: Synonyms = {
    groups,
    longest,
    addTo: (input, expansions) => addSynonyms(input, expansions, synonyms),
  }
  return synonyms
}

/** Words of one token each: at most the first letter is a capital. */
const PLAIN_WORDS = /^[A-Za-z]?[a-z0-9]{1,40}(?: [A-Za-z]?[a-z0-9]{1,40}){0,3}$/

function readAll(texts: readonly string[] | undefined): Reading[] {
  const readings = (texts ?? []).map((text): Reading => {
    // Most are plain words; thousands of them may be read each time an index is opened.
    if (PLAIN_WORDS.test(text)) {
      const terms = text.toLowerCase().split(' ')
      const key = terms.join('')
      return { key, terms, letters: key.length, isSingleWord: terms.length === 1 }
    }
    const words = readWords(text)
    return {
      key: keyOf(words),
      terms: words.some((word) => word.kind === 'gram') ? termsOf(text) : words.map(formOf),
      letters: words.reduce((sum, word) => sum + word.letters, 0),
      isSingleWord: !/\s/u.test(text.trim()),
    }
  })
  return readings.filter(({ key }) => key !== '')
}

/** Words of a text as a query has them. */
export function readWords(text: string): QueryWord[] {
  return parseQuery(text.slice(0, LONGEST_TEXT), {}).words
}

/** UTF-16 units of a text that are read: a third of the bytes of a query, because a unit has up to three bytes. */
const LONGEST_TEXT = 170

/** The word with the symbols that belong to it, except those that end a sentence. */
function formOf(word: QueryWord): string {
  return word.decorated.find((form) => !/[?!]$/.test(form)) ?? word.term
}

/** The key of a run of words, however it is joined. */
export function keyOf(words: readonly QueryWord[]): string {
  return words.map(formOf).join('')
}

/** An alternative for `count` words of the query from number `first` on. */
export interface SynonymSpan {
  first: number
  count: number
  alternative: Alternative
}

/** The alternatives of every run of words of the query; corrections only where typos are tolerated. */
export function* spansOf(
  { words }: ParsedQuery,
  synonyms: Synonyms,
  settings: Pick<SearchParams, 'typoTolerance'>,
): Generator<SynonymSpan> {
  const isTolerant = isTypoTolerant(settings)
  for (let first = 0; first < words.length; first++) {
    // One word more than the text has: readers may type `type script` for `typescript`.
    for (let count = 1; count <= Math.min(synonyms.longest + 1, words.length - first); count++) {
      for (const alternative of alternativesOf(synonyms, keyOf(words.slice(first, first + count)))) {
        if (alternative.typos === 0 || isTolerant) yield { first, count, alternative }
      }
    }
  }
}

/** The patterns of an alternative: its words as one, and where they are several, one after the other. */
export function patternsOfAlternative({ key, terms, typos }: Alternative, settings: ExpandSettings): WordPattern[] {
  const patterns = patternsOfText(key, settings)
  if (terms.length > 1) {
    patterns.push({ pattern: { kind: 'sequence', terms, reach: 1 }, kind: 'exact', of: key, worth: QUALITY.exact })
  }
  if (typos === 0) return patterns
  return patterns.map((each) => ({ ...each, pattern: withoutStrictAttributes(each.pattern, settings) }))
}

function addSynonyms(
  { index, parsed, settings, shouldStop }: ExpandInput,
  expansions: readonly Expansion[][],
  synonyms: Synonyms,
): void {
  const resolver = createResolver(index, settings, shouldStop)
  for (const { first, count, alternative } of spansOf(parsed, synonyms, settings)) {
    const { typos } = alternative
    const span = parsed.words.slice(first, first + count)
    const letters = span.reduce((sum, word) => sum + word.letters, 0)
    // If the synonym replaces the whole query, a heading equal to the synonym is a full match.
    const share = count === parsed.words.length ? alternative.letters / Math.max(1, letters) : 1
    const isExact = typos === 0 && resolver.asExact.includes(settingOfExact(alternative))
    const worth = typos > 0 ? (QUALITY.typos[typos] as number) : QUALITY.synonym
    const matches = resolvePatterns(resolver, patternsOfAlternative(alternative, settings)).map((each) => {
      // A synonym is never a form of the typed word, so `form` follows from this kind.
      const { term, list, quality, exact, fields } = each
      const kind = typos > 0 ? 'correction' : 'synonym'
      const match = createExpansion({ kind, term, list, quality: quality * worth, typos, fields })
      match.spelling *= share
      match.exact = exact && isExact
      match.replaces = span.map((word) => word.term).join(' ')
      return match
    })
    spread({ first, count }, matches, expansions)
  }
}

/** The entry of `alternativesAsExact` for a synonym. */
function settingOfExact({ isSingleWord }: Alternative): string {
  return isSingleWord ? 'singleWordSynonym' : 'multiWordsSynonym'
}
