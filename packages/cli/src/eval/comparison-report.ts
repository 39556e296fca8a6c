/** A comparison with an earlier run, as text for the terminal. */

import type { Comparison, Move } from './baseline.ts'
import { alignColumns } from '../terminal/align-columns.ts'
import { visible } from '../terminal/terminal.ts'

/** Number of queries listed each way; `--json` has all of them. */
const LISTED = 30

/** `since` names the earlier run. The differences of each set and in total, then the queries that got worse, then those that got better. */
export function comparisonReport(comparison: Comparison, tolerance: number, since = 'the baseline'): string {
  const { rows, worse, better, added, removed } = comparison
  const table = alignColumns([
    [`since ${since}`, 'queries', 'hit@1', 'hit@5', 'MRR@10', 'zero', ''],
    ...rows.map(({ name, before, after, isRegression }) => [
      name,
      String(after.queries),
      ...(['hit1', 'hit5', 'mrr10', 'zeroResults'] as const).map((key) => signed(after[key] - before[key])),
      isRegression ? 'regression' : '',
    ]),
  ])
  const lowered = rows.filter((row) => row.isRegression).map((row) => row.name)
  const verdict =
    lowered.length > 0
      ? `Regression: MRR@10 fell by more than ${tolerance} in ${lowered.join(', ')}.`
      : 'No regression.'
  const notCompared =
    added + removed > 0 ? [`Not compared: ${added} new in the file of queries, ${removed} only in the baseline.`] : []
  return [table, ...listed('Worse', worse), ...listed('Better', better), ...notCompared, verdict].join('\n\n')
}

function listed(title: string, moves: Move[]): string[] {
  if (moves.length === 0) return []
  const lines = moves.slice(0, LISTED).map(moveLine)
  const rest = moves.length - lines.length
  return [[`${title} (${moves.length})`, ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n')]
}

/** `"if let"  page 1 → 3  wanted /book/if-let, first is /book/let` */
function moveLine({ query, before, after }: Move): string {
  const what = before.page === after.page ? 'section' : 'page'
  const target = what === 'page' ? query.pageTargets[0] : query.targets[0]
  const isFirst = after[what] === 1
  const instead = isFirst || after.first === undefined ? '' : `, first is ${after.first}`
  return visible(
    `  "${query.query}"  ${what} ${rank(before[what])} → ${rank(after[what])}  wanted ${target ?? ''}${instead}`,
  )
}

function rank(place: number): string {
  return place === 0 ? 'not found' : String(place)
}

/** `+0.050`, `-0.050`, and `0.000` for a difference below three digits. */
function signed(value: number): string {
  const digits = value.toFixed(3)
  if (Number(digits) === 0) return '0.000'
  return value > 0 ? `+${digits}` : digits
}
