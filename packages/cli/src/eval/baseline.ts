/**
 * What changed since an earlier run: FILE is what `docent eval --json` printed then. Both runs are scored over the
 * queries that they share (same set, id and text), so that a query that was added or taken out moves no figure. The
 * earlier ranks are scored anew, by the same formula and by what the queries expect now.
 */

import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'
import { readText } from '../records/json-lines.ts'
import type { EvalQuery } from './queries.ts'
import { macroScore, type Rank, reciprocal, rowName, score, type Scores, scoreSets } from './score.ts'

/** Two figures that differ by less are equal: what is left of adding the same shares in another order. */
const ROUNDING = 1e-9

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const baselineFile = v.object({
  queries: v.array(
    v.object({ id: v.string(), set: v.string(), query: v.string(), page: count, section: count, found: count }),
  ),
})

/** The queries of an earlier run with their ranks then. */
export type Baseline = v.InferOutput<typeof baselineFile>['queries']

/** The figures of one row then and now. */
export interface Difference {
  name: string
  before: Scores
  after: Scores
  /** MRR@10 fell by more than the tolerance. */
  isRegression: boolean
}

/** A query whose right page, or at the same place its right section, stands elsewhere than it did. */
export interface Move {
  query: EvalQuery
  before: { page: number; section: number }
  after: Rank
}

export interface Comparison {
  /** One for each set, then `all`, then `macro`; `all` alone where there is one set. */
  rows: Difference[]
  /** Largest loss first. */
  worse: Move[]
  /** Largest gain first. */
  better: Move[]
  /** Queries that the baseline does not have. */
  added: number
  /** Queries that only the baseline has. */
  removed: number
  isRegression: boolean
}

/** Reads what an earlier run printed. Throws a UsageError if it is something else. */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readText(file)
  try {
    return v.parse(baselineFile, JSON.parse(text)).queries
  } catch {
    throw new UsageError(`${file} is no baseline: it must hold what "docent eval … --json" printed.`)
  }
}

/**
 * This run beside an earlier one. It is a regression when the MRR@10 of a set, or of all queries, is lower than it was by
 * more than `tolerance` (a share, 0 to 1). Throws a UsageError when the two have no query in common.
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
  // The same queries have the same sets.
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

/** Above 0 when it got worse: by the page, and at the same place by the section. */
function direction({ before, after }: Move): number {
  return place(after.page) - place(before.page) || place(after.section) - place(before.section)
}

/** What was not found stands behind everything. */
function place(rank: number): number {
  return rank === 0 ? Number.MAX_SAFE_INTEGER : rank
}
