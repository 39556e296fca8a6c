/**
 * Titles of fences with code in them, ``` title="Change `name`": Python-Markdown's fences have them. In Markdown a
 * backtick there makes the line a paragraph, and the closing fence opens code that goes on to the end of the page.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const FENCE = /^[\s>]*`{3,}(?!`)/
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g

/** Removes the backticks of titles. */
export function plainFenceInfos(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => plainInfo(text) !== text)) return lines
  const track = codeTracker()
  return lines.map((line) => {
    const text = plainInfo(line.text)
    return track(text) === 'open' ? { ...line, text } : line
  })
}

/** A line without the backticks in texts in quotes; the same line where others are after the fence. */
function plainInfo(text: string): string {
  const fence = text.includes('```') ? FENCE.exec(text)?.[0] : undefined
  if (fence === undefined) return text
  const info = text.slice(fence.length).replaceAll(QUOTED, (quoted) => quoted.replaceAll('`', ''))
  return info.includes('`') ? text : fence + info
}
