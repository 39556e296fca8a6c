/**
 * Lines that are lists of attributes for a block: kramdown's `{: .note }` before or after it, and goldmark's
 * `{.class #id}` after it. Each becomes two marks (`container.ts`), since the Markdown parser would join it with the
 * block's text; `attribute-blocks.ts` applies them to the tree. kramdown's other extensions are read here too.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { Container } from './container.ts'
import { parseAttributeList } from './container.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const KRAMDOWN = /^([\s>]*)\{:(?![:/])([^{}]*)\}\s*$/
const GOLDMARK = /^([\s>]*)\{[ \t]*((?:[.#][\w-]|[a-z][\w-]*=)[^{}]*)\}\s*$/
const DEFINITION = /^\s*([\w-]+):(?:\s([^{}]*))?$/
const ITEM = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\{:[^{}]*\}[ \t]*/
/** An element whose content is Markdown, and begins in the next line. */
const MARKDOWN_TAG = /^[\s>]*<\w+\s[^<>]*\bmarkdown=[^<>]*>\s*$/
const TERM = /^(\s*):[ \t]{1,3}(?=\S)/

/** Replaces lists of attributes by marks; their containers are added to the list. */
export function markAttributes(lines: SourceLine[], containers: Container[], syntax: PageSyntax): SourceLine[] {
  const isKramdown = syntax.generator === 'jekyll'
  if (!isKramdown && syntax.generator !== 'hugo') return lines
  if (!lines.some(({ text }) => /\{[:.#a-z]|^\s*:[ \t]|^<\//.test(text))) return lines
  const track = codeTracker()
  const move = definitionMover()
  const state: State = { result: [], named: new Map(), isComment: false, isTerm: false, quote: '' }
  for (const { text: given, line } of lines) {
    const kind = track(given)
    const written = move(given, kind === 'text', state.isTerm)
    // kramdown ends a block of HTML at its last tag, and Markdown at the next blank line.
    if (isKramdown && /^<\/[a-z]+>\s*$/i.test(lastText(state)) && /^[^\s<]/.test(written))
      state.result.push({ text: '', line })
    if (kind !== 'text') {
      state.result.push({ text: written, line })
      continue
    }
    const text = inQuote(isKramdown ? withoutComments(written, state) : written, state)
    const found = (isKramdown ? KRAMDOWN : GOLDMARK).exec(text)
    if (found === null) addText({ text, line }, isKramdown, state)
    else addAttributes(found, { text, line }, isKramdown, containers, state)
  }
  return state.result
}

/** The state between lines. */
interface State {
  result: SourceLine[]
  /** kramdown's named lists: `{:name: .class}`. */
  named: Map<string, string>
  /** Whether the line is inside a comment. */
  isComment: boolean
  /** Whether the line follows a term, or is in its definition. */
  isTerm: boolean
  /** The signs of the quote around the last list, whose next line may lack them. */
  quote: string
}

function lastText({ result }: State): string {
  return result.at(-1)?.text ?? ''
}

function withoutComments(written: string, state: State): string {
  const { text, open } = withoutExtensions(written, state.isComment)
  state.isComment = open
  return text
}

/** A line in the quote of the list before it. */
function inQuote(text: string, state: State): string {
  const { quote } = state
  state.quote = ''
  return quote === '' || !hasText(text) || /^\s*>/.test(text) ? text : quote + text.trimStart()
}

/** Adds a line without a list of attributes. */
function addText({ text, line }: SourceLine, isKramdown: boolean, state: State): void {
  // kramdown and goldmark take one blank after the colon; `container.ts` needs three.
  const isDefinition = TERM.test(text) && (state.isTerm || hasText(lastText(state)))
  state.isTerm = isDefinition || (state.isTerm && (text.trim() === '' || /^\s{2,}/.test(text)))
  const shown = isDefinition ? text.replace(TERM, '$1:   ') : isKramdown ? text.replace(ITEM, '$1') : text
  state.result.push({ text: shown, line })
}

/** Adds the marks of a list of attributes, or the name of a list that others use. */
function addAttributes(
  [, prefix = '', list = '']: RegExpExecArray,
  { text, line }: SourceLine,
  isKramdown: boolean,
  containers: Container[],
  state: State,
): void {
  const { result, named } = state
  const [, name, values = ''] = (isKramdown && DEFINITION.exec(list)) || []
  if (name !== undefined) {
    named.set(name, values)
    return
  }
  const before = result.at(-1)?.text ?? ''
  const isAfter = hasText(before) && !before.endsWith('\uE002') && !MARKDOWN_TAG.test(before)
  if (!isAfter && !isKramdown) {
    result.push({ text, line })
    return
  }
  const source = list.replaceAll(/(?<![\w.#="'-])[a-z][\w-]*(?![\w=-])/g, (word) => named.get(word) ?? word)
  const attributes = { ...parseAttributeList(source), position: isAfter ? 'after' : 'before' }
  containers.push({ kind: 'macro', name: ':attributes', title: undefined, attributes, line, source: text.trim() })
  const blank = prefix.trimEnd()
  if (!isAfter && blank !== '') state.quote = prefix
  const index = containers.length - 1
  for (const sign of ['\uE001', '\uE002'])
    result.push({ text: blank, line }, { text: `${prefix}\uE000${index}${sign}`, line })
  result.push({ text: blank, line })
}

/** The text of a definition begins after its colon, and that of `container.ts` four columns after the colon. */
function definitionMover(): (text: string, isText: boolean, isTerm: boolean) => string {
  let width = 0
  let isCode = false
  return (text, isText, isTerm) => {
    const mark = isText ? TERM.exec(text)?.[0] : undefined
    if (mark !== undefined) {
      width = mark.length - mark.indexOf(':')
      return text
    }
    const indent = text.length - text.trimStart().length
    const isInside = isTerm && indent >= width && indent < 4 && text.trim() !== ''
    isCode = isText ? false : isCode || isInside
    return isInside || isCode ? ' '.repeat(4 - width) + text : text
  }
}

/** Whether a line has text besides the signs of quotes. */
function hasText(text: string): boolean {
  return text.replaceAll(/[\s>]/g, '') !== ''
}

/** A line without extensions. */
interface Bare {
  text: string
  /** Whether a comment goes on in the next line. */
  open: boolean
}

/** Removes kramdown's extensions: comments, options, marks of raw HTML. */
function withoutExtensions(written: string, isComment: boolean): Bare {
  if (!isComment && !written.includes('{:')) return { text: written, open: false }
  let text = written
  let open = isComment
  let kept = ''
  for (;;) {
    if (open) {
      const end = /\{:\/(?:comment)?\}/.exec(text)
      if (end === null) return { text: kept, open }
      text = text.slice(end.index + end[0].length)
      open = false
    }
    const start = /\{::(comment|nomarkdown|options)\b[^{}]*\}/.exec(text)
    if (start === null) return { text: kept + text.replaceAll(/\{:\/\w*\}/g, ''), open }
    kept += text.slice(0, start.index)
    text = text.slice(start.index + start[0].length)
    open = start[1] === 'comment' && !start[0].endsWith('/}')
  }
}
