/** Problems of the docs in the terminal: by cause, the most harmful first, at most a screen. */

import { countUses, groupProblems, type Problem, type ProblemGroup } from '@docent/ingest'

import { count, plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'

/** Maximum number of rows for problems: a screen of 24 rows has room for the lines around them. */
const ROWS = 20

/** The screen of problems. */
export interface ProblemScreen {
  /** One for each shown cause. */
  lines: string[]
  /** The sentence about the others; absent where all causes are shown. */
  rest?: string
}

/**
 * At most 20 rows. Each code has its most frequent cause on the screen before any code has a second one, so that a
 * thousand broken links do not hide the one lost page.
 * @param columns width of the terminal; Infinity where lines do not wrap. @param placeOf the path of a file in lines.
 */
export function problemScreen(
  problems: readonly Problem[],
  { columns, placeOf }: { columns: number; placeOf: (file: string) => string },
): ProblemScreen {
  const groups = groupProblems(problems)
  const ranks = new Map<string, number>()
  const ordered = groups
    .map((group, index) => {
      const rank = ranks.get(group.code) ?? 0
      ranks.set(group.code, rank + 1)
      return { group, index, rank, line: lineOf(group, placeOf) }
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
  const all = ordered.map(({ line }) => rowsOf(line, columns)).reduce((sum, rows) => sum + rows, 0)
  let left = all <= ROWS ? ROWS : ROWS - 1
  const shown = ordered.filter(({ line }) => {
    left -= rowsOf(line, columns)
    return left >= 0
  })
  const lines = shown.toSorted((a, b) => a.index - b.index).map(({ line }) => line)
  const hidden = groups.length - shown.length
  return hidden === 0 ? { lines } : { lines, rest: `… and ${plural(hidden, 'more cause')}` }
}

/** `guide/a.md:12: The image "a.png" is missing; … (12 uses in 3 files)`. */
function lineOf(group: ProblemGroup, placeOf: (file: string) => string): string {
  return `${placeIn(group.first, placeOf)}: ${visible(sentenceOf(group))}`
}

/** The message of a cause, with the number of its uses. */
export function sentenceOf({ first, count: uses, problems }: ProblemGroup): string {
  const files = new Set(problems.map(({ file }) => file)).size
  const where = files === 1 ? '' : ` in ${plural(files, 'file')}`
  const often = uses === 1 ? '' : ` (${count(uses)} uses${where})`
  return first.message + often
}

function rowsOf(line: string, columns: number): number {
  // Lines have an indent of four columns.
  return Math.max(1, Math.ceil((line.length + 4) / columns))
}

/** A place in the form that editors and terminals link: `guide/a.md:12`. */
function placeIn({ file, line }: Problem, placeOf: (file: string) => string): string {
  const place = visible(placeOf(file))
  return line === undefined ? place : `${place}:${line}`
}

/** `3 problems`, each use counted. */
export function problemCount(problems: readonly Problem[]): string {
  return plural(countUses(problems), 'problem')
}

/** All problems as text: each cause with all of its places. */
export function problemText(problems: readonly Problem[]): string[] {
  return groupProblems(problems).flatMap((group) => {
    const { code, first, count: uses } = group
    const places = group.problems.flatMap((problem) =>
      [problem.line, ...(problem.also ?? [])].map(
        (line) =>
          `  ${placeIn({ file: problem.file, code, message: '', ...(line === undefined ? {} : { line }) }, (file) => file)}`,
      ),
    )
    return [`${visible(first.message)}  ${code}${uses === 1 ? '' : `, ${count(uses)} uses`}`, ...places, '']
  })
}

/** All problems by cause, for programs. */
export function problemJson(problems: readonly Problem[]): object[] {
  return groupProblems(problems).map(({ code, subject, count: uses, first, problems: members }) => ({
    code,
    ...(subject === undefined ? {} : { subject }),
    count: uses,
    message: first.message,
    places: members.map(({ file, line, also = [] }) => ({
      file,
      lines: [...(line === undefined ? [] : [line]), ...also],
    })),
  }))
}
