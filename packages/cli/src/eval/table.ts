/** The figures as a table for the terminal. */

import { macroScore, type Rank, score, scoreSets } from './score.ts'
import { visible } from '../terminal.ts'

/** A row for each set, then one over all queries, then the plain mean of the sets; where there is one set, one row. */
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

/** Rows of cells as lines: the first column to the left, the others to the right. */
export function alignColumns(cells: string[][]): string {
  const rows = cells.map((row) => row.map(visible))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
