/**
 * The rules of expansion: the patterns of terms that match a word of a query. Two resolvers read them:
 * `resolve-patterns.ts` looks the terms up in the dictionary of an index; a backend with posting lists of its own
 * (`planning/`) makes its queries of them.
 *
 *   word      exit, prefix, inflections on      word      bool, before others
 *   patterns  term exit, beginning exit,        patterns  term bool, inflected bool,
 *             inflected exit                              abbreviated bool (up to 8 units)
 *
 * All lengths are UTF-16 units.
 */
import { classOf, GRAM } from '../analysis/characters.ts'
import { languagesWithEndings, rootIn } from '../analysis/latin-endings.ts'
import { relatedWords } from '../analysis/related-words.ts'
import { isOfOtherScript, SHORTEST_STEM, stem } from '../analysis/stem.ts'
import { SEARCH_DEFAULTS, isOnForEnglish, isOnForLanguages, isRankedByRelevance } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { type ExpansionKind, QUALITY } from './match-quality.ts'
import type { JoinedForm, ParsedQuery, QueryWord } from './parse-query.ts'
import { allowedTypos, isForgiving, type TypoSettings } from './typo-limits.ts'

/** Terms that match a word. */
export type Pattern = (
  | { kind: 'term'; term: string }
  /** Terms that begin with `term`, itself among them. */
  | { kind: 'beginning'; term: string }
  /** Terms whose `inflectionRoot` is `root`; with `alone` also `root` itself. With `language`, terms whose `rootIn` it is `root`. */
  | { kind: 'inflected'; root: string; alone: boolean; language?: string | undefined }
  /** Terms of letters that begin with `term` and are at most `longest` long. */
  | { kind: 'abbreviated'; term: string; longest: number }
  /**
   * Terms within `edits` edits (insert, delete, replace, swap of neighbours); with `beginning`, terms that begin with
   * such a term.
   */
  | { kind: 'near'; term: string; edits: number; beginning: boolean }
  /** Terms that follow each other, each by at most `reach` positions. */
  | { kind: 'sequence'; terms: readonly string[]; reach: number }
) & {
  /** Attributes in which the pattern does not count; those below them neither. */
  without?: readonly string[]
}

/** A pattern of a word, with the quality of its matches. */
export interface WordPattern {
  pattern: Pattern
  kind: ExpansionKind
  /** The word or joined form that the pattern was made of. */
  of: string
  /** Factor of the quality of a match. */
  worth: number
  /** Looked up only if the patterns before it found nothing. A plan, which has no dictionary, always contains it. */
  isFallback?: true
}

/** The settings and parameters that decide how words are expanded. */
export type ExpandSettings = TypoSettings &
  Pick<
    SearchParams,
    'ignorePlurals' | 'queryLanguages' | 'alternativesAsExact' | 'typoTolerance' | 'disableTypoToleranceOnAttributes'
  > &
  Pick<IndexSettings, 'disableTypoToleranceOnWords' | 'disablePrefixOnAttributes'> & {
    /** A word matches longer words also where it is not the last: `bool` matches `boolean`. */
    abbreviations?: boolean
  }

/** The settings of expansion for a query. `params` have the settings as defaults. */
export function expandSettingsOf(params: SearchParams, settings: IndexSettings): ExpandSettings {
  const { disableTypoToleranceOnWords = [], disablePrefixOnAttributes = [] } = settings
  return {
    ...params,
    disableTypoToleranceOnWords,
    disablePrefixOnAttributes,
    abbreviations: isRankedByRelevance(settings),
  }
}

/** The patterns of a word as it was typed. */
export function patternsOfWord(word: QueryWord, settings: ExpandSettings): WordPattern[] {
  const { term, prefix, kind, decorated } = word
  const patterns = decorated.flatMap((form) => formsOf(form, prefix, 'decorated', settings))
  patterns.push(...formsOf(term, prefix, 'exact', settings))
  for (const composed of word.composed ?? []) {
    const pattern: Pattern = { kind: isSingleGram(composed) ? 'beginning' : 'term', term: composed }
    patterns.push({
      pattern: restricted(pattern, settings.disablePrefixOnAttributes),
      kind: 'prefix',
      of: term,
      worth: QUALITY.prefixMost,
    })
  }
  if (kind !== 'word') return patterns
  patterns.push(...inflectionsOf(term, settings))
  if (settings.abbreviations === true && !prefix) patterns.push(...abbreviationsOf(term, settings))
  return patterns
}

