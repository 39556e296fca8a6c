/** The score of a record for a query, by the definition of the criterion `relevance` (`ranking/relevance.ts`). */
import { NEARLY_ALL } from '../query/find-matches.ts'
import { isWeakWord } from '../analysis/weak-words.ts'
import { PAGE } from '../query/page-evidence.ts'
import type { QueryWord } from '../query/parse-query.ts'
import * as STRENGTH from '../query/strength-numbers.ts'
import { MAX_COMPOUND_RECORDS } from '../ranking/compound-matches.ts'
import * as RELEVANCE from '../ranking/relevance-numbers.ts'
import { coreOfHeading, countLetters, countWords, lettersOf } from '../segment/norms.ts'
import type { Answer } from './naive-answers.ts'
import { type Corpus, type NaiveSection, levelOf, pageOf } from './naive-corpus.ts'
import { naiveFunctionWords, naivePage, naiveQuestion } from './naive-question.ts'

/** The evidence of all records for the words of the last round of a query. */
export interface Evidence {
  corpus: Corpus
  words: readonly QueryWord[]
  lists: readonly Answer[][]
  weights: readonly number[]
  /** By record and word. */
  best: (Best | undefined)[][]
}

/** Weight of each word: rare words weigh more. */
export function weightsOf(corpus: Corpus, words: readonly QueryWord[], lists: readonly Answer[][]): number[] {
  const total = corpus.sections.length
  const { isLoose } = naiveQuestion(words)
  const functionWords = naiveFunctionWords(words)
  const isWhole = (at: number): boolean => words[at]?.glued !== true && words[at + 1]?.glued !== true
  return words.map(({ kind, term }, at) => {
    const postings = (lists[at] as Answer[]).reduce((sum, { places }) => sum + places.size, 0)
    const count = Math.min(total, postings)
    const weight = Math.log(1 + (total - count + 0.5) / (count + 0.5)) + STRENGTH.common
    if (!isLoose) return weight
    if (functionWords[at] === true) return weight * (kind === 'gram' ? STRENGTH.functionGram : STRENGTH.functionWord)
    return isWhole(at) && isWeakWord(term) ? weight * STRENGTH.weakWord : weight
  })
}

/** The best match of one word in one record. */
interface Best {
  value: number
  own: number
  title: number
  trail: number
  form: number
  typos: number
}

