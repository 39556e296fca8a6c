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
  'wrong-case',
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

/** The last use of a subject that was found in a block. */
interface Cursor {
  /** `<Foo` or `Foo`. */
  needle: string
  /** 1-based. */
  line: number
  /** Where the search continues in this line. */
  offset: number
  /** Whether the block has no further use, so that it is not searched again. */
  isLast?: boolean
}

/**
 * A report for one file that moves each problem to the line of its subject: the first one at or after the reported line,
 * in the same block. Problems with the same subject in a block take its uses in order.
 */
export function reportExactly(problems: Problem[], file: string, source: () => string): Report {
  const report = reportTo(problems, file)
  const cursors = new Map<string, Cursor | 'absent'>()
  let lines: string[] | undefined
  return (code, line, message) => {
    const subject = subjectOf({ code, message })
    if (line === undefined || subject === undefined || !IN_BLOCKS.has(code)) return report(code, line, message)
    lines ??= source().split(/\r\n|\n|\r/)
    const key = `${line} ${code} ${subject}`
    const before = cursors.get(key)
    const next = before === undefined ? firstUse(lines, line, subject) : laterUse(lines, line, before)
    cursors.set(key, next)
    report(code, next === 'absent' ? line : next.line, message)
  }
}

/** A name in prose is no use of a component, if the block has a tag of that name. */
function firstUse(lines: readonly string[], line: number, subject: string): Cursor | 'absent' {
  const start = { line, offset: 0 }
  return (
    nextUse(lines, { needle: `<${subject}`, ...start }, line) ??
    nextUse(lines, { needle: subject, ...start }, line) ??
    'absent'
  )
}

/** Where a block has fewer uses than problems, the others have its last line. */
function laterUse(lines: readonly string[], line: number, before: Cursor | 'absent'): Cursor | 'absent' {
  if (before === 'absent' || before.isLast) return before
  return nextUse(lines, before, line) ?? { ...before, isLast: true }
}

/** The use after the cursor, in the block that begins at `first`. The search continues at a place, so it is linear. */
function nextUse(lines: readonly string[], { needle, line, offset }: Cursor, first: number): Cursor | undefined {
  for (let [at, from] = [line, offset]; at <= lines.length && at < first + BLOCK_LINES; at++, from = 0) {
    const text = lines[at - 1]!
    if (at > first && text.trim() === '') return undefined
    const found = text.indexOf(needle, from)
    if (found >= 0) return { needle, line: at, offset: found + needle.length }
  }
  return undefined
}
