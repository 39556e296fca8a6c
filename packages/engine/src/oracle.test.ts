/**
 * The engine against a naive oracle: every record read in full, every word compared with every token by a recursive
 * edit distance, all criteria computed for all, one full sort. It shares the analyzer (tokens, stems, the words of a
 * query) with the engine and nothing else.
 *
 * DOCENT_PROPERTY_RUNS sets the number of cases; a failure prints its seed.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from './analysis/stem.ts'
import { tokenize } from './analysis/tokenize.ts'
import { type ParsedQuery, parseQuery, type QueryWord } from './query/parse-query.ts'
import { findTypos } from './query/typos.ts'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import { createTermWriter } from './segment/term-dictionary.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'

const RUNS = { numRuns: Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 1500) }
const FIELDS = ['title', 'body'] as const

const distances = new Map<string, number>()

/** Optimal alignment by its recursive definition: no table, no pruning; what was computed is remembered. */
function naiveDistance(a: string, b: string): number {
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

/** How a term answers a typed form, at best; undefined if it does not. */
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

function isInflection(term: string, word: string): boolean {
  const root = stem(word)
  return (
    root.length >= 3 &&
    /^[a-z]+$/.test(word) &&
    term.startsWith(root) &&
    term.length <= root.length + 8 &&
    stem(term) === root
  )
}

/** Occurrences of each word in each record. */
function occurrencesOf(tokens: Token[][], parsed: ParsedQuery, plurals: boolean, withTypos: boolean): Occurrence[][][] {
  const known = new Set(tokens.flatMap((list) => list.map((token) => token.term)))
  const frequency = parsed.words.map((word, at) => countPostings(tokens, parsed, word, at, plurals))
  return tokens.map((list) =>
    parsed.words.map((word, at) => {
      const typos = withTypos && word.kind === 'word' && (frequency[at] as number) < 5
      const found: Occurrence[] = []
      for (const token of list) {
        const direct =
          answers(token.term, word.term, word.prefix, typos) ??
          (plurals && word.kind === 'word' && isInflection(token.term, word.term)
            ? { typos: 0, exact: false }
            : undefined)
        if (direct !== undefined) found.push({ ...token, ...direct })
        // An inflection is no typo of the word.
        if (direct !== undefined && direct.typos > 0 && plurals && isInflection(token.term, word.term)) {
          found.push({ ...token, typos: 0, exact: false })
        }
        for (const decorated of word.decorated) {
          const match = answers(token.term, decorated, word.prefix, false)
          if (match !== undefined) found.push({ ...token, ...match })
        }
        for (const form of parsed.joined) {
          if (at < form.first || at >= form.first + form.count) continue
          const place = { field: token.field, position: token.position + at - form.first }
          const joined = answers(token.term, form.term, form.prefix, withTypos && form.typed)
          if (joined !== undefined) found.push({ ...place, ...joined })
          const formIsKnown =
            known.has(form.term) || (form.prefix && [...known].some((term) => term.startsWith(form.term)))
          if (plurals && !formIsKnown && isInflection(token.term, form.term))
            found.push({ ...place, typos: 0, exact: false })
        }
      }
      if (typos) found.push(...splitsOf(list, word))
      return found
    }),
  )
}

/** Postings of all that a word stands for as typed: what decides whether it may be a misspelling. */
function countPostings(tokens: Token[][], parsed: ParsedQuery, word: QueryWord, at: number, plurals: boolean): number {
  const known = new Set(tokens.flatMap((list) => list.map((token) => token.term)))
  let count = 0
  for (const term of known) {
    const records = tokens.filter((list) => list.some((token) => token.term === term)).length
    const prefixed = word.prefix && term.startsWith(word.term)
    if (prefixed || term === word.term) count += records
    if (word.decorated.some((decorated) => answers(term, decorated, word.prefix, false) !== undefined)) count += records
    // What is both a continuation and an inflection is listed as both.
    if (plurals && word.kind === 'word' && term !== word.term && isInflection(term, word.term)) count += records
    for (const form of parsed.joined) {
      if (at < form.first || at >= form.first + form.count) continue
      const formIsKnown =
        known.has(form.term) || (form.prefix && [...known].some((other) => other.startsWith(form.term)))
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

function describeCandidate(docId: number, lists: Occurrence[][]): Candidate {
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
    exact: matched.filter((list) => list.some((each) => each.exact)).length,
  }
}

function oracle(records: SearchRecord[], params: SearchParams): { ids: string[]; tags: Record<string, number> } {
  const parsed = parseQuery(params.query ?? '', params)
  const tokens = records.map(tokensOf)
  const plurals = params.ignorePlurals === true
  let candidates: Candidate[] = []
  const pick = (withTypos: boolean, optional: boolean): void => {
    const occurrences = occurrencesOf(tokens, parsed, plurals, withTypos)
    candidates = records.flatMap((_, docId) => {
      const lists = occurrences[docId] as Occurrence[][]
      const needed = parsed.words.map((word) => !word.optional && !optional)
      const all = needed.every((need, at) => !need || (lists[at]?.length ?? 0) > 0)
      const any = parsed.words.length === 0 || lists.some((list) => list.length > 0)
      return all && any ? [describeCandidate(docId, lists)] : []
    })
  }
  pick(false, false)
  if (parsed.words.length > 0 && candidates.length < 5) pick(true, false)
  if (candidates.length === 0 && params.removeWordsIfNoResults === 'allOptional' && parsed.words.length > 1)
    pick(true, true)
  if (parsed.words.length > 0) {
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
  return { ids: candidates.map(({ docId }) => String(docId)), tags }
}

const word = fc.oneof(
  fc.constantFrom(
    'use',
    'user',
    'users',
    'effect',
    'useEffect',
    'use_effect',
    'read',
    'file',
    'files',
    'readfile',
    'fs.readFile',
    'C++',
    'c',
    '--host',
    'host',
    '容器',
    '运行',
    '容',
    'réseau',
    'reseau',
    '=>',
    'terminate',
    'termination',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 }),
)
const text = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '))
const corpus = fc.array(
  fc.record({ title: text, body: text, tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }) }),
  { minLength: 1, maxLength: 12 },
)
const query = fc
  .tuple(fc.array(word, { maxLength: 4 }), fc.constantFrom('', ' '))
  .map(([words, end]) => words.join(' ') + end)
const options = fc.record({
  ignorePlurals: fc.boolean(),
  removeWordsIfNoResults: fc.constantFrom('none' as const, 'allOptional' as const),
})

test('the same records, in the same order, with the same counts', () => {
  fc.assert(
    fc.property(corpus, query, options, (rows, typed, extra) => {
      const records = rows.map((row, at) => ({ objectID: String(at), ...row })) as SearchRecord[]
      const settings: IndexSettings = { searchableAttributes: [...FIELDS], attributesForFaceting: ['tags'] }
      const index = openIndex(buildIndex(records, settings), settings)
      const params: SearchParams = { query: typed, hitsPerPage: 100, facets: ['tags'], ...extra }
      const response = search(index, params)
      const expected = oracle(records, params)
      expect(response.hits.map((hit) => hit.objectID)).toEqual(expected.ids)
      expect(response.nbHits).toBe(expected.ids.length)
      expect(response.facets?.['tags'] ?? {}).toEqual(expected.tags)
    }),
    RUNS,
  )
})

const shortWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '容'), minLength: 1, maxLength: 5 })

test('finds exactly the terms within the limit, however the dictionary is cut into blocks', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(shortWord, { maxLength: 60 }),
      shortWord,
      fc.integer({ min: 1, max: 2 }),
      fc.boolean(),
      (list, typed, limit, prefix) => {
        const terms = list.sort()
        const writer = createTermWriter()
        for (const term of terms) writer.add(term, 1)
        const found = findTypos(writer.finish(), typed, limit, prefix)
        const expected = terms.flatMap((term) => {
          const whole = naiveDistance(typed, term)
          const ends = Array.from({ length: term.length + 1 }, (_, end) => naiveDistance(typed, term.slice(0, end)))
          const edits = prefix ? Math.min(...ends) : whole
          if (edits === 0 || edits > limit) return []
          return [{ term, typos: edits + (term[0] === typed[0] ? 0 : 1) }]
        })
        expect(found.map(({ term, typos }) => ({ term, typos }))).toEqual(expected)
      },
    ),
    RUNS,
  )
})
