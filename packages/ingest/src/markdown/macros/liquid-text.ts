/** Liquid's tags whose result is text, and those of Nunjucks that are the same. */
import { spend } from '../include-text.ts'
import { GITBOOK } from './gitbook-text.ts'
import { HEXO } from './hexo-text.ts'
import { includeExpanded, isReadable } from './included.ts'
import { evaluate, holds, includeNames, textValue, type Value } from './liquid.ts'
import { setText, writeHighlighted, writeNamedTexts } from './nunjucks-set.ts'
import { indented, openLine, type Output, writeLines } from './output.ts'
import type { Macro, MacroSyntax, Piece } from './scan.ts'
import {
  bodyLines,
  isInAddress,
  isInTag,
  type MacroState,
  shortSource,
  showSource,
  spendGrowth,
  writeBody,
  writeMarkdown,
} from './state.ts'
import { body, nothing, type Tag } from './tag.ts'
import { themeInclude } from './theme-include.ts'

/** The beginning of the names of an include's arguments. */
const INCLUDE = 'include.'

/** Maximum depth of texts in macros. */
const MAX_DEPTH = 8

/** Writes the result of a tag; false for one with a construct. @param inCode only outputs. */
export function liquidText(macro: Macro, output: Output, state: MacroState, inCode = false): boolean {
  if (inCode && state.macros === 'hexo') return false
  if (macro.name === 'output') return writeOutput(macro, output, state, inCode)
  if (inCode) return false
  const tag = TAGS[state.macros]?.get(macro.name)
  return tag?.(macro, output, state) ?? false
}

