/** Markdown right behind a summary: without a blank line between them, Markdown takes it for a part of the HTML. */
import { codeTracker } from './code-tracker.ts'
import type { SourceLine } from './source-line.ts'

/** The beginning of a block of Markdown. */
const BLOCK = /^ {0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>\s|\||`{3}|~{3})/

/** Puts a blank line between the end of a summary and a block of Markdown. */
export function separateSummaries(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('</summary>'))) return lines
  const track = codeTracker()
  return lines.flatMap((line, index) => {
    const isEnd = track(line.text) === 'text' && line.text.trimEnd().endsWith('</summary>')
    return isEnd && BLOCK.test(lines[index + 1]?.text ?? '') ? [line, { text: '', line: line.line }] : [line]
  })
}
