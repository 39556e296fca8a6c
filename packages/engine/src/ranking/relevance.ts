/**
 * The criterion `relevance`: one number for how well a section answers.
 *
 *   text      what the matching words are worth where they stand, each by how telling it is (match.ts), over what all
 *             words of the query together could be
 *   heading   how much of the query stands in the section's own heading, and how much of that heading it is: a heading
 *             that is the query scores highest, so an exact title, heading or symbol comes first
 *   trail     how much of the query stands in the heading and those above it: `kill` under `cluster` for `cluster kill`
 *   near      words side by side, in a heading and in the text
 *   form      the form that was typed before its continuations and inflections; a symbol before the bare word
 *   level     of two equal headings the shallower one: a page before a section
 */
import type { Match } from '../query/match.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber, pageSizesOf } from '../segment/open-index.ts'
import type { Details } from './occurrences.ts'

/** Shares of the score. Measured on the dev sets; each trades headings against text. */
const RELEVANCE = {
  heading: 1.8,
  identity: 1.5,
  fullIdentity: 0.4,
  pageIdentity: 0.6,
  substance: 0.35,
  trail: 0.5,
  titleIdentity: 0.35,
  nearInHeading: 0.3,
  nearInBody: 0.2,
  level: 0.02,
  typo: 0.8,
  coverage: 0.5,
  likeFrom: 0.5,
  overText: 0.5,
  starts: 0.45,
  glued: 1.2,
  form: 0.15,
  formOfSingleWord: 0.45,
  symbol: 2,
  bareWord: 0.8,
} as const

/** Writes the scores of the matched records, without what needs positions, into `scores`, by record. */
export function baseRelevance(index: Index, match: Match, words: readonly QueryWord[], scores: Float64Array): void {
  const { evidence, docs } = match
  let letters = 0
  let weight = 0
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'symbol' || words.length === 1) letters += word.letters
    if (!word.optional || words.every((other) => other.optional)) weight += match.weights[at] as number
  }
  const sizes = pageSizesOf(index)
  letters = Math.max(1, letters)
  const symbolic = symbolicShare(words)
  const formShare = words.length === 1 ? RELEVANCE.formOfSingleWord : RELEVANCE.form
  weight = Math.max(0.01, weight)
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number
    const row = doc * NORM_WIDTH
    const level = index.norms[row + NORM.level] as number
    const own = evidence.own[doc] as number
    const core = Math.max(1, index.norms[row + NORM.ownCore] as number)
    const recall = Math.min(1, own / letters)
    const full = Math.max(1, index.norms[row + NORM.own] as number)
    // More letters than the core has: the arguments were typed too, or only they match.
    const precision = Math.min(1, own > core * 1.01 ? own / full : own / core)
    const likeness = Math.max(0, (Math.min(recall, precision) - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
    // The closer the heading is to the query, the less what else the section says can change.
    let score = ((evidence.text[doc] as number) / weight) * (1 - RELEVANCE.overText * likeness)
    score += RELEVANCE.heading * recall * recall * precision
    score += likeness * (RELEVANCE.identity + RELEVANCE.fullIdentity * Math.min(1, own / full))
    // Of two equal headings the one that has more to it: a chapter before an entry of a glossary.
    const substance =
      level === 1
        ? Math.log2(sizes[pageNumber(index, doc)] as number) / 5
        : Math.log2(1 + (index.norms[row + NORM.body] as number)) / 16
    if (level === 1) score += likeness * RELEVANCE.pageIdentity
    score += likeness * RELEVANCE.substance * Math.min(1, substance)
    score += RELEVANCE.trail * Math.min(1, (evidence.trail[doc] as number) / letters) ** 2
    if (level !== 1) {
      const title = evidence.title[doc] as number
      const titleLetters = Math.max(1, index.norms[row + NORM.title] as number)
      score += RELEVANCE.titleIdentity * Math.min(1, title / letters) * Math.min(1, title / titleLetters)
    }
    const form = Math.min(1, (evidence.form[doc] as number) / letters)
    score *= 1 - RELEVANCE.bareWord * symbolic * (1 - form)
    score += (formShare + RELEVANCE.symbol * symbolic) * form
    score -= RELEVANCE.level * level
    // Words may be missing, or be there only with typos: then whatever else speaks for the record says less.
    const coverage = Math.min(1, (evidence.weight[doc] as number) / weight)
    score *= coverage ** RELEVANCE.coverage * RELEVANCE.typo ** (evidence.misspelt[doc] as number)
    scores[doc] = score
  }
}

/**
 * Share of the query's letters that were typed with symbols. Who types `--host` means that; what has only `host` hardly
 * answers. A question mark ends a question.
 */
function symbolicShare(words: readonly QueryWord[]): number {
  let letters = 0
  let symbolic = 0
  // Of what was typed as one (`:nth-child`) all words belong to the symbol.
  let unit = 0
  let unitIsSymbol = false
  for (const word of words) {
    if (word.kind === 'symbol') continue
    letters += word.letters
    if (!word.glued) {
      unit = 0
      unitIsSymbol = false
    }
    unit += word.letters
    const typed = word.decorated.some((form) => !form.endsWith('?'))
    if (unitIsSymbol) symbolic += word.letters
    else if (typed) symbolic += unit
    unitIsSymbol ||= typed
  }
  return symbolic / Math.max(1, letters)
}

/** What positions add to a score. */
export function nearRelevance(details: Details): number {
  return (
    RELEVANCE.nearInHeading * details.nearInHeading +
    RELEVANCE.nearInBody * details.nearInBody +
    RELEVANCE.glued * details.glued +
    (details.startsHeading ? RELEVANCE.starts : 0)
  )
}
