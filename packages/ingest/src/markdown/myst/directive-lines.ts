/**
 * Finds MyST's directives line by line, before the Markdown parser: fences ```` ```{note} Title ```` and `:::{note}`,
 * nested by length. A directive with Markdown becomes a container with marks (`container.ts`), so that lists, quotes and
 * link definitions work across its borders; one with code becomes a fence; tables of data and includes become lines.
 * Other syntax of MyST's lines is replaced here too: targets `(label)=`, comments `%`, block breaks `+++`, definitions
 * `: text`, fields `:name: text`, substitutions.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { PageSyntax } from '../../folder/page-syntax.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { Container } from '../container.ts'
import { CLOSING, DIRECTIVE, endOf, indentOf, isFence, opensDirective, splitArgument } from './directive-fence.ts'
import { directiveOf, RAW } from './directive-names.ts'
import { readOptions } from './directive-options.ts'
import { type RawDirective, rawLines } from './directive-raw.ts'
import type { IncludeContext } from '../include.ts'
import { type SourceLine, withoutPrefix } from '../source-line.ts'
import { replaceSubstitutions, type Substitutions } from './substitution.ts'

/** The page that directives are in. */
export interface DirectiveContext extends IncludeContext {
  substitutions: Substitutions
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^]*)$/
const ITEM = /^([\s>]*)((?:[-*+]|\d{1,9}[.)])\s+)\S/
const TARGET = /^([\s>]*)\(([^()]+)\)=\s*$/
const BLOCK_ATTRIBUTES = /^([\s>]*)\{(?:[^{}]*\s)?#([\w:.-]+)(?:\s[^{}]*)?\}\s*$/
const CLASS_ATTRIBUTES = /^[\s>]*\{(?:(?:\.[\w-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+))(?:\s+|(?=\})))+\}\s*$/
const FIELD = /^([\s>]*):([^\s:`][^:`]*):(?:\s+(.*))?$/
/** A container with a class: `:::name`. Names of admonitions are read as such. */
const CLASS_CONTAINER =
  /^([\s>]*:{3,})[ \t]?(?!(?:note|tip|hint|important|warning|caution|danger|attention|error|info|details)\b)([A-Za-z][\w-]*)[ \t]*$/
/** Fields that are settings of a page. */
const PAGE_FIELDS = /^(?:orphan|nosearch|nocomments|tocdepth|no-search)$/
const DEFINITION = /^(\s*):([ \t]+)(\S.*)$/
const LABELLED_FORMULA = /\$\$\s*\(([^\s()]+)\)\s*$/

/** Lines at the beginning of a directive in which options are looked for. */
const MAX_OPTION_LINES = 60

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

interface Open {
  /** `code`: a fence that is no directive; `definition`: an indented definition. */
  kind: 'directive' | 'code' | 'definition'
  /** The fence; empty for a definition. */
  fence: string
  /** Index of the container. */
  index: number
  /** Text before the lines of the content. */
  prefix: string
  /** Columns that the lines of a definition lose. */
  inner: number
}

/** Whether the pages have MyST's directives and roles. */
export function readsDirectives({ generator }: PageSyntax): boolean {
  return generator === 'sphinx' || generator === 'myst'
}

