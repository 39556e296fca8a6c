/** `<head>` in pages of Docusaurus: elements for the head of the document, which are no part of the text. */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** Empties the lines of each `<head>` that is closed. */
export function withoutHead(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => OPENING.test(text))) return lines
  const track = codeTracker()
  const inText = lines.map(({ text }) => track(text) === 'text')
  const result = [...lines]
  for (let at = 0; at < lines.length; at++) {
    if (!isMark(at, OPENING)) continue
    const end = lines.findIndex((_, index) => index >= at && isMark(index, CLOSING))
    if (end < 0) return result
    for (; at < end; at++) empty(at)
    empty(end)
  }
  return result

  function isMark(at: number, sign: RegExp): boolean {
    return inText[at] === true && sign.test(lines[at]?.text ?? '')
  }

  function empty(at: number): void {
    result[at] = { text: '', line: lines[at]?.line ?? 1 }
  }
}

const OPENING = /^\s{0,3}<head>/i
const CLOSING = /<\/head>\s*$/i
