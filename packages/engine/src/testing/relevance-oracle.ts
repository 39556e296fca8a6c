/**
 * The naive oracle of the criterion `relevance`: sections of documentation are read in full for every word of the query,
 * evidence is summed as its definition says (`ranking/relevance.ts`, `query/match.ts`), nothing is indexed, pruned or
 * kept. It shares with the engine the analyzer and the tables of constants, so that measuring anew needs no change here.
 *
 * Scores of the engine are sums of 32-bit numbers, these of 64-bit ones: they are compared with a tolerance.
 */
import { isFunctionWord } from '../analysis/function-words.ts'
import { singular, stem } from '../analysis/stem.ts'
import { tokenize } from '../analysis/tokenize.ts'
import { FORM, FORM_OF_BARE_WORD, FORM_OF_PART, QUALITY, SPELLING } from '../query/expansion.ts'
import { type JoinedForm, type ParsedQuery, parseQuery, type QueryWord } from '../query/parse-query.ts'
import { STRENGTH } from '../query/strength.ts'
import { FEW_AS_ONE } from '../ranking/as-one.ts'
import { RELEVANCE } from '../ranking/relevance.ts'
import { coreOfHeading, countLetters, lettersOf } from '../segment/norms.ts'
import type { SearchParams } from '../wire.ts'
import { naiveDistance } from './oracle.ts'

/** A section of documentation: `url` names its page, `headings` go from the page's title down to its own. */
export interface NaiveSection {
  url: string
  headings: string[]
  content: string
  code: string
  /** Whether filters let it through: what they shut out still tells how common a word is. */
  passes: boolean
}

export interface NaiveScore {
  /** Number of the section. */
  doc: number
  score: number
}

interface Token {
  term: string
  field: string
  position: number
}

/** A term that a word stands for, and how well it does. */
interface Answer {
  term: string
  kind: keyof typeof SPELLING
  quality: number
  spelling: number
  form: number
  typos: number
  shift: number
  /** The records that have it, with the places. */
  places: Map<number, { field: string; position: number }[]>
}

interface Corpus {
  sections: readonly NaiveSection[]
  tokens: Token[][]
  bodies: number[]
  /** Each term with the records that have it, in order of their terms. */
  terms: Map<string, Map<number, { field: string; position: number }[]>>
}

const ENOUGH = 5
const PAGE_OF_HITS = 20
const NEARLY_ALL = 0.97

/** The sections that match, best first; of equal ones the first. */
export function rankNaively(sections: readonly NaiveSection[], params: SearchParams): NaiveScore[] {
  const corpus = readCorpus(sections)
  const parsed = parseQuery(params.query ?? '', params)
  const { words } = parsed
  if (words.length === 0) return sections.flatMap(({ passes }, doc) => (passes ? [{ doc, score: 0 }] : []))
  const answers = answersAsTyped(corpus, parsed)
  let docs = matching(corpus, words, answers)
  let searched: readonly QueryWord[] = words
  if (!docs.some((doc) => isTheQuery(corpus, doc, words, answers))) {
    const unknown = parsed.joined.some(
      (form) => form.typed && !answers[form.first]?.some(({ term }) => term.startsWith(form.term)),
    )
    if (docs.length < ENOUGH || unknown) {
      addMisspelt(corpus, parsed, answers)
      docs = matching(corpus, words, answers)
    }
    if (docs.length < PAGE_OF_HITS && words.length > 1) {
      const optional = words.map((word) => ({ ...word, optional: true }))
      const some = matching(corpus, optional, answers)
      if (some.length > 0) [docs, searched] = [some, optional]
    }
  }
  const evidence: Evidence = {
    corpus,
    words: searched,
    lists: answers,
    weights: weightsOf(corpus, searched, answers),
    best: sections.map(({ passes }, doc) => answers.map((list) => (passes ? bestOf(corpus, doc, list) : undefined))),
  }
  return docs.map((doc) => ({ doc, score: scoreOf(evidence, doc) })).sort((a, b) => b.score - a.score || a.doc - b.doc)
}