/** `{{ x }}`: its value; an unknown one is shown as it is written. GitBook has outputs of its `book` only. */
function writeOutput(macro: Macro, output: Output, state: MacroState, inCode: boolean): boolean {
  // An address with the host of the site is one of its pages or files.
  if (macro.arguments.text === 'site.url' && isInAddress(output)) {
    openLine(output).text += /[{/]/.test(state.text.charAt(macro.end)) ? '' : '/'
    return true
  }
  const value = evaluate(macro.arguments.text, state.scope)
  if (value?.kind === 'text') {
    spendGrowth(value.text, macro, state)
    if (!inCode && writeHighlighted(value.text, macro, output, state)) return true
    const isBlock =
      !inCode &&
      MARKDOWNIFY.test(macro.arguments.text) &&
      (state.html ? !isInTag(output) : /(?:^|<[^<>]*>)\s*$/.test(openLine(output).text))
    if (isBlock) writeBlocks(value.text, macro, output, state)
    else openLine(output).text += value.text
    return true
  }
  if (value?.kind === 'nil' && state.macros === 'liquid' && !inCode) return true
  if (inCode) return false
  if (state.macros === 'gitbook') {
    openLine(output).text += macro.source
    return true
  }
  state.report(
    'expression',
    state.lineAt(macro.from),
    `The value of ${shortSource(macro)} is computed and not known here, so it is shown as it is written; write its result as text.`,
  )
  showSource(macro, output, state)
  return true
}

/** The filter whose result is HTML of Markdown. */
const MARKDOWNIFY = /\|\s*markdownify\b/

/** Writes Markdown between blank lines, so that it is read as such inside HTML, too. */
function writeBlocks(text: string, macro: Macro, output: Output, state: MacroState): void {
  const line = state.lineAt(macro.from)
  output.lines.push({ text: '', line })
  const lines = text.trim().split('\n')
  writeMarkdown(
    output,
    lines.map((one) => ({ text: one, line })),
    macro,
    state,
  )
}

/** The parts of a body that tags of these names separate, with the tag before each. */
function partsOf(pieces: readonly Piece[], names: RegExp): { tag: Macro | undefined; pieces: Piece[] }[] {
  const parts: { tag: Macro | undefined; pieces: Piece[] }[] = [{ tag: undefined, pieces: [] }]
  for (const piece of pieces) {
    if (piece.kind === 'macro' && names.test(piece.name) && piece.body === undefined)
      parts.push({ tag: piece, pieces: [] })
    else parts.at(-1)?.pieces.push(piece)
  }
  return parts
}

/** The first branch whose condition holds. A condition that is not known counts as true. */
export const condition: Tag = (macro, output, state) => {
  for (const { tag, pieces } of partsOf(macro.body ?? [], /^(?:else|elsif|elseif|elif)$/)) {
    const source = tag === undefined ? macro.arguments.text : tag.name === 'else' ? 'true' : tag.arguments.text
    const found = holds(source, state.scope)
    const isTrue =
      tag === undefined && macro.name === 'unless' ? found === false || found === undefined : found !== false
    if (!isTrue) continue
    writeBody(macro, output, state, pieces)
    return true
  }
  return true
}

const choice: Tag = (macro, output, state) => {
  const value = evaluate(macro.arguments.text, state.scope)
  const parts = partsOf(macro.body ?? [], /^(?:when|else)$/).slice(1)
  const chosen = parts.find(({ tag }) => {
    if (tag?.name !== 'when' || value === undefined) return true
    return tag.arguments.text
      .split(/,|\sor\s/)
      .some((one) => JSON.stringify(evaluate(one.trim(), state.scope)) === JSON.stringify(value))
  })
  if (chosen !== undefined) writeBody(macro, output, state, chosen.pieces)
  return true
}

/** A loop over a list of the configuration or the data. */
export const loop: Tag = (macro, output, state) => {
  const [, name, source = '', options = ''] = /^([\w-]+)\s+in\s+(\S+)\s*([^]*)$/.exec(macro.arguments.text) ?? []
  const list = evaluate(source, state.scope)
  if (name === undefined || list?.kind === 'nil') return true
  const entries = entriesOf(list, state)
  if (entries === undefined) {
    state.report(
      'expression',
      state.lineAt(macro.from),
      `The list of ${shortSource(macro)} is computed and not known here, so the loop is left out; write its result as text.`,
    )
    return true
  }
  const limit = Number(/\blimit:\s*(\d+)/.exec(options)?.[1] ?? entries.length)
  const { names } = state.scope
  const before = names.get(name)
  for (const entry of entries.slice(0, limit)) {
    if (state.loops.left-- <= 0) break
    names.set(name, entry)
    const lines = bodyLines(macro, state)
    const units = lines.reduce((sum, { text }) => sum + text.length, 0)
    spend(state.budget, 'units', units, state.lineAt(macro.from))
    writeLines(output, lines)
  }
  if (before === undefined) names.delete(name)
  else names.set(name, before)
  return true
}

/** The entries of a list; `undefined` for any other value. */
function entriesOf(list: Value | undefined, { scope }: MacroState): Value[] | undefined {
  if (list?.kind === 'list') return list.items.map((item) => textValue(item))
  const size = list?.kind === 'path' ? Number(scope.variables[`${list.path}.size`] ?? Number.NaN) : Number.NaN
  if (list?.kind !== 'path' || Number.isNaN(size)) return undefined
  return Array.from({ length: size }, (_, index): Value => {
    const path = `${list.path}.${index}`
    const text = scope.variables[path]
    return text === undefined ? { kind: 'path', path } : textValue(text)
  })
}

const assign: Tag = (macro, _, { scope }) => {
  const [, name, expression = ''] = /^([\w-]+)\s*=\s*([^]*)$/.exec(macro.arguments.text) ?? []
  const value = evaluate(expression, scope)
  if (name !== undefined && value !== undefined) scope.names.set(name, value)
  return true
}

const capture: Tag = (macro, _, state) => {
  const [name] = macro.arguments.listed
  const text = bodyLines(macro, state)
    .map((line) => line.text)
    .join('\n')
  if (name !== undefined && macro.body !== undefined) state.scope.names.set(name, textValue(text))
  return true
}

/** A template of `_includes`. A missing one may belong to a theme: the tag is then expanded as a macro of its name. */
const include: Tag = (macro, output, state) => {
  const [, source = '', rest = ''] = /^\s*(\{\{[^}]*\}\}|\S+)([^]*)$/.exec(macro.arguments.text) ?? []
  const dynamic = /^\{\{([^}]*)\}\}$/.exec(source)?.[1]
  const value = dynamic === undefined ? undefined : evaluate(dynamic, state.scope)
  // Nunjucks and Liquid outside Jekyll have the name in quotes.
  const file = value?.kind === 'text' ? value.text : source.replaceAll(/^["']|["'],?$/g, '')
  const folder = macro.name === 'include_relative' ? '' : '/_includes/'
  // Nunjucks' own templates are programs beyond Liquid.
  if (file.endsWith('.njk') && writeNamedTexts(file, macro, output, state)) return true
  if (file.endsWith('.njk') || !isReadable(folder + file, state)) {
    if (macro.name === 'include_relative') {
      includeExpanded(file, state.lineAt(macro.from), state)
      return true
    }
    macro.name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
    macro.arguments.listed.shift()
    if (themeInclude(macro, output, state)) return true
    return withValues(macro, rest, output, state)
  }
  const lines = includeExpanded(folder + file, state.lineAt(macro.from), state, includeNames(rest, state.scope))
  if (lines !== undefined) writeLines(output, lines)
  return true
}

/**
 * Gives a macro the values of its arguments in place of their names. One of several lines becomes its body, which is
 * then written: the result is true.
 */
function withValues(macro: Macro, source: string, output: Output, state: MacroState): boolean {
  const { named } = macro.arguments
  let blocks: string | undefined
  for (const [key, value] of includeNames(source, state.scope)) {
    const name = key.slice(INCLUDE.length)
    const text = value.kind === 'text' ? value.text.trim() : undefined
    if (text?.includes('\n') === true && blocks === undefined && state.depth < MAX_DEPTH) {
      blocks = text
      named.delete(name)
    } else if (text !== undefined) named.set(name, text)
    else if (value.kind === 'nil') named.delete(name)
  }
  if (blocks === undefined) return false
  const given = [...named].map(([name, value]) => ` ${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`).join('')
  const line = state.lineAt(macro.from)
  const written = [`{% ${macro.name}${given} %}`, ...blocks.split('\n'), `{% end${macro.name} %}`]
  const lines = written.map((text) => ({ text, line }))
  writeLines(output, state.expandLines(lines, { ...state, depth: state.depth + 1 }))
  return true
}

/** The address of a file or a post; the link's resolution finds the page. */
const link: Tag = (macro, output) => {
  const path = macro.arguments.text.replaceAll(/^["']|["']$/g, '')
  const folder = macro.name === 'post_url' ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const target = macro.name === 'post_url' ? `${folder}_posts/${path.slice(folder.length)}` : path
  openLine(output).text += `/${target.replace(/^\/+/, '')}`.replaceAll(' ', '%20')
  return true
}

/** Nunjucks: names of another template, of which nothing is shown here. */
const imported: Tag = ({ arguments: { text } }) => /^(?:"[^"]*"|'[^']*')\s+(?:import|as)\s/.test(text.trim())

/** A body of Markdown, which plugins render inside HTML. */
const markdown: Tag = (macro, output, state) => {
  if (macro.body === undefined) return false
  writeMarkdown(output, indented(bodyLines(macro, { ...state, html: false }), ''), macro, state)
  return true
}

const LIQUID: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ...['if', 'unless'].map((name) => [name, condition] as const),
  ['comment', nothing],
  ['markdown', markdown],
  ['markdownify', markdown],
  ['case', choice],
  ['for', loop],
  ['assign', assign],
  ['capture', capture],
  // The text of a longer one may be for an include that is not read, so it is kept.
  ['set', (macro, output, state) => (macro.body === undefined ? assign(macro, output, state) : setText(macro, state))],
  ...['include', 'render', 'include_cached', 'include_relative'].map((name) => [name, include] as const),
  ['link', link],
  ['post_url', link],
  ['raw', body],
  ['from', imported],
  ['import', imported],
  ...['cycle', 'increment', 'decrement'].map((name) => [name, nothing] as const),
])

/** Tags of Nunjucks that are those of Liquid. */
const NUNJUCKS: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ['if', condition],
  ['for', loop],
  ['set', assign],
])

const TAGS: Readonly<Partial<Record<MacroSyntax, ReadonlyMap<string, Tag>>>> = {
  liquid: LIQUID,
  hexo: new Map([...NUNJUCKS, ...HEXO]),
  gitbook: GITBOOK,
}
