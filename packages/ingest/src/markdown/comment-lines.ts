/** Comments of HTML and MDX, line by line: outside code they are emptied; the lines stay. */
import { replaceBetween } from './between.ts'
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'

const CODE_SPAN = /((?<!`)(`+)(?!`)[^`]*\2(?!`))/

/** Empties comments between two signs. A comment that is never closed stays. */
export function withoutComments(lines: SourceLine[], open: string, close: string): SourceLine[] {
  const lastClose = lines.findLastIndex(({ text }) => text.includes(close))
  if (lastClose < 0 || !lines.some(({ text }) => text.includes(open))) return lines
  const track = codeTracker()
  let isOpen = false
  return lines.map((line, at) => {
    const state = isOpen ? 'text' : track(line.text)
    const isCode = state !== 'text' && !(state === 'raw' && line.text.trimStart().startsWith(open))
    if (isCode) return line
    let { text } = line
    let before = ''
    if (isOpen) {
      const end = text.indexOf(close)
      if (end < 0) return { ...line, text: '' }
      text = text.slice(end + close.length)
      isOpen = false
    }
    if (!text.includes(open)) return { ...line, text }
    // Every third part of the split is the ticks of a span, which the span holds too.
    const parts = text.split(CODE_SPAN).filter((_, index) => index % 3 !== 2)
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 1) {
        before += part
        continue
      }
      const rest = replaceBetween(part, [[open, close]], () => '')
      const start =
        at < lastClose || parts.slice(index + 1).some((one) => one.includes(close)) ? rest.indexOf(open) : -1
      if (start < 0) {
        before += rest
        continue
      }
      before += rest.slice(0, start)
      const after = parts.slice(index + 1).join('')
      const end = after.indexOf(close)
      isOpen = end < 0
      return { ...line, text: before + (isOpen ? '' : after.slice(end + close.length)) }
    }
    return { ...line, text: before }
  })
}

const HEADING = /^\s{0,3}#{1,6}[ \t]/

/** The end of a heading: a comment with only an id, or an escaped id. */
const HEADING_ID =
  /^(?:\{\/\*(?:\s{0,9}#([\w.:-]+)\s{0,9}|([\p{Ll}\p{N}][\p{Ll}\p{N}._-]*))\*\/|\\\{#([^\s{}]+))\}[ \t#]*$/u

/**
 * Gives headings the ids of comments with only an id (in MDX: `usage` or `#usage`) and of MDX' escaped
 * `\{#usage}`: they are written as `{#usage}`.
 */
export function withHeadingIds(lines: SourceLine[]): SourceLine[] {
  const mayHave = ({ text }: SourceLine): boolean => text.includes('{/*') || text.includes('\\{#')
  if (!lines.some(mayHave)) return lines
  const track = codeTracker()
  return lines.map((line) => {
    const { text } = line
    if (track(text) !== 'text' || !HEADING.test(text)) return line
    const at = Math.max(text.lastIndexOf('{/*'), text.lastIndexOf('\\{#'))
    const [found, marked, bare, escaped] = at < 0 ? [] : (HEADING_ID.exec(text.slice(at)) ?? [])
    return found === undefined
      ? line
      : { ...line, text: `${text.slice(0, at).trimEnd()} {#${marked ?? bare ?? escaped}}` }
  })
}