function readCorpus(sections: readonly NaiveSection[]): Corpus {
  const corpus: Corpus = { sections, tokens: [], bodies: [], terms: new Map() }
  for (const [doc, { headings, content, code }] of sections.entries()) {
    const tokens: Token[] = []
    const read = (field: string, text: string): number =>
      tokenize(text, (term, _start, _end, position) => tokens.push({ term, field, position }))
    for (const [at, heading] of headings.entries()) read(`lvl${at + 1}`, heading)
    corpus.bodies.push(read('content', content) + read('code', code))
    corpus.tokens.push(tokens)
    for (const { term, field, position } of tokens) {
      let records = corpus.terms.get(term)
      if (records === undefined) corpus.terms.set(term, (records = new Map()))
      records.set(doc, [...(records.get(doc) ?? []), { field, position }])
    }
  }
  return corpus
}

function answer(corpus: Corpus, term: string, kind: Answer['kind'], quality: number, typos = 0): Answer {
  const places = corpus.terms.get(term) ?? new Map()
  const form = kind === 'part' ? 0 : FORM[kind]
  return { term, kind, quality, spelling: SPELLING[kind] ** Math.max(1, typos), form, typos, shift: 0, places }
}

function prefixQuality(typed: string, term: string): number {
  return QUALITY.prefixLeast + ((QUALITY.prefixMost - QUALITY.prefixLeast) * typed.length) / term.length
}

/** Terms that are `typed` or, with `prefix`, begin with it. */
function literal(corpus: Corpus, typed: string, prefix: boolean, kind: Answer['kind'], worth: number): Answer[] {
  return [...corpus.terms.keys()].flatMap((term) => {
    if (term === typed) return [answer(corpus, term, kind, worth)]
    return prefix && term.startsWith(typed) ? [answer(corpus, term, 'prefix', prefixQuality(typed, term) * worth)] : []
  })
}

function inflections(corpus: Corpus, typed: string, known: readonly Answer[]): Answer[] {
  const root = stem(typed)
  if (root.length < 3 || !/^[a-z]+$/.test(typed)) return []
  return [...corpus.terms.keys()].flatMap((term) => {
    if (term === typed || stem(term) !== root || !term.startsWith(root) || term.length > root.length + 8) return []
    if (known.some((other) => other.kind !== 'prefix' && other.term === term)) return []
    return [
      answer(corpus, term, 'inflection', singular(term) === singular(typed) ? QUALITY.plural : QUALITY.inflection),
    ]
  })
}

function abbreviated(corpus: Corpus, typed: string, known: readonly Answer[]): Answer[] {
  if (typed.length < 4 || !/^\p{L}+$/u.test(typed)) return []
  return [...corpus.terms.keys()].flatMap((term) => {
    const longer = term.startsWith(typed) && term !== typed && term.length <= typed.length * 2 && /^\p{L}+$/u.test(term)
    if (!longer || known.some((other) => other.term === term)) return []
    return [answer(corpus, term, 'abbreviation', prefixQuality(typed, term) * QUALITY.abbreviation)]
  })
}

function answersAsTyped(corpus: Corpus, parsed: ParsedQuery): Answer[][] {
  const lists = parsed.words.map((word, at) => {
    const found: Answer[] = []
    for (const form of word.decorated) found.push(...literal(corpus, form, word.prefix, 'decorated', QUALITY.decorated))
    found.push(...literal(corpus, word.term, word.prefix, 'exact', QUALITY.exact))
    if (word.kind === 'word') found.push(...inflections(corpus, word.term, found))
    if (word.kind === 'word' && !word.prefix) found.push(...abbreviated(corpus, word.term, found))
    const isPart = parsed.joined.some(({ typed, first, count }) => typed && at >= first && at < first + count)
    for (const each of found) {
      const withSymbols = word.decorated.some((form) => each.term.startsWith(form))
      if (word.decorated.length > 0 && !withSymbols) each.form *= FORM_OF_BARE_WORD
      if (!isPart || each.kind === 'decorated') continue
      each.quality *= QUALITY.part
      each.spelling *= SPELLING.part
      each.form *= FORM_OF_PART
    }
    return found
  })
  for (const form of parsed.joined) {
    const found = literal(corpus, form.term, form.prefix, 'joined', QUALITY.joined)
    if (found.length === 0) found.push(...inflections(corpus, form.term, found))
    share(form, found, lists)
  }
  return lists
}

