/**
 * The parts of a record's score (`relevance.ts`) that its class decides (`match-classes.ts`): computed once for each class of a
 * query, and with them the most points that a record of the class can have beside those for its text.
 */
import {
  CLASS_FORM,
  CLASS_MISSPELT,
  CLASS_OWN,
  CLASS_OWN_SHARE,
  CLASS_TITLE_SHARE,
  CLASS_TRAIL,
  CLASS_WEIGHT,
  CLASS_WIDTH,
} from '../query/match-classes.ts'
import type { Match } from '../query/match-words.ts'
import * as RELEVANCE from './relevance-numbers.ts'

/** The data of a query that the points of its classes depend on. */
export interface ClassQuery {
  readonly match: Match
  /** The shares and the weights of its words. */
  readonly share: number
  readonly weight: number
  /** Share of its letters that were typed with symbols. */
  readonly symbolic: number
  /** Points for the form that was typed. */
  readonly formShare: number
  /** The records of `recordsWithCompound`. */
  readonly compound: ReadonlySet<number>
  /** Most weight of the words of a page; 0 where pages do not count. */
  readonly mostPageWeight: number
  /** A row (`POINT_…`) for each class, computed when a record of the class is scored. */
  readonly points: Float64Array
}

/*
 * The numbers in the row of a class. Constants, because a bundle of the engine contains their numbers only.
 */
/** Most points beside those of text and page, before `POINT_FACTOR`; above 0, so 0 is in a row that was not computed. */
export const POINT_MOST = 0
/** Most that the title adds to the points, and missing and misspelt words leave of them. */
export const POINT_FACTOR = 1
/** Share of the query in the own heading. */
export const POINT_RECALL = 2
/** Points for the headings above. */
export const POINT_TRAIL = 3
/** Share of the query in the title of the page, above 1 with several matches of a word. */
export const POINT_TITLE_SHARE = 4
/** Share of the query in the form that was typed, and points for it. */
export const POINT_FORM = 5
/** See `POINT_FORM`. */
export const POINT_OF_FORM = 6
/** Share of the points that typos cost, below 0. */
export const POINT_TYPOS = 7
/** Numbers in a row. */
export const POINT_WIDTH = 8

/** Empty rows for the classes of a query. */
export function createClassPoints(classCount: number): Float64Array {
  return new Float64Array(classCount * POINT_WIDTH)
}

/** Computes the row of a class. */
export function fillClassPoints(query: ClassQuery, of: number): void {
  const { share, weight, points, symbolic, match } = query
  const { values } = match.evidence.classes
  const from = of * CLASS_WIDTH
  const row = of * POINT_WIDTH
  const recall = Math.min(1, (values[from + CLASS_OWN_SHARE] as number) / share)
  const trail = values[from + CLASS_TRAIL] as number
  const titleShare = (values[from + CLASS_TITLE_SHARE] as number) / share
  const form = Math.min(1, (values[from + CLASS_FORM] as number) / share)
  const covered = values[from + CLASS_WEIGHT] as number
  const misspelt = values[from + CLASS_MISSPELT] as number
  points[row + POINT_RECALL] = recall
  points[row + POINT_TRAIL] = trail === 0 ? 0 : RELEVANCE.trail * Math.min(1, trail / share) ** 2
  points[row + POINT_TITLE_SHARE] = titleShare
  points[row + POINT_FORM] = form
  points[row + POINT_OF_FORM] = (query.formShare + RELEVANCE.symbol * symbolic) * form
  points[row + POINT_TYPOS] = misspelt === 0 ? 0 : RELEVANCE.typo ** misspelt - 1
  const elsewhere = Math.max(0, query.mostPageWeight - covered)
  const mostCoverage = Math.min(1, (covered + RELEVANCE.pageCoverage * match.question * elsewhere) / weight)
  // The tangent of the power that is computed for a record: many classes have few records, and no power pays for them.
  points[row + POINT_FACTOR] =
    (1 - RELEVANCE.coverage * (1 - mostCoverage)) *
    (1 + (points[row + POINT_TYPOS] as number)) *
    (recall + titleShare > 0 ? 1 + RELEVANCE.subject * match.question : 1)
  points[row + POINT_MOST] =
    ((values[from + CLASS_OWN] as number) === 0 ? 0 : mostOfHeading(recall)) +
    (points[row + POINT_TRAIL] as number) +
    RELEVANCE.titleIdentity * Math.min(1, titleShare) +
    RELEVANCE.address +
    (query.compound.size > 0 ? RELEVANCE.compound : 0) +
    (points[row + POINT_OF_FORM] as number)
}

/** Most points of a heading of which the query has words: no other word is in it. */
function mostOfHeading(recall: number): number {
  const likeness = Math.max(0, (recall - RELEVANCE.likeFrom) / (1 - RELEVANCE.likeFrom))
  const identity = RELEVANCE.identity + RELEVANCE.substance + RELEVANCE.pageIdentity
  return RELEVANCE.pageHeading * recall * recall + likeness * identity
}
