/**
 * Upper bounds of relevance scores (`relevance.ts`) by match class: all points but those of the text and of the page are at most a
 * number that depends on the class alone. Three quarters of the records of a query in 118,777 are below the best hundred by this
 * bound, and need neither their norms nor the rest of the score: 4.3 CPU ms a query instead of 5.0 (mean of three pairs).
 */
import { ROW_WIDTH, textOf } from '../query/evidence.ts'
import {
  CLASS_FORM,
  CLASS_OWN_SHARE,
  CLASS_TITLE_SHARE,
  CLASS_TRAIL,
  CLASS_WEIGHT,
  CLASS_WIDTH,
} from '../query/match-classes.ts'
import { mayHavePageNamed } from '../segment/page-names.ts'
import { RELEVANCE } from './relevance-numbers.ts'
import type { RelevanceQuery } from './relevance-query.ts'

/** By class: the bound of a record is `points + factor × (text + page)`, times that of its coverage (`coverageBound`). */
export interface ScoreBounds {
  readonly points: Float64Array
  readonly factors: Float64Array
}

/** The bounds of all classes of a query. */
export function scoreBounds(query: RelevanceQuery): ScoreBounds {
  const { values, count } = query.match.evidence.classes
  const { share, symbolic } = query
  const points = new Float64Array(count)
  const factors = new Float64Array(count)
  // Records of any class may have the points of an address or of a compound, but few queries have such records.
  const ofFew =
    (mayHavePageNamed(query.index, query.name) ? RELEVANCE.address : 0) +
    (query.compound.size > 0 ? RELEVANCE.compound : 0)
  for (let known = 1; known < count; known++) {
    const at = known * CLASS_WIDTH
    const shareOf = (value: number): number => Math.min(1, (values[at + value] as number) / share)
    const form = shareOf(CLASS_FORM)
    const others =
      headingBound(shareOf(CLASS_OWN_SHARE)) +
      RELEVANCE.trail * shareOf(CLASS_TRAIL) ** 2 +
      RELEVANCE.titleIdentity * shareOf(CLASS_TITLE_SHARE) +
      ofFew
    const factor = 1 - RELEVANCE.bareWord * symbolic * (1 - form)
    factors[known] = factor
    points[known] = factor * others + (query.formShare + RELEVANCE.symbol * symbolic) * form
  }
  return { points, factors }
}

/** The most points of a heading that has a share of the query, its identity included. */
function headingBound(recall: number): number {
  const likeness = Math.max(0, (recall - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
  const identity = RELEVANCE.identity + RELEVANCE.fullIdentity + RELEVANCE.substance + RELEVANCE.pageIdentity
  return RELEVANCE.pageHeading * recall * recall + identity * likeness
}

/** A number that the score of a record does not exceed, except by a rounding error. */
export function scoreBound(query: RelevanceQuery, { points, factors }: ScoreBounds, doc: number): number {
  const { match, pages, weight } = query
  const { evidence } = match
  const known = evidence.numbers[doc * ROW_WIDTH] as number
  const covered = evidence.classes.values[known * CLASS_WIDTH + CLASS_WEIGHT] as number
  let text = textOf(evidence, doc)
  let coverage = covered
  if (pages !== undefined) {
    const page = pages.numbers[doc] as number
    text += RELEVANCE.page * match.question * (pages.evidence.texts[page] as number)
    const elsewhere = Math.max(0, (pages.evidence.weights[page] as number) - covered)
    coverage += RELEVANCE.pageCoverage * match.question * elsewhere
  }
  const score = (points[known] as number) + ((factors[known] as number) * text) / weight
  return score * coverageBound(Math.min(1, coverage / weight))
}

/** The tangent of the power that is the factor of a coverage, 0 to 1: above it, and without a power. */
export function coverageBound(coverage: number): number {
  return 1 - RELEVANCE.coverage * (1 - coverage)
}
