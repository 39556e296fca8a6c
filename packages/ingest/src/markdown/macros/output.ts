/** The lines that macros write. The last line is open: text is appended to it. */
import type { SourceLine } from '../source-line.ts'

/** Lines in the making; at least one. */
export interface Output {
  lines: SourceLine[]
}

/** An output with one empty line. */
export function startOutput(line: number): Output {
  return { lines: [{ text: '', line }] }
}

/** The open line. */
export function openLine({ lines }: Output): SourceLine {
  const last = lines.at(-1)
  if (last !== undefined) return last
  const first = { text: '', line: 1 }
  lines.push(first)
  return first
}

/** Appends a text to the open line; each further line has the number that `lineOf` returns for its index. */
export function write(output: Output, text: string, lineOf: (index: number) => number): void {
  const [first = '', ...rest] = text.split('\n')
  openLine(output).text += first
  for (const [index, one] of rest.entries()) output.lines.push({ text: one, line: lineOf(index + 1) })
}

/** Appends lines: the first continues the open line, the last stays open. */
export function writeLines(output: Output, lines: readonly SourceLine[]): void {
  const [first, ...rest] = lines
  if (first !== undefined) openLine(output).text += first.text
  for (const one of rest) output.lines.push({ ...one })
}

/** Removes the blanks and line breaks at the end. */
export function trimEnd(output: Output): void {
  let last = openLine(output)
  last.text = last.text.trimEnd()
  while (last.text === '' && output.lines.length > 1) {
    output.lines.pop()
    last = openLine(output)
    last.text = last.text.trimEnd()
  }
}

const PREFIX = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+|$))*/

/** The beginning of a line that belongs to the blocks around its text: signs of quotes and lists, blanks. */
export function prefixOf(text: string): string {
  return PREFIX.exec(text)?.[0] ?? ''
}

/** The prefix of further lines in the same blocks: signs of lists become blanks. */
export function continuation(prefix: string): string {
  return prefix.replaceAll(/[^\s>]/g, ' ')
}

/** Begins a block: a blank line and a line with the blocks' prefix, on which the caller writes. */
export function breakLine(output: Output): string {
  const last = openLine(output)
  const prefix = prefixOf(last.text)
  const next = continuation(prefix)
  if (last.text.length > prefix.length) {
    output.lines.push({ text: next.trimEnd(), line: last.line }, { text: next, line: last.line })
  } else if (prefix === next && output.lines.length > 1) {
    output.lines.splice(-1, 0, { text: next.trimEnd(), line: last.line })
  }
  return next
}

/**
 * Lines without blank ones at both ends, moved so that the least indented has the width of the prefix.
 * @param keepsCode whether lines that are indented by four columns more than the tag are code, and stay where they are.
 */
export function indented(lines: readonly SourceLine[], prefix: string, keepsCode = false): SourceLine[] {
  const from = lines.findIndex(({ text }) => text.trim() !== '')
  if (from < 0) return []
  const inner = lines
    .slice(from, lines.findLastIndex(({ text }) => text.trim() !== '') + 1)
    .map((line) => ({ ...line }))
  const [first] = inner
  // The first line follows the opening tag, so it has no indentation of its own.
  if (first !== undefined && from === 0) first.text = prefix + first.text.trimStart()
  if (prefix.includes('>')) return inner
  const rest = from === 0 ? inner.slice(1) : inner
  const width = (text: string): number => text.length - text.trimStart().length
  const least = rest.reduce((found, { text }) => (text.trim() === '' ? found : Math.min(found, width(text))), Infinity)
  if (least === Infinity || least === prefix.length) return inner
  if (keepsCode && from > 0 && least >= prefix.length + 4) return inner
  for (const line of rest) {
    if (line.text.trim() === '') continue
    line.text = least > prefix.length ? line.text.slice(least - prefix.length) : prefix.slice(least) + line.text
  }
  return inner
}