/** Syntax that `markDirectives` reads; lines without it are skipped. */
const TRIGGER = /[`~:]{3}\{|^[\s>]*(?:\([^()\n]+\)=|%|\+{3}|:|\{)|\{\{|\$\$\s*\(/

/** Replaces directives by marks and lines. Other lines are returned unchanged. */
export function markDirectives(
  source: SourceLine[],
  context: DirectiveContext,
): { lines: SourceLine[]; containers: Container[] } {
  if (!source.some(({ text }) => TRIGGER.test(text))) return { lines: source, containers: [] }
  const result: SourceLine[] = []
  const containers: Container[] = []
  const open: Open[] = []
  /** Column of the text of the last list item, in which deeper lines are no code. */
  let listColumn = 0
  scan(source, 0)
  while (open.length > 0) close(source.at(-1)?.line ?? 1, true)
  return { lines: result, containers }

  function scan(lines: SourceLine[], depth: number): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!
      closeDefinitions(line)
      const text = dedented(line.text).replace(CLASS_CONTAINER, '$1{div} $2')
      const closing = CLOSING.exec(text)
      const top = open.at(-1)
      if (closing !== null && top?.kind !== 'code' && closeFence(closing[1]!, line.line)) continue
      if (top?.kind === 'code') {
        result.push({ ...line, text })
        if (closing?.[1]?.startsWith(top.fence) === true) open.pop()
        continue
      }
      const item = ITEM.exec(text)
      if (item !== null) listColumn = item[1]!.length + item[2]!.length
      else if (text.trim() !== '' && indentOf(text) < listColumn) listColumn = 0
      const found = DIRECTIVE.exec(text)
      const fence = FENCE.exec(text)
      if (found !== null && isFence(found[2]!, found[4]!) && !isIndentedCode(found[1]!))
        at = directive(found, lines, at, depth)
      else if (fence !== null && isFence(fence[1]!, fence[2]!)) {
        open.push({ kind: 'code', fence: fence[1]!, index: -1, prefix: '', inner: 0 })
        result.push({ ...line, text })
      } else textLine({ ...line, text }, depth)
    }
  }

  /** Reads the directive of a line; returns the index of the last line that it has used. */
  function directive(found: RegExpExecArray, lines: SourceLine[], at: number, depth: number): number {
    const [, prefix, fence, name, rest] = found as unknown as [string, string, string, string, string]
    const inner = prefix.replaceAll(/[^\s>]/g, ' ')
    const { line } = lines[at]!
    const head = lines.slice(at + 1, at + 1 + MAX_OPTION_LINES)
    const { options, count } = readOptions(head.map(({ text }) => withoutPrefix(dedented(text), inner)))
    const isMarkdown = fence.startsWith(':') || opensDirective(head.slice(count))
    const kind = directiveOf(name) ?? (isMarkdown ? undefined : 'code')
    const argument = rest.trim()
    if (kind === undefined || !RAW.has(kind)) {
      const { argument: title, content } = splitArgument(kind, argument, context.syntax.generator === 'myst')
      start({ name, line, source: `${fence}{${name}}${rest}` }, fence, prefix, { ...options, argument: title })
      if (content !== '') scan([{ text: inner + content, line }], depth)
      return at + count
    }
    const end = endOf(lines, at + 1 + count, fence)
    const body = lines
      .slice(at + 1 + count, end)
      .map((one) => ({ ...one, text: withoutPrefix(dedented(one.text), inner) }))
    if (end >= lines.length) unclosed(fence, name, line)
    const raw: RawDirective = { kind, name: name.toLowerCase(), argument, options, body, line }
    const label = options.label ?? options.name
    if (label !== undefined && kind !== 'include') target(label, prefix, line)
    const { lines: made, nested } = depth > MAX_DEPTH ? { lines: [], nested: false } : rawLines(raw, context)
    const placed = made.map((one, index) => ({
      ...one,
      text: `${index === 0 && label === undefined ? prefix : inner}${one.text}`.trimEnd(),
    }))
    if (nested) scan(placed, depth + 1)
    else result.push({ text: inner.trimEnd(), line }, ...placed, { text: inner.trimEnd(), line })
    return end
  }

  function textLine(line: SourceLine, depth: number): void {
    const { text } = line
    if (/^[\s>]*%/.test(text) && indentOf(text) < 4)
      result.push({ ...line, text: text.slice(0, text.indexOf('%')).trimEnd() })
    else if (/^[\s>]*(?:\+{3,}(?:\s.*)?|\^{3,})$/.test(text)) result.push({ ...line, text: '' })
    else if (text.includes('{{') && depth < MAX_DEPTH) {
      const replaced = replaceSubstitutions(line, context)
      if (replaced === undefined) result.push(line)
      else scan(replaced, depth + 1)
    } else if (!attributeLine(line) && !definitionLine(line, depth) && !fieldLine(line) && !formulaLine(line))
      result.push(line)
  }

  /** Writes a target `(label)=`, or the attributes of the block below; false for another line. */
  function attributeLine({ text, line }: SourceLine): boolean {
    const named = /^[\s>]*\(/.test(text)
      ? TARGET.exec(text)
      : /^[\s>]*\{/.test(text)
        ? BLOCK_ATTRIBUTES.exec(text)
        : null
    if (named !== null) target(named[2]!, named[1]!, line)
    else if (CLASS_ATTRIBUTES.test(text)) result.push({ text: '', line })
    else return false
    return true
  }

  /** Begins a definition `: text` below its term; false for another line. */
  function definitionLine({ text, line }: SourceLine, depth: number): boolean {
    const definition = /^\s*:[ \t]/.test(text) ? DEFINITION.exec(text) : null
    if (definition === null) return false
    const isBelowTerm = (result.at(-1)?.text ?? '') !== ''
    const isBelowMark = result.slice(-3).some(({ text: before }) => before.includes('\uE002'))
    if (isBelowTerm || isBelowMark) define(definition, line, depth)
    return isBelowTerm || isBelowMark
  }

  /** Writes a field `:name: text` as an item of a list; false for another line. */
  function fieldLine(line: SourceLine): boolean {
    const field = /^[\s>]*:[^\s:]/.test(line.text) ? FIELD.exec(line.text) : null
    if (field === null) return false
    const [, prefix = '', name = '', value] = field
    const isOfPage = prefix === '' && PAGE_FIELDS.test(name)
    result.push({ ...line, text: isOfPage ? '' : `${prefix}- **${name}**${value === undefined ? '' : `: ${value}`}` })
    return true
  }

  /** Writes the end of a formula `$$ (label)` without its label; false for another line. */
  function formulaLine(line: SourceLine): boolean {
    const formula = line.text.includes('$$') ? LABELLED_FORMULA.exec(line.text) : null
    if (formula === null) return false
    result.push({ ...line, text: line.text.slice(0, formula.index + 2) })
    target(formula[1]!, /^[\s>]*/.exec(line.text)?.[0] ?? '', line.line)
    return true
  }

  function define(found: RegExpExecArray, line: number, depth: number): void {
    const [, space, gap, first] = found as unknown as [string, string, string, string]
    if (open.length >= LIMITS.componentDepth) return void result.push({ text: first, line })
    const container: Container = {
      kind: 'definition',
      name: '',
      title: undefined,
      attributes: {},
      line,
      source: `: ${first}`,
    }
    mark(containers.push(container) - 1, false, space, line)
    open.push({ kind: 'definition', fence: '', index: containers.length - 1, prefix: space, inner: gap.length + 1 })
    scan([{ text: `${space}${' '.repeat(gap.length + 1)}${first}`, line }], depth)
  }

  function start(
    at: Pick<Container, 'name' | 'line' | 'source'>,
    fence: string,
    prefix: string,
    attributes: Record<string, string>,
  ): void {
    const inner = prefix.replaceAll(/[^\s>]/g, ' ')
    if (open.length >= LIMITS.componentDepth) {
      const message = `This container is nested more than ${LIMITS.componentDepth} deep and is shown as text; close those before it.`
      context.report('unclosed-container', at.line, message)
      return void result.push({ text: `${prefix}${at.source}`, line: at.line })
    }
    containers.push({ kind: 'directive', title: undefined, attributes, ...at })
    mark(containers.length - 1, false, prefix, at.line)
    if (fence !== '') open.push({ kind: 'directive', fence, index: containers.length - 1, prefix: inner, inner: 0 })
  }

  function target(label: string, prefix: string, line: number): void {
    if (containers.length > LIMITS.componentDepth * 1000) return
    const index =
      containers.push({
        kind: 'directive',
        name: 'target',
        title: undefined,
        attributes: { label },
        line,
        source: `(${label})=`,
      }) - 1
    mark(index, false, prefix, line)
    mark(index, true, prefix.replaceAll(/[^\s>]/g, ' '), line)
  }

  function mark(index: number, closing: boolean, prefix: string, line: number): void {
    const blank = prefix.replaceAll(/[^\s>]/g, ' ').trimEnd()
    result.push(
      { text: blank, line },
      { text: `${prefix}\uE000${index}${closing ? '\uE002' : '\uE001'}`, line },
      { text: blank, line },
    )
  }

  function close(line: number, isMissing = false): void {
    const top = open.pop()!
    if (top.kind === 'code') return
    if (isMissing && top.kind === 'directive')
      unclosed(top.fence, containers[top.index]!.name, containers[top.index]!.line)
    mark(top.index, true, top.prefix, line)
  }

  function unclosed(fence: string, name: string, line: number): void {
    context.report(
      'unclosed-container',
      line,
      `"${fence}{${name}}" is never closed; write "${fence}" after its content.`,
    )
  }

  /** Closes the innermost fence of this length, else of a shorter one; returns whether there was one. */
  function closeFence(fence: string, line: number): boolean {
    let index = open.findLastIndex((one) => one.fence === fence)
    if (index < 0) index = open.findLastIndex((one) => one.fence !== '' && fence.startsWith(one.fence))
    if (index < 0) return false
    while (open.length > index) close(line)
    return true
  }

  function closeDefinitions({ text, line }: SourceLine): void {
    // A fence that was opened inside keeps its definition open.
    if (text.trim() === '' || open.at(-1)?.kind === 'code') return
    const at = open.findIndex((one) => one.kind === 'definition' && indentOf(text) <= one.prefix.length)
    if (at < 0) return
    while (open.length > at) close(line)
  }

  /** A line without the indentation of the definitions around it. */
  function dedented(text: string): string {
    let shown = text
    for (const { kind, prefix, inner } of open) {
      if (kind !== 'definition') continue
      const count = Math.min(inner, Math.max(0, indentOf(shown) - prefix.length))
      shown = shown.slice(0, prefix.length) + shown.slice(prefix.length + count)
    }
    return shown
  }

  function isIndentedCode(prefix: string): boolean {
    const around = open.findLast((one) => one.kind === 'directive')?.prefix.length ?? 0
    return !prefix.includes('>') && indentOf(prefix) >= Math.max(around, listColumn) + 4
  }
}
