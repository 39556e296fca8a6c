/**
 * HTML blocks as MkDocs and Jekyll read them. Markdown inside HTML: `<div class="grid" markdown>`. Markdown reads the content of tags as Markdown if blank
 * lines surround it and it is not indented like code; this file brings it into that form.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'

const TAG = /^\s*<(\w+)\b([^>]*)>\s*$/
const ATTRIBUTE = /\smarkdown(?:=["']?\w+["']?)?(?=[\s>]|$)/

const QUOTE = /^ {0,3}> ?/

const SUMMARY_END = /<\/(?:summary|MarkdownText)>\s*$/

/** The name of the element that a line opens, if its content is Markdown. */
function openedIn(text: string): string | undefined {
  const [, name, attributes = ''] = TAG.exec(text) ?? []
  return ATTRIBUTE.test(attributes) ? name : undefined
}

/** Puts blank lines around the tags, and dedents their content. */
export function openMarkdownHtml(lines: SourceLine[]): SourceLine[] {
  if (!lines.some((line) => openedIn(line.text.replace(QUOTE, '')) !== undefined)) return lines
  const result: SourceLine[] = []
  const open: { name: string; indent: number; inner: number | undefined }[] = []
  const track = codeTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const quoted = lines.slice(at, endOfQuote(lines, at))
    if (quoted.length > 0 && track(line.text) === 'text') {
      const inner = openMarkdownHtml(quoted.map((one) => ({ ...one, text: one.text.replace(QUOTE, '') })))
      result.push(...inner.map((one) => ({ ...one, text: `> ${one.text}`.trimEnd() })))
      at += quoted.length - 1
      continue
    }
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
    // Text below a summary is Markdown too.
    if (top?.name === 'details' && SUMMARY_END.test(text)) result.push({ text: '', line: line.line })
  }
  return result
}

/** An image or the opening tag of an element of text that has a line of its own. */
const TEXT_TAG = /^ {0,3}<(?:img|br|span|a|b|i|em|strong|small|kbd|sub|sup|abbr|mark|u|s|font)\b[^<>]*>\s*$/i

/** The beginning of a block, which does not go on in a paragraph. */
const BLOCK_BEGINNING =
  /^\s*(?:$|[#>|{\uE000]|`{3}|~{3}|<\/?(?:div|section|article|aside|header|footer|nav|figure|figcaption|table|t[rdh]|ul|ol|li|dl|d[dt]|center|p|pre|h[1-6]|hr|details|summary|script|style|MarkdownText)\b)/i

/**
 * Joins such a tag with the next line: for kramdown and Python-Markdown it begins a paragraph, for CommonMark a block of
 * HTML without Markdown.
 */
export function joinTextTags(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => TEXT_TAG.test(text))) return lines
  const track = codeTracker()
  const result: SourceLine[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const next = lines[at + 1]?.text ?? ''
    const isJoined = track(line.text) === 'text' && TEXT_TAG.test(line.text) && !BLOCK_BEGINNING.test(next)
    if (!isJoined) {
      result.push(line)
      continue
    }
    track(next)
    result.push({ ...line, text: line.text.trimEnd() + next.trimStart() })
    at++
  }
  return result
}

/** The index behind a quote that begins with an element of Markdown; that of the line itself for another line. */
function endOfQuote(lines: readonly SourceLine[], start: number): number {
  const text = lines[start]?.text ?? ''
  if (!QUOTE.test(text) || openedIn(text.replace(QUOTE, '')) === undefined) return start
  const end = lines.findIndex((line, index) => index > start && !QUOTE.test(line.text))
  return end < 0 ? lines.length : end
}

/**
 * Puts blank lines around tags that have a line of their own: Pandoc reads the content of all elements as Markdown, but
 * for those whose text is raw.
 */
export function openAllHtml(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  return lines.flatMap((line) => {
    const isTag = track(line.text) === 'text' && OWN_LINE.test(line.text)
    const blank = { text: '', line: line.line }
    return isTag ? [blank, line, blank] : [line]
  })
}

/** A tag that has a line of its own and is indented less than code. */
const OWN_LINE = /^ {0,3}<\/?[a-z][a-z0-9]{0,20}(?:\s[^<>]*)?>\s*$/i

