/**
 * A query as a store of terms can run it that has not this engine's dictionary: what each word stands for, as patterns
 * of terms. `expand.ts` says the same over a dictionary; where it asks the dictionary first, a plan has all that may come
 * out, and a search over the candidates (`candidates.ts`) leaves out again what does not belong.
 *
 *   word      exit, prefix, inflections on      word      bool, before others
 *   patterns  term exit, beginning exit,        patterns  term bool, inflected bool,
 *             inflected exit                              abbreviated bool (up to 8 units)
 */
import { stem } from '../analysis/stem.ts'
import { DEFAULT_SETTINGS, isOnForEnglish, withDefaults } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { LONGEST_SHARE, SHORTEST_ABBREVIATION } from '../query/expand.ts'
import {
  allowedTypos,
  isForgiving,
  LONGEST_SPLIT,
  SHORTEST_HALF,
  SPLIT_REACH,
  strictWords,
} from '../query/expand-typos.ts'
import type { ExpandSettings } from '../query/expansion.ts'
import { isSingleGram } from '../query/find-matches.ts'
import { SHORTEST_STEM } from '../query/inflections.ts'
import { type ParsedQuery, parseQuery, type QueryWord } from '../query/parse-query.ts'
import { type RuledQuery, ruleQuery, type Rules } from '../query/rules.ts'
import { spansOf, type Synonyms } from '../query/synonyms.ts'

/** Terms that stand for a word. All lengths are UTF-16 units. */
export type Pattern = (
  | { kind: 'term'; term: string }
  /** Terms that begin with `term`, itself among them. */
  | { kind: 'beginning'; term: string }
  /** Terms whose `inflectionRoot` is `root`; with `alone` also `root` itself. */
  | { kind: 'inflected'; root: string; alone: boolean }
  /** Terms of letters that begin with `term` and are at most `longest` long. */
  | { kind: 'abbreviated'; term: string; longest: number }
  /** Terms within so many edits (insert, delete, replace, swap of neighbours); with `beginning`, of a beginning of them. */
  | { kind: 'near'; term: string; edits: number; beginning: boolean }
  /** Terms that follow each other, each by at most `reach` positions. */
  | { kind: 'sequence'; terms: readonly string[]; reach: number }
) & {
  /** Attributes in which the pattern does not count, with what lies below them. */
  without?: readonly string[]
}

export interface PlannedWord {
  word: QueryWord
  typed: Pattern[]
  /** Of the word alone: searched where fewer than `SPELT_RIGHT` records have it as typed. */
  typos: Pattern[]
  /** Of forms that join it with others: searched with the typos of any word. */
  joinedTypos: Pattern[]
}

export interface QueryPlan {
  /** The parameters with the settings as defaults, after the rules. */
  params: SearchParams
  ruled: RuledQuery
  words: PlannedWord[]
  /** Each must be there, and must not. */
  phrases: Pattern[]
  excluded: Pattern[]
  /** Forms that were typed as one: where one stands nowhere, typos are searched however many records match. */
  compounds: Pattern[]
  byRelevance: boolean
}

export interface PlanOptions {
  synonyms?: Synonyms | undefined
  rules?: Rules | undefined
  /** Milliseconds since 1970. */
  now?: number
}

/** Plans a query. Throws `query_too_long` and `filter_invalid` as a search does. */
export function planQuery(params: SearchParams, settings: IndexSettings, options: PlanOptions): QueryPlan {
  const ruled = ruleQuery(options.rules, withDefaults(params, settings), options)
  const full = ruled.params
  const parsed = parseQuery(full.query ?? '', full)
  const byRelevance = settings.ranking?.includes('relevance') === true
  const { disableTypoToleranceOnWords = [], disablePrefixOnAttributes = [] } = settings
  const expandSettings = { ...full, disableTypoToleranceOnWords, disablePrefixOnAttributes, abbreviations: byRelevance }
  const words = parsed.words.map((word): PlannedWord => ({ word, typed: [], typos: [], joinedTypos: [] }))
  addTyped(words, parsed, expandSettings)
  if (options.synonyms !== undefined && full.synonyms !== false) {
    addSynonyms(words, parsed, options.synonyms, expandSettings)
  }
  addTypos(words, parsed, expandSettings)
  return {
    params: full,
    ruled,
    words,
    phrases: parsed.phrases.map(({ terms }) => sequenceOf(terms)),
    excluded: parsed.excluded.map(sequenceOf),
    compounds: parsed.joined
      .filter((form) => form.typed)
      .map(({ term, prefix }) => (prefix ? { kind: 'beginning', term } : { kind: 'term', term })),
    byRelevance,
  }
}