/** The best match of a word in a record. */
export function bestOf(corpus: Corpus, doc: number, list: readonly Answer[]): Best | undefined {
  const level = levelOf(corpus.sections[doc] as NaiveSection)
  const mean = Math.max(1, corpus.bodies.reduce((sum, body) => sum + body, 0) / corpus.sections.length)
  let best: Best | undefined
  for (const { quality, spelling, form, typos, kind, term, places } of list) {
    const found = places.get(doc)
    if (found === undefined) continue
    const fields = new Set(found.map(({ field }) => field))
    const inOwn = fields.has(`lvl${level}`) || (kind === 'split' && splitsInOwn(corpus, doc, term, level))
    let value = 0
    const headings = [...fields].filter((field) => field.startsWith('lvl'))
    if (inOwn) value += STRENGTH.own
    else for (const field of headings) value += field === 'lvl1' ? STRENGTH.title : STRENGTH.trail
    if (fields.has('code')) value = Math.max(value, STRENGTH.code)
    if (fields.has('linked')) value += STRENGTH.linked
    if (fields.has('content')) {
      const often = found.length
      const length = 1 - STRENGTH.length + (STRENGTH.length * (corpus.bodies[doc] as number)) / mean
      value += (STRENGTH.body * often) / (often + STRENGTH.repetition * length) + STRENGTH.bodyAny
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

/** Occurrences of a word in the text of a record, and in its own heading, by their worth. */
function occurrencesOf(corpus: Corpus, doc: number, list: readonly Answer[]): number {
  const level = levelOf(corpus.sections[doc] as NaiveSection)
  return list.reduce((sum, { worth, kind, term, places }) => {
    const found = places.get(doc) ?? []
    const isIn = (name: string): boolean => found.some(({ field }) => field === name)
    const inOwn = isIn(`lvl${level}`) || (kind === 'split' && found.length > 0 && splitsInOwn(corpus, doc, term, level))
    return sum + worth * ((isIn('content') ? found.length : 0) + (inOwn ? 1 : 0))
  }, 0)
}

/** Whether the own heading has both halves of a split, at any distance. */
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

/** Whether a heading of the record consists of the words. */
export function isTheQuery(
  corpus: Corpus,
  doc: number,
  words: readonly QueryWord[],
  lists: readonly Answer[][],
): boolean {
  const letters = words.reduce((sum, word) => sum + (word.kind === 'symbol' && word.optional ? 0 : word.letters), 0)
  const core = countLetters(coreOfHeading((corpus.sections[doc] as NaiveSection).headings.at(-1) ?? ''))
  const own = words.reduce((sum, word, at) => sum + word.letters * (bestOf(corpus, doc, lists[at] ?? [])?.own ?? 0), 0)
  return own > letters * NEARLY_ALL && letters > core * NEARLY_ALL && letters < core / NEARLY_ALL
}

/** The score of a record. */
export function scoreOf({ corpus, words, lists, weights, best: bests }: Evidence, doc: number): number {
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
  const { isLoose, question } = naiveQuestion(words)
  // In a question rare words count, else every letter.
  const shareOf = (at: number): number =>
    question > 0 && lettersOfWord(at) > 0 ? Math.sqrt(weightOf(at)) : lettersOfWord(at)
  const whole = Math.max(
    RELEVANCE.leastWeight,
    words.reduce((total, word, at) => total + (word.kind !== 'symbol' || words.length === 1 ? shareOf(at) : 0), 0),
  )
  const allWeight = Math.max(
    RELEVANCE.leastWeight,
    weights.reduce((total, each) => total + each, 0),
  )
  const weight = Math.max(
    RELEVANCE.leastWeight,
    words.reduce((total, word, at) => total + (!word.optional || allOptional ? weightOf(at) : 0), 0),
  )

  let text = sum((best, at) => weightOf(at) * best.value)
  const missing = words.some((_, at) => bests[doc]?.[at] === undefined)
  if (isLoose && question === 0 && missing) {
    const page = [...corpus.sections.keys()].filter(
      (other) => pageOf(corpus.sections[other] as NaiveSection) === pageOf(section),
    )
    const together = words.reduce((total, _, at) => {
      return total + weightOf(at) * Math.max(...page.map((other) => bests[other]?.[at]?.value ?? 0))
    }, 0)
    text += STRENGTH.samePage * Math.max(0, together - text)
  }
  const heading = section.headings.at(-1) ?? ''
  const core = Math.max(1, countLetters(coreOfHeading(heading)))
  const full = Math.max(1, countLetters(heading))
  const own = sum((best, at) => lettersOfWord(at) * best.own)
  const recall = Math.min(1, sum((best, at) => shareOf(at) * best.own) / whole)
  const precision = Math.min(1, own > core * RELEVANCE.coreTolerance ? own / full : own / core)
  const likeness = Math.max(0, (Math.min(recall, precision) - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
  const titleLetters = Math.max(1, countLetters(coreOfHeading(section.headings[0] ?? '')))
  const title = level === 1 ? 0 : sum((best, at) => lettersOfWord(at) * best.title)
  const ofTitle = level === 1 ? 0 : sum((best, at) => shareOf(at) * best.title) / whole
  const trail = sum((best, at) => shareOf(at) * best.trail)
  const form = Math.min(1, sum((best, at) => shareOf(at) * best.form) / whole)
  const symbolic = symbolicShare(words)
  const single = words.every((word, at) => at === 0 || word.glued)
  const name = words.map((word) => (word.kind === 'symbol' ? '' : word.term)).join('')
  const pageName = lettersOf(pageOf(section).replace(/.*\//, ''))

  let score = (text / allWeight) * (1 - RELEVANCE.overText * likeness)
  score += (level === 1 ? RELEVANCE.pageHeading : RELEVANCE.heading) * recall ** 2 * precision
  score += likeness * RELEVANCE.identity
  score += likeness * RELEVANCE.substance * Math.min(1, substanceOf(corpus, doc))
  if (level === 1) score += likeness * RELEVANCE.pageIdentity
  score += RELEVANCE.trail * Math.min(1, trail / whole) ** 2
  score += RELEVANCE.titleIdentity * Math.min(1, ofTitle) * Math.min(1, title / titleLetters)
  if (level === 1 && name !== '' && name === pageName) score += RELEVANCE.address
  const page = naivePage(corpus, doc)
  let ofPage = 0
  const passing = page.sections.filter((other) => corpus.sections[other]?.passes === true)
  const functionWords = naiveFunctionWords(words)
  for (const [at] of words.entries()) {
    if (functionWords[at] === true) continue
    const total = passing.reduce((all, other) => all + occurrencesOf(corpus, other, lists[at] ?? []), 0)
    const saturation = PAGE.repetition * (1 - PAGE.length + PAGE.length * page.length)
    score += (RELEVANCE.page * question * ((weightOf(at) * total) / (total + saturation))) / allWeight
    if (total > 0) ofPage += weightOf(at)
  }
  if (hasCompound(corpus, doc, words, lists)) score += RELEVANCE.compound
  score *= 1 - RELEVANCE.bareWord * symbolic * (1 - form)
  score += ((single ? RELEVANCE.formOfSingleWord : RELEVANCE.form) + RELEVANCE.symbol * symbolic) * form
  score -= RELEVANCE.level * level
  const named = level === 1 ? precision : Math.min(1, title / titleLetters)
  score *= 1 + RELEVANCE.subject * question * named * (1 - question ** 2 * page.reference)
  const inSection = sum((_, at) => weightOf(at))
  const covered = inSection + RELEVANCE.pageCoverage * question * Math.max(0, ofPage - inSection)
  score *= Math.min(1, covered / weight) ** RELEVANCE.coverage
  score *= 1 - RELEVANCE.reference * question * (1 - symbolic) * page.reference
  const newer = newerVersions(corpus, section.version)
  score *= 1 - (RELEVANCE.older * newer) / (newer + 1)
  score *= RELEVANCE.typo ** sum((best) => best.typos)
  const hasText = page.sections.some((other) => (corpus.bodies[other] as number) > 0)
  const sameCount = words.filter(({ kind }) => kind !== 'symbol').length === countWords(coreOfHeading(heading))
  const isHeading = Math.min(recall, precision) > NEARLY_ALL || (sameCount && recall > RELEVANCE.misspeltHeading)
  if (!hasText && !isHeading) score -= RELEVANCE.textless
  return score + nearness(doc, words, lists, weights)
}

/** The number of versions of the docs that are newer: by their numbers, the current docs first, the next release behind the newest number. */
function newerVersions({ sections }: Corpus, version: string | undefined): number {
  const numberOf = (name = 'current'): number => (/\d/.test(name) ? Number(name.replace('v', '')) : Infinity)
  const released = new Set(sections.flatMap((each) => (each.version === 'next' ? [] : numberOf(each.version))))
  const hasNext = sections.some((each) => each.version === 'next')
  const beforeNext = Math.min(released.size, released.has(Infinity) ? 2 : 1)
  if (version === 'next') return beforeNext
  const newer = [...released].filter((number) => number > numberOf(version)).length
  return newer >= beforeNext && hasNext ? newer + 1 : newer
}

/** Whether the words, typed separately, are one word in the text of a few sections and in no heading. */
function hasCompound(corpus: Corpus, doc: number, words: readonly QueryWord[], lists: readonly Answer[][]): boolean {
  if (!words.some((word, at) => at > 0 && !word.glued)) return false
  const whole = words.map(({ term }) => term).join('')
  const form = lists[0]?.find(({ kind, term }) => kind === 'joined' && term === whole)
  if (form === undefined || form.places.size > MAX_COMPOUND_RECORDS) return false
  const isIn = (some: number, field: string): boolean =>
    form.places.get(some)?.some((place) => place.field === field) === true
  const isHeading = (some: number): boolean => isIn(some, `lvl${levelOf(corpus.sections[some] as NaiveSection)}`)
  return isIn(doc, 'content') && ![...form.places.keys()].some(isHeading)
}

/** The size of a section: the sections of its page, or its text with that of the sections below it. */
function substanceOf(corpus: Corpus, doc: number): number {
  const section = corpus.sections[doc] as NaiveSection
  const isHere = (other: number): boolean => pageOf(corpus.sections[other] as NaiveSection) === pageOf(section)
  if (levelOf(section) === 1)
    return Math.log2([...corpus.sections.keys()].filter(isHere).length) / RELEVANCE.substanceOfPage
  let tokens = 0
  for (let at = doc; at < corpus.sections.length && isHere(at); at++) {
    if (at > doc && levelOf(corpus.sections[at] as NaiveSection) <= levelOf(section)) break
    tokens += (corpus.bodies[at] as number) + 4
  }
  return Math.log2(1 + tokens) / RELEVANCE.substanceOfSection
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

/** Points for the positions of the words: adjacent, joined, at the start of a heading. */
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
  let [total, heading, body, glued] = [0, 0, 0, 0]
  for (let at = 0; at + 1 < words.length; at++) {
    const weight = Math.min(weights[at] as number, weights[at + 1] as number)
    total += weight
    heading += weight * worth(distance(at, true))
    body += weight * worth(distance(at, false))
    if (words[at + 1]?.glued !== true) continue
    if (Math.min(distance(at, true), distance(at, false)) === 1) glued += weight
  }
  if (total > 0) [heading, body, glued] = [heading / total, body / total, glued / total]
  const begins =
    (words.length === 1 || Math.abs(heading - 1) < 1e-9) &&
    placesOf(0).some(({ field, position }) => position === 0 && field.startsWith('lvl'))
  return (
    RELEVANCE.nearInHeading * heading +
    RELEVANCE.nearInBody * body +
    RELEVANCE.glued * glued +
    (begins ? RELEVANCE.starts : 0)
  )
}
