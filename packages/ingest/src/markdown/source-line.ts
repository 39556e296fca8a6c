/**
 * A page's text as lines that remember where they came from, so that a preprocessor may add, drop and move lines and
 * every problem still names the author's line. And the one thing that every line-wise reader must know: where code is.
 * `!` behind a group of a matched pattern, or behind the last of a list that is never empty, is safe by construction.
 */

/** A line, and where it came from. */
export interface SourceLine {
  text: string
  /** 1-based, in the author's file. A line that was included has the line of the include. */
  line: number
}

/** Splits a text; either line ending. */
export function sourceLines(source: string): SourceLine[] {
  return source.split(/\r\n|\n|\r/).map((text, index) => ({ text, line: index + 1 }))
}

const FENCE = /^((?:[ \t>]|[-*+][ \t]+(?=`{3}|~{3})|\d{1,9}[.)][ \t]+(?=`{3}|~{3}))*)(`{3,}|~{3,})([^]*)$/
const RAW_OPEN = /^\s*<(script|style|pre|textarea)\b/i

/**
 * Says of one line after the other whether it is code, or otherwise no Markdown: `open` and `close` are the fences
 * themselves, `inside` what is between, `raw` the lines of `<script>`, `<style>`, `<pre>` and of comments.
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
        // Deeper than three columns behind the opening fence it is code, as in an example of a fence.
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
