/**
 * Synonyms: what else the words of a query stand for. They act when a query is asked, over the dictionary, so saving one
 * rebuilds nothing.
 *
 * A text of a synonym is read like a query and known by its key, the joined forms of its words: `TypeScript`,
 * `typescript` and `type script` are one key, `C++` another than `C`. Every span of the query whose key is known gets
 * the alternatives of that key: a term, or a phrase of several, which then stands for every word of the span.
 *
 *   query    deploy  to  k8s          "k8s" ↔ "container orchestration"
 *   span                  [ ]          ← postings of "container" followed at once by "orchestration"
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { findTerm } from '../segment/term-dictionary.ts'
import type { Index } from '../segment/open-index.ts'
import { DEFAULT_SETTINGS } from '../base/settings.ts'
import type { Synonym } from '../wire.ts'
import { expandTerm } from './expand.ts'
import {
  type ExpandSettings,
  type Expansion,
  expansionOver,
  type Lexicon,
  lexiconOf,
  QUALITY,
  spread,
} from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { type ParsedQuery, parseQuery, type QueryWord, termsOf } from './parse-query.ts'
import { adjacentList, listOf, type PostingList } from './posting-list.ts'

/** A text of a synonym, read. */
interface Reading {
  key: string
  /** Forms of its words in order, one for each position, symbols included. */
  terms: readonly string[]
  letters: number
  /** Whether it was written as one word. */
  isSingleWord: boolean
}

/** What else may stand in a record. */
export interface Alternative extends Reading {
  /** 0 for a synonym; 1 or 2 for a correction, which counts as so many typos. */
  typos: 0 | 1 | 2
}

/** What stands for a key by one synonym; its texts are shared by all the keys that it has. */
interface Group {
  texts: readonly Reading[]
  typos: 0 | 1 | 2
}

/**
 * Synonyms, ready to be looked up by `alternativesOf`: as large as the list that they were read from. They bring their code along:
 * who has none, such as the worker of a static site, does not load it.
 */
export interface Synonyms {
  /** Adds the synonyms of the query's words to their expansions. */
  readonly addTo: (
    index: Index,
    parsed: ParsedQuery,
    expansions: readonly Expansion[][],
    settings: ExpandSettings,
    shouldStop: ShouldStop,
  ) => void
  readonly groups: ReadonlyMap<string, readonly Group[]>
  /** Words of the longest text that has alternatives. */
  readonly longest: number
}

/** What else `key` stands for, each once: of a text in several synonyms the first counts. */
export function alternativesOf({ groups }: Synonyms, key: string): readonly Alternative[] {
  const found = new Map<string, Alternative>()
  for (const { texts, typos } of groups.get(key) ?? [])
    for (const text of texts) if (text.key !== key && !found.has(text.key)) found.set(text.key, { ...text, typos })
  return [...found.values()]
}

/** Prepares a list of synonyms. One that lacks its texts says nothing and is passed over. */
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
    addTo: (index, parsed, expansions, settings, shouldStop) =>
      addSynonyms(index, parsed, expansions, synonyms, settings, shouldStop),
  }
  return synonyms
}

/** Words that are one token each: a capital begins them at most. */
const PLAIN_WORDS = /^[A-Za-z]?[a-z0-9]{1,40}(?: [A-Za-z]?[a-z0-9]{1,40}){0,3}$/

