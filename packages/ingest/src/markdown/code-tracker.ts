/**
 * The detection of code, for all readers of lines.
 * `!` follows groups of a matched pattern.
 */

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
    // A closing tag behind the signs is the end of code in HTML.
    if (opening !== null && !(opening[2]!.startsWith('`') && /`|<\/(?:code|pre)>/.test(opening[3]!))) {
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
