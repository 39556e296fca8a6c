/**
 * Finds MyST's directives line by line, before the Markdown parser: fences ```` ```{note} Title ```` and `:::{note}`,
 * nested by length. A directive with Markdown becomes a container with marks (`container.ts`), so that lists, quotes and
 * link definitions work across its borders; one with code becomes a fence; tables of data and includes become lines.
 * Definitions `: text`, substitutions and lines with a syntax of their own (`single-lines.ts`) are replaced here too.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { PageSyntax } from '../../folder/page-syntax.ts'
import type { Container } from '../container.ts'
import { CLOSING, DIRECTIVE, endOf, indentOf, isFence, opensDirective, splitArgument } from './directive-fence.ts'
import { directiveOf, RAW } from './directive-names.ts'
import { blank, createNesting } from './directive-nesting.ts'
import { lineOptions, readOptions } from './directive-options.ts'
import { type RawDirective, rawLines } from './directive-raw.ts'
import type { IncludeContext } from '../include-text.ts'
import { commentLine, singleLine, type SingleLine } from './single-lines.ts'
import { type SourceLine, withoutPrefix } from '../source-line.ts'
import { replaceSubstitutions, type Substitutions } from './substitution.ts'

/** The page that directives are in. */
export interface DirectiveContext extends IncludeContext {
  substitutions: Substitutions
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^]*)$/
const ITEM = /^([\s>]*)((?:[-*+]|\d{1,9}[.)])\s+)\S/
/** A container with a class: `:::name`. Names of admonitions are read as such. */
const CLASS_CONTAINER =
  /^([\s>]*:{3,})[ \t]?(?!(?:note|tip|hint|important|warning|caution|danger|attention|error|info|details)\b)([A-Za-z][\w-]*)[ \t]*$/
const DEFINITION = /^(\s*):([ \t]+)(\S.*)$/

/** Lines at the beginning of a directive in which options are looked for. */
const MAX_OPTION_LINES = 60

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

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
  const nesting = createNesting(context.report)
  const { result, containers, open } = nesting
  /** Column of the text of the last list item, in which deeper lines are no code. */
  let listColumn = 0
  scan(source, 0)
  nesting.closeAll(source.at(-1)?.line ?? 1)
  return { lines: result, containers }

  function scan(lines: SourceLine[], depth: number): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!
      nesting.closeDefinitions(line)
      const text = nesting.dedented(line.text).replace(CLASS_CONTAINER, '$1{div} $2')
      const closing = CLOSING.exec(text)
      const top = open.at(-1)
      if (closing !== null && top?.kind !== 'code' && nesting.closeFence(closing[1]!, line.line)) continue
      if (top?.kind === 'code') {
        result.push({ ...line, text })
        if (closing?.[1]?.startsWith(top.fence) === true) open.pop()
        continue
      }
      if (/^\s*<!--/.test(text) && !text.includes('-->')) {
        const end = lines.findIndex((one, index) => index > at && one.text.includes('-->'))
        const last = end < 0 ? lines.length - 1 : end
        for (const one of lines.slice(at, last + 1)) result.push({ ...one, text: nesting.dedented(one.text) })
        at = last
        continue
      }
      const item = ITEM.exec(text)
      if (item !== null) listColumn = item[1]!.length + item[2]!.length
      else if (text.trim() !== '' && indentOf(text) < listColumn) listColumn = 0
      const found = DIRECTIVE.exec(text)
      const fence = FENCE.exec(text)
      if (found !== null && isFence(found[2]!, found[5]!) && !isIndentedCode(found[1]!))
        at = directive(found, lines, at, depth)
      else if (fence !== null && isFence(fence[1]!, fence[2]!)) {
        open.push({ kind: 'code', fence: fence[1]!, index: -1, prefix: '', inner: 0 })
        result.push({ ...line, text })
      } else textLine({ ...line, text }, depth)
    }
  }

  /** Reads the directive of a line; returns the index of the last line that it has used. */
  function directive(found: RegExpExecArray, lines: SourceLine[], at: number, depth: number): number {
    const [, prefix, fence, name, ofLine, rest] = found as unknown as [string, string, string, string, string, string]
    const inner = blank(prefix)
    const { line } = lines[at]!
    // The first lines of reStructuredText may be a list of fields, which looks like options.
    const optionLines = name.toLowerCase() === 'eval-rst' ? 0 : MAX_OPTION_LINES
    const head = lines.slice(at + 1, at + 1 + optionLines)
    const below = readOptions(head.map(({ text }) => withoutPrefix(nesting.dedented(text), inner)))
    const { count } = below
    const options = { ...lineOptions(ofLine), ...below.options }
    const isMarkdown = fence.startsWith(':') || opensDirective(head.slice(count))
    const kind = directiveOf(name) ?? (isMarkdown ? undefined : 'code')
    const argument = rest.trim()
    if (kind === undefined || !RAW.has(kind)) {
      const { argument: title, content } = splitArgument(kind, argument, context.syntax.generator === 'myst')
      nesting.start({ name, line, source: `${fence}{${name}${ofLine}}${rest}` }, fence, prefix, {
        ...options,
        argument: title,
      })
      if (content !== '') scan([{ text: inner + content, line }], depth)
      return at + count
    }
    const end = endOf(lines, at + 1 + count, fence)
    const body = lines
      .slice(at + 1 + count, end)
      .map((one) => ({ ...one, text: withoutPrefix(nesting.dedented(one.text), inner) }))
    if (end >= lines.length) nesting.reportUnclosed(fence, name, line)
    const raw: RawDirective = { kind, name: name.toLowerCase(), argument, options, body, line }
    const label = options.label ?? options.name
    if (label !== undefined && kind !== 'include') nesting.target(label, prefix, line)
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
    const written = commentLine(line.text)
    const replaced =
      written === undefined && line.text.includes('{{') && depth < MAX_DEPTH
        ? replaceSubstitutions(line, context)
        : undefined
    if (written !== undefined) result.push({ ...line, text: written })
    else if (replaced !== undefined) scan(replaced, depth + 1)
    else if (!definitionLine(line, depth)) {
      const { text, target }: SingleLine = singleLine(line.text) ?? { text: line.text }
      if (text !== undefined) result.push({ ...line, text })
      if (target !== undefined) nesting.target(target.label, target.prefix, line.line)
    }
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

  function define(found: RegExpExecArray, line: number, depth: number): void {
    const [, space, gap, first] = found as unknown as [string, string, string, string]
    const inner = gap.length + 1
    if (nesting.startDefinition(space, inner, first, line))
      scan([{ text: `${space}${' '.repeat(inner)}${first}`, line }], depth)
  }

  function isIndentedCode(prefix: string): boolean {
    const around = open.findLast((one) => one.kind === 'directive')?.prefix.length ?? 0
    return !prefix.includes('>') && indentOf(prefix) >= Math.max(around, listColumn) + 4
  }
}
