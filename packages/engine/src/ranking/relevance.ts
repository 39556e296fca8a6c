/**
 * The criterion `relevance`: the score of a section for a query.
 *
 *   text      strength of the matching words in their fields, weighted by their rarity, as a share of all words of the query
 *   heading   share of the query in the section's own heading, times share of that heading in the query
 *   identity  more for a heading that is the query: an exact title, heading or symbol comes first
 *   trail     share of the query in the own heading and those above it: `cluster kill` finds "Kill" below "Cluster"
 *   page      the words in all sections of the page, if the query is a question
 *   near      nearness of the words, in a heading and in the text
 *   compound  all words of the query are one word in a few sections: `create snapshot` finds `CreateSnapshot`
 *   form      the form that was typed before its continuations and inflections, a symbol before the bare word
 *   level     of two equal headings the shallower one: a page before a section
 *   textless  a page without text, such as a list of the pages below it, is after all others, unless its heading is the query,
 *             with typos or an unfinished word
 */
import { type PageEvidence, ROW, ROW_WIDTH } from '../query/evidence.ts'
import { type Found, NEARLY_ALL } from '../query/find-matches.ts'
import type { Match } from '../query/match-words.ts'
import { type PageFacts, pageFactsOf } from '../query/page-evidence.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { headingWordsIn, levelIn, nameHash, NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber, pageNumbersOf, pageSizesOf, textOfPages } from '../segment/open-index.ts'
import { recordsWithCompound } from './compound-matches.ts'
import type { Details } from './positional-criteria.ts'
import { sectionSize } from './section-sizes.ts'

/**
 * The points of the criterion. Set by hand and measured on the dev sets of the relevance kit; each balances headings
 * against text, and is explained by a query whose order it decides.
 */
export const RELEVANCE = {
  /** `proxy settings`: the section "Proxy settings" before one that mentions them. */
  heading: 1.8,
  /** `plugins`: the page "Plugins" before a section "Plugins" of another page. */
  pageHeading: 2.3,
  /** `install`: the section "Install" before "Install a plugin". */
  identity: 1.13,
  /** `close`: the heading "close" before "server.close(callback)". */
  fullIdentity: 0.3,
  /** `install`: the page "Install" before a section "Install". */
  pageIdentity: 0.6,
  /** `pod`: the chapter "Pod" before the glossary's entry "Pod": points for the size of a section or page. */
  substance: 0.5,
  /** Binary logarithm of the number of sections from which a page has all points of `substance`. */
  substanceOfPage: 5,
  /** Binary logarithm of the number of tokens from which a section has all points of `substance`. */
  substanceOfSection: 16,
  /** `cluster kill`: the section "Kill" below "Cluster". */
  trail: 0.5,
  /** `http agent`: the sections of the page "HTTP" before sections with the same words elsewhere. */
  titleIdentity: 0.35,
  /** `pod template`: a heading with the words side by side before one with them apart. */
  nearInHeading: 0.3,
  /** `pod template`: the same for the text. */
  nearInBody: 0.2,
  /** `useEffect`: the page with the address `/reference/useEffect`. */
  address: 0.6,
  /** Points subtracted for each level of the heading: of two equal headings the shallower one is first. */
  level: 0.02,
  /** `instal`: factor for each typo of a word that no record has as typed. */
  typo: 0.7,
  /**
   * `install on windows`: exponent of the share of the query's weight that a record has, where words may be missing.
   */
  coverage: 0.7,
  /** `how do I install a proxy`: points for the words in all sections of the page, if the query is a question. */
  page: 2,
  /** The same: share of the weight of words that only other sections of the page have, in the query's coverage. */
  pageCoverage: 0.3,
  /** `what is a deployment`: share of the points that a section of a reference loses, if the query is a question. */
  reference: 0.25,
  /** Share of query and heading from which they are alike. */
  likeFrom: 0.5,
  /** `install`: reduction of the points for text, if the heading of the section is the query. */
  overText: 0.5,
  /** `install plugin`: "Install a plugin" before "How to install a plugin". */
  starts: 0.45,
  /** `fs.readFile`: a section with `fs.readFile` before one with `fs` and `readFile` apart. */
  glued: 1.2,
  /** `create snapshot`: a section with `CreateSnapshot`. */
  compound: 0.8,
  /** `terminate pods`: `terminate` before `terminates`, in a query of several words. */
  form: 0.15,
  /** `terminate`: the same in a query of one word, where the form is all that was typed. */
  formOfSingleWord: 1.05,
  /** `--host`: points for the form with symbols, as a share of the query's letters. */
  symbol: 2,
  /** `--host`: share of the points that a section with `host` alone loses. */
  bareWord: 0.8,
  /** `deployment guide`: points that a page without text loses, unless its heading is the query: more than any record has. */
  textless: 100,
  /** `deploymnt guid`: share of a query of as many words as the heading from which it is that heading: three typos a word. */
  misspeltHeading: 0.8,
  /** `Class: Foo`: share of the core's letters that may match; more is not a rounding error. */
  coreTolerance: 1.01,
  /** Minimum weight of a query, because words in every record weigh nearly 0. */
  leastWeight: 0.01,
} as const

