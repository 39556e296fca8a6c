/**
 * The text of a query becomes words, the forms that join them, phrases and exclusions.
 *
 * A word is the finest token (a part, a bigram). So `fs.readFile`, `fs read file` and `fsreadfile` become the same: the
 * parts, and the joined forms of neighbours, each of which matches all parts that it covers.
 *
 *   query    fs . read File
 *   words    0    1    2
 *   joined   fsreadfile (0, 3 words), readfile (1, 2 words); and of neighbours: fsread (0, 2 words)
 */
import { DECORATED, JOINED, MAX_TERM_UNITS, NGRAM, PART, SYMBOLS, tokenize } from '../analysis/tokenize.ts'
import { EngineError } from '../base/errors.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { encodeUtf8 } from '../segment/bytes.ts'
import { SEARCH_DEFAULTS, isOnForLanguages, isRankedByRelevance } from '../base/settings.ts'
import { functionWordsOf } from './function-words.ts'
import { isHangul } from '../analysis/characters.ts'
import { afterComposition } from '../analysis/korean.ts'
import { isOfOneScript, isOfTwoScripts, isSingle } from '../analysis/japanese.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'

/** A word of the query, normalised; the last one usually matches as a prefix. */
export interface QueryWord {
  term: string
  /** Letters of the query that the word covers: its share of a heading. 0 for a symbol beside words. */
  letters: number
  /** Whether longer terms match. */
  prefix: boolean
  /** May be missing in a hit. */
  optional: boolean
  /** Whether it is optional as a stop word. */
  stop?: true
  /** Forms with symbols: `c++` for the word `c`. They count more than the bare word. */
  decorated: string[]
  kind: 'word' | 'gram' | 'symbol'
  /** Whether it is joined to the word before it. */
  glued: boolean
  /** Of the last gram of a query: the grams that it may become while its last syllable is being composed. */
  composed?: string[]
  /** Of a bigram: number of characters that it shares with the word before it; undefined for the first one of a run of characters. */
  overlap?: number
}

/** A term that matches `count` words from number `first` on. */
export interface JoinedForm {
  term: string
  first: number
  count: number
  prefix: boolean
  /** Whether the words were typed as one; else they are neighbours. */
  typed: boolean
}

/** Words that must follow each other. */
export interface Phrase {
  first: number
  count: number
  /** Their terms, one for each position. */
  terms: string[]
}

/** Words count from 0; a joined form names its first word and the number of words that it covers. */
export interface ParsedQuery {
  words: QueryWord[]
  joined: JoinedForm[]
  phrases: Phrase[]
  /** Each of these must not match: a word alone or a phrase. */
  excluded: string[][]
}

type Settings = Pick<
  SearchParams,
  | 'queryType'
  | 'advancedSyntax'
  | 'advancedSyntaxFeatures'
  | 'optionalWords'
  | 'removeStopWords'
  | 'removeWordsIfNoResults'
  | 'queryLanguages'
>

/**
 * The first consonant of a syllable that an input method of Korean is composing; in French and Italian words before an apostrophe that
 * replaces their last vowel, and the form of questions: `l'index`, `qu'est-ce que`, `cos'è`.
 */
const LEFT_OUT =
  /(?<=[가-힣] ?)[ㄱ-ㅎ]$|(?<![\p{L}\p{N}'’])(?:(?:qu['’])?est-ce |cos['’]è |(?:[cdjlmnst]|qu|dell)['’](?=\p{L}))/giu