/** Names of elements that begin a block. */
const BLOCK = /^ {0,3}<(div|section|article|aside|main|header|footer|nav|figure|table|ul|ol|dl|center|p)\b/i

/** Lines of the longest block. */
const MAX_LINES = 2000

/** Maximum number of blocks of a page whose end is missing, since each costs a search. */
const MAX_UNCLOSED = 50

/**
 * Removes blank lines inside blocks of HTML where the next line is indented like code: for kramdown and Python-Markdown a
 * block ends with its closing tag.
 */
export function joinHtmlBlocks(lines: SourceLine[]): SourceLine[] {
  const result: SourceLine[] = []
  const track = codeTracker()
  let unclosed = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const name = track(line.text) === 'text' && unclosed < MAX_UNCLOSED ? BLOCK.exec(line.text)?.[1] : undefined
    const end = name === undefined ? at : endOf(lines, at, name.toLowerCase())
    if (end === undefined) unclosed++
    result.push(line)
    if (end === undefined) continue
    for (const inner of lines.slice(at + 1, end + 1)) {
      at++
      track(inner.text)
      if (inner.text.trim() !== '' || !isIndented(lines, at + 1, end)) result.push(inner)
    }
  }
  return result
}

/** Whether the next line with text is indented like code. */
function isIndented(lines: readonly SourceLine[], start: number, end: number): boolean {
  let at = start
  while (at <= end && lines[at]?.text.trim() === '') at++
  return at <= end && /^(?: {4}|\t)/.test(lines[at]?.text ?? '')
}

/** The line of an element's closing tag; `undefined` where there is none, or where its content is Markdown. @param name in lower case. */
function endOf(lines: readonly SourceLine[], start: number, name: string): number | undefined {
  let depth = 0
  for (let at = start; at < Math.min(lines.length, start + MAX_LINES); at++) {
    const text = lines[at]?.text ?? ''
    if (ATTRIBUTE.test(text) || /^\s*(?:`{3}|~{3})/.test(text)) return undefined
    for (const [, closing, tag = ''] of text.matchAll(/<(\/?)([a-z]{1,20})\b/gi))
      if (tag.toLowerCase() === name) depth += closing === '' ? 1 : -1
    if (depth <= 0) return at
  }
  return undefined
}

/** The tag of a block without Markdown of its own that has an indented line of its own. */
const INDENTED = /^(?: {4}|\t)\s*<\/?(?:div|section|center|figure|p)(?:\s[^<>]*)?>\s*$/i

/** A line whose indented lines are its content: a tab, an admonition, an item of a list. */
const CONTENT_ABOVE = /^ {0,3}(?:===[!+]? |!!! ?\w|\?{3}\+? ?["\w]|[-*+] |\d{1,9}[.)] )/

/**
 * Puts blank lines around tags in the content of tabs, admonitions and lists: Python-Markdown reads blocks of HTML at the
 * left margin only, and such tags as parts of a text with Markdown. An element that begins with another one stays HTML, whose
 * inner lines would be indented like code.
 */
export function openIndentedHtml(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => INDENTED.test(text))) return lines
  const track = codeTracker()
  let above = ''
  /** The closing tag of an element that stays HTML, with its indentation. */
  let end: string | undefined
  return lines.flatMap((line, at) => {
    const isText = track(line.text) === 'text'
    const text = line.text.trimEnd()
    if (/^ {0,3}\S/.test(text)) {
      above = text
      end = undefined
    }
    if (end !== undefined) {
      if (text === end) end = undefined
      return [line]
    }
    if (!isText || !INDENTED.test(text) || !CONTENT_ABOVE.test(above)) return [line]
    const opened = /^(\s*<)([a-z]+)/i.exec(text)
    if (opened !== null && nextText(lines, at).startsWith('<') && !nextText(lines, at).startsWith('</')) {
      end = `${opened[1]}/${opened[2]}>`
      return [line]
    }
    const blank = { text: '', line: line.line }
    return [blank, { ...line, text }, blank]
  })
}

/** The next line with a text, without its indentation; empty for none. */
function nextText(lines: readonly SourceLine[], at: number): string {
  let next = at + 1
  while (next < lines.length && lines[next]?.text.trim() === '') next++
  return lines[next]?.text.trimStart() ?? ''
}