/** The patterns of a form that joins several words. */
export function patternsOfJoined({ term, prefix }: JoinedForm, settings: ExpandSettings): WordPattern[] {
  const inflections = inflectionsOf(term, settings)
  return [
    ...formsOf(term, prefix, 'joined', settings),
    ...inflections.map((pattern): WordPattern => ({ ...pattern, isFallback: true })),
  ]
}

/** The patterns of a whole text, such as a synonym: it and its inflections. */
export function patternsOfText(term: string, settings: ExpandSettings): WordPattern[] {
  return [...formsOf(term, false, 'exact', settings), ...inflectionsOf(term, settings)]
}

/** The patterns of the words that docs use for a word; English only, and none for a part of a compound. */
export function patternsOfRelated({ term, kind, glued }: QueryWord, settings: ExpandSettings): WordPattern[] {
  if (kind !== 'word' || glued || !isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)) return []
  return relatedWords(term).flatMap((other) => patternsOfText(other, settings))
}

/** Least length (UTF-16 units) of the beginning of a compound, and of its rest. */
const SHORTEST_BEGINNING = 6
const SHORTEST_REST = 3
/** Least share of a compound that its beginning has. */
const LEAST_BEGINNING = 0.5

/**
 * The patterns of an unknown word by its beginning, the longest that any term has: `Hintergrundaufgabe` finds `Hintergrundtasks`.
 * Many languages write compounds as one word.
 */
export function beginningsOfCompound({ term, kind, glued }: QueryWord, settings: ExpandSettings): WordPattern[] {
  if (kind !== 'word' || glued || !isOfLetters(term)) return []
  const patterns: WordPattern[] = []
  const least = Math.max(SHORTEST_BEGINNING, Math.ceil(term.length * LEAST_BEGINNING))
  for (let length = term.length - SHORTEST_REST; length >= least; length--) {
    for (const kind of ['term', 'beginning'] as const) {
      const pattern = restricted({ kind, term: term.slice(0, length) }, settings.disablePrefixOnAttributes)
      patterns.push({ pattern, kind: 'related', of: term, worth: 1, isFallback: true })
    }
  }
  return patterns
}

/** The misspellings of a word: two words in its place, and, unless `isStrict`, terms within a few edits. */
export function typosOfWord(
  { term, prefix, kind }: QueryWord,
  isStrict: boolean,
  settings: ExpandSettings,
): WordPattern[] {
  if (kind !== 'word') return []
  return [...splitsOf(term, settings), ...(isStrict ? [] : nearTo(term, prefix, settings))]
}

/** The misspellings of a form that joins several words; none if the words were typed separately. */
export function typosOfJoined(form: JoinedForm, strict: ReadonlySet<number>, settings: ExpandSettings): WordPattern[] {
  return form.typed && isForgiving(form, strict) ? nearTo(form.term, form.prefix, settings) : []
}

/** The pattern of adjacent terms. */
function phrasePattern(terms: readonly string[]): Pattern {
  const [only = ''] = terms
  if (terms.length > 1) return { kind: 'sequence', terms, reach: 1 }
  return isSingleGram(only) ? { kind: 'beginning', term: only } : { kind: 'term', term: only }
}

/** Whether the term is one character of a script without spaces, which is indexed as the beginning of bigrams. */
function isSingleGram(term: string): boolean {
  const code = term.codePointAt(0)
  return code !== undefined && classOf(code) === GRAM && term.length === (code > 0xffff ? 2 : 1)
}

/** The patterns of phrases that a record must have, and of those that it must not have. */
export function phrasesOf(parsed: Pick<ParsedQuery, 'phrases' | 'excluded'>): {
  phrases: Pattern[]
  excluded: Pattern[]
} {
  return {
    phrases: parsed.phrases.map(({ terms }) => phrasePattern(terms)),
    excluded: parsed.excluded.map(phrasePattern),
  }
}

/** The pattern with the attributes in which typos do not count. */
export function withoutStrictAttributes(pattern: Pattern, settings: ExpandSettings): Pattern {
  const { disableTypoToleranceOnAttributes: strict = [] } = settings
  return restricted(pattern, strict)
}

function restricted(pattern: Pattern, without: readonly string[] | undefined): Pattern {
  return without === undefined || without.length === 0 ? pattern : { ...pattern, without }
}

