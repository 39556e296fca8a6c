/**
 * Expands macros line by line before the Markdown parser. A macro whose result is text is replaced by it, in code too.
 * A macro with a construct becomes two marks around its body (`container.ts`), or a tag within a line. An unknown macro
 * keeps its body and shows its text, else its source; in a heading, only a text by name.
 */
import { LIMITS } from '../../limits/limits.ts'
import { replaceBetween } from '../between.ts'
import type { Container } from '../container.ts'
import { codeTracker } from '../code-tracker.ts'
import { type SourceLine } from '../source-line.ts'
import { blockMacro } from './block.ts'
import { hexoParts } from './hexo-text.ts'
import { hugoText } from './hugo-text.ts'
import type { Scope } from './liquid.ts'
import { jinjaText } from './jinja-text.ts'
import { liquidText } from './liquid-text.ts'
import { openLine, type Output, startOutput, trimEnd, write } from './output.ts'
import { type Macro, type MacroSyntax, type Piece, type Ranges, scanMacros } from './scan.ts'
import { zolaText } from './zola-text.ts'
import type { ExpandLines, MacroContext, MacroState } from './state.ts'

/** Maximum depth of included templates. */
const MAX_DEPTH = 8

/** Maximum number of repetitions of loops on a page. */
const MAX_LOOPS = 2000

/** Signs of expressions and statements. */
const SIGNS = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const

/** The results of macros that are text, by syntax. */
const TEXTS: Readonly<Record<MacroSyntax, typeof liquidText>> = {
  hugo: hugoText,
  liquid: liquidText,
  hexo: liquidText,
  gitbook: liquidText,
  jinja: jinjaText,
  zola: zolaText,
}

const SYNTAXES = new Map<string, MacroSyntax>([
  ['hugo', 'hugo'],
  ['hexo', 'hexo'],
  ['jekyll', 'liquid'],
  ['eleventy', 'liquid'],
  ['gitbook', 'gitbook'],
  ['zola', 'zola'],
])

/** Expands the macros of a page. The containers are those of the marks in its lines. */
export function expandMacros(
  lines: SourceLine[],
  context: MacroContext,
): { lines: SourceLine[]; containers: Container[] } {
  const macros = context.syntax.templates === undefined ? SYNTAXES.get(context.syntax.generator) : 'jinja'
  const containers: Container[] = []
  if (macros === undefined || !lines.some(({ text }) => text.includes('{{') || text.includes('{%')))
    return { lines, containers }
  const scope: Scope = { names: new Map(), variables: context.syntax.variables, frontMatter: context.frontMatter }
  return {
    lines: expandLines(macros === 'hexo' ? hexoParts(lines) : lines, {
      ...context,
      macros,
      containers,
      scope,
      depth: 0,
      loops: { left: MAX_LOOPS },
      render,
      expandLines,
    }),
    containers,
  }
}

/** Expands lines of the page or of an included file. */
const expandLines: ExpandLines = (lines, context) => {
  if (context.depth > MAX_DEPTH) return [...lines]
  const whole = lines.map(({ text }) => text).join('\n')
  const { text, raw } =
    context.macros === 'hugo' || context.macros === 'zola' ? { text: whole, raw: [] } : withoutRaw(whole)
  for (const [from, to] of raw)
    replaceBetween(text.slice(from, to), SIGNS, (piece) => {
      context.rawExpressions.add(piece)
      return piece
    })
  const starts = startsOfLines(text)
  const lineAt = (offset: number): number => lines[lineIndex(starts, offset)]?.line ?? lines.at(-1)?.line ?? 1
  const code = context.html ? [] : codeRanges(text)
  const state: MacroState = { ...context, text, lineAt, code, raw }
  const pieces = scanMacros(text, context.macros, mergedRanges(code, raw))
  const output = startOutput(lineAt(0))
  render(pieces, output, state)
  return output.lines
}

