/**
 * The criterion `relevance`: the score of a section for a query.
 *
 *   text      strength of the matching words in their fields, weighted by their rarity, as a share of all words of the query
 *   heading   share of the query in the section's own heading, times share of that heading in the query
 *   identity  more for a heading that is the query: an exact title, heading or symbol comes first
 *   trail     share of the query in the own heading and those above it: `cluster kill` finds "Kill" below "Cluster"
 *   page      the words in all sections of the page, if the query is a question
 *   subject   more for the pages whose titles have few words beside those of a question
 *   near      nearness of the words, in a heading and in the text
 *   compound  all words of the query are one word in a few sections: `create snapshot` finds `CreateSnapshot`
 *   form      the form that was typed before its continuations and inflections, a symbol before the bare word
 *   level     of two equal headings the shallower one: a page before a section
 *   older     of a section in several versions of the docs that of the newest version
 *   textless  a page without text, such as a list of the pages below it, is after all others, unless its heading is the query,
 *             with typos or an unfinished word
 */
import { ROW_WIDTH, textOf } from '../query/evidence.ts'
import { NEARLY_ALL } from '../query/find-matches.ts'
import { CLASS_OWN, CLASS_TITLE, CLASS_WEIGHT, CLASS_WIDTH } from '../query/match-classes.ts'
import { firstValue } from '../segment/columns.ts'
import { headingWordsIn, levelIn, NORM_WIDTH } from '../segment/norms.ts'
import * as NORM from '../segment/norm-offsets.ts'
import type { Index } from '../segment/open-index.ts'
import { pageNumber } from '../segment/pages.ts'
import {
  fillClassPoints,
  POINT_FORM,
  POINT_MOST,
  POINT_OF_FORM,
  POINT_RECALL,
  POINT_TITLE_SHARE,
  POINT_TRAIL,
  POINT_TYPOS,
  POINT_WIDTH,
} from './class-points.ts'
import type { Details } from './positional-criteria.ts'
import * as RELEVANCE from './relevance-numbers.ts'
import { type FoundWords, pagePoints, prepareRelevance, type RelevanceQuery } from './relevance-query.ts'
import { BLOCK, moveBestClasses, placesLeft, ROUNDED_DOWN, siftRecords } from './sift-records.ts'
import { computeSubstance } from './substance.ts'
import { LeastOfBest } from './top-k.ts'
import type { Versions } from './version-losses.ts'

/** The points of a record, which add up to its score. */
interface RelevanceParts {
  text: number
  heading: number
  identity: number
  trail: number
  title: number
  address: number
  compound: number
  page: number
  /** Loss for typed symbols that the record lacks: 0 or less, as `level` and those from `missing` on. */
  symbols: number
  form: number
  level: number
  subject: number
  missing: number
  reference: number
  older: number
  typos: number
  textless: number
}

/** With more records for each class, it pays to find those first whose scores exclude most others. */
const MANY = 8

/**
 * Writes the scores of `docs`, which are matched records, without the points that need positions, into `scores`, by record. Moves
 * the records that may be among the `count` best to the front of `docs`, and returns their number; the others have any scores
 * below those of the `count` best.
 */
export function baseRelevance(
  index: Index,
  found: FoundWords,
  docs: Uint32Array,
  count: number,
  scores: Float64Array,
): number {
  const query = prepareRelevance(index, found)
  const best = new LeastOfBest(count < docs.length ? count : 0)
  if (docs.length > Math.max(count, MANY * found.match.evidence.classes.count)) moveBestClasses(query, docs, count)
  const places = placesLeft()
  let kept = 0
  for (let from = 0; from < docs.length; from += BLOCK) {
    const left = siftRecords(query, docs, from, Math.min(docs.length, from + BLOCK), best.least)
    for (let i = 0; i < left; i++) {
      const at = places[i] as number
      const doc = docs[at] as number
      const score = relevanceOf(query, doc, best.least)
      if (score < best.least) continue
      scores[doc] = score
      docs[at] = docs[kept] as number
      docs[kept++] = doc
      best.add(score)
    }
  }
  return kept
}

/**
 * The score of one record without the points that need positions; its parts are written into `parts`. A score that is certain to be
 * below `least`, which is above 0 or minus infinity, may be any number below it.
 */