/** The frames of a stack trace, and the time at the beginning of a line of a log. No page has those of a reader's own programs. */
const TRACE = /\bat (\S+ \()?\S+:\d+:\d+|File "\S+ line \d+|^\W*\d{4}-[-\d]+[T ]\d\S+/g

/** Parses a query. Throws `query_too_long`. */
export function parseQuery(typed: string, settings: Settings): ParsedQuery {
  const size = encodeUtf8(typed).length
  if (size > ENGINE_LIMITS.queryBytes) {
    throw new EngineError(
      'query_too_long',
      `The query has ${size} bytes, at most ${ENGINE_LIMITS.queryBytes} are searched; shorten it.`,
    )
  }
  const isDocs = isForDocs(settings)
  const message = typed.replace(TRACE, '')
  const query = isDocs && message.trim() !== '' ? message : typed
  const parsed: ParsedQuery = { words: [], joined: [], phrases: [], excluded: [] }
  const plain = [{ text: query, quoted: false, minus: false }]
  const features = settings.advancedSyntaxFeatures ?? SEARCH_DEFAULTS.advancedSyntaxFeatures
  // The word that the user is typing: the last one, if it ends the query.
  let open: QueryWord | undefined
  const hasSyntax = settings.advancedSyntax === true && !(isDocs && FLAGS_ALONE.test(query))
  for (const piece of hasSyntax ? splitSyntax(query, features) : plain) {
    if (piece.text.trim() !== '' || piece.quoted) open = undefined
    if (piece.minus) parsed.excluded.push(termsOf(piece.text))
    else open = addWords(parsed, piece.quoted ? piece.text : piece.text.replace(LEFT_OUT, ''), piece.quoted) ?? open
  }
  if (/[\s"]$/u.test(query)) open = undefined
  parsed.excluded = parsed.excluded.filter((terms) => terms.length > 0)
  joinNeighbours(parsed)
  markPrefixes(parsed, open, settings.queryType ?? SEARCH_DEFAULTS.queryType)
  markOptional(parsed, settings.optionalWords ?? [])
  if (isOnForLanguages(settings.removeStopWords, settings.queryLanguages, () => true)) markStopWords(parsed)
  return parsed
}

/** Whether an index has the ranking of docs, and a query may miss words: others exclude as on the wire of the hosted provider. */
function isForDocs(settings: Settings): boolean {
  return settings.removeWordsIfNoResults === 'allOptional' && isRankedByRelevance(settings as IndexSettings)
}

/** A query of nothing but `-word`: `-race` is a flag, since all records without a word are no answer to a reader. */
const FLAGS_ALONE = /^(-[^\s"]+(\s+|$))+$/

interface Piece {
  text: string
  quoted: boolean
  minus: boolean
}

/**
 * Quoted phrases, and `-word` at the start of a word. `--flag`, `-f` and `a-b` are words, because readers search for
 * flags.
 */
const SYNTAX = /(?<![^\s])(-?)"([^"]*)"?|(?<![^\s])-(?=[\p{L}\p{N}]{2})(\S+)/gu

function splitSyntax(query: string, features: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of query.matchAll(SYNTAX)) {
    const quoted = match[2] !== undefined
    const minus = !quoted || match[1] === '-'
    if (!features.includes(minus ? 'excludeWords' : 'exactPhrase')) continue
    pieces.push({ text: query.slice(at, match.index), quoted: false, minus: false })
    pieces.push({ text: match[2] ?? match[3] ?? '', quoted, minus })
    at = match.index + match[0].length
  }
  pieces.push({ text: query.slice(at), quoted: false, minus: false })
  return pieces
}

/** The terms of a text, one for each position; the last character of a run alone is in the bigram before it. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  let gramEnd = -1
  tokenize(text, (term, _start, end, _position, kind) => {
    if (kind === PART || (kind === NGRAM && end !== gramEnd)) terms.push(term)
    if (kind === NGRAM) gramEnd = end
  })
  return terms
}

/**
 * Adds the words of a text. Returns the last one if the text ends with it; undefined after a symbol or at the limit.
 */
function addWords(parsed: ParsedQuery, text: string, quoted: boolean): QueryWord | undefined {
  const wordAt = new Map<number, number>()
  const first = parsed.words.length
  const symbols: { term: string; position: number }[] = []
  const deferred: (() => void)[] = []
  /** The last bigram that was added, in the same run of characters. */
  let gram: { term: string; position: number } | undefined
  /** The last bigram that was left out. */
  let between: { term: string; position: number } | undefined
  let ending: { word: QueryWord; position: number } | undefined
  /** The last bigram of the text: where it ends, and the position after the last word that was added in its run. */
  const run = { end: 0, next: 0 }
  const addWord = (term: string, position: number, kind: 'word' | 'gram'): void => {
    ending = undefined
    if (parsed.words.length >= ENGINE_LIMITS.queryWords) return
    wordAt.set(position, parsed.words.length)
    const word = wordOf(term, kind)
    if (kind === 'gram') {
      if (run.next > 0) word.overlap = Math.max(0, run.next - position)
      run.next = position + (isSingle(term) ? 1 : 2)
    }
    parsed.words.push(word)
    ending = { word, position }
  }
  tokenize(text, (term, start, end, position, kind, positions) => {
    if (kind === PART) addWord(term, position, 'word')
    else if (kind === NGRAM) {
      if (start >= run.end) run.next = 0
      run.end = end
      const isCovered = gram?.position === position - 1 && (isSingle(term) || !isOfTwoScripts(gram.term))
      if (isCovered) {
        const previous = parsed.words.at(-1)
        if (previous !== undefined) previous.letters++
        between = { term, position }
        return
      }
      // The last character of a word is in a bigram of that word too.
      if (isOfTwoScripts(term) && between?.position === position - 1 && isOfOneScript(between.term))
        addWord(between.term, between.position, 'gram')
      gram = isSingle(term) ? undefined : { term, position }
      addWord(term, position, 'gram')
    } else if (kind === SYMBOLS) {
      symbols.push({ term, position })
      if (ending !== undefined && position > ending.position) ending = undefined
    } else {
      deferred.push(() => {
        const word = wordAt.get(position)
        const last = wordAt.get(position + positions - 1)
        if (word === undefined || last === undefined) return
        if (kind === JOINED) {
          parsed.joined.push({ term, first: word, count: positions, prefix: false, typed: true })
          for (let at = word + 1; at <= last; at++) (parsed.words[at] as QueryWord).glued = true
        }
        if (kind === DECORATED && positions === 1) parsed.words[word]?.decorated.push(term)
      })
    }
  })
  for (const add of deferred) add()
  for (const { term, position } of symbols) {
    if (wordAt.has(position) || parsed.words.length >= ENGINE_LIMITS.queryWords) continue
    wordAt.set(position, parsed.words.length)
    parsed.words.push(wordOf(term, 'symbol'))
  }
  const count = parsed.words.length - first
  if (quoted && count > 0) parsed.phrases.push({ first, count, terms: termsOf(text) })
  // Symbols beside words are optional and have no letters, since `=>` is no part of a word; a query of symbols alone requires them.
  const symbolic = parsed.words.filter((word) => word.kind === 'symbol')
  const isBeside = symbolic.length < parsed.words.length
  if (isBeside) for (const word of symbolic) Object.assign(word, { optional: true, letters: 0 })
  return ending?.word
}

function wordOf(term: string, kind: QueryWord['kind']): QueryWord {
  const letters = kind === 'gram' ? 1 : term.length
  return { term, letters, prefix: false, optional: false, decorated: [], kind, glued: false }
}

/** Parts of the longest identifiers, such as `spec.securityContext.seLinuxOptions.role`. */
const MAX_JOINED = 8

/** Adds forms that join two neighbours, or the whole query: texts may write them as one word. */
function joinNeighbours(parsed: ParsedQuery): void {
  const { words, joined } = parsed
  for (let first = 0; first + 1 < words.length; first++) {
    const a = words[first] as QueryWord
    const b = words[first + 1] as QueryWord
    const term = a.term + b.term
    if (a.kind !== 'word' || b.kind !== 'word' || term.length > MAX_TERM_UNITS) continue
    if (!joined.some((form) => form.term === term)) joined.push({ term, first, count: 2, prefix: false, typed: false })
  }
  const whole = words.map((word) => word.term).join('')
  const joinable = words.length > 2 && words.length <= MAX_JOINED && words.every((word) => word.kind === 'word')
  if (joinable && whole.length <= MAX_TERM_UNITS && !joined.some((form) => form.term === whole)) {
    joined.push({ term: whole, first: 0, count: words.length, prefix: false, typed: false })
  }
}

function markPrefixes(parsed: ParsedQuery, open: QueryWord | undefined, queryType: string): void {
  const phrased = (at: number): boolean => parsed.phrases.some(({ first, count }) => at >= first && at < first + count)
  for (const [at, word] of parsed.words.entries()) {
    if (word.kind === 'symbol') continue
    // A single character of a script without spaces is a prefix of its bigrams.
    if (word.kind === 'gram' && isSingle(word.term)) word.prefix = true
    else if (queryType !== 'prefixNone' && !phrased(at)) word.prefix = queryType === 'prefixAll' || word === open
    if (word === open && word.prefix) word.composed = afterComposition(word.term)
  }
  for (const form of parsed.joined) form.prefix = parsed.words[form.first + form.count - 1]?.prefix === true
}

function markOptional(parsed: ParsedQuery, optionalWords: readonly string[]): void {
  for (const at of wordsNamed(parsed.words, optionalWords)) (parsed.words[at] as QueryWord).optional = true
}

/**
 * Numbers of the words in `names`, in any spelling of an identifier: `useEffect` names `use` followed by `effect`, and
 * `useeffect`. Spaces separate names.
 */
export function wordsNamed(words: readonly QueryWord[], names: readonly string[]): Set<number> {
  const keys = new Set(names.flatMap((name) => name.split(/\s+/u)).map((name) => termsOf(name).join('')))
  const longest = Math.max(0, ...Array.from(keys, (key) => key.length))
  const named = new Set<number>()
  for (let first = 0; first < words.length; first++) {
    let key = ''
    for (let last = first; last < words.length && key.length < longest; last++) {
      key += (words[last] as QueryWord).term
      if (keys.has(key)) for (let at = first; at <= last; at++) named.add(at)
    }
  }
  return named
}

/** Makes stop words optional if the query has other words; not those of a phrase. */
function markStopWords(parsed: ParsedQuery): void {
  const isStopWord = functionWordsOf(parsed.words)
  for (const [at, word] of parsed.words.entries()) {
    const phrased = parsed.phrases.some(({ first, count }) => at >= first && at < first + count)
    if (!phrased && (!word.prefix || isHangul(word.term.charCodeAt(0))) && isStopWord[at] === true)
      word.optional = word.stop = true
  }
}