function readAll(texts: readonly string[] | undefined): Reading[] {
  const readings = (texts ?? []).map((text): Reading => {
    // Most are plain words, and there may be thousands, read each time an index is opened.
    if (PLAIN_WORDS.test(text)) {
      const terms = text.toLowerCase().split(' ')
      const key = terms.join('')
      return { key, terms, letters: key.length, isSingleWord: terms.length === 1 }
    }
    const words = wordsOf(text)
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
export function wordsOf(text: string): QueryWord[] {
  return parseQuery(text.slice(0, LONGEST_TEXT), {}).words
}

/** UTF-16 units of a text that are read: a third of the bytes that a query may have, as many as they can become. */
const LONGEST_TEXT = 170

/** The word with the symbols that belong to it, except those that end a sentence. */
function formOf(word: QueryWord): string {
  return word.decorated.find((form) => !/[?!]$/.test(form)) ?? word.term
}

/** What a run of words is known by, however it is joined. */
export function keyOf(words: readonly QueryWord[]): string {
  return words.map(formOf).join('')
}

/** Every run of words of the query that has alternatives, with their keys. */
export function* spansOf(
  { words }: ParsedQuery,
  synonyms: Synonyms,
): Generator<{ first: number; count: number; found: readonly Alternative[] }> {
  for (let first = 0; first < words.length; first++) {
    // One word more than was written: `typescript` may be asked for as `type script`.
    for (let count = 1; count <= Math.min(synonyms.longest + 1, words.length - first); count++) {
      const found = alternativesOf(synonyms, keyOf(words.slice(first, first + count)))
      if (found.length > 0) yield { first, count, found }
    }
  }
}

function addSynonyms(
  index: Index,
  parsed: ParsedQuery,
  expansions: readonly Expansion[][],
  synonyms: Synonyms,
  settings: ExpandSettings,
  shouldStop: ShouldStop,
): void {
  const lexicon = lexiconOf(index)
  const asExact = settings.alternativesAsExact ?? DEFAULT_SETTINGS.alternativesAsExact
  const forgiving = (settings.typoTolerance ?? DEFAULT_SETTINGS.typoTolerance) !== false
  for (const { first, count, found } of spansOf(parsed, synonyms)) {
    const span = parsed.words.slice(first, first + count)
    const letters = span.reduce((sum, word) => sum + word.letters, 0)
    for (const alternative of found) {
      const { typos } = alternative
      if (typos > 0 && !forgiving) continue
      stopIfAsked(shouldStop)
      // Where the synonym is the whole query, a heading that is the synonym is the query.
      const share = count === parsed.words.length ? alternative.letters / Math.max(1, letters) : 1
      const matches = expandAlternative(index, lexicon, alternative, settings).map((each) => ({
        ...each,
        quality: each.quality * (typos > 0 ? (QUALITY.typos[typos] as number) : QUALITY.synonym),
        spelling: each.spelling * share,
        typos,
        replaces: span.map((word) => word.term).join(' '),
        exact: each.exact && typos === 0 && asExact.includes(SETTING_OF_EXACT[Number(alternative.isSingleWord)] ?? ''),
        fields: typos > 0 ? ~fieldsAt(index, settings.disableTypoToleranceOnAttributes ?? []) : each.fields,
      }))
      spread({ first, count }, matches, expansions)
    }
  }
}

/** For a synonym of several words, and for one of a single word. */
const SETTING_OF_EXACT = ['multiWordsSynonym', 'singleWordSynonym']

/** The terms and phrases of the index that are the alternative. */
function expandAlternative(
  index: Index,
  lexicon: Lexicon,
  { key, terms, typos }: Alternative,
  settings: ExpandSettings,
): Expansion[] {
  const kind = typos > 0 ? 'correction' : 'synonym'
  // Neither is a form of what was typed, however it is written.
  const found: Expansion[] = expandTerm(lexicon, key, settings).map((each) => ({
    ...expansionOver(each.term, each.list, kind, each.quality, typos),
    exact: each.exact,
  }))
  if (terms.length < 2) return found
  for (const each of lexicon) {
    const list = phraseList(index, each, terms)
    if (list !== undefined) found.push({ ...expansionOver(terms.join(' '), list, kind, 1, typos), exact: true })
  }
  return found
}

/** Where the terms follow each other; positions are those of the first. */
function phraseList(
  index: Index,
  { segment, cursor }: Lexicon[number],
  terms: readonly string[],
): PostingList | undefined {
  let list: PostingList | undefined
  for (const term of terms.toReversed()) {
    const entry = findTerm(cursor, term)
    if (entry === undefined) return undefined
    const own = listOf(segment, entry)
    list = list === undefined ? own : adjacentList(index, segment.hidden, own, list, 1, 'left')
    if (list === undefined) return undefined
  }
  return list
}
