/**
 * Finds pages that the Markdown parser must not read. It is native, so its work cannot be ended, and for a few inputs
 * the work is quadratic. One pass counts the causes before; real pages are far below the limits.
 */
import { LIMITS } from '../limits/limits.ts'
import { TooCostly } from '../limits/cpu-limit.ts'
import type { SourceLine } from './source-line.ts'

/** Signs for each of which the parser searches the closing sign again. */
const SIGNS = '*_~&'

/** Ampersands also cost memory: 20,000 of them in a paragraph take 1.4 GB, 5000 take 90 MB. */
const AMPERSAND_WEIGHT = 4

/** Signs at the end of an address: for each of a run, the parser looks at the whole run. */
const TRAILING = /[?!.,:*_~'")]{50,}/g

/**
 * @param spent cost of the page's parts that were parsed before.
 * @returns the cost with this part. @throws TooCostly with the line.
 */
export function checkParserInput(lines: readonly SourceLine[], spent = 0): number {
  const counts = new Uint32Array(128)
  let squares = spent
  let begin = 1
  const endParagraph = (): void => {
    for (const sign of SIGNS) {
      squares += (counts[sign.charCodeAt(0)]! * (sign === '&' ? AMPERSAND_WEIGHT : 1)) ** 2 // ASCII
      counts[sign.charCodeAt(0)] = 0
    }
    if (squares > LIMITS.signSquares)
      throw new TooCostly(`a paragraph has too many signs (${[...SIGNS].join(' ')})`, begin)
  }
  for (const { text, line } of lines) {
    if (text.trim() === '') {
      endParagraph()
      begin = line + 1
      continue
    }
    if (containerSigns(text) > LIMITS.signsPerLine)
      throw new TooCostly(`a line begins with more than ${LIMITS.signsPerLine} signs of quotes and lists`, line)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code < 128) counts[code]!++
    }
    if (text.includes('http') || text.includes('www.'))
      for (const [run] of text.matchAll(TRAILING)) squares += run.length ** 2
  }
  endParagraph()
  return squares
}

const CONTAINER = />|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\s+/y

/** The number of quotes and list items that a line may open. */
function containerSigns(text: string): number {
  let count = 0
  for (CONTAINER.lastIndex = 0; ;) {
    const found = CONTAINER.exec(text)
    if (found === null) return count
    if (found[0].trim() !== '') count++
  }
}