/** A form that joins words stands for each of them, one position further for each. */
function share({ first, count }: JoinedForm, found: readonly Answer[], lists: Answer[][]): void {
  for (let at = 0; at < count; at++) lists[first + at]?.push(...found.map((each) => ({ ...each, shift: at })))
}

function addMisspelt(corpus: Corpus, parsed: ParsedQuery, lists: Answer[][]): void {
  for (const [at, word] of parsed.words.entries()) {
    const list = lists[at] as Answer[]
    if (word.kind !== 'word' || list.reduce((sum, { places }) => sum + places.size, 0) >= ENOUGH) continue
    list.push(...splits(corpus, word.term))
    list.push(...misspelt(corpus, word.term, word.prefix, list))
  }
  for (const form of parsed.joined) {
    if (form.typed) share(form, misspelt(corpus, form.term, form.prefix, []), lists)
  }
}

function misspelt(corpus: Corpus, typed: string, prefix: boolean, known: readonly Answer[]): Answer[] {
  const limit = /^\d+$/.test(typed) ? 0 : typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0
  if (limit === 0) return []
  return [...corpus.terms.keys()].flatMap((term) => {
    if (known.some((other) => other.term === term)) return []
    const whole = naiveDistance(typed, term)
    const ends = Array.from({ length: term.length + 1 }, (_, end) => naiveDistance(typed, term.slice(0, end)))
    const edits = prefix ? Math.min(...ends) : whole
    if (edits === 0 || edits > limit) return []
    const typos = edits + (term[0] === typed[0] ? 0 : 1)
    const tier = QUALITY.typos[Math.min(typos, 3)] as number
    const begun = tier * QUALITY.prefixMost * Math.min(1, 0.5 + typed.length / (2 * term.length))
    return [answer(corpus, term, 'typo', whole > limit ? begun : tier, typos)]
  })
}

/** Two words of the text, at most three positions apart, that together are the word. */
function splits(corpus: Corpus, typed: string): Answer[] {
  const found: Answer[] = []
  for (let cut = 2; /^[\p{L}\p{N}]+$/u.test(typed) && typed.length <= 40 && cut <= typed.length - 2; cut++) {
    const [left, right] = [corpus.terms.get(typed.slice(0, cut)), corpus.terms.get(typed.slice(cut))]
    const places: Answer['places'] = new Map()
    for (const [doc, starts] of left ?? []) {
      const beside = starts.filter((start) => {
        const next = (right?.get(doc) ?? []).filter(
          (each) => each.field === start.field && each.position > start.position,
        )
        return next.length > 0 && Math.min(...next.map(({ position }) => position)) - start.position <= 3
      })
      if (beside.length > 0) places.set(doc, beside)
    }
    if (places.size > 0) found.push({ ...answer(corpus, typed, 'split', QUALITY.split, 1), places })
  }
  return found
}

/** Records with every word that is not optional; where all are, with one. */
function matching(corpus: Corpus, words: readonly QueryWord[], lists: readonly Answer[][]): number[] {
  const has = (doc: number, at: number): boolean => lists[at]?.some(({ places }) => places.has(doc)) === true
  const anyOf = words.every((word) => word.optional)
  const passing = [...corpus.sections.keys()].filter((doc) => corpus.sections[doc]?.passes === true)
  return passing.filter((doc) =>
    anyOf ? words.some((_, at) => has(doc, at)) : words.every((word, at) => word.optional || has(doc, at)),
  )
}

function levelOf({ headings }: NaiveSection): number {
  return headings.length
}

