/**
 * Pandoc's tables that are drawn: grid tables (`+---+---+`), whose cells may hold blocks, and simple tables (a line of
 * dashes for each column below the header). They become lists of rows in the marks of a container, as MyST's
 * `list-table` has them.
 */
import type { Container } from './container.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const BORDER = /^(\s*)\+(?:[-=:]{2,}\+)+\s*$/
/** The caption of a table in the line below its last row. */
const CAPTION = /^\s*(?:[Tt]able)?:[ \t]/

const DASHES = /^ {0,3}-{2,}(?: +-{2,})+\s*$/

/** Maximum number of lines of a table, and of its columns. */
const MAX_LINES = 2000
const MAX_COLUMNS = 100

/** Rows of cells, each with its lines. */
interface Table {
  rows: string[][][]
  headerRows: number
  /** Number of lines of the source. */
  length: number
  indent: string
}

/** Replaces drawn tables. Other lines are returned unchanged. @param containers receives the tables. */
export function readTextTables(lines: SourceLine[], containers: Container[]): SourceLine[] {
  if (!lines.some(({ text }) => BORDER.test(text) || DASHES.test(text) || CAPTION.test(text))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const isText = track(line.text) === 'text'
    const table = isText ? (gridTable(lines, at) ?? simpleTable(lines, at)) : undefined
    if (table === undefined) {
      const isCaption = isText && CAPTION.test(line.text) && /^\s*\|/.test(lines[at - 1]?.text ?? '')
      if (isCaption) result.push({ ...line, text: '' })
      result.push(line)
      continue
    }
    result.push(...linesOf(table, line, containers))
    at += table.length - 1
  }
  return result
}

function linesOf({ rows, headerRows, indent }: Table, at: SourceLine, containers: Container[]): SourceLine[] {
  const index =
    containers.push({
      kind: 'directive',
      name: 'list-table',
      title: undefined,
      attributes: { 'header-rows': String(headerRows) },
      line: at.line,
      source: at.text.trim(),
    }) - 1
  const cells = rows.flatMap((row) =>
    row.flatMap((cell, column) =>
      cell.map((text, number) => `${number > 0 ? '    ' : column === 0 ? '* - ' : '  - '}${text}`.trimEnd()),
    ),
  )
  const texts = ['', `\uE000${index}\uE001`, '', ...cells, '', `\uE000${index}\uE002`, '']
  return texts.map((text) => ({ text: text === '' ? '' : indent + text, line: at.line }))
}

/** The grid table that begins in a line. */
function gridTable(lines: readonly SourceLine[], from: number): Table | undefined {
  const indent = BORDER.exec(lines[from]?.text ?? '')?.[1]
  if (indent === undefined) return undefined
  const drawn: string[] = []
  for (const { text } of lines.slice(from, from + MAX_LINES)) {
    const own = text.trim()
    if (!own.startsWith('+') && !own.startsWith('|')) break
    drawn.push(own)
  }
  const border = drawn[0] ?? ''
  const edges = [...border].flatMap((sign, at) => (sign === '+' ? [at] : []))
  if (edges.length > MAX_COLUMNS || drawn.length < 3 || !BORDER.test(drawn.at(-1) ?? '')) return undefined
  const rows: string[][][] = []
  let row: string[][] = []
  let headerRows = 0
  for (const text of drawn.slice(1)) {
    if (BORDER.test(text)) {
      if (row.length > 0) rows.push(row.map(trimmed))
      if (text.includes('=') && headerRows === 0) headerRows = rows.length
      row = []
    } else if (text.startsWith('|')) {
      const parts = partsOf(text, edges)
      if (parts === undefined) return undefined
      row = parts.map((part, column) => [...(row[column] ?? []), part])
    } else return undefined
  }
  // A double line at the end is above a footer that is no header.
  if (headerRows === rows.length) headerRows = 0
  return rows.length === 0 ? undefined : { rows, headerRows, length: drawn.length, indent }
}

/** Characters of two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g

/** The parts of a line between the edges of columns; a part over several columns belongs to the first. */
function partsOf(source: string, edges: readonly number[]): string[] | undefined {
  const count = edges.length - 1
  const text = source.replaceAll(WIDE, '$&\0')
  const parts = Array.from({ length: count }, () => '')
  let start = 0
  for (let edge = 1; edge <= count; edge++) {
    if (text[edges[edge] ?? 0] !== '|') continue
    parts[start] = text.slice((edges[start] ?? 0) + 1, edges[edge]).replaceAll('\0', '')
    start = edge
  }
  if (start === count) return parts
  // Other wide characters move the edges of a line.
  const split = source.split('|').slice(1, -1)
  return split.length === count ? split : undefined
}

/** The lines of a cell without blank ones at its ends and their common indentation; at least one. */
function trimmed(cell: readonly string[]): string[] {
  const first = cell.findIndex((text) => text.trim() !== '')
  if (first < 0) return ['']
  const inner = cell.slice(first, cell.findLastIndex((text) => text.trim() !== '') + 1)
  const indents = inner.filter((text) => text.trim() !== '').map((text) => text.length - text.trimStart().length)
  const least = indents.reduce((found, one) => Math.min(found, one), Infinity)
  return inner.map((text) => text.slice(least))
}

/** The simple table whose header is in a line: its columns are those of the dashes below. */
function simpleTable(lines: readonly SourceLine[], from: number): Table | undefined {
  const header = lines[from]?.text ?? ''
  const dashes = lines[from + 1]?.text ?? ''
  const before = lines[from - 1]?.text.trim() ?? ''
  if (before !== '' || header.trim() === '' || !DASHES.test(dashes)) return undefined
  const runs = [...dashes.matchAll(/-+/g)].map(({ index }) => index)
  if (runs.length > MAX_COLUMNS) return undefined
  const rows = [header]
  for (const { text } of lines.slice(from + 2, from + MAX_LINES)) {
    if (text.trim() === '') break
    rows.push(text)
  }
  const isClosed = DASHES.test(rows.at(-1) ?? '')
  const shown = isClosed ? rows.slice(0, -1) : rows
  if (shown.length < 2) return undefined
  const split = (text: string): string[][] =>
    runs.map((start, column) => {
      const end = runs[column + 1]
      return [text.slice(column === 0 ? 0 : start - 1, end === undefined ? undefined : end - 1).trim()]
    })
  return { rows: shown.map(split), headerRows: 1, length: rows.length + 1, indent: '' }
}
