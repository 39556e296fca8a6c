/**
 * Changes since an earlier run, whose output of `docent eval --json` is the baseline. Both runs are scored over their
 * common queries (same set, id and text), so that added or removed queries change no figure. The earlier ranks are
 * scored again, with the same formula and the current expectations.
 */

import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'
import { readText } from '../records/json-lines.ts'
import type { EvalQuery } from './queries.ts'
import { macroScore, type Rank, reciprocal, rowName, score, type Scores, scoreSets } from './score.ts'

/** Rounding error of sums in different orders: a smaller difference counts as none. */
const ROUNDING = 1e-9

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const baselineFile = v.object({
  queries: v.array(
    v.object({ id: v.string(), set: v.string(), query: v.string(), page: count, section: count, found: count }),
  ),
})

/** The queries of an earlier run with their ranks. */
export type Baseline = v.InferOutput<typeof baselineFile>['queries']

/** The figures of one row, before and after. */
export interface Difference {
  name: string
  before: Scores
  after: Scores
  /** MRR@10 fell by more than the tolerance. */
  isRegression: boolean
}

/** A query whose right page, or at the same rank its right section, has another rank than before. */
export interface Move {
  query: EvalQuery
  before: { page: number; section: number }
  after: Rank
}

/** The differences between two runs. */
export interface Comparison {
  /** One for each set, then `all`, then `macro`; `all` alone where there is one set. */
  rows: Difference[]
  /** Largest loss first. */
  worse: Move[]
  /** Largest gain first. */
  better: Move[]
  /** Number of queries that the baseline does not have. */
  added: number
  /** Number of queries that only the baseline has. */
  removed: number
  isRegression: boolean
}

/** The ranks of another run in this process, as a baseline. */
export function baselineOf(ranks: Rank[]): Baseline {
  return ranks.map(({ query, page, section, found }) => {
    return { id: query.id, set: rowName(query), query: query.query, page, section, found }
  })
}

/** Reads the output of an earlier run. @throws UsageError for other contents. */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readText(file)
  try {
    return v.parse(baselineFile, JSON.parse(text)).queries
  } catch {
    throw new UsageError(`${file} is no baseline: it must hold the output of "docent eval … --json".`)
  }
}

/**
 * Compares this run with an earlier one. It is a regression when the MRR@10 of a set, or of all queries, fell by more
 * than `tolerance` (0 to 1). @throws UsageError when the two have no query in common.
 */
export function compare(baseline: Baseline, ranks: Rank[], tolerance: number): Comparison {
  const earlier = new Map(baseline.map((row) => [JSON.stringify([row.set, row.id, row.query]), row]))
  const shared = ranks.flatMap((after) => {
    const { query } = after
    const row = earlier.get(JSON.stringify([rowName(query), query.id, query.query]))
    return row ? [{ after, before: { query, page: row.page, section: row.section, found: row.found } }] : []
  })
  if (shared.length === 0)
    throw new UsageError('The baseline has no query in common with this run: it belongs to another file of queries.')

  const before = shared.map((pair) => pair.before)
  const after = shared.map((pair) => pair.after)
  const setsBefore = scoreSets(before)
  const difference = (name: string, then: Scores, now: Scores): Difference => ({
    name,
    before: then,
    after: now,
    isRegression: now.mrr10 < then.mrr10 - tolerance - ROUNDING,
  })
  const all = difference('all', score(before), score(after))
  // Common queries have the same sets.
  const sets = [...scoreSets(after)].map(([name, now]) => difference(name, setsBefore.get(name) ?? now, now))
  const rows = sets.length === 1 ? [all] : [...sets, all, difference('macro', macroScore(before), macroScore(after))]
  const moves = shared.map((pair) => ({ query: pair.after.query, ...pair }))
  const byLoss = moves.toSorted((a, b) => loss(b) - loss(a))
  return {
    rows,
    worse: byLoss.filter((move) => direction(move) > 0),
    better: byLoss.toReversed().filter((move) => direction(move) < 0),
    added: ranks.length - shared.length,
    removed: baseline.length - shared.length,
    isRegression: rows.some((row) => row.isRegression),
  }
}

function loss({ before, after }: Move): number {
  return reciprocal(before.page) - reciprocal(after.page)
}

/** Above 0 for a loss: of the page's rank or, if it is equal, of the section's. */
function direction({ before, after }: Move): number {
  return place(after.page) - place(before.page) || place(after.section) - place(before.section)
}

/** A missing page ranks last. */
function place(rank: number): number {
  return rank === 0 ? Number.MAX_SAFE_INTEGER : rank
}
