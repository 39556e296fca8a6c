/** Sections of Markdown by their headings. */
import { closes, fenceOf } from './clean.ts'

/** A heading of a page, with its anchor. */
export interface PageHeading {
  /** The anchor, without `#`. */
  id: string
  text: string
  level: number
}

interface HeadingLine {
  at: number
  level: number
  text: string
}

/** Headings in ATX form (`## Title`) and underlined ones, outside of fenced code. */
function headingLines(markdown: string): HeadingLine[] {
  const found: HeadingLine[] = []
  let fence: string | undefined
  let at = 0
  let previous = { at: 0, text: '' }
  for (const line of markdown.split('\n')) {
    const mark = fenceOf(line)
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
    } else if (mark !== undefined) fence = mark
    else {
      const [, marks, text = ''] = /^ {0,3}(#{1,6})[ \t]+([^]*)$/.exec(line) ?? []
      if (marks !== undefined) found.push({ at, level: marks.length, text })
      else if (/^ {0,3}(?:=+|--+)[ \t]*$/.test(line) && /^[^\s>|*+-]/.test(previous.text))
        found.push({ at: previous.at, level: line.includes('=') ? 1 : 2, text: previous.text })
    }
    previous = { at, text: fence === undefined ? line : '' }
    at += line.length + 1
  }
  return found
}

/** Letters and digits of a heading, without its markup and explicit anchor: `## \`a\` b {#c}` is `ab`. */
function plain(text: string): string {
  return text
    .replaceAll(/\{#[^{}]*\}|\]\([^()]*(?:\([^()]*\)[^()]*)*\)|<[^<>]*>/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The Markdown of the section with an anchor, with its subsections; `undefined` where no heading of the text is it.
 * `headings` are those of the page, in order.
 */
export function sectionOf(markdown: string, headings: readonly PageHeading[], anchor: string): string | undefined {
  const index = headings.findIndex(({ id }) => id === anchor)
  const wanted = headings[index]
  if (wanted === undefined) return undefined
  const name = plain(wanted.text)
  const before = headings.slice(0, index).filter(({ text }) => plain(text) === name).length
  const lines = headingLines(markdown)
  const own = lines.filter(({ text, level }) => level > 1 && plain(text) === name)[before]
  if (own === undefined) return undefined
  const next = lines.find(({ at, level }) => at > own.at && level <= own.level)
  return markdown.slice(own.at, next?.at).trim()
}
