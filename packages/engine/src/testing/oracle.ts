/**
 * The naive oracle that the engine is tested against: every record read in full, every word compared with every token
 * by a recursive edit distance, all criteria computed for all, one full sort, filters and groups by their definition.
 * It shares the analyzer (tokens, stems, the words of a query) with the engine and nothing else. For tests only.
 */
import { singular, stem } from '../analysis/stem.ts'
import { tokenize } from '../analysis/tokenize.ts'
import { type ParsedQuery, parseQuery, type QueryWord } from '../query/parse-query.ts'
import { naiveFunctionWords } from './naive-question.ts'
import type { SearchParams, SearchRecord } from '../wire.ts'

/** Searchable attributes of the oracle's records, in order. */
export const FIELDS = ['title', 'body'] as const

const distances = new Map<string, number>()

/**
 * Optimal alignment by its recursive definition: no table, no pruning; results are cached.
 */
export function naiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const key = `${a}\n${b}`
  const remembered = distances.get(key)
  if (remembered !== undefined) return remembered
  const same = a.at(-1) === b.at(-1) ? 0 : 1
  let least = Math.min(
    naiveDistance(a.slice(0, -1), b) + 1,
    naiveDistance(a, b.slice(0, -1)) + 1,
    naiveDistance(a.slice(0, -1), b.slice(0, -1)) + same,
  )
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    least = Math.min(least, naiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1)
  }
  distances.set(key, least)
  return least
}

interface Occurrence {
  field: number
  position: number
  typos: number
  exact: boolean
}

interface Token {
  term: string
  field: number
  position: number
}

function tokensOf(record: SearchRecord): Token[] {
  const tokens: Token[] = []
  for (const [field, name] of FIELDS.entries()) {
    tokenize(String(record[name]), (term, _start, _end, position) => tokens.push({ term, field, position }))
  }
  return tokens
}

/** The best match of a term for a typed form; undefined if it does not match. */
function answers(
  term: string,
  typed: string,
  prefix: boolean,
  withTypos: boolean,
): { typos: number; exact: boolean } | undefined {
  if (term === typed) return { typos: 0, exact: true }
  if (prefix && term.startsWith(typed)) return { typos: 0, exact: false }
  if (!withTypos || typed.length < 4) return undefined
  const limit = typed.length >= 8 ? 2 : 1
  const ends = prefix ? Array.from({ length: term.length + 1 }, (_, end) => term.slice(0, end)) : [term]
  const edits = Math.min(...ends.map((end) => naiveDistance(typed, end)))
  if (edits > limit) return undefined
  return { typos: edits + (term[0] === typed[0] ? 0 : 1), exact: false }
}

/** Whether a term is a gram that an input method may make of the typed one; of a single syllable it is the beginning. */
function isComposed(term: string, composed: string): boolean {
  return [...composed].length === 1 ? term !== composed && term.startsWith(composed) : term === composed
}

function isInflection(term: string, word: string): boolean {
  const root = stem(word)
  return (
    root.length >= 3 &&
    /^(?:[a-z]+|(?!\p{Script=Latin})[\p{L}\p{M}]+)$/u.test(word) &&
    term.startsWith(root) &&
    term.length <= root.length + 8 &&
    stem(term) === root
  )
}

/** Whether the words are equal but for a plural ending. */
function isPlural(term: string, word: string): boolean {
  return singular(term) === singular(word)
}

const recordCounts = new WeakMap<Token[][], Map<string, number>>()

/** Number of records that have a term, by term. */
function recordsWith(tokens: Token[][]): Map<string, number> {
  let counts = recordCounts.get(tokens)
  if (counts === undefined) {
    counts = new Map()
    for (const list of tokens) {
      for (const term of new Set(list.map((token) => token.term))) counts.set(term, (counts.get(term) ?? 0) + 1)
    }
    recordCounts.set(tokens, counts)
  }
  return counts
}

