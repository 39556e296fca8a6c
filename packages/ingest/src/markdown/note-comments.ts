/**
 * Comments of notes: `%%text%%` in a line, and lines between two `%%`. Outside notes two signs of per cent are text, so
 * the opening one follows a blank and the closing one precedes no word; a comment that is never closed stays.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** A code span, or a comment within a line. */
const INLINE = /(?<code>(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`))|(?<![^\s(>*_])%%(?!%)(?:(?!%%).)*%%(?![\w%])/g

/** The beginning of a comment of several lines. */
const OPENING = /^[\s>]*%%(?!.*%%)/

/** Longer lines are data, not prose. UTF-16 units. */
const MAX_UNITS = 20_000

/** Empties comments; the lines stay. */
export function withoutNoteComments(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('%%'))) return lines
  const track = codeTracker()
  const last = lines.findLastIndex(({ text }) => text.includes('%%'))
  let isOpen = false
  return lines.map((line, at) => {
    if (isOpen) {
      const end = line.text.indexOf('%%')
      isOpen = end < 0
      return { ...line, text: isOpen ? '' : line.text.slice(end + 2) }
    }
    if (track(line.text) !== 'text' || !line.text.includes('%%') || line.text.length > MAX_UNITS) return line
    isOpen = at < last && OPENING.test(line.text)
    if (isOpen) return { ...line, text: '' }
    const text = line.text.replaceAll(INLINE, (_, code: string | undefined) => code ?? '')
    return text === line.text ? line : { ...line, text }
  })
}
