/** Comments of Nunjucks' templates: `{# text #}`. */
import { codeTracker, type SourceLine } from './source-line.ts'

const COMMENT = /\{#(?=[\s-])[^#{}]{0,2000}#\}/g

/** Removes comments within a line; lines with code stay, since code may show one. */
export function withoutTemplateComments(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('{#'))) return lines
  const track = codeTracker()
  return lines.map((line) => {
    const isText = track(line.text) === 'text' && line.text.includes('{#') && !line.text.includes('`')
    return isText ? { ...line, text: line.text.replaceAll(COMMENT, '') } : line
  })
}