/** Occurrences of each word in each record. */
function occurrencesOf(tokens: Token[][], parsed: ParsedQuery, plurals: boolean, withTypos: boolean): Occurrence[][][] {
  const known = recordsWith(tokens)
  const frequency = parsed.words.map((word, at) => countPostings(tokens, parsed, word, at, plurals))
  return tokens.map((list) =>
    parsed.words.map((word, at) => {
      const typos = withTypos && word.kind === 'word' && (frequency[at] as number) < 5
      const found: Occurrence[] = []
      for (const token of list) {
        const direct = answers(token.term, word.term, word.prefix, typos)
        if (direct !== undefined) found.push({ ...token, ...direct })
        // An inflection is no typo of the word; a plural counts as exact, also where it begins with the typed word.
        if (plurals && word.kind === 'word' && isInflection(token.term, word.term)) {
          found.push({ ...token, typos: 0, exact: isPlural(token.term, word.term) })
        }
        for (const decorated of word.decorated) {
          const match = answers(token.term, decorated, word.prefix, false)
          if (match !== undefined) found.push({ ...token, ...match })
        }
        if (word.composed?.some((composed) => isComposed(token.term, composed)) === true)
          found.push({ ...token, typos: 0, exact: false })
        for (const form of parsed.joined) {
          if (at < form.first || at >= form.first + form.count) continue
          const place = { field: token.field, position: token.position + at - form.first }
          const joined = answers(token.term, form.term, form.prefix, withTypos && form.typed)
          if (joined !== undefined) found.push({ ...place, ...joined })
          const formIsKnown =
            known.has(form.term) || (form.prefix && [...known.keys()].some((term) => term.startsWith(form.term)))
          if (plurals && !formIsKnown && isInflection(token.term, form.term))
            found.push({ ...place, typos: 0, exact: isPlural(token.term, form.term) })
        }
      }
      if (typos) found.push(...splitsOf(list, word))
      return found
    }),
  )
}

/** Number of postings of all matches of a word as typed, which decides whether typos are searched. */
function countPostings(tokens: Token[][], parsed: ParsedQuery, word: QueryWord, at: number, plurals: boolean): number {
  const known = recordsWith(tokens)
  let count = 0
  for (const [term, records] of known) {
    const prefixed = word.prefix && term.startsWith(word.term)
    if (prefixed || term === word.term) count += records
    if (word.decorated.some((decorated) => answers(term, decorated, word.prefix, false) !== undefined)) count += records
    // A term that is both a continuation and an inflection is listed as both.
    if (plurals && word.kind === 'word' && term !== word.term && isInflection(term, word.term)) count += records
    for (const form of parsed.joined) {
      if (at < form.first || at >= form.first + form.count) continue
      const formIsKnown =
        known.has(form.term) || (form.prefix && [...known.keys()].some((other) => other.startsWith(form.term)))
      if (term === form.term || (form.prefix && term.startsWith(form.term))) count += records
      else if (plurals && !formIsKnown && isInflection(term, form.term)) count += records
    }
  }
  return count
}

/** A word that the text has in two: the second half at most three positions after the first. */
function splitsOf(list: Token[], word: QueryWord): Occurrence[] {
  const found: Occurrence[] = []
  for (let cut = 2; cut <= word.term.length - 2; cut++) {
    for (const left of list.filter((token) => token.term === word.term.slice(0, cut))) {
      const next = list
        .filter(
          (token) =>
            token.term === word.term.slice(cut) && token.field === left.field && token.position > left.position,
        )
        .map((token) => token.position)
      if (next.length > 0 && Math.min(...next) - left.position <= 3) found.push({ ...left, typos: 1, exact: false })
    }
  }
  return found
}

interface Candidate {
  docId: number
  typos: number
  words: number
  proximity: number
  attribute: number
  exact: number
}

/** For a query of one word: whether an attribute is that word and nothing else. */
function isWholeAttribute(tokens: Token[], occurrences: Occurrence[]): boolean {
  return occurrences.some(
    ({ field, exact }) => exact && tokens.every((token) => token.field !== field || token.position === 0),
  )
}

function describeCandidate(docId: number, tokens: Token[], lists: Occurrence[][]): Candidate {
  let proximity = 0
  for (let at = 0; at + 1 < lists.length; at++) {
    let least = 8
    const [left = [], right = []] = [lists[at], lists[at + 1]]
    if (left.length === 0 || right.length === 0) continue
    for (const a of left) {
      for (const b of right) {
        if (a.field !== b.field) continue
        least = Math.min(
          least,
          b.position >= a.position ? Math.max(1, b.position - a.position) : a.position - b.position + 1,
        )
      }
    }
    proximity += least
  }
  const matched = lists.filter((list) => list.length > 0)
  return {
    docId,
    typos: matched.reduce((sum, list) => sum + Math.min(...list.map((each) => Math.min(3, each.typos))), 0),
    words: matched.length,
    proximity,
    attribute: Math.min(...matched.flat().map((each) => each.field * 1000 + Math.min(999, each.position))),
    exact:
      lists.length === 1
        ? Number(isWholeAttribute(tokens, lists[0] ?? []))
        : matched.filter((list) => list.some((each) => each.exact)).length,
  }
}

