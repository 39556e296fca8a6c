/**
 * Lists of MkDocs whose first signs are indented by one to three blanks: Python-Markdown takes lines that are indented
 * by four columns as content of an item, wherever its text begins. Without these blanks Markdown does so, too.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** Up to three blanks and the sign of an item, with the blanks behind it. */
const ITEM = /^( {0,3})((?:[-*+]|\d{1,9}[.)]) {1,4})(?=\S)/

/** Columns by which Python-Markdown indents the content of an item. */
const CONTENT = 4

/** Removes the blanks before items whose text begins beyond the fourth column. */
export function alignListItems(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => beyond(ITEM.exec(text)))) return lines
  const track = codeTracker()
  /** Blanks before the first item of the list; `undefined` outside lists. */
  let before: number | undefined
  let isBlank = true
  return lines.map((line) => {
    const { text } = line
    if (track(text) !== 'text') return line
    const item = ITEM.exec(text)
    const wasBlank = isBlank
    isBlank = text.trim() === ''
    if (item === null) {
      if (wasBlank && !isBlank && !text.startsWith(' ')) before = undefined
      return line
    }
    const blanks = item[1]?.length ?? 0
    before ??= blanks
    return blanks > 0 && blanks === before && beyond(item) ? { ...line, text: text.slice(blanks) } : line
  })
}

function beyond(item: RegExpExecArray | null): boolean {
  return item !== null && item[1] !== '' && item[0].length > CONTENT
}