function pageOf({ url }: NaiveSection): string {
  return url.replace(/#.*/, '')
}

/** How telling each word is: the rarer, the more. */
function weightsOf(corpus: Corpus, words: readonly QueryWord[], lists: readonly Answer[][]): number[] {
  const total = corpus.sections.length
  const allOptional = words.every((word) => word.optional)
  const hasSubject = words.some((word) => !isFunctionWord(word.term))
  return words.map((word, at) => {
    const postings = (lists[at] as Answer[]).reduce((sum, { places }) => sum + places.size, 0)
    const count = Math.min(total, postings)
    const weight = Math.log(1 + (total - count + 0.5) / (count + 0.5)) + STRENGTH.common
    return allOptional && hasSubject && isFunctionWord(word.term) ? weight * STRENGTH.functionWord : weight
  })
}

/** What the best match of one word is worth in one record. */
interface Best {
  value: number
  own: number
  title: number
  trail: number
  form: number
  typos: number
}

function bestOf(corpus: Corpus, doc: number, list: readonly Answer[]): Best | undefined {
  const level = levelOf(corpus.sections[doc] as NaiveSection)
  const mean = Math.max(1, corpus.bodies.reduce((sum, body) => sum + body, 0) / corpus.sections.length)
  let best: Best | undefined
  for (const { quality, spelling, form, typos, kind, term, places } of list) {
    const found = places.get(doc)
    if (found === undefined) continue
    const fields = new Set(found.map(({ field }) => field))
    const halves = kind === 'split' ? splitsInOwn(corpus, doc, term, level) : true
    const inOwn = fields.has(`lvl${level}`) || (kind === 'split' && halves)
    let value = 0
    const headings = [...fields].filter((field) => field.startsWith('lvl'))
    if (inOwn) value += STRENGTH.own
    else for (const field of headings) value += field === 'lvl1' ? STRENGTH.title : STRENGTH.trail
    if (fields.has('code')) value = Math.max(value, STRENGTH.code)
    if (fields.has('content')) {
      const often = bytesOfPlaces(found)
      const length = 0.4 + (0.6 * (corpus.bodies[doc] as number)) / mean
      value += (STRENGTH.body * often) / (often + 0.6 * length) + STRENGTH.bodyAny
    }
    best ??= { value: 0, own: 0, title: 0, trail: 0, form: 0, typos: Infinity }
    best.value = Math.max(best.value, value * quality)
    if (inOwn) best.own = Math.max(best.own, spelling)
    if (fields.has('lvl1')) best.title = Math.max(best.title, spelling)
    if (headings.length > 0) best.trail = Math.max(best.trail, spelling)
    best.form = Math.max(best.form, form)
    best.typos = Math.min(best.typos, typos)
  }
  return best
}

/** Whether both halves of a split stand in the own heading, wherever they stand side by side. */
function splitsInOwn(corpus: Corpus, doc: number, typed: string, level: number): boolean {
  const own = (term: string): boolean => {
    return (
      corpus.terms
        .get(term)
        ?.get(doc)
        ?.some(({ field }) => field === `lvl${level}`) === true
    )
  }
  for (let cut = 2; cut <= typed.length - 2; cut++) if (own(typed.slice(0, cut)) && own(typed.slice(cut))) return true
  return false
}

/** How often a term occurs is told by the bytes that its positions take: 7 bits of twice the distance each. */
function bytesOfPlaces(places: readonly { field: string; position: number }[]): number {
  let bytes = 0
  for (const field of new Set(places.map((place) => place.field))) {
    let before = 0
    for (const { position } of places.filter((place) => place.field === field)) {
      bytes += Math.max(1, Math.ceil(Math.log2((position - before) * 2 + 1) / 7))
      before = position
    }
  }
  return bytes
}

/** What the records have for the words of the query that was asked in the end. */
interface Evidence {
  corpus: Corpus
  words: readonly QueryWord[]
  lists: readonly Answer[][]
  weights: readonly number[]
  /** By record and word. */
  best: (Best | undefined)[][]
}

function isTheQuery(corpus: Corpus, doc: number, words: readonly QueryWord[], lists: readonly Answer[][]): boolean {
  const letters = words.reduce((sum, word) => sum + (word.optional ? 0 : word.letters), 0)
  const core = countLetters(coreOfHeading((corpus.sections[doc] as NaiveSection).headings.at(-1) ?? ''))
  const own = words.reduce((sum, word, at) => sum + word.letters * (bestOf(corpus, doc, lists[at] ?? [])?.own ?? 0), 0)
  return own > letters * NEARLY_ALL && letters > core * NEARLY_ALL && letters < core / NEARLY_ALL
}

function scoreOf({ corpus, words, lists, weights, best: bests }: Evidence, doc: number): number {
  const section = corpus.sections[doc] as NaiveSection
  const level = levelOf(section)
  const allOptional = words.every((word) => word.optional)
  const sum = (of: (best: Best, at: number) => number): number =>
    words.reduce((total, _, at) => {
      const best = bests[doc]?.[at]
      return best === undefined ? total : total + of(best, at)
    }, 0)
  const lettersOfWord = (at: number): number => (words[at] as QueryWord).letters
  const weightOf = (at: number): number => weights[at] as number
  const letters = Math.max(
    1,
    words.reduce((total, word) => total + (word.kind !== 'symbol' || words.length === 1 ? word.letters : 0), 0),
  )
  const weight = Math.max(
    0.01,
    words.reduce((total, word, at) => total + (!word.optional || allOptional ? weightOf(at) : 0), 0),
  )

  let text = sum((best, at) => weightOf(at) * best.value)
  const missing = words.some((_, at) => bests[doc]?.[at] === undefined)
  if (allOptional && words.length > 1 && missing) {
    const page = [...corpus.sections.keys()].filter(
      (other) => pageOf(corpus.sections[other] as NaiveSection) === pageOf(section),
    )
    const together = words.reduce((total, _, at) => {
      return total + weightOf(at) * Math.max(...page.map((other) => bests[other]?.[at]?.value ?? 0))
    }, 0)
    text += (level === 1 ? STRENGTH.leadOfPage : STRENGTH.samePage) * Math.max(0, together - text)
  }
  const heading = section.headings.at(-1) ?? ''
  const core = Math.max(1, countLetters(coreOfHeading(heading)))
  const full = Math.max(1, countLetters(heading))
  const own = sum((best, at) => lettersOfWord(at) * best.own)
  const recall = Math.min(1, own / letters)
  const precision = Math.min(1, own > core * 1.01 ? own / full : own / core)
  const likeness = Math.max(0, (Math.min(recall, precision) - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
  const titleLetters = Math.max(1, countLetters(coreOfHeading(section.headings[0] ?? '')))
  const title = level === 1 ? 0 : sum((best, at) => lettersOfWord(at) * best.title)
  const trail = sum((best, at) => lettersOfWord(at) * best.trail)
  const form = Math.min(1, sum((best, at) => lettersOfWord(at) * best.form) / letters)
  const symbolic = symbolicShare(words)
  const single = words.every((word, at) => at === 0 || word.glued)
  const name = words.map((word) => (word.kind === 'symbol' ? '' : word.term)).join('')
  const pageName = lettersOf(pageOf(section).replace(/.*\//, ''))

  let score = (text / weight) * (1 - RELEVANCE.overText * likeness)
  score += (level === 1 ? RELEVANCE.pageHeading : RELEVANCE.heading) * recall ** 2 * precision
  score += likeness * (RELEVANCE.identity + RELEVANCE.fullIdentity * Math.min(1, own / full))
  score += likeness * RELEVANCE.substance * Math.min(1, substanceOf(corpus, doc))
  if (level === 1) score += likeness * RELEVANCE.pageIdentity
  score += RELEVANCE.trail * Math.min(1, trail / letters) ** 2
  score += RELEVANCE.titleIdentity * Math.min(1, title / letters) * Math.min(1, title / titleLetters)
  if (level === 1 && name !== '' && name === pageName) score += RELEVANCE.address
  if (standsAsOne(corpus, doc, words, lists)) score += RELEVANCE.asOne
  score *= 1 - RELEVANCE.bareWord * symbolic * (1 - form)
  score += ((single ? RELEVANCE.formOfSingleWord : RELEVANCE.form) + RELEVANCE.symbol * symbolic) * form
  score -= RELEVANCE.level * level
  score *= Math.min(1, sum((_, at) => weightOf(at)) / weight) ** RELEVANCE.coverage
  score *= RELEVANCE.typo ** sum((best) => best.typos)
  return score + nearness(doc, words, lists, weights)
}

/** Whether the words, typed apart, are one word of the text, which few sections have and no heading is about. */
function standsAsOne(corpus: Corpus, doc: number, words: readonly QueryWord[], lists: readonly Answer[][]): boolean {
  if (!words.some((word, at) => at > 0 && !word.glued)) return false
  const whole = words.map(({ term }) => term).join('')
  const form = lists[0]?.find(({ kind, term }) => kind === 'joined' && term === whole)
  if (form === undefined || form.places.size > FEW_AS_ONE) return false
  const isIn = (some: number, field: string): boolean =>
    form.places.get(some)?.some((place) => place.field === field) === true
  const isHeading = (some: number): boolean => isIn(some, `lvl${levelOf(corpus.sections[some] as NaiveSection)}`)
  return isIn(doc, 'content') && ![...form.places.keys()].some(isHeading)
}

/** What a section has to it: the sections of its page, or its text with that of the sections below it. */
function substanceOf(corpus: Corpus, doc: number): number {
  const section = corpus.sections[doc] as NaiveSection
  const isHere = (other: number): boolean => pageOf(corpus.sections[other] as NaiveSection) === pageOf(section)
  if (levelOf(section) === 1) return Math.log2([...corpus.sections.keys()].filter(isHere).length) / 5
  let tokens = 0
  for (let at = doc; at < corpus.sections.length && isHere(at); at++) {
    if (at > doc && levelOf(corpus.sections[at] as NaiveSection) <= levelOf(section)) break
    tokens += (corpus.bodies[at] as number) + 4
  }
  return Math.log2(1 + tokens) / 16
}

function symbolicShare(words: readonly QueryWord[]): number {
  const typed = (word: QueryWord): boolean => word.decorated.some((form) => !form.endsWith('?'))
  const units: QueryWord[][] = []
  for (const word of words.filter(({ kind }) => kind !== 'symbol')) {
    if (word.glued && units.length > 0) units.at(-1)?.push(word)
    else units.push([word])
  }
  const letters = (some: readonly QueryWord[]): number => some.reduce((sum, word) => sum + word.letters, 0)
  return letters(units.filter((unit) => unit.some(typed)).flat()) / Math.max(1, letters(units.flat()))
}

/** What the places of the words add: side by side, typed as one, at the beginning of a heading. */
function nearness(
  doc: number,
  words: readonly QueryWord[],
  lists: readonly Answer[][],
  weights: readonly number[],
): number {
  const placesOf = (at: number): { field: string; position: number }[] =>
    (lists[at] ?? []).flatMap(({ places, shift }) =>
      (places.get(doc) ?? []).map(({ field, position }) => ({ field, position: position + shift })),
    )
  const distance = (at: number, inHeading: boolean): number => {
    let least = 8
    for (const a of placesOf(at)) {
      for (const b of placesOf(at + 1)) {
        if (a.field !== b.field || a.field.startsWith('lvl') !== inHeading) continue
        const apart = b.position - a.position
        least = Math.min(least, apart >= 0 ? Math.max(1, apart) : 1 - apart)
      }
    }
    return least
  }
  const worth = (apart: number): number => (apart >= 8 ? 0 : 1 / apart)
  let [total, heading, body, pairs, glued] = [0, 0, 0, 0, 0]
  for (let at = 0; at + 1 < words.length; at++) {
    const weight = Math.min(weights[at] as number, weights[at + 1] as number)
    total += weight
    heading += weight * worth(distance(at, true))
    body += weight * worth(distance(at, false))
    if (words[at + 1]?.glued !== true) continue
    pairs++
    if (Math.min(distance(at, true), distance(at, false)) === 1) glued++
  }
  if (total > 0) [heading, body] = [heading / total, body / total]
  const begins =
    (words.length === 1 || Math.abs(heading - 1) < 1e-9) &&
    placesOf(0).some(({ field, position }) => position === 0 && field.startsWith('lvl'))
  return (
    RELEVANCE.nearInHeading * heading +
    RELEVANCE.nearInBody * body +
    (pairs > 0 ? (RELEVANCE.glued * glued) / pairs : 0) +
    (begins ? RELEVANCE.starts : 0)
  )
}