/** The points of a record, which add up to its score. */
interface RelevanceParts {
  text: number
  heading: number
  identity: number
  trail: number
  title: number
  page: number
  address: number
  compound: number
  form: number
  level: number
  /** Loss for typed symbols that the record lacks: 0 or less, as the next four. */
  symbols: number
  missing: number
  reference: number
  typos: number
  textless: number
}

/** The matches that relevance reads. */
type FoundWords = Pick<Found, 'words' | 'expansions' | 'match' | 'fieldMask'>

/** The data of a query that the scores of all records share. */
export interface RelevanceQuery {
  readonly index: Index
  readonly match: Match
  /** Number of words that are no symbols. */
  readonly wordCount: number
  /** Letters of the query, the shares and the weights of its words. */
  readonly letters: number
  readonly share: number
  readonly weight: number
  /** `symbolicShare` of the query. */
  readonly symbolic: number
  /** Points for the form that was typed. */
  readonly formShare: number
  /** The query as the name of a page (`nameHash`). */
  readonly name: number
  /** The records of `recordsWithCompound`. */
  readonly compound: ReadonlySet<number>
  /** `textOfPages`. */
  readonly texts: Uint8Array
  /** Of a query in which whole pages count. */
  readonly pages: { evidence: PageEvidence; facts: PageFacts; numbers: Uint32Array } | undefined
}

export function prepareRelevance(index: Index, found: FoundWords): RelevanceQuery {
  const { match, words } = found
  let letters = 0
  let share = 0
  let weight = 0
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'symbol' || words.length === 1) {
      letters += word.letters
      share += match.shares[at] as number
    }
    if (!word.optional || words.every((other) => other.optional)) weight += match.weights[at] as number
  }
  // A compound such as `fs.readFile` is one word.
  const isSingle = words.every((word, at) => at === 0 || word.glued)
  return {
    index,
    match,
    wordCount: words.filter(({ kind }) => kind !== 'symbol').length,
    letters: Math.max(1, letters),
    share: Math.max(RELEVANCE.leastWeight, share),
    weight: Math.max(RELEVANCE.leastWeight, weight),
    symbolic: symbolicShare(words),
    formShare: isSingle ? RELEVANCE.formOfSingleWord : RELEVANCE.form,
    name: nameHash(words.map((word) => (word.kind === 'symbol' ? '' : word.term)).join('')),
    compound: recordsWithCompound(index, found),
    texts: textOfPages(index),
    pages: match.pages && { evidence: match.pages, facts: pageFactsOf(index), numbers: pageNumbersOf(index) },
  }
}

/** Writes the scores of the matched records, without the points that need positions, into `scores`, by record. */
export function baseRelevance(index: Index, found: FoundWords, scores: Float64Array): void {
  const query = prepareRelevance(index, found)
  const { docs } = found.match
  for (let at = 0; at < docs.length; at++) scores[docs[at] as number] = relevanceOf(query, docs[at] as number, scratch)
}

const scratch = {} as RelevanceParts

