/** Comments of Nunjucks' templates: `{# text #}`, over any number of lines. */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** The beginning of a comment; `{#id}` is the id of a heading. */
const OPENING = /\{#(?=[\s-]|$)/

/** Empties comments; the lines stay. Lines with code stay as they are, since code may show a comment. */
export function withoutTemplateComments(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('{#'))) return lines
  const track = codeTracker()
  const last = lines.findLastIndex(({ text }) => text.includes('#}'))
  let isOpen = false
  return lines.map((line, at) => {
    // Fences in a comment are no code.
    if (!isOpen && (track(line.text) !== 'text' || !line.text.includes('{#') || line.text.includes('`'))) return line
    let text = ''
    let rest = line.text
    for (;;) {
      if (isOpen) {
        const end = rest.indexOf('#}')
        if (end < 0) return { ...line, text }
        rest = rest.slice(end + 2)
        isOpen = false
      }
      const start = rest.search(OPENING)
      if (start < 0 || (at >= last && !rest.slice(start).includes('#}'))) return { ...line, text: text + rest }
      text += rest.slice(0, start)
      rest = rest.slice(start + 2)
      isOpen = true
    }
  })
}
