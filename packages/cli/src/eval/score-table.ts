/** The figures as a table for the terminal. */

import { macroScore, type Rank, score, scoreSets } from './score.ts'
import { alignColumns } from '../terminal/align-columns.ts'

/** A row for each set, then one over all queries, then the mean of the sets; for a single set, one row. */
export function scoreTable(ranks: Rank[]): string {
  const sets = scoreSets(ranks)
  const all = ['all', score(ranks)] as const
  const rows = sets.size === 1 ? [all] : [...sets, all, ['macro', macroScore(ranks)] as const]
  return alignColumns([
    ['set', 'queries', 'hit@1', 'hit@5', 'MRR@10', 'zero', 'section@1'],
    ...rows.map(([name, scores]) => [
      name,
      String(scores.queries),
      ...[scores.hit1, scores.hit5, scores.mrr10, scores.zeroResults, scores.section1].map(
        (value) => value?.toFixed(3) ?? '–',
      ),
    ]),
  ])
}
