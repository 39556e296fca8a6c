/**
 * Replaces the elements of JSX in a program by their text, as string literals of one line, so that a parser of
 * JavaScript can read titles such as `title: <b>Guide</b>`. Line numbers stay. Elements are found where an expression
 * may begin; one without a matching end stays as it is, and parsing fails there.
 */

/** A place where an expression may begin ends with one of these. */
const BEFORE = /(?:[(,:=[{?&|;>!]|=>|\breturn|\bdefault)\s*$/

/** UTF-16 units of the text in front of a `<` that are looked at. */
const BEFORE_UNITS = 200

/** Replaces all elements. Returns the same text where there are none. */
export function withoutJsx(source: string): string {
  let result = ''
  let done = 0
  for (let at = nextStart(source, 0); at >= 0; at = nextStart(source, at)) {
    const end = BEFORE.test(source.slice(Math.max(0, at - BEFORE_UNITS), at)) ? endOfElement(source, at) : -1
    if (end < 0) {
      at++
      continue
    }
    const element = source.slice(at, end)
    result += source.slice(done, at) + JSON.stringify(textOf(element)) + element.replaceAll(/[^\n]/g, '')
    done = end
    at = end
  }
  return result + source.slice(done)
}

function nextStart(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1))
    if (/[A-Za-z>]/.test(source.charAt(at + 1))) return at
  return -1
}

/** The position after the element that begins at `start`; -1 where it never ends. */
function endOfElement(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length;) {
    if (source[at] === '{') {
      at = endOfBraces(source, at)
      if (at < 0) return -1
    } else if (source[at] !== '<') at++
    else {
      const end = endOfTag(source, at)
      if (end < 0) return -1
      if (source[at + 1] === '/') depth--
      else if (source[end - 2] !== '/') depth++
      at = end
      if (depth <= 0) return at
    }
  }
  return -1
}

/** The position after a tag's `>`; quotes and braces in it are skipped. */
function endOfTag(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at]
    if (sign === '>') return at + 1
    if (sign === '"' || sign === "'") at = source.indexOf(sign, at + 1)
    else if (sign === '{') at = endOfBraces(source, at) - 1
    if (at < 0) return -1
  }
  return -1
}

/** The position after the brace that closes the one at `start`. */
function endOfBraces(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at + 1
  }
  return -1
}

/** The text of an element without tags and expressions. */
function textOf(element: string): string {
  let text = ''
  for (let at = 0; at < element.length;) {
    if (element[at] === '{') {
      const end = endOfBraces(element, at)
      const [, literal] = /^\{\s*(?:'([^'\\]*)'|"[^"\\]*")\s*\}$/.exec(element.slice(at, end)) ?? []
      text += literal ?? ' '
      at = end < 0 ? element.length : end
    } else if (element[at] === '<') {
      const end = endOfTag(element, at)
      text += ' '
      at = end < 0 ? element.length : end
    } else text += element[at++]
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}