function relevanceOf(query: RelevanceQuery, doc: number, least: number, parts?: RelevanceParts): number {
  const { index, symbolic, pages, points } = query
  const { norms } = index
  const { evidence } = query.match
  const { values } = evidence.classes
  const ofClass = evidence.numbers[doc * ROW_WIDTH] as number
  const at = ofClass * CLASS_WIDTH
  const point = ofClass * POINT_WIDTH
  if (points[point + POINT_MOST] === 0) fillClassPoints(query, ofClass)
  const row = doc * NORM_WIDTH
  const level = levelIn(norms, doc)
  const own = values[at + CLASS_OWN] as number
  // Most records have no word of the query in a heading, and need no division.
  let recall = 0
  let precision = 0
  let likeness = 0
  let identity = 0
  if (own > 0) {
    const core = Math.max(1, norms[row + NORM.ownCore] as number)
    const full = Math.max(1, norms[row + NORM.own] as number)
    recall = points[point + POINT_RECALL] as number
    // If more letters match than the core has, the query includes arguments, or only those match.
    precision = Math.min(1, own > core * RELEVANCE.coreTolerance ? own / full : own / core)
    likeness = Math.max(0, (Math.min(recall, precision) - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
    if (likeness > 0) identity = identityOf(query, doc, level)
  }
  const title = level === 1 ? 0 : (values[at + CLASS_TITLE] as number)
  const form = points[point + POINT_FORM] as number

  // The more the heading is like the query, the less the text counts.
  const textPart = (textOf(evidence, doc) / query.allWeight) * (1 - RELEVANCE.overText * likeness)
  const headingPart = (level === 1 ? RELEVANCE.pageHeading : RELEVANCE.heading) * recall * recall * precision
  const identityPart = likeness * identity
  const trailPart = points[point + POINT_TRAIL] as number
  // Share of the title of the page that the query has.
  const ofTitle = level === 1 ? precision : Math.min(1, title / Math.max(1, norms[row + NORM.title] as number))
  const titlePart =
    title === 0 ? 0 : RELEVANCE.titleIdentity * Math.min(1, points[point + POINT_TITLE_SHARE] as number) * ofTitle
  const address = level === 1 && isNamed(norms, row, query.name) ? RELEVANCE.address : 0
  const compound = query.compound.size > 0 && query.compound.has(doc) ? RELEVANCE.compound : 0
  const pagePart = pagePoints(query, doc)
  let score = textPart + pagePart + headingPart + identityPart + trailPart + titlePart + address + compound
  const symbols = symbolic === 0 ? 0 : -score * RELEVANCE.bareWord * symbolic * (1 - form)
  const formPart = points[point + POINT_OF_FORM] as number
  const levelPart = -RELEVANCE.level * level
  score += symbols + formPart + levelPart
  const page = pages === undefined ? 0 : (pages.numbers[doc] as number)
  const ofReference = pages === undefined ? 0 : (pages.facts.references[page] as number)
  const { question } = query.match
  const subject = score * RELEVANCE.subject * question * ofTitle * (1 - question ** 2 * ofReference)
  score += subject
  // Missing and misspelt words reduce all other points.
  const covered = values[at + CLASS_WEIGHT] as number
  const elsewhere = pages === undefined ? 0 : Math.max(0, (pages.evidence.weights[page] as number) - covered)
  const coverage = Math.min(1, (covered + RELEVANCE.pageCoverage * question * elsewhere) / query.weight)
  // No later part adds points. A power takes as long as all parts before; its tangent is above it.
  if (score * (1 - RELEVANCE.coverage * (1 - coverage)) < least * ROUNDED_DOWN) return 0
  const missing = coverage === 1 ? 0 : score * (coverage ** RELEVANCE.coverage - 1)
  score += missing
  const reference = ofReference === 0 ? 0 : -score * RELEVANCE.reference * question * (1 - symbolic) * ofReference
  score += reference
  const older = -score * olderShare(query.versions, doc)
  score += older
  const typos = score * (points[point + POINT_TYPOS] as number)
  const isHeading =
    Math.min(recall, precision) > NEARLY_ALL ||
    (recall > RELEVANCE.misspeltHeading && query.wordCount === headingWordsIn(norms, doc))
  const textless = level === 0 || isHeading || hasText(query, doc) ? 0 : -RELEVANCE.textless
  if (parts !== undefined) {
    Object.assign(parts, {
      text: textPart,
      heading: headingPart,
      identity: identityPart,
      trail: trailPart,
      title: titlePart,
      address,
      compound,
      page: pagePart,
      symbols,
      form: formPart,
      level: levelPart,
      subject,
      missing,
      reference,
      older,
      typos,
      textless,
    } satisfies RelevanceParts)
  }
  return score + typos + textless
}

/** The share of its points that a section of an older version loses. */
function olderShare(versions: Versions | false, doc: number): number {
  return versions ? (versions.losses[firstValue(versions.column, doc) + 1] as number) : 0
}

/** Whether the page of the record has text. */
function hasText({ index, texts }: RelevanceQuery, doc: number): boolean {
  return (index.norms[doc * NORM_WIDTH + NORM.body] as number) > 0 || texts[pageNumber(index, doc)] === 1
}

/** Whether the page whose lead this is has the name. */
function isNamed(norms: Uint16Array, row: number, name: number): boolean {
  if (name === 0) return false
  return norms[row + NORM.nameLow] === (name & 0xffff) && norms[row + NORM.nameHigh] === name >>> 16
}

/** Points of a heading that is the query. */
function identityOf(query: RelevanceQuery, doc: number, level: number): number {
  const { substances } = query
  let substance = substances[doc] as number
  if (substance === 0) {
    substance = computeSubstance(query.index, doc, level)
    substances[doc] = substance
  }
  return RELEVANCE.identity + RELEVANCE.substance * substance + (level === 1 ? RELEVANCE.pageIdentity : 0)
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
  const positions = score - relevanceOf(query, doc, Number.NEGATIVE_INFINITY, parts)
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