/** What must stand in a row: a single character of a script without spaces is the beginning of the bigrams that have it. */
function sequenceOf(terms: readonly string[]): Pattern {
  const [only = ''] = terms
  if (terms.length > 1) return { kind: 'sequence', terms, reach: 1 }
  return isSingleGram(only) ? { kind: 'beginning', term: only } : { kind: 'term', term: only }
}

function addTyped(words: PlannedWord[], parsed: ParsedQuery, settings: ExpandSettings): void {
  const without = settings.disablePrefixOnAttributes?.length ? settings.disablePrefixOnAttributes : undefined
  const inflected = isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)
  const formsOf = (term: string, prefix: boolean): Pattern[] => [
    { kind: 'term', term },
    ...(prefix ? [restricted({ kind: 'beginning', term }, without)] : []),
  ]
  for (const { word, typed } of words) {
    for (const term of [...word.decorated, word.term]) typed.push(...formsOf(term, word.prefix))
    if (word.kind !== 'word') continue
    if (inflected) typed.push(...inflectionsOf(word.term))
    if (settings.abbreviations === true && !word.prefix) {
      typed.push(...abbreviatedBy(word.term).map((pattern) => restricted(pattern, without)))
    }
  }
  for (const { term, first, count, prefix } of parsed.joined) {
    const found = [...formsOf(term, prefix), ...(inflected ? inflectionsOf(term) : [])]
    for (const { typed } of words.slice(first, first + count)) typed.push(...found)
  }
}

function restricted(pattern: Pattern, without: readonly string[] | undefined): Pattern {
  return without === undefined ? pattern : { ...pattern, without }
}

function inflectionsOf(term: string): Pattern[] {
  const root = stem(term)
  if (root.length < SHORTEST_STEM || !/^[a-z]+$/.test(term)) return []
  return [{ kind: 'inflected', root, alone: stem(root) === root }]
}

function abbreviatedBy(term: string): Pattern[] {
  if (term.length < SHORTEST_ABBREVIATION || !/^\p{L}+$/u.test(term)) return []
  return [{ kind: 'abbreviated', term, longest: term.length * LONGEST_SHARE }]
}

function addSynonyms(words: PlannedWord[], parsed: ParsedQuery, synonyms: Synonyms, settings: ExpandSettings): void {
  const forgiving = (settings.typoTolerance ?? DEFAULT_SETTINGS.typoTolerance) !== false
  const inflected = isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)
  const strict = strictAttributes(settings)
  for (const { first, count, found } of spansOf(parsed, synonyms)) {
    for (const { key, terms, typos } of found) {
      if (typos > 0 && !forgiving) continue
      const patterns: Pattern[] = [{ kind: 'term', term: key }, ...(inflected ? inflectionsOf(key) : [])]
      if (terms.length > 1) patterns.push({ kind: 'sequence', terms, reach: 1 })
      const added = typos === 0 ? patterns : patterns.map((pattern) => restricted(pattern, strict))
      for (const { typed } of words.slice(first, first + count)) typed.push(...added)
    }
  }
}

function strictAttributes(settings: ExpandSettings): readonly string[] | undefined {
  const { disableTypoToleranceOnAttributes: strict = [] } = settings
  return strict.length > 0 ? strict : undefined
}

function addTypos(words: PlannedWord[], parsed: ParsedQuery, settings: ExpandSettings): void {
  const strict = strictAttributes(settings)
  const nearTo = (term: string, beginning: boolean): Pattern[] => {
    const edits = allowedTypos(term, settings)
    return edits === 0 ? [] : [restricted({ kind: 'near', term, edits, beginning }, strict)]
  }
  const exact = strictWords(parsed, settings)
  for (const [at, { word, typos }] of words.entries()) {
    if (word.kind !== 'word') continue
    typos.push(...splitsOf(word.term).map((pattern) => restricted(pattern, strict)))
    if (!exact.has(at)) typos.push(...nearTo(word.term, word.prefix))
  }
  for (const form of parsed.joined) {
    const { term, first, count, prefix } = form
    if (!form.typed || !isForgiving(form, exact)) continue
    const near = nearTo(term, prefix)
    for (const { joinedTypos } of words.slice(first, first + count)) joinedTypos.push(...near)
  }
}

/** The ways in which a word can stand in two. */
function splitsOf(term: string): Pattern[] {
  if (!/^[\p{L}\p{N}]+$/u.test(term) || term.length > LONGEST_SPLIT) return []
  const splits: Pattern[] = []
  for (let at = SHORTEST_HALF; at <= term.length - SHORTEST_HALF; at++) {
    splits.push({ kind: 'sequence', terms: [term.slice(0, at), term.slice(at)], reach: SPLIT_REACH })
  }
  return splits
}