/** Writes pieces. @param around the macro whose body they are. */
function render(pieces: readonly Piece[], output: Output, state: MacroState, around?: Macro): void {
  let trim = false
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      // Blanks between two tags of blocks would become an indentation.
      if (isBlank(piece, state) && output.lines.length > 1 && openLine(output).text.trim() === '') continue
      const from = trim ? piece.from + blanksAt(state.text, piece.from, piece.to) : piece.from
      // The last line break of an included file separates its text from a fence, although the tag removes blanks.
      if (trim && /^(?:`{3}|~{3})/.test(state.text.slice(from, from + 3)) && openLine(output).text !== '')
        output.lines.push({ text: '', line: state.lineAt(from) })
      writeText(from, piece.to, output, state)
      trim = false
      continue
    }
    if (piece.trimBefore) trimEnd(output)
    renderMacro(piece, output, state, around)
    trim = piece.trimAfter
  }
}

/** Whether a piece is only blanks within a line. */
function isBlank({ from, to }: Piece, { text }: MacroState): boolean {
  return /^[ \t]+$/.test(text.slice(from, to))
}

function blanksAt(text: string, from: number, to: number): number {
  const part = text.slice(from, to)
  return part.length - part.trimStart().length
}

function renderMacro(macro: Macro, output: Output, state: MacroState, around: Macro | undefined): void {
  const done = TEXTS[state.macros](macro, output, state)
  if (!done) blockMacro(macro, output, state, around)
}

/** Writes a text; in code, macros of text are replaced, and others stay as they are written. */
function writeText(from: number, to: number, output: Output, state: MacroState): void {
  const put = (start: number, end: number): void => {
    const first = state.lineAt(start)
    let at = start
    write(output, state.text.slice(start, end), () => {
      at = state.text.indexOf('\n', at) + 1
      return at <= 0 ? first : state.lineAt(at)
    })
  }
  let done = from
  for (const [start, end] of state.code) {
    if (end <= done || start >= to) continue
    const [first, last] = [Math.max(start, done), Math.min(end, to)]
    if (!/\{[{%]/.test(state.text.slice(first, last))) continue
    put(done, first)
    for (const piece of scanMacros(state.text.slice(first, last), state.macros, shifted(state.raw, first))) {
      const [pieceFrom, pieceTo] = [piece.from + first, (piece.kind === 'macro' ? piece.to : piece.to) + first]
      if (piece.kind === 'text' || !writeInCode(piece, output, state))
        put(pieceFrom, piece.kind === 'macro' ? piece.end + first : pieceTo)
    }
    done = last
  }
  put(done, to)
}

/** A macro in code: only a known text replaces it. */
function writeInCode(macro: Macro, output: Output, state: MacroState): boolean {
  if (macro.body !== undefined) return false
  const probe = startOutput(openLine(output).line)
  const quiet: MacroState = { ...state, report: () => undefined, containers: [] }
  const done = TEXTS[state.macros](macro, probe, quiet, true)
  if (!done) return false
  write(output, probe.lines.map(({ text }) => text).join('\n'), () => probe.lines[0]?.line ?? 1)
  return true
}

function shifted(ranges: Ranges, by: number): Ranges {
  return ranges.map(([from, to]) => [Math.max(0, from - by), to - by] as const).filter(([, to]) => to > 0)
}

/** Removes `{% raw %}` and `{% endraw %}` from a text; the text between them has no macros. */
function withoutRaw(source: string): { text: string; raw: Ranges } {
  const raw: [number, number][] = []
  let text = ''
  let at = 0
  const tags = /\{%-?[ \t]*(end)?raw[ \t]*-?%\}/g
  let open: number | undefined
  for (const found of source.matchAll(tags)) {
    const isEnd = found[1] === 'end'
    if (isEnd === (open === undefined)) continue
    text += source.slice(at, found.index)
    at = found.index + found[0].length
    if (isEnd && open !== undefined) raw.push([open, text.length])
    open = isEnd ? undefined : text.length
  }
  text += source.slice(at)
  if (open !== undefined) raw.push([open, text.length])
  return { text, raw }
}

/** Fenced blocks, lines of raw HTML and comments, and spans of code within a line. */
function codeRanges(text: string): Ranges {
  const ranges: [number, number][] = []
  const track = codeTracker()
  let at = 0
  for (const line of text.split('\n')) {
    const kind = track(line)
    if (kind !== 'text') {
      const last = ranges.at(-1)
      // The line of the fence has no macros of its own, but for its options.
      if (last !== undefined && last[1] === at) last[1] = at + line.length + 1
      else ranges.push([at, at + line.length + 1])
    } else if (line.includes('`') && line.includes('{'))
      for (const [from, to] of spansOf(line)) ranges.push([at + from, at + to])
    at += line.length + 1
  }
  return ranges
}

/** Code spans of a line: runs of backticks of equal length. A macro's quotes are none. */
function spansOf(line: string): [number, number][] {
  const runs = [...line.matchAll(/`+/g)].filter(({ index }) => line[index - 1] !== '\\')
  const spans: [number, number][] = []
  for (let first = 0; first < runs.length; first++) {
    const start = runs[first]
    const end = runs.findIndex((one, index) => index > first && one[0].length === start?.[0].length)
    if (start === undefined || end < 0 || first > LIMITS.signsPerLine) continue
    const close = (runs[end]?.index ?? 0) + start[0].length
    spans.push([start.index, close])
    first = end
  }
  return spans
}

function mergedRanges(a: Ranges, b: Ranges): Ranges {
  const all = [...a, ...b].toSorted((x, y) => x[0] - y[0])
  const merged: [number, number][] = []
  for (const [from, to] of all) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The index of the line of an offset. */
function lineIndex(starts: number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
