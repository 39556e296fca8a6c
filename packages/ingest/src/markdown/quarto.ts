/**
 * Quarto's and Pandoc's blocks, line by line: divs `::: {.callout-note title="…"}`, tabsets, cells `{python}` with
 * options `#| …`, raw HTML, and shortcodes `{{< include file >}}`.
 */
import { LIMITS } from '../limits/limits.ts'
import { type Container, parseAttributeList } from './container.ts'
import { frontMatterText } from './front-matter-text.ts'
import type { IncludeContext } from './include.ts'
import { includedText, spendUnits } from './include.ts'
import { codeTracker, type SourceLine, sourceLines } from './source-line.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const DIV =
  /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,8}):{3,}[ \t]*(?:\{([^{}]*)\}|([\w-]+)(?: ?\{([^{}]*)\})?)(?: ?:+)?$/
const EQUATION = /^(.*\$\$)[ \t]*\{#(eq-[\w-]+)(?:[ \t][^{}]*)?\}$/
const END = /^([\s>]*):{3,}[ \t]*$/
const CELL = /^([\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(`{3,}|~{3,})\{(\{?)(=?)([A-Za-z][\w+-]*)((?:[ \t,][^{}]*)?)\}\}?$/
const OPTION = /^\s*(?:#|\/\/|--|%%)\|[ \t]*([\w-]+):([^]*)$/
const SHORTCODE = /\{\{<[ \t]+([\w-]+)(?:[ \t]([^{}<>]*))?>\}\}/g
const HEADING = /^(#{1,6})[ \t]+([^]*)$/

/** Theorems, by the beginning of their id. */
const THEOREMS: Record<string, string> = {
  thm: 'Theorem', lem: 'Lemma', cor: 'Corollary', prp: 'Proposition', cnj: 'Conjecture', def: 'Definition',
  exm: 'Example', exr: 'Exercise', sol: 'Solution', rem: 'Remark', alg: 'Algorithm',
} // prettier-ignore

interface Open {
  kind: 'div' | 'tabset'
  index: number
  prefix: string
  /** Of a tabset: the level of its headings, once known, and the index of the open tab. */
  level: number
  tab: number | undefined
}

/** The context of a page of Quarto. */
interface QuartoContext extends IncludeContext {
  frontMatter: Record<string, unknown>
}

/** The lines in the syntax that all pages share. @param containers receives the divs, for `markContainers`. */
export function quartoLines(
  source: SourceLine[],
  containers: Container[],
  context: QuartoContext,
  depth = 0,
): SourceLine[] {
  const result: SourceLine[] = []
  const open: Open[] = []
  const track = codeTracker()
  const mark = (index: number, sign: string, prefix: string, line: number): void => {
    result.push({ text: '', line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: '', line })
  }
  const close = (line: number): void => {
    const top = open.pop()
    if (top?.tab !== undefined) mark(top.tab, '\uE002', top.prefix, line)
    if (top !== undefined) mark(top.index, '\uE002', top.prefix, line)
  }
  const begin = (container: Omit<Container, 'line' | 'source'>, at: SourceLine, prefix: string): number => {
    const index = containers.push({ ...container, line: at.line, source: at.text.trim() }) - 1
    mark(index, '\uE001', prefix, at.line)
    return index
  }
  for (let at = 0; at < source.length; at++) {
    const line = source[at] ?? { text: '', line: 1 }
    const kind = track(line.text)
    if (kind === 'open') {
      const cell = CELL.exec(line.text.trimEnd())
      const taken = cell === null ? 0 : cellLines(cell, source, at, result)
      if (cell === null) result.push(line)
      else if (taken > 0) {
        // The cell is left out, with its end.
        for (let inner = at + 1; inner <= at + taken; inner++) track(source[inner]?.text ?? '')
        at += taken
      }
      continue
    }
    if (kind !== 'text') {
      if (kind !== 'inside' || !OPTION.test(line.text)) result.push(line)
      continue
    }
    const div = line.text.includes(':::') && open.length < LIMITS.componentDepth ? DIV.exec(line.text.trimEnd()) : null
    const top = open.at(-1)
    if (div !== null) {
      const [, prefix = '', list, name = '', more = ''] = div
      const given = parseAttributeList(list ?? more)
      const attributes: Record<string, string> = { ...given, class: `${given.class ?? ''} ${name}`.trim() }
      const title = attributes.title ?? headingBelow(source, at, attributes)
      const index = begin(divOf(attributes, title), line, prefix)
      open.push({
        kind: /\bpanel-tabset\b/.test(attributes.class ?? '') ? 'tabset' : 'div',
        index,
        // The signs of a list are those of its first line.
        prefix: prefix.replaceAll(/[^\s>]/g, ' '),
        level: 0,
        tab: undefined,
      })
      if (attributes.title === undefined && title !== undefined) at = nextText(source, at)
    } else if (top !== undefined && line.text.includes(':::') && END.test(line.text)) close(line.line)
    else {
      const heading = top?.kind === 'tabset' ? HEADING.exec(line.text) : null
      const level = heading?.[1]?.length ?? 0
      if (top !== undefined && heading !== null && (top.level === 0 || top.level === level)) {
        if (top.tab !== undefined) mark(top.tab, '\uE002', top.prefix, line.line)
        top.level = level
        const title = (heading[2] ?? '').replace(/\{[^{}]*\}$/, '').trim()
        top.tab = begin({ kind: 'tab', name: '', title, attributes: {} }, line, top.prefix)
      } else result.push(...shortcodes(line, containers, context, depth).flatMap(withoutEquationId))
    }
  }
  while (open.length > 0) {
    const { line, source: written } = containers[open.at(-1)?.index ?? 0] ?? { line: 1, source: '' }
    context.report('unclosed-container', line, `"${written}" is never closed; write ":::" after its content.`)
    close(source.at(-1)?.line ?? 1)
  }
  return result
}

/** A callout has the heading at its beginning as its title. */
function headingBelow(source: SourceLine[], at: number, attributes: Record<string, string>): string | undefined {
  if (!/\bcallout/.test(attributes.class ?? '') && theoremOf(attributes.id) === undefined) return undefined
  const found = HEADING.exec(source[nextText(source, at)]?.text.trim() ?? '')
  return found?.[2]?.replace(/\{[^{}]*\}$/, '').trim()
}

function nextText(source: SourceLine[], at: number): number {
  let next = at + 1
  while (next < source.length && source[next]?.text.trim() === '') next++
  return next
}

function theoremOf(id: string | undefined): string | undefined {
  const key = /^([a-z]+)-/.exec(id ?? '')?.[1] ?? ''
  return Object.hasOwn(THEOREMS, key) ? THEOREMS[key] : undefined
}

/** The container of a div, by its classes. */
function divOf(attributes: Record<string, string>, title: string | undefined): Omit<Container, 'line' | 'source'> {
  const classes = attributes.class ?? ''
  const callout = /\bcallout-(\w+)/.exec(classes)?.[1] ?? (/\bcallout\b/.test(classes) ? 'note' : undefined)
  if (callout !== undefined) {
    const kind = attributes.collapse === undefined ? 'bang' : attributes.collapse === 'false' ? 'query-open' : 'query'
    return { kind, name: callout, title, attributes: attributes.id === undefined ? {} : { id: attributes.id } }
  }
  const theorem = theoremOf(attributes.id)
  if (theorem !== undefined)
    return {
      kind: 'bang',
      name: 'note',
      title: title === undefined ? theorem : `${theorem} (${title})`,
      attributes: attributes.id === undefined ? {} : { id: attributes.id },
    }
  const format = attributes['when-format'] ?? attributes['unless-format'] ?? ''
  const isHidden =
    (/\bcontent-hidden\b/.test(classes) && (format === '' || /html/.test(format))) ||
    (/\bcontent-visible\b/.test(classes) && attributes['when-format'] !== undefined && !/html/.test(format))
  if (isHidden) return { kind: 'bang', name: 'hidden', title: undefined, attributes: {} }
  if (/\bpanel-tabset\b/.test(classes))
    return {
      kind: 'bang',
      name: 'tabs',
      title: undefined,
      attributes: attributes.group === undefined ? {} : { group: attributes.group },
    }
  const { id } = attributes
  const name = /^(?:fig|tbl|lst)-/.test(id ?? '') ? 'captioned' : 'div'
  return { kind: 'bang', name, title: undefined, attributes: id === undefined ? {} : { id } }
}

/**
 * Adds the fence of a cell to the result, with the options in its first lines; returns the number of lines below the
 * fence that are left out with it: 0, or all of a cell without visible code.
 */
function cellLines(found: RegExpExecArray, source: SourceLine[], at: number, result: SourceLine[]): number {
  const [whole, prefix = '', fence = '', escaped = '', raw = '', name = '', rest = ''] = found
  const line = source[at]?.line ?? 1
  const options = new Map<string, string>()
  for (const { text } of source.slice(at + 1, at + 40)) {
    const option = OPTION.exec(text)
    if (option === null) break
    options.set(option[1] ?? '', (option[2] ?? '').trim().replaceAll(/^["']|["']$/g, ''))
  }
  const length = source
    .slice(at + 1)
    .findIndex(({ text }) => text.trim().startsWith(fence) && /^[`~]+$/.test(text.trim()))
  const isHidden =
    (raw !== '' && name !== 'html') ||
    options.get('echo') === 'false' ||
    options.get('include') === 'false' ||
    /\becho\s*=\s*F/.test(rest)
  if (escaped === '' && isHidden && length >= 0) return length + 1
  if (raw !== '' && length >= 0) {
    result.push({ text: '', line }, ...source.slice(at + 1, at + 1 + length), { text: '', line })
    return length + 1
  }
  const title = options.get('filename') ?? parseAttributeList(rest).filename
  const shown = escaped === '' ? name : whole.trim().replace(/^[`~]+/, '')
  result.push({
    text: `${prefix}${fence}${escaped === '' ? shown : 'markdown'}${title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`}`,
    line,
  })
  return 0
}

/** A line with its shortcodes replaced; an include is replaced by its lines. */
function shortcodes(line: SourceLine, containers: Container[], context: QuartoContext, depth: number): SourceLine[] {
  if (!line.text.includes('{{<')) return [line]
  const whole = /^\s*\{\{<[ \t]+include[ \t]+([^\s{}<>]+)[ \t]*>\}\}\s*$/.exec(line.text)?.[1]
  if (whole !== undefined && depth < MAX_DEPTH) {
    const text = includedText(whole, line.line, context)
    if (text === undefined) return []
    spendUnits(context.budget, text.length, line.line)
    const body = text.replace(/^---\r?\n[^]*?\n---\r?\n/, '')
    return quartoLines(
      sourceLines(body).map((one) => ({ text: one.text, line: line.line })),
      containers,
      context,
      depth + 1,
    )
  }
  const text = line.text.replaceAll(
    SHORTCODE,
    (source, name: string, argument = '') => shortcode(name, argument.trim(), context) ?? source,
  )
  return [text === line.text ? line : { ...line, text }]
}

/** A line without the id behind the end of a formula, `$$ {#eq-one}`, which becomes the id of an empty element. */
function withoutEquationId(line: SourceLine): SourceLine[] {
  const [, formula, id] = line.text.includes('{#eq-') ? (EQUATION.exec(line.text.trimEnd()) ?? []) : []
  if (formula === undefined) return [line]
  const space = /^[\s>]*/.exec(formula)?.[0] ?? ''
  const blank = { ...line, text: space.trimEnd() }
  return [{ ...line, text: formula }, blank, { ...line, text: `${space}<span id="${id}"></span>` }, blank]
}

/** The text of a shortcode; `undefined` for an unknown one. */
function shortcode(
  name: string,
  argument: string,
  { syntax: { variables }, frontMatter }: QuartoContext,
): string | undefined {
  const first = /^(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(argument)
  const value = first?.[1] ?? first?.[2] ?? first?.[3] ?? ''
  switch (name) {
    case 'var':
    case 'meta': {
      const own = name === 'meta' ? frontMatterText(value.toLowerCase(), frontMatter) : undefined
      if (own !== undefined) return own
      return Object.hasOwn(variables, `${name}.${value}`) ? variables[`${name}.${value}`] : `\`${value}\``
    }
    case 'video':
    case 'embed':
      return `[${value}](${value.replace(/#[^]*$/, '')})`
    case 'kbd':
      return value
        .split('-')
        .map((key) => `<kbd>${key.replaceAll(/[<>&]/g, '')}</kbd>`)
        .join('+')
    case 'fa':
    case 'bi':
    case 'iconify':
    case 'pagebreak':
    case 'lipsum':
    case 'placeholder':
    case 'contents':
      return ''
    default:
      return undefined
  }
}
