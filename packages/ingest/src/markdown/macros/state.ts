/** State of expanding macros, which the readers of macros share. */
import type { IncludeResult } from '../../folder/include-reader.ts'
import type { PageSyntax } from '../../folder/page-syntax.ts'
import type { Report } from '../../result/problem.ts'
import type { Container } from '../container.ts'
import { type IncludeBudget, spend } from '../include-text.ts'
import type { SourceLine } from '../source-line.ts'
import type { Scope } from './liquid.ts'
import { openLine, type Output, startOutput, writeLines } from './output.ts'
import type { Macro, MacroSyntax, Piece, Ranges } from './scan.ts'

/** Properties of the page, and the places of results. */
export interface MacroContext {
  /** Whether the text around macros is HTML, without Markdown. */
  html: boolean
  syntax: PageSyntax
  frontMatter: Record<string, unknown>
  read: (path: string) => IncludeResult
  report: Report
  budget: IncludeBudget
  /** Receives the expressions and statements of `{% raw %}`, which are text. */
  rawExpressions: Set<string>
}

/** State that a page and the files that it includes share. */
export interface SharedState extends MacroContext {
  macros: MacroSyntax
  containers: Container[]
  scope: Scope
  /** Includes around this text. */
  depth: number
  /** Repetitions of loops that the page has left. */
  loops: { left: number }
  /** Writes pieces. `around` is the macro whose body they are. */
  render: (pieces: readonly Piece[], output: Output, state: MacroState, around?: Macro) => void
  expandLines: ExpandLines
}

/** State of expanding one text: the page, or a file that it includes. */
export interface MacroState extends SharedState {
  text: string
  /** The author's line (1-based) of an offset. */
  lineAt: (offset: number) => number
  /** Ranges of code, in which only macros of text are replaced. */
  code: Ranges
  /** Ranges of `{% raw %}`. */
  raw: Ranges
}

/** Expands the macros in lines. */
export type ExpandLines = (lines: readonly SourceLine[], state: SharedState) => SourceLine[]

/** The lines of a macro's body. */
export function bodyLines(macro: Macro, state: MacroState, pieces: readonly Piece[] = macro.body ?? []): SourceLine[] {
  const inner = startOutput(state.lineAt(macro.to))
  state.render(pieces, inner, state, macro)
  return inner.lines
}

/** Writes a macro's body in its place. */
export function writeBody(macro: Macro, output: Output, state: MacroState, pieces?: readonly Piece[]): void {
  writeLines(output, bodyLines(macro, state, pieces))
}

/** Whether the end of a text is inside the address of a link or an attribute, where only an address may follow. */
export function isInAddress({ lines }: Output): boolean {
  const text = lines.at(-1)?.text ?? ''
  let start = text.length
  while (start > 0 && !/[\s<>()"']/.test(text.charAt(start - 1))) start--
  const before = text.slice(0, start)
  if (/(?:\]\(<?|=["'])$/.test(before) || before.trimEnd().endsWith(']:')) return true
  return text.slice(start).includes('=') && before.lastIndexOf('<') > before.lastIndexOf('>')
}

/** Lines of a tag that are looked back on for its beginning. */
const TAG_LINES = 12

/** Whether the end of a text is inside a tag, where a macro may only be an attribute. */
export function isInTag({ lines }: Output): boolean {
  const text = lines.at(-1)?.text ?? ''
  const open = text.lastIndexOf('<')
  if (open >= 0 || text.includes('>')) return open > text.lastIndexOf('>') && /[a-z/]/i.test(text.charAt(open + 1))
  for (const { text: before } of lines.slice(-TAG_LINES, -1).toReversed()) {
    if (before.trim() === '' || before.includes('>')) return false
    if (before.includes('<')) return /^\s*<[a-z][\w-]*(?:\s[^<]*)?$/i.test(before)
  }
  return false
}

/** Takes the units by which a value is longer than its macro from the page's budget. @throws TooCostly with the line of the macro. */
export function spendGrowth(text: string, macro: Macro, { budget, lineAt }: MacroState): void {
  spend(budget, 'units', Math.max(0, text.length - macro.source.length), lineAt(macro.from))
}

/** Shows a macro as it is written: as code within a text, nothing inside an address or a tag. */
export function showSource({ source }: Macro, output: Output, { html }: MacroContext): void {
  if (isInAddress(output) || isInTag(output)) return
  const line = source.replaceAll(/\s+/g, ' ')
  // In HTML, `inline.ts` makes it code.
  openLine(output).text += html ? escapeHtml(line) : `\`${line.replaceAll('`', "'")}\``
}

/** A text without the signs of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Writes blocks of Markdown; in HTML, between marks of a container that `html-page.ts` reads as Markdown. */
export function writeMarkdown(output: Output, lines: readonly SourceLine[], macro: Macro, state: MacroState): void {
  const line = state.lineAt(macro.from)
  const at = (text: string): SourceLine => ({ text, line })
  if (!state.html) {
    writeLines(output, [at(''), ...lines, at(''), at('')])
    return
  }
  const { name, source } = macro
  const row = { as: 'content' } as const
  const end = { closing: macro.closing ?? '' }
  state.containers.push({
    kind: 'macro',
    name,
    title: undefined,
    attributes: {},
    line,
    source,
    row,
    markdown: true,
    ...end,
  })
  const mark = `\uE000${state.containers.length - 1}`
  writeLines(output, [at(''), at(`${mark}\uE001`), ...lines, at(`${mark}\uE002`), at('')])
}

/** A macro's beginning, for messages. */
export function shortSource({ source }: Macro): string {
  const line = source.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
