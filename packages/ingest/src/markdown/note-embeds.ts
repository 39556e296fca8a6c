/**
 * Embedded notes: a line `![[Note]]`, `![[Note#Heading]]` or `![[Note#^block]]` becomes a quotation of the note, with a
 * link to it as the first line. In a sentence, in a list, and where the note is missing, it stays a link (`wiki-links.ts`).
 */
import { NOTE } from '../folder/include-reader.ts'
import { withoutFrontMatter } from './front-matter-lines.ts'
import type { IncludeContext } from './include-text.ts'
import { withoutNoteComments } from './note-comments.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines, withoutMarks } from './source-line.ts'

/** Embedded notes within each other; deeper ones are links. */
const MAX_DEPTH = 4

const EMBED = /^([ \t]{0,3}(?:>[ \t]?){0,8})!\[\[([^[\]\n|]{1,300})(?:\|[^[\]\n]{0,300})?\]\][ \t]*$/
/** Files that are no notes: images, media, and boards. */
const ATTACHMENT =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp[34]|webm|ogv|ogg|mov|mkv|m4a|wav|flac|3gp|canvas|base|excalidraw)$/
const HEADING = /^(#{1,6})[ \t]/

/** Replaces embedded notes by their text. @param around names of the notes around these lines. */
export function embedNotes(
  lines: SourceLine[],
  context: Pick<IncludeContext, 'read' | 'budget'>,
  around: readonly string[] = [],
): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('![['))) return lines
  const track = codeTracker()
  return lines.flatMap((line) => {
    const found = track(line.text) === 'text' ? EMBED.exec(line.text) : null
    if (found === null) return [line]
    const [, prefix = '', target = ''] = found
    const quoted = quotedNote(target.trim(), line.line, context, around)
    if (quoted === undefined) return [line]
    const blank = { text: prefix.trimEnd(), line: line.line }
    return [blank, ...quoted.map((one) => ({ ...one, text: `${prefix}> ${one.text}`.trimEnd() })), blank]
  })
}

/** The lines of a note or of its part; `undefined` where it is no note, missing, or among the notes around it. */
function quotedNote(
  target: string,
  line: number,
  context: Pick<IncludeContext, 'read' | 'budget'>,
  around: readonly string[],
): SourceLine[] | undefined {
  const [name = '', ...parts] = target.split('#')
  const key = name.replace(/^.*\//, '').trim().toLowerCase()
  if (key === '' || around.includes(key) || around.length >= MAX_DEPTH || context.budget.includes < 1) return undefined
  if (ATTACHMENT.test(key)) return undefined
  const file = context.read(NOTE + name.trim())
  if (typeof file === 'string' || file.text.length > Math.min(context.budget.units, context.budget.read))
    return undefined
  const all = withoutNoteComments(withoutFrontMatter(sourceLines(withoutMarks(file.text))))
  const part = parts.at(-1)?.trim()
  const chosen = part === undefined || part === '' ? withoutTitle(all) : partOf(all, part)
  if (chosen === undefined) return undefined
  context.budget.includes--
  context.budget.read -= file.text.length
  context.budget.units -= chosen.reduce((sum, { text }) => sum + text.length + 3, 0)
  const body = chosen.map(({ text }) => ({ text, line }))
  const words = [name.replace(/^.*\//, '').replace(/\.md$/i, ''), ...parts.filter((one) => !one.startsWith('^'))]
  const title = words.map((word) => word.trim()).join(' > ')
  return [
    { text: `**[[${target}|${title}]]**`, line },
    { text: '', line },
    ...embedNotes(body, context, [...around, key]),
  ]
}

/** A note without its own title, which is the text of the link. */
function withoutTitle(lines: SourceLine[]): SourceLine[] {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  return /^#[ \t]/.test(lines[first]?.text ?? '') ? lines.slice(first + 1) : lines
}

/** The text below a heading, or the block with a name (`^name`). */
function partOf(lines: SourceLine[], part: string): SourceLine[] | undefined {
  return part.startsWith('^') ? blockOf(lines, part) : sectionOf(lines, part)
}

function sectionOf(lines: SourceLine[], name: string): SourceLine[] | undefined {
  const track = codeTracker()
  const levels = lines.map(({ text }) => (track(text) === 'text' ? (HEADING.exec(text)?.[1]?.length ?? 0) : 0))
  const key = wordsOf(name)
  const at = lines.findIndex(({ text }, index) => levels[index] !== 0 && wordsOf(text) === key)
  if (at < 0 || key === '') return undefined
  const level = levels[at] ?? 0
  const length = levels.slice(at + 1).findIndex((one) => one !== 0 && one <= level)
  return lines.slice(at + 1, length < 0 ? undefined : at + 1 + length)
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** The paragraph with the name at its end, or the one before a line with only the name. */
function blockOf(lines: SourceLine[], name: string): SourceLine[] | undefined {
  const at = lines.findIndex(({ text }) => text === name || text.endsWith(` ${name}`))
  if (at < 0) return undefined
  const isBlank = (index: number): boolean => (lines[index]?.text ?? '').trim() === ''
  const isItem = (index: number): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(lines[index]?.text ?? '')
  let end = at
  if (lines[at]?.text === name) while (end > 0 && isBlank(end - 1)) end--
  let start = end
  while (start > 0 && !isItem(start) && !isBlank(start - 1)) start--
  return lines
    .slice(start, at + 1)
    .map((line) => (line.text.endsWith(name) ? { ...line, text: line.text.slice(0, -name.length).trimEnd() } : line))
}
