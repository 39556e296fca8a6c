/**
 * MkDocs' Markdown inside HTML: `<div class="grid" markdown>`. Markdown reads the content of tags as Markdown if blank
 * lines surround it and it is not indented like code; this file brings it into that form.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './source-line.ts'

const TAG = /^\s*<(\w+)\b([^>]*)>\s*$/
const ATTRIBUTE = /\smarkdown(?:=["']?\w+["']?)?(?=\s|$)/

/** The name of the element that a line opens, if its content is Markdown. */
function openedIn(text: string): string | undefined {
  const [, name, attributes = ''] = TAG.exec(text) ?? []
  return ATTRIBUTE.test(attributes) ? name : undefined
}

/** Puts blank lines around the tags, and dedents their content. */
export function openMarkdownHtml(lines: SourceLine[]): SourceLine[] {
  if (!lines.some((line) => openedIn(line.text) !== undefined)) return lines
  const result: SourceLine[] = []
  const open: { name: string; indent: number; inner: number | undefined }[] = []
  const track = codeTracker()
  for (const line of lines) {
    const indent = line.text.length - line.text.trimStart().length
    const kind = track(line.text)
    const top = open.at(-1)
    const closing = kind === 'text' ? /^\s*<\/(\w+)>\s*$/.exec(line.text) : null
    if (closing !== null && top !== undefined && top.name === closing[1] && indent <= top.indent) {
      open.pop()
      result.push({ text: '', line: line.line }, line, { text: '', line: line.line })
      continue
    }
    if (top !== undefined && top.inner === undefined && line.text.trim() !== '')
      top.inner = Math.max(0, indent - top.indent)
    const shift = open.reduce((sum, one) => sum + (one.inner ?? 0), 0)
    const text = shift === 0 ? line.text : line.text.slice(Math.min(shift, indent))
    const opening = kind === 'text' ? openedIn(line.text) : undefined
    if (opening !== undefined) {
      open.push({ name: opening, indent, inner: undefined })
      result.push(
        { text: '', line: line.line },
        { text: text.replace(/\smarkdown(?:=["']?\w+["']?)?(?=[\s>])/, ''), line: line.line },
        { text: '', line: line.line },
      )
    } else result.push({ text, line: line.line })
  }
  return result
}
