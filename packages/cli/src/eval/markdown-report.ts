/** The figures and the changed queries as Markdown, for the summary of a pipeline and a comment on a change. */

import type { Comparison, Move } from './baseline.ts'
import { macroScore, type Rank, score, type Scores, scoreSets } from './score.ts'

/** Number of queries listed each way. */
const LISTED = 20
/** Characters of one cell: a comment has 65,536 at most. */
const CELL = 160

/** The report; with a comparison, the differences and the queries that changed. */
export function markdownReport(ranks: Rank[], comparison: Comparison | undefined): string {
  const sets = scoreSets(ranks)
  const all: [string, Scores] = ['all', score(ranks)]
  const rows = sets.size === 1 ? [all] : [...sets, all, ['macro', macroScore(ranks)] as [string, Scores]]
  const differences = new Map(comparison?.rows.map((row) => [row.name, row]))
  const figures = rows.map(([name, scores]) => {
    const row = differences.get(name)
    return [
      code(name),
      String(scores.queries),
      ...(['hit1', 'hit5', 'mrr10', 'zeroResults'] as const).map(
        (key) => scores[key].toFixed(3) + (row ? signed(row.after[key] - row.before[key]) : ''),
      ),
    ]
  })
  return `${[
    `### Search relevance${comparison ? `: ${verdict(comparison)}` : ''}`,
    table(['set', 'queries', 'hit@1', 'hit@5', 'MRR@10', 'nothing found'], figures),
    ...(comparison ? [...moves('Worse', comparison.worse), ...moves('Better', comparison.better)] : []),
  ].join('\n\n')}\n`
}

function verdict({ rows, worse, better }: Comparison): string {
  const lowered = rows.filter(({ isRegression }) => isRegression).map(({ name }) => code(name))
  if (lowered.length > 0) return `MRR@10 fell in ${lowered.join(', ')}`
  return worse.length + better.length === 0 ? 'unchanged' : 'no regression'
}

function moves(title: string, list: readonly Move[]): string[] {
  if (list.length === 0) return []
  const rest = list.length - LISTED
  const rows = list.slice(0, LISTED).map(({ query, before, after }) => {
    const kind = before.page === after.page ? 'section' : 'page'
    return [
      code(query.query),
      code((kind === 'page' ? query.pageTargets : query.targets)[0] ?? ''),
      `${kind} ${rank(before[kind])} → ${rank(after[kind])}`,
      after.first === undefined ? 'nothing' : code(after.first),
    ]
  })
  return [
    `**${title} (${list.length})**`,
    table(['query', 'wanted', 'rank', 'first now'], rows),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ]
}

const table = (heads: readonly string[], rows: readonly string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const rank = (place: number): string => (place === 0 ? 'not found' : String(place))

function signed(value: number): string {
  const digits = value.toFixed(3)
  if (Number(digits) === 0) return ''
  return ` (${value > 0 ? '+' : ''}${digits})`
}

/** A text as code, in which neither Markdown nor mentions have an effect; a table is one line, and ends cells at `|`. */
function code(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, CELL)
  const runs = Array.from(line.matchAll(/`+/g), ([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  return `${fence} ${line.replaceAll('|', String.raw`\|`)} ${fence}`
}
