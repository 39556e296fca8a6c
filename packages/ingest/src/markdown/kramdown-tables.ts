/**
 * kramdown's tables, which differ from those of GitHub: they need no head, any of their lines may be a line of dashes
 * or equals signs, a row may have more cells than the head, and a pipe in code does not end a cell.
 */
import { withCodePipes } from './table-rows.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const ROW = /^ {0,3}\|.*\S/
/** A line between the parts of a table. */
const SEPARATOR = /^ {0,3}\|[-=:+| \t]+$/

/** Maximum number of columns of a table without a head. */
const MAX_COLUMNS = 100

/** Writes tables in the form of GitHub. Other lines are returned unchanged. */
export function kramdownTables(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => ROW.test(text))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  let isStart = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const isText = track(line.text) === 'text'
    const rows: SourceLine[] = isStart && isText ? rowsAt(lines, at) : []
    result.push(...(rows.length === 0 ? [line] : tableOf(rows)))
    at += Math.max(rows.length - 1, 0)
    isStart = rows.length === 0 && /^\s*$|^ {0,3}#|^ {0,3}\{:/.test(line.text)
  }
  return result
}

function isSeparator(text: string): boolean {
  return SEPARATOR.test(text) && /[-=]/.test(text)
}

function rowsAt(lines: SourceLine[], from: number): SourceLine[] {
  let to = from
  while (ROW.test(lines[to]?.text ?? '')) to++
  const rows = lines.slice(from, to)
  return rows.some(({ text }) => cellsOf(text).length > 1) ? rows : []
}

function tableOf(lines: SourceLine[]): SourceLine[] {
  const first = lines.findIndex(({ text }) => !isSeparator(text))
  const rows = lines.filter(({ text }) => !isSeparator(text)).map((line) => ({ ...line, cells: cellsOf(line.text) }))
  const [head] = rows
  if (head === undefined) return lines
  const next = lines[first + 1]
  const separator = next !== undefined && isSeparator(next.text) ? next : undefined
  const columns = Math.min(Math.max(...rows.map(({ cells }) => cells.length)), MAX_COLUMNS)
  const align = (separator === undefined ? [] : separator.text.trim().split(/[|+]/).slice(1)).map(alignment)
  const delimiter = rowOf(Array.from({ length: columns }, (_, column) => align[column] ?? '---'))
  const hasHead = separator !== undefined
  const written = rows.map(({ cells, line }, index) => ({
    text: rowOf(index === 0 ? padded(cells, columns) : cells),
    line,
  }))
  return [
    hasHead ? (written[0] ?? head) : { text: rowOf(padded([], columns)), line: head.line },
    { text: delimiter, line: separator?.line ?? head.line },
    ...written.slice(hasHead ? 1 : 0),
  ].map(({ text, line }) => ({ text, line }))
}

function alignment(cell: string): string {
  const text = cell.trim()
  return `${text.startsWith(':') ? ':' : ''}---${text.endsWith(':') ? ':' : ''}`
}

function padded(cells: string[], columns: number): string[] {
  return [...cells, ...Array.from({ length: columns - cells.length }, () => ' ')]
}

function rowOf(cells: string[]): string {
  return `|${cells.join('|')}|`
}

/** The cells of a row, with the pipes in code escaped. */
function cellsOf(row: string): string[] {
  const cells = withCodePipes(row.trim().slice(1)).split(/(?<!\\)\|/)
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells
}
