/**
 * The definitions of links in MkDocs: Python-Markdown reads them also in the middle of a paragraph, and the last one of a
 * label counts, where Markdown wants a paragraph of their own and takes the first.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** A line that is a definition: label, address, and a title. */
const DEFINITION = /^[ \t]*\[(?!\^)([^[\]]{1,999})\]:[ \t]*\S+(?:[ \t]+["'(].*)?$/

/** Gives each definition a paragraph of its own, and empties those that a later one replaces. */
export function separateDefinitions(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  const labels = lines.map(({ text }) => (track(text) === 'text' ? labelOf(text) : undefined))
  if (labels.every((label) => label === undefined)) return lines
  const last = new Map(labels.map((label, at) => [label, at]))
  return lines.flatMap((line, at) => {
    const label = labels[at]
    if (label === undefined) return [line]
    if (last.get(label) !== at) return [{ ...line, text: '' }]
    const isSeparate = at === 0 || labels[at - 1] !== undefined || lines[at - 1]?.text.trim() === ''
    return isSeparate ? [line] : [{ ...line, text: '' }, line]
  })
}

/** The label in the form in which labels are compared. */
function labelOf(text: string): string | undefined {
  if (!text.includes(']:')) return undefined
  return DEFINITION.exec(text.trimEnd())?.[1]?.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