function formsOf(
  term: string,
  prefix: boolean,
  kind: 'exact' | 'decorated' | 'joined',
  settings: ExpandSettings,
): WordPattern[] {
  const forms: WordPattern[] = [{ pattern: { kind: 'term', term }, kind, of: term, worth: QUALITY[kind] }]
  if (prefix) {
    const pattern = restricted({ kind: 'beginning', term }, settings.disablePrefixOnAttributes)
    forms.push({ pattern, kind: 'prefix', of: term, worth: QUALITY[kind] })
  }
  return forms
}

function inflectionsOf(term: string, settings: ExpandSettings): WordPattern[] {
  return [...inflectionsByStem(term, settings), ...inflectionsByLanguage(term, settings)]
}

function inflectionsByLanguage(term: string, { ignorePlurals, queryLanguages = [] }: ExpandSettings): WordPattern[] {
  const named = Array.isArray(ignorePlurals) ? ignorePlurals : ignorePlurals === true ? queryLanguages : []
  return languagesWithEndings(named).flatMap((language) => {
    const root = rootIn(language, term)
    return root.length < SHORTEST_STEM ? [] : [inflectionTo(root, false, term, language)]
  })
}

function inflectionsByStem(term: string, settings: ExpandSettings): WordPattern[] {
  const isOther = isOfOtherScript(term)
  if (!isOther && !/^[a-z]+$/.test(term)) return []
  if (!isOnForLanguages(settings.ignorePlurals, settings.queryLanguages, (language) => (language === 'en') !== isOther))
    return []
  const root = stem(term)
  if (root.length < SHORTEST_STEM) return []
  return [inflectionTo(root, stem(root) === root, term)]
}

function inflectionTo(root: string, alone: boolean, of: string, language?: string): WordPattern {
  return { pattern: { kind: 'inflected', root, alone, language }, kind: 'inflection', of, worth: 1 }
}

/** Shorter words (UTF-16 units) are not abbreviations: too many terms begin with them. */
const SHORTEST_ABBREVIATION = 4
/** Maximum length of an abbreviated term, as a multiple of the word's. */
const MAX_LENGTH_FACTOR = 2

/** Terms that begin with a word: readers type `bool`, `auth`, `repo`. */
function abbreviationsOf(term: string, settings: ExpandSettings): WordPattern[] {
  if (term.length < SHORTEST_ABBREVIATION || !isOfLetters(term)) return []
  const pattern: Pattern = { kind: 'abbreviated', term, longest: term.length * MAX_LENGTH_FACTOR }
  return [
    {
      pattern: restricted(pattern, settings.disablePrefixOnAttributes),
      kind: 'abbreviation',
      of: term,
      worth: QUALITY.abbreviation,
    },
  ]
}

/** Whether an `abbreviated` pattern may match the term. */
export function isOfLetters(term: string): boolean {
  return /^\p{L}+$/u.test(term)
}

/** Most positions from the first half of a split to the second: the first may be a joined form of three words. */
const SPLIT_REACH = 3
const SHORTEST_HALF = 2
/** Longer words are not split. */
const LONGEST_SPLIT = 40

/** The ways to write a word as two. */
function splitsOf(term: string, settings: ExpandSettings): WordPattern[] {
  if (!/^[\p{L}\p{N}]+$/u.test(term) || term.length > LONGEST_SPLIT) return []
  const splits: WordPattern[] = []
  for (let at = SHORTEST_HALF; at <= term.length - SHORTEST_HALF; at++) {
    const pattern: Pattern = { kind: 'sequence', terms: [term.slice(0, at), term.slice(at)], reach: SPLIT_REACH }
    splits.push({
      pattern: withoutStrictAttributes(pattern, settings),
      kind: 'split',
      of: term,
      worth: QUALITY.split,
    })
  }
  return splits
}

function nearTo(term: string, beginning: boolean, settings: ExpandSettings): WordPattern[] {
  const edits = allowedTypos(term, settings)
  if (edits === 0) return []
  const pattern = withoutStrictAttributes({ kind: 'near', term, edits, beginning }, settings)
  return [{ pattern, kind: 'typo', of: term, worth: 1 }]
}

/** Whether typos and corrections are searched at all. */
export function isTypoTolerant(settings: Pick<SearchParams, 'typoTolerance'>): boolean {
  return (settings.typoTolerance ?? SEARCH_DEFAULTS.typoTolerance) !== false
}