/** One condition of a filter: on a tag, or on the price. */
export type NaiveCondition =
  | { tag: string; negated: boolean }
  | { operator: '<' | '<=' | '=' | '!=' | '>' | '>='; price: number }

/** The oracle's answer: ids in order, groups (or records) that match, and counts of tags. */
export interface NaiveAnswer {
  ids: string[]
  nbHits: number
  tags: Record<string, number>
}

function holds(record: SearchRecord, condition: NaiveCondition): boolean {
  if ('tag' in condition) return (record['tags'] as string[]).includes(condition.tag) !== condition.negated
  const price = record['price']
  if (typeof price !== 'number') return false
  const results = {
    '<': price < condition.price,
    '<=': price <= condition.price,
    '=': price === condition.price,
    '!=': price !== condition.price,
    '>': price > condition.price,
    '>=': price >= condition.price,
  }
  return results[condition.operator]
}

/** Answers `params` over `records`, whose filters are given as groups: of each, one condition must hold. */
export function answerNaively(
  records: SearchRecord[],
  params: SearchParams,
  filters: readonly NaiveCondition[][],
): NaiveAnswer {
  const parsed = parseQuery(params.query ?? '', params)
  const tokens = records.map(tokensOf)
  const plurals = params.ignorePlurals === true
  const passing = records.map((record) => filters.every((group) => group.some((each) => holds(record, each))))
  let candidates: Candidate[] = []
  // `finding`: the words that match by themselves.
  const pick = (
    withTypos: boolean,
    kept: readonly boolean[],
    optional: boolean,
    finding: readonly boolean[] = kept,
  ): void => {
    const occurrences = occurrencesOf(tokens, parsed, plurals, withTypos)
    const words = parsed.words.filter((_, at) => kept[at])
    candidates = records.flatMap((_, docId) => {
      if (passing[docId] !== true) return []
      const lists = (occurrences[docId] as Occurrence[][]).filter((_list, at) => kept[at])
      const all = words.every((word, at) => word.optional || optional || (lists[at]?.length ?? 0) > 0)
      const any =
        words.length === 0 || (occurrences[docId] as Occurrence[][]).some((list, at) => finding[at] && list.length > 0)
      return all && any ? [describeCandidate(docId, tokens[docId] as Token[], lists)] : []
    })
  }
  const count = parsed.words.length
  const everyWord = parsed.words.map(() => true)
  pick(false, everyWord, false)
  if (count > 0 && candidates.length < 5) pick(true, everyWord, false)
  const mode = params.removeWordsIfNoResults ?? 'none'
  if (candidates.length === 0 && count > 1) {
    if (mode === 'allOptional') {
      const functionWords = naiveFunctionWords(parsed.words)
      const telling = parsed.words.map(({ prefix }, at) => prefix || functionWords[at] !== true)
      pick(true, everyWord, true, telling)
      if (candidates.length === 0) pick(true, everyWord, true)
    }
    for (let drop = 1; drop < count && drop <= 5 && candidates.length === 0; drop++) {
      if (mode === 'lastWords')
        pick(
          true,
          everyWord.map((_, at) => at < count - drop),
          false,
        )
      if (mode === 'firstWords')
        pick(
          true,
          everyWord.map((_, at) => at >= drop),
          false,
        )
    }
  }
  if (count > 0) {
    candidates.sort(
      (a, b) =>
        a.typos - b.typos ||
        b.words - a.words ||
        a.proximity - b.proximity ||
        a.attribute - b.attribute ||
        b.exact - a.exact ||
        a.docId - b.docId,
    )
  }
  const tags: Record<string, number> = {}
  for (const { docId } of candidates)
    for (const tag of new Set(records[docId]?.['tags'] as string[])) tags[tag] = (tags[tag] ?? 0) + 1
  const groups = groupNaively(records, candidates, Number(params.distinct ?? 0))
  const { page = 0, hitsPerPage = 20 } = params
  const shown = groups.slice(page * hitsPerPage, (page + 1) * hitsPerPage)
  return { ids: shown.flat().map(({ docId }) => String(docId)), nbHits: groups.length, tags }
}

function groupNaively(records: SearchRecord[], candidates: Candidate[], size: number): Candidate[][] {
  const groups: Candidate[][] = []
  for (const candidate of candidates) {
    const page = records[candidate.docId]?.['page']
    const group =
      size > 0 && page !== undefined
        ? groups.find(([best]) => records[best?.docId ?? -1]?.['page'] === page)
        : undefined
    if (group === undefined) groups.push([candidate])
    else if (group.length < size) group.push(candidate)
  }
  return groups
}
