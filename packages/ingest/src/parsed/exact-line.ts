/**
 * The line of a problem inside its block. The parser gives the first line of a paragraph; an author needs the line of the
 * use. It runs for problems only, so pages without any cost nothing.
 * `!` follows an index below the number of lines.
 */
import { subjectOf } from '../result/group-problems.ts'
import type { Problem } from '../result/page.ts'
import { type ProblemCode, type Report, reportTo } from '../result/problem.ts'

/** Codes that are reported with the line of their block. */
const IN_BLOCKS: ReadonlySet<ProblemCode> = new Set([
  'missing-image',
  'broken-link',
  'broken-anchor',
  'private-file',
  'outside-folder',
  'unknown-component',
  'unknown-shortcode',
  'expression',
  'unknown-tag',
  'reserved-name',
])

/** Maximum length of a block that is searched (lines). */
const BLOCK_LINES = 200

/**
 * A report for one file that moves each problem to the line of its subject: the first one at or after the reported line,
 * in the same block. Problems with the same subject in a block take its uses in order.
 */
export function reportExactly(problems: Problem[], file: string, source: string): Report {
  const report = reportTo(problems, file)
  const uses = new Map<string, number>()
  let lines: string[] | undefined
  return (code, line, message) => {
    const subject = subjectOf({ code, message })
    if (line === undefined || subject === undefined || !IN_BLOCKS.has(code)) return report(code, line, message)
    lines ??= source.split(/\r\n|\n|\r/)
    const key = JSON.stringify([line, code, subject])
    const use = uses.get(key) ?? 0
    uses.set(key, use + 1)
    report(code, exactLine(lines, line, { subject, use }), message)
  }
}

/** The line of the use with this number (from 0), counted from `line`; the last one where there are fewer. */
function exactLine(lines: readonly string[], line: number, { subject, use }: { subject: string; use: number }): number {
  // A name in prose is no use of the component, if there is a tag.
  for (const needle of [`<${subject}`, subject]) {
    let left = use
    let last: number | undefined
    for (let at = line; at <= lines.length && at < line + BLOCK_LINES; at++) {
      const text = lines[at - 1]!
      if (at > line && text.trim() === '') break
      const found = text.split(needle).length - 1
      if (found > 0) last = at
      if (found > left) return at
      left -= found
    }
    if (last !== undefined) return last
  }
  return line
}
