/**
 * Markdown in an element that begins in the line of its text: `<td markdown="span">*a*</td>`, `<p markdown="1">` with
 * text over several lines. It becomes `<MarkdownText as="td">`, whose text `fold.ts` reads as Markdown without paragraphs.
 * An element of blocks (`<div markdown="1">Text`) gets lines of its own for its tags, as `markdown-in-html.ts` reads them.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'
import type { TreeNode } from './tree.ts'

/** The tag in place of an HTML element whose text is Markdown. Its attribute `as` is the name of the element. */
export const MARKDOWN_TEXT = 'MarkdownText'

const TAG = /<([a-z][a-z\d]{0,20})((?:\s[^<>]*?)?)\smarkdown(?:=["']?(\w{1,10})["']?)?(?=[\s>])([^<>]*)>/gi

/** Elements without blocks inside. */
const TEXT_ELEMENT = /^(?:p|h[1-6]|summary|dt|th|caption|legend)$/i

/** Elements of a line, in which every Markdown has Markdown. */
const INLINE_ELEMENT = /^(?:span|a|abbr|strong|em|b|i|u|small|sub|sup|label|q|mark|kbd|cite|del|ins|font)$/i

/** Longer lines are data, not prose. UTF-16 units. */
const MAX_UNITS = 20_000

/** Lines of the longest element of text. */
const MAX_LINES = 200

/** Puts tags around Markdown of lines, and blocks on lines of their own. Other lines are returned unchanged. */
export function markdownInLines(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.search(TAG) >= 0)) return lines
  const track = codeTracker()
  const result: SourceLine[] = []
  /** Names of open elements of blocks. */
  const open: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    if (track(line.text) !== 'text' || line.text.length > MAX_UNITS) {
      result.push(line)
      continue
    }
    const text = line.text.replaceAll(TAG, (whole, name: string, before: string, value: string, after: string, from) =>
      inCode(line.text, from) ? whole : tagOf(line.text.slice(from + whole.length), name, before, value, after),
    )
    const shown = withEnds(text, lines.slice(at + 1, at + MAX_LINES))
    at += shown.lines
    const own = shown.text.split('\n').flatMap((one) => ownLines(one, open))
    for (const one of own.flatMap((one) => one.replace(BEGINNING, '$1\n').split('\n'))) {
      if (PARAGRAPH.test(one) && /^\s*[^\s<]/.test(result.at(-1)?.text ?? '')) result.push({ ...line, text: '' })
      result.push({ ...line, text: one })
    }
  }
  return result
}

/** Whether a place of a line is between the ticks of code. */
function inCode(text: string, at: number): boolean {
  return text.slice(0, at).split('`').length % 2 === 0
}

/** The tag without its attribute where its content is no Markdown or is text; with it where its content is blocks. */
function tagOf(rest: string, name: string, before: string, value: string | undefined, after: string): string {
  if (value === '0' || INLINE_ELEMENT.test(name)) return `<${name}${before}${after}>`
  const isInLine = rest.trim() !== '' && endOf(rest, name, 0) >= 0
  const isText = isInLine || value === 'span' || TEXT_ELEMENT.test(name)
  return isText ? `<${MARKDOWN_TEXT} as="${name}"${before}${after}>` : `<${name}${before} markdown${after}>`
}

const OPENED = `<${MARKDOWN_TEXT} as="`

/** A paragraph or heading, which ends a paragraph above it. */
const PARAGRAPH = /^\s*<MarkdownText as="(?:p|h[1-6])"/

/** The tag at the beginning of a line: alone there, it begins a block of HTML. */
const BEGINNING = /^(\s*<MarkdownText as="[^<>]*>)(?=.)/

/** Gives elements of text their closing tags; a paragraph ends before a blank line. @returns the number of further lines. */
function withEnds(text: string, next: readonly SourceLine[]): { text: string; lines: number } {
  let shown = text
  let lines = 0
  for (let from = shown.indexOf(OPENED); from >= 0; from = shown.indexOf(OPENED, from + 1)) {
    const name = /^\w+/.exec(shown.slice(from + OPENED.length))?.[0] ?? ''
    let end = endOf(shown, name, from)
    while (end < 0 && lines < next.length && next[lines]?.text.trim() !== '') {
      // The sign of a list begins none in an element of text.
      shown += `\n${(next[lines]?.text.trimStart() ?? '').replace(/^[-+*](?=\s)/, String.raw`\$&`)}`
      lines++
      end = endOf(shown, name, from)
    }
    const isClosed = end >= 0
    const after = isClosed ? shown.slice(end).replace(/^[^>]*>?/, '') : ''
    shown = `${isClosed ? shown.slice(0, end) : shown}</${MARKDOWN_TEXT}>${after}`
  }
  return { text: shown, lines }
}

function endOf(text: string, name: string, from: number): number {
  return text.toLowerCase().indexOf(`</${name.toLowerCase()}`, from)
}

/** A line as up to three, so that the tags of an element of blocks are alone. @param open receives and loses its name. */
function ownLines(text: string, open: string[]): string[] {
  const space = text.slice(0, text.length - text.trimStart().length)
  const opening = /^(\s*<([a-z]\w*)\b[^<>]*\smarkdown(?=[\s>])[^<>]*>)(.*)$/i.exec(text)
  const [, tag = '', name = '', rest = ''] = opening ?? []
  if (opening !== null) {
    open.push(name.toLowerCase())
    return rest.trim() === '' ? [text] : [tag, ...ownLines(space + rest.trim(), open)]
  }
  const top = open.at(-1)
  if (top === undefined || endOf(text, top, 0) < 0) return [text]
  open.pop()
  const at = endOf(text, top, 0)
  return text.slice(0, at).trim() === '' ? [text] : [text.slice(0, at), space + text.slice(at)]
}

/** Gives a node of `<MarkdownText>` the form of its element. */
export function textElement(node: TreeNode): void {
  const { as, ...attributes } = node.attributes ?? {}
  const name = typeof as === 'string' ? as.toLowerCase() : 'span'
  const depth = /^h([1-6])$/.exec(name)?.[1]
  if (depth === undefined) Object.assign(node, { name: `html:${name}`, attributes })
  else {
    const id = typeof attributes.id === 'string' ? { id: attributes.id } : {}
    Object.assign(node, { type: 'heading', depth: Number(depth), data: { hProperties: id } })
  }
}
