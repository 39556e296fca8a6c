/**
 * A page's lines with their line numbers in the source, so that preprocessors may add, drop and move lines while
 * problems keep the author's line; and the detection of code for all readers of lines.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */

/** A line with its origin. */
export interface SourceLine {
  text: string
  /** 1-based, in the author's file. An included line has the line of the include. */
  line: number
}

/** A text without the characters of marks (`container.ts`, `math.ts`), which an author's text must not have. */
export function withoutMarks(text: string): string {
  return /[\uE000-\uE004]/.test(text) ? text.replaceAll(/[\uE000-\uE004]/g, '') : text
}

/** A line of a block in a list or a quote, without the signs and blanks that the block's first line has before it. */
export function withoutPrefix(text: string, prefix: string): string {
  let at = 0
  while (at < prefix.length && at < text.length && (text[at] === prefix[at] || text[at] === ' ')) at++
  return text.slice(at)
}

/** Splits a text; either line ending. */
export function sourceLines(source: string): SourceLine[] {
  return source.split(/\r\n|\n|\r/).map((text, index) => ({ text, line: index + 1 }))
}

const FENCE =
  /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t]{1,8}(?=(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8}){0,3}(?:`{3}|~{3})))*)(`{3,}|~{3,})([^]*)$/
const RAW_OPEN = /^\s*<(script|style|pre|textarea)\b/i

/**
 * Classifies lines in order: `open` and `close` are fences, `inside` is code between them, `raw` the lines of
 * `<script>`, `<style>`, `<pre>` and comments.
 */
export function codeTracker(): (line: string) => 'text' | 'open' | 'inside' | 'close' | 'raw' {
  let fence = ''
  let quoted = false
  let raw = ''
  let column = 0
  return (line) => {
    if (raw !== '') {
      if (line.toLowerCase().includes(raw)) raw = ''
      return 'raw'
    }
    if (fence !== '') {
      if (!(quoted && !/^\s*>/.test(line))) {
        const closing = /^([\s>]*)(`{3,}|~{3,})\s*$/.exec(line)
        // More than three columns after the opening fence, the line is code, as in an example of a fence.
        if (closing === null || !closing[2]!.startsWith(fence) || closing[1]!.length > column + 3) return 'inside'
        fence = ''
        return 'close'
      }
      fence = ''
    }
    const opening = FENCE.exec(line)
    if (opening !== null && !(opening[2]!.startsWith('`') && opening[3]!.includes('`'))) {
      fence = opening[2]!
      quoted = opening[1]!.includes('>')
      column = opening[1]!.length
      return 'open'
    }
    const tag = RAW_OPEN.exec(line)
    if (tag !== null) {
      const close = `</${tag[1]!.toLowerCase()}`
      if (!line.toLowerCase().includes(close) && !/\/>\s*$/.test(line)) raw = close
      return 'raw'
    }
    if (/^\s*<!--/.test(line)) {
      if (!line.includes('-->')) raw = '-->'
      return 'raw'
    }
    return 'text'
  }
}