/** The score of one record without the points that need positions; its parts are written into `parts`. */
function relevanceOf(query: RelevanceQuery, doc: number, parts: RelevanceParts): number {
  const { index, share, symbolic, pages } = query
  const { norms } = index
  const { rows } = query.match.evidence
  const at = doc * ROW_WIDTH
  const row = doc * NORM_WIDTH
  const level = levelIn(norms, doc)
  const own = rows[at + ROW.own] as number
  // Most records have no word of the query in a heading, and need no division.
  let recall = 0
  let precision = 0
  let likeness = 0
  let identity = 0
  if (own > 0) {
    const core = Math.max(1, norms[row + NORM.ownCore] as number)
    const full = Math.max(1, norms[row + NORM.own] as number)
    recall = Math.min(1, (rows[at + ROW.ownShare] as number) / share)
    // If more letters match than the core has, the query includes arguments, or only those match.
    precision = Math.min(1, own > core * RELEVANCE.coreTolerance ? own / full : own / core)
    likeness = Math.max(0, (Math.min(recall, precision) - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
    if (likeness > 0) identity = identityOf(query, doc, level, own / full)
  }
  const title = level === 1 ? 0 : (rows[at + ROW.title] as number)
  const trail = rows[at + ROW.trail] as number
  const form = Math.min(1, (rows[at + ROW.form] as number) / share)

  // The more the heading is like the query, the less the text counts.
  parts.text = ((rows[at + ROW.text] as number) / query.weight) * (1 - RELEVANCE.overText * likeness)
  parts.heading = (level === 1 ? RELEVANCE.pageHeading : RELEVANCE.heading) * recall * recall * precision
  parts.identity = likeness * identity
  parts.trail = trail === 0 ? 0 : RELEVANCE.trail * Math.min(1, trail / share) ** 2
  parts.title =
    title === 0
      ? 0
      : titlePoints(title, (rows[at + ROW.titleShare] as number) / share, norms[row + NORM.title] as number)
  parts.address = level === 1 && isNamed(norms, row, query.name) ? RELEVANCE.address : 0
  parts.compound = query.compound.size > 0 && query.compound.has(doc) ? RELEVANCE.compound : 0
  const page = pages === undefined ? 0 : (pages.numbers[doc] as number)
  parts.page =
    pages === undefined
      ? 0
      : (RELEVANCE.page * query.match.question * (pages.evidence.texts[page] as number)) / query.weight
  let score =
    parts.text +
    parts.page +
    parts.heading +
    parts.identity +
    parts.trail +
    parts.title +
    parts.address +
    parts.compound
  parts.symbols = -score * RELEVANCE.bareWord * symbolic * (1 - form)
  parts.form = (query.formShare + RELEVANCE.symbol * symbolic) * form
  parts.level = -RELEVANCE.level * level
  score += parts.symbols + parts.form + parts.level
  // Missing and misspelt words reduce all other points.
  const covered = rows[at + ROW.weight] as number
  const elsewhere = pages === undefined ? 0 : Math.max(0, (pages.evidence.weights[page] as number) - covered)
  const coverage = Math.min(1, (covered + RELEVANCE.pageCoverage * query.match.question * elsewhere) / query.weight)
  parts.missing = coverage === 1 ? 0 : score * (coverage ** RELEVANCE.coverage - 1)
  score += parts.missing
  const reference = pages === undefined ? 0 : (pages.facts.references[page] as number)
  parts.reference = -score * RELEVANCE.reference * query.match.question * (1 - symbolic) * reference
  score += parts.reference
  const misspelt = rows[at + ROW.misspelt] as number
  parts.typos = misspelt === 0 ? 0 : score * (RELEVANCE.typo ** misspelt - 1)
  const isHeading =
    Math.min(recall, precision) > NEARLY_ALL ||
    (recall > RELEVANCE.misspeltHeading && query.wordCount === headingWordsIn(norms, doc))
  parts.textless = level === 0 || isHeading || hasText(query, doc) ? 0 : -RELEVANCE.textless
  return score + parts.typos + parts.textless
}

/** Whether the page of the record has text. */
function hasText({ index, texts }: RelevanceQuery, doc: number): boolean {
  return (index.norms[doc * NORM_WIDTH + NORM.body] as number) > 0 || texts[pageNumber(index, doc)] === 1
}

/** Points for the `share` of the query in the title of the page, `title` letters of `titleLetters`. */
function titlePoints(title: number, share: number, titleLetters: number): number {
  return RELEVANCE.titleIdentity * Math.min(1, share) * Math.min(1, title / Math.max(1, titleLetters))
}

/** Whether the page whose lead this is has the name. */
function isNamed(norms: Uint16Array, row: number, name: number): boolean {
  if (name === 0) return false
  return norms[row + NORM.nameLow] === (name & 0xffff) && norms[row + NORM.nameHigh] === name >>> 16
}

/** Points of a heading that is the query; `whole` is the share of all its letters. */
function identityOf(query: RelevanceQuery, doc: number, level: number, whole: number): number {
  // Of two equal headings the one with more text: a chapter before an entry of a glossary.
  const substance =
    level === 1
      ? Math.log2(pageSizesOf(query.index)[pageNumber(query.index, doc)] as number) / RELEVANCE.substanceOfPage
      : Math.log2(1 + sectionSize(query.index, doc)) / RELEVANCE.substanceOfSection
  return (
    RELEVANCE.identity +
    RELEVANCE.fullIdentity * Math.min(1, whole) +
    RELEVANCE.substance * Math.min(1, substance) +
    (level === 1 ? RELEVANCE.pageIdentity : 0)
  )
}

/**
 * Share of the query's letters that were typed with symbols. A search for `--host` means the flag, not `host`. A
 * question mark at the end is no symbol.
 */
function symbolicShare(words: readonly QueryWord[]): number {
  let letters = 0
  let symbolic = 0
  // All words of a compound (`:nth-child`) belong to the symbol.
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

/**
 * The points of a record's score, for `_rankingInfo.relevance`. `score` is that of the ranking; the points of positions
 * are its difference to the other points.
 */
export function relevancePoints(
  query: RelevanceQuery,
  doc: number,
  score: number,
  details: Details | undefined,
): Record<string, number> {
  const parts = {} as RelevanceParts
  const positions = score - relevanceOf(query, doc, parts)
  const start = positions > 0 && details?.startsHeading === true ? RELEVANCE.starts : 0
  const points = { ...parts, start, near: positions - start, score }
  return Object.fromEntries(Object.entries(points).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
}

/** Points for positions. */
export function nearRelevance(details: Details): number {
  return (
    RELEVANCE.nearInHeading * details.nearInHeading +
    RELEVANCE.nearInBody * details.nearInBody +
    RELEVANCE.glued * details.glued +
    (details.startsHeading ? RELEVANCE.starts : 0)
  )
}
