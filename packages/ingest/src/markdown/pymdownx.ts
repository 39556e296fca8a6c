/**
 * Syntax of MkDocs' extensions, line by line: blocks `/// note | Title` with options, objects of mkdocstrings
 * (`::: package.Class`), code includes `{* file.py hl[1:3] *}`, Markdown includes `{! file.md !}`, CriticMarkup,
 * definitions and admonitions with fewer blanks, and values of the configuration for the macros plugin.
 */
import { LIMITS } from '../limits/limits.ts'
import type { Container } from './container.ts'
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { readOptions } from './myst/directive-options.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines, withoutMarks } from './source-line.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const BLOCK = /^(\s*)(\/{3,})[ \t]+([a-z][\w-]*)[ \t]*(?:\|[ \t]*([^]*))?$/i
const CLOSING = /^\s*(\/{3,})[ \t]*$/
const OBJECT = /^(\s*):::[ \t]+([A-Za-z_][\w.:/-]*)[ \t]*$/
/** The same as a heading, in MkDocs. */
const HEADING = /^(#{1,6}[ \t]+):::[ \t]+([A-Za-z_][\w.:/-]*)[ \t]*$/
const VARIABLE = /\{\{-?[ \t]*([A-Za-z_][\w.]*)[ \t]*-?\}\}/g

/** Admonitions without a blank after their sign, and details without a type. */
const TIGHT = /^(\s*(?:!!!|\?{3}\+?))(?=[\w-]+(?:[ \t]+[\w-]+)*(?:[ \t]+"[^"]*")?[ \t]*$)/
const UNTYPED = /^(\s*\?{3}\+?)(?=[ \t]+"[^"]*"[ \t]*$)/

/** Lines of options below the first line of a block. */
const MAX_OPTION_LINES = 20

/** Lines above a definition among which the block around it is looked for. */
const MAX_ABOVE = 500

/** A line that is only the sign before or after several paragraphs with a mark of CriticMarkup. */
const CRITIC_LINE = /^\s*(?:\{(?:==|\+\+|--)|(?:==|\+\+|--)\})[ \t]*$/

interface Open {
  slashes: string
  index: number
  prefix: string
}

/** The lines in the syntax that all pages share. @param containers receives the blocks, for `markContainers`. */
export function pymdownxLines(
  source: SourceLine[],
  containers: Container[],
  context: IncludeContext,
  depth = 0,
): SourceLine[] {
  const { variables } = context.syntax
  const hasVariables = Object.keys(variables).length > 0
  const lines = hasVariables ? source.map((line) => withVariables(line, variables)) : source
  if (
    !lines.some(({ text }) =>
      /^(?:#{1,6}[ \t]|\s*)(?:\/{3}|:{1,3}[ \t]|(?:==|\+\+|--)\}|\{[*!]|!!!\w|\?{3}\+?(?:\w|[ \t]+"))|\{(?:[+=-]{2}|~~|>>)/.test(
        text,
      ),
    )
  )
    return lines
  const result: SourceLine[] = []
  const open: Open[] = []
  const track = codeTracker()
  const mark = (index: number, sign: string, prefix: string, line: number): void => {
    result.push({ text: '', line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: '', line })
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const { text } = line
    if (track(text) !== 'text') {
      result.push(line)
      continue
    }
    const closing = CLOSING.exec(text)?.[1]
    const closed = closing === undefined ? -1 : open.findLastIndex(({ slashes }) => slashes === closing)
    if (closed >= 0) {
      for (const { index, prefix } of open.splice(closed).toReversed()) mark(index, '\uE002', prefix, line.line)
      continue
    }
    if (TIGHT.test(text) || UNTYPED.test(text)) {
      result.push({ ...line, text: text.replace(TIGHT, '$1 ').replace(UNTYPED, '$1 details') })
      continue
    }
    const block = open.length < LIMITS.componentDepth ? BLOCK.exec(text) : null
    if (block !== null) {
      const [, prefix = '', slashes = '', name = '', argument = ''] = block
      const options = optionsAt(lines, at + 1, prefix)
      const container = blockOf(name.toLowerCase(), argument.trim(), options.values)
      const index = containers.push({ ...container, line: line.line, source: text.trim() }) - 1
      mark(index, '\uE001', prefix, line.line)
      open.push({ slashes, index, prefix })
      at += options.count
      continue
    }
    const isHeading = context.syntax.generator === 'mkdocs' && text.startsWith('#')
    const object = text.includes(':::') ? (isHeading ? HEADING : OBJECT).exec(text) : null
    if (object !== null) {
      const [, prefix = '', name = ''] = object
      result.push(
        { text: '', line: line.line },
        { ...line, text: `${prefix}\`${name}\`${isHeading ? ' ' : ''}{ #${name} }` },
        { text: '', line: line.line },
      )
      at += optionsAt(lines, at + 1, isHeading ? '' : prefix).count
    } else if (text.includes('{*') || text.includes('{!')) result.push(...included(line, containers, context, depth))
    else if (/^\s*:[ \t]{1,8}\S/.test(text) && isTerm(termAbove(lines, at), text) && isContent(lines, at))
      result.push({ ...line, text: text.replace(/^(\s*):[ \t]+/, '$1:   ') })
    else if (CRITIC_LINE.test(text)) result.push({ ...line, text: '' })
    else result.push(/\{(?:[+=-]{2}|~~|>>)/.test(text) ? { ...line, text: withCriticMarks(text) } : line)
  }
  const end = lines.at(-1)?.line ?? 1
  for (const { index, prefix, slashes } of open.toReversed()) {
    const { line, source: written } = containers[index] ?? { line: end, source: slashes }
    context.report('unclosed-container', line, `"${written}" is never closed; write "${slashes}" after its content.`)
    mark(index, '\uE002', prefix, end)
  }
  return result
}

function withVariables(line: SourceLine, variables: Readonly<Record<string, string>>): SourceLine {
  if (!line.text.includes('{{')) return line
  const text = line.text.replaceAll(VARIABLE, (source, name: string) =>
    Object.hasOwn(variables, name) ? withoutMarks(variables[name] ?? source) : source,
  )
  return text === line.text ? line : { ...line, text }
}

/** Options: YAML that is indented by four columns, directly below. */
function optionsAt(
  lines: SourceLine[],
  from: number,
  prefix: string,
): { values: Record<string, string>; count: number } {
  const inner: string[] = []
  for (const { text } of lines.slice(from, from + MAX_OPTION_LINES)) {
    if (!text.startsWith(`${prefix}    `) || text.trim() === '') break
    inner.push(text.slice(prefix.length + 4))
  }
  const isYaml = /^[\w-]+:(?:\s|$)/.test(inner[0] ?? '')
  return isYaml
    ? { values: readOptions(['---', ...inner, '---']).options, count: inner.length }
    : { values: {}, count: 0 }
}

/** The container of a block. */
function blockOf(name: string, argument: string, options: Record<string, string>): Omit<Container, 'line' | 'source'> {
  const title = argument === '' ? undefined : argument
  const type = options.type ?? ''
  if (name === 'admonition') return { kind: 'bang', name: type === '' ? 'note' : type, title, attributes: {} }
  if (name === 'details')
    return {
      kind: options.open === 'true' ? 'query-open' : 'query',
      name: type === '' ? 'details' : type,
      title,
      attributes: {},
    }
  if (name === 'tab')
    return { kind: options.new === 'true' ? 'tab-new' : 'tab', name: '', title: argument, attributes: {} }
  if (name === 'html') return { kind: 'bang', name: 'div', title: undefined, attributes: {} }
  if (/^(?:[\w]+-)?caption$/.test(name)) return { kind: 'bang', name: 'caption', title: undefined, attributes: {} }
  if (name === 'define') return { kind: 'bang', name: 'define', title: undefined, attributes: {} }
  return { kind: 'bang', name, title, attributes: {} }
}

/** A line that includes a file: code with marked lines, or Markdown. */
function included(line: SourceLine, containers: Container[], context: IncludeContext, depth: number): SourceLine[] {
  const written = line.text.trim()
  const isCode = written.startsWith('{*') && written.endsWith('*}')
  if (!isCode && !(written.startsWith('{!') && written.endsWith('!}'))) return [line]
  const prefix = line.text.slice(0, line.text.length - line.text.trimStart().length)
  const [path = '', ...settings] = written.slice(2, -2).trim().split(/\s+/)
  if (path === '' || /[*"',]/.test(path) || depth >= MAX_DEPTH) return [line]
  const text = includedText(path, line.line, context)
  if (text === undefined) return []
  spend(context.budget, 'units', text.length, line.line)
  const all = sourceLines(text.replace(/\r?\n$/, '')).map((one) => one.text)
  const place = (one: string): SourceLine => ({ text: prefix + one, line: line.line })
  if (!isCode) return pymdownxLines(all.map(place), containers, context, depth + 1)
  const options = settings.join(' ')
  const shown = numbersIn(/\bln\[([\d:,\s-]*)\]/.exec(options)?.[1], all.length)
  const marked = numbersIn(/\bhl\[([\d:,\s-]*)\]/.exec(options)?.[1], all.length)
  const numbers = shown ?? all.map((_, index) => index + 1)
  const marks = numbers.flatMap((number, index) => (marked?.includes(number) === true ? [index + 1] : []))
  const body = numbers.map((number) => all[number - 1] ?? '')
  const fence = '`'.repeat(body.reduce((most, one) => Math.max(most, /^\s*(`{3,})/.exec(one)?.[1]?.length ?? 0), 2) + 1)
  const language = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return [`${fence}${language}${marks.length === 0 ? '' : ` {${marks.join(',')}}`}`, ...body, fence].map(place)
}

/** Line numbers `1,3:5`; `undefined` without a list. */
function numbersIn(list: string | undefined, last: number): number[] | undefined {
  return list?.split(',').flatMap((part) => {
    const [from = '', to = from] = part.split(/[:-]/).map((one) => one.trim())
    const [start, end] = [Number(from), Math.min(Number(to), last)]
    return Number.isInteger(start) && start > 0 && end >= start
      ? Array.from({ length: end - start + 1 }, (_, at) => start + at)
      : []
  })
}

/** The line before a definition; a blank line may be between where three blanks are after the colon. */
function termAbove(lines: readonly SourceLine[], at: number): string | undefined {
  const before = lines[at - 1]?.text
  return before?.trim() === '' && /^\s*:[ \t]{3}/.test(lines[at]?.text ?? '') ? lines[at - 2]?.text : before
}

/** Whether the line before a definition is a line of a paragraph: its term. */
function isTerm(before: string | undefined, definition: string): boolean {
  if (before === undefined || !/^\s*[^\s|#>:-]/.test(before)) return false
  return indentOf(before) < 4 ? indentOf(definition) < 4 : indentOf(before) === indentOf(definition)
}

/** A line whose content is indented: of admonitions, details, tabs, definitions, lists and blocks. */
const HOLDER = /^\s*(?:!!!|\?{3}|===|:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/

/** Whether a line belongs to the block around it: with four blanks before it, it would be code otherwise. */
function isContent(lines: readonly SourceLine[], at: number): boolean {
  let indent = indentOf(lines[at]?.text ?? '')
  for (let above = at - 1; indent > 3; above--) {
    const text = lines[above]?.text
    if (text === undefined || at - above > MAX_ABOVE) return false
    if (text.trim() === '' || indentOf(text) >= indent) continue
    if (!HOLDER.test(text)) return false
    indent = indentOf(text)
  }
  return true
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

const CRITIC =
  /\{\+\+([^{}]*?)\+\+\}|\{--([^{}]*?)--\}|\{==([^{}]*?)==\}|\{>>([^{}]*?)<<\}|\{~~([^{}]*?)~>([^{}]*?)~~\}/g

/** CriticMarkup outside code spans, as HTML; a comment is text in brackets. */
function withCriticMarks(source: string): string {
  return source
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(CRITIC, (_, ...groups: (string | undefined)[]) => {
            const [added, removed, marked, comment, before, after] = groups
            if (added !== undefined) return `<ins>${added}</ins>`
            if (removed !== undefined) return `<del>${removed}</del>`
            if (marked !== undefined) return `<mark>${marked}</mark>`
            if (comment !== undefined) return `(${comment.trim()})`
            return `<del>${before ?? ''}</del><ins>${after ?? ''}</ins>`
          }),
    )
    .join('`')
}
