/**
 * Upper bounds of relevance scores (`relevance.ts`) by match class: the points and factors of a record, but those of its text and
 * its page, are at most numbers that depend on its class alone. Records with the highest bounds are scored first, and those whose
 * bound is below the best scores need neither their norms nor the rest of the score: of 16,500 records of a query in 118,777, 3,400
 * are scored. A query takes 4.3 instead of 4.8 CPU ms (mean of three passes over the 1,000 queries of `npm run bench -- all query-mdn`,
 * in one process and in turns with an engine without bounds), and the same time in 500 to 7,000 records.
 */
import { ROW_BEST, ROW_TEXT, ROW_WIDTH } from '../query/evidence.ts'
import {
  CLASS_FORM,
  CLASS_LAST_WEIGHT,
  CLASS_MISSPELT,
  CLASS_OWN_SHARE,
  CLASS_TITLE_SHARE,
  CLASS_TRAIL,
  CLASS_WEIGHT,
  CLASS_WIDTH,
} from '../query/match-classes.ts'
import { mayHavePageNamed } from '../segment/page-names.ts'
import { RELEVANCE } from './relevance-numbers.ts'
import type { RelevanceQuery } from './relevance-query.ts'

/*
 * The bound of a record is `POINTS + OF_TEXT × text`, where the text is that of `textOf`. If pages count, it is that of a record of
 * full coverage, and text and coverage are those of record and page.
 */
const POINTS = 0
const OF_TEXT = 1
const LAST_WEIGHT = 2
const WEIGHT = 3
const BOUND_WIDTH = 4

/** The bounds of all classes of a query, a row for each. */
function scoreBounds(query: RelevanceQuery): Float64Array {
  const { values, count } = query.match.evidence.classes
  const { share, symbolic, weight, pages } = query
  const rows = new Float64Array(count * BOUND_WIDTH)
  // Records of any class may have the points of an address or of a compound, but few queries have such records.
  const ofFew =
    (mayHavePageNamed(query.index, query.name) ? RELEVANCE.address : 0) +
    (query.compound.size > 0 ? RELEVANCE.compound : 0)
  for (let known = 1; known < count; known++) {
    const at = known * CLASS_WIDTH
    const valueOf = (value: number): number => values[at + value] as number
    const shareOf = (value: number): number => Math.min(1, valueOf(value) / share)
    const form = shareOf(CLASS_FORM)
    const others =
      headingBound(shareOf(CLASS_OWN_SHARE)) +
      RELEVANCE.trail * shareOf(CLASS_TRAIL) ** 2 +
      RELEVANCE.titleIdentity * shareOf(CLASS_TITLE_SHARE) +
      ofFew
    const typed = 1 - RELEVANCE.bareWord * symbolic * (1 - form)
    const coverage = pages === undefined ? Math.min(1, valueOf(CLASS_WEIGHT) / weight) ** RELEVANCE.coverage : 1
    const factor = coverage * RELEVANCE.typo ** valueOf(CLASS_MISSPELT)
    const row = known * BOUND_WIDTH
    rows[row + POINTS] = factor * (typed * others + (query.formShare + RELEVANCE.symbol * symbolic) * form)
    rows[row + OF_TEXT] = (factor * typed) / weight
    rows[row + LAST_WEIGHT] = valueOf(CLASS_LAST_WEIGHT)
    rows[row + WEIGHT] = valueOf(CLASS_WEIGHT)
  }
  return rows
}

/** The most points of a heading that has a share of the query, its identity included. */
function headingBound(recall: number): number {
  const likeness = Math.max(0, (recall - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
  const identity = RELEVANCE.identity + RELEVANCE.fullIdentity + RELEVANCE.substance + RELEVANCE.pageIdentity
  return RELEVANCE.pageHeading * recall * recall + identity * likeness
}

/**
 * Writes a number that the score of a record does not exceed, except by a rounding error, for each of `docs` into `found`, by
 * record. The values of the query are read before the loop: reading them for each record takes as long as the rest.
 */
export function writeBounds(query: RelevanceQuery, docs: Uint32Array, found: Float64Array): void {
  const { match, pages, weight } = query
  const { rows, numbers } = match.evidence
  const bounds = scoreBounds(query)
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    const place = doc * ROW_WIDTH
    const row = (numbers[place] as number) * BOUND_WIDTH
    const last = (bounds[row + LAST_WEIGHT] as number) * (rows[place + ROW_BEST] as number)
    const text = Math.fround((rows[place + ROW_TEXT] as number) + last)
    found[doc] = (bounds[row + POINTS] as number) + (bounds[row + OF_TEXT] as number) * text
  }
  if (pages === undefined) return
  const { weights, texts } = pages.evidence
  const ofPage = RELEVANCE.page * match.question
  const ofElsewhere = RELEVANCE.pageCoverage * match.question
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    const row = (numbers[doc * ROW_WIDTH] as number) * BOUND_WIDTH
    const page = pages.numbers[doc] as number
    const covered = bounds[row + WEIGHT] as number
    const coverage = (covered + ofElsewhere * Math.max(0, (weights[page] as number) - covered)) / weight
    const ofText = (bounds[row + OF_TEXT] as number) * ofPage * (texts[page] as number)
    found[doc] = ((found[doc] as number) + ofText) * coverageBound(Math.min(1, coverage))
  }
}

/** The tangent of the power that is the factor of a coverage, 0 to 1: above it, and without a power. */
export function coverageBound(coverage: number): number {
  return 1 - RELEVANCE.coverage * (1 - coverage)
}
