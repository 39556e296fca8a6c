/**
 * Finds containers of every dialect line by line before the Markdown parser: `:::note[Title]`, `::: tip Title`, `!!!
 * note "Title"` and `??? tip` with indented bodies, `=== "Tab"`. Each is replaced by two marks, paragraphs of
 * private-use characters before and after its content, and an indented body is dedented. After parsing, `fold.ts` puts
 * the nodes between two marks into one node. This works with any Markdown parser; containers may be inside lists and
 * quotes, and link definitions apply to the whole page.
 *
 * A mark: U+E000, the container's index in the list, U+E001 (opening) or U+E002 (closing).
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { LIMITS } from '../limits/limits.ts'
import type { ComponentRow } from '../result/construct.ts'
import type { Report } from '../result/problem.ts'
import type { SourceLine } from './source-line.ts'
import { admonitionType } from './admonition.ts'
import { codeTracker } from './code-tracker.ts'
import type { Attributes } from './tree.ts'

/** A container, referenced by its marks. */
export interface Container {
  /**
   * `colon`: `:::`, `bang`: `!!!`, `query`: `???`, `query-open`: `???+`, `tab`: `===`, `tab-new`: `===!`, `definition`:
   * `:   ` after a term, `directive`: of MyST (`directive-lines.ts`), `macro`: a shortcode or tag (`macros/`), `mdc`: of
   * Nuxt Content (`mdc.ts`).
   */
  kind: 'directive' | 'macro' | 'mdc' | 'colon' | 'bang' | 'query' | 'query-open' | 'tab' | 'tab-new' | 'definition'
  /** `note`, `code-group`; for a tab empty. */
  name: string
  /** Inline Markdown; `undefined` for none, empty where the author suppresses it. */
  title: string | undefined
  attributes: Attributes
  line: number
  /** The line as written, without its prefix. */
  source: string
  /** The closing tag of a macro as written. */
  closing?: string
  /** The construct of a macro, if it is known. */
  row?: ComponentRow
  /** Whether its content is Markdown, in a page of HTML. */
  markdown?: true
}

/** A paragraph that is a mark. */
export const MARK = /^\uE000(\d+)([\uE001\uE002])$/

const TRIGGER = /^[ \t>*+\-\d.]*(?::{3,}|!!!|\?\?\?|===|: {3})/m
const COLON =
  /^([\s>]*)(:{3,})(?!:)[ \t]*(?:([A-Za-z][\w.:/-]*)[ \t]*(?:\[((?:[^[\]]|\[[^[\]]*\])*)\])?[ \t]*(?:\{([^}]*)\})?[ \t]*([^]*)|\{([.#][^{}]*)\}[ \t:]*|(?::+[ \t]*)?)$/
const BANG = /^(\s*)(!!!|\?\?\?\+?)[ \t]+([\w-]+(?:[ \t]+[\w-]+)*)(?:[ \t]+"(.*)")?[ \t]*$/
const TAB = /^(\s*)===([!+]?)[ \t]+["'](.*)["'][ \t]*$/

/** Three spaces after the colon: fewer occur in prose. */
const DEFINITION = /^(\s*): {3}(\S.*)$/

interface Open {
  index: number
  /** Of a `:::` container; 0 for an indented one. */
  colons: number
  /** Columns before the container's own line; an indented body has 4 more. */
  indent: number
  /** Text before the opening mark: spaces, or the signs of a quote. The closing mark has the same prefix. */
  prefix: string
}

/** Lines in the making, with the containers that are open and the state of code. */
interface Marking {
  result: SourceLine[]
  containers: Container[]
  open: Open[]
  track: ReturnType<typeof codeTracker>
  report: Report
  /** Indexes of containers of colons without an end of their own. */
  endless: ReadonlySet<number>
}

/** Replaces containers by marks. Other lines are returned unchanged. @param containers those with marks in the lines. */
export function markContainers(
  lines: SourceLine[],
  report: Report,
  containers: Container[] = [],
): { lines: SourceLine[]; containers: Container[] } {
  if (!lines.some((line) => TRIGGER.test(line.text))) return { lines, containers }
  const endless = endlessIn(lines, containers)
  const marking: Marking = { result: [], containers, open: [], track: codeTracker(), report, endless }
  for (const line of lines) markLine(line, marking)
  closeAll(lines.at(-1)?.line ?? 1, marking)
  return { lines: marking.result, containers }
}

/** The containers of colons that nothing closes, if each end closes the innermost one. */
function endlessIn(lines: SourceLine[], containers: readonly Container[]): ReadonlySet<number> {
  const none: ReadonlySet<number> = new Set()
  // A single container ends with the page.
  if (lines.reduce((sum, { text }) => sum + text.split(':::').length - 1, 0) < 2) return none
  const report = (): void => undefined
  const marking: Marking = {
    result: [],
    containers: [...containers],
    open: [],
    track: codeTracker(),
    report,
    endless: none,
  }
  for (const line of lines) markLine(line, marking)
  return new Set(marking.open.filter(({ colons }) => colons > 0).map(({ index }) => index))
}

function markLine({ text: raw, line }: SourceLine, marking: Marking): void {
  const text = raw.includes('\t') ? expandTabs(raw) : raw
  const indent = text.trim() === '' ? Infinity : text.length - text.trimStart().length
  closeIndented(indent, line, marking)
  const shift = marking.open.filter((one) => one.colons === 0).length * 4
  let dedented = shift === 0 ? raw : text.slice(Math.min(shift, indent === Infinity ? text.length : shift))
  let column = indent
  let state = marking.track(dedented)
  const mayOpen = state === 'text' && marking.open.length < LIMITS.componentDepth
  const definition = mayOpen ? DEFINITION.exec(dedented) : null
  if (definition !== null) {
    const [, space, first] = definition
    const source = dedented.trim()
    const container: Container = { kind: 'definition', name: '', title: undefined, attributes: {}, line, source }
    start(container, { colons: 0, indent, prefix: space! }, marking)
    // A definition may begin with any block.
    dedented = space! + first!
    column += 4
    state = marking.track(dedented)
  }
  const isMarked =
    state === 'text' &&
    ((mayOpen && startIndented(dedented, column, line, marking)) || markColons(dedented, indent, line, marking))
  if (!isMarked) marking.result.push({ text: dedented, line })
}

/** Closes the indented containers that a line with less indentation ends. */
function closeIndented(indent: number, line: number, marking: Marking): void {
  for (let last = lastIndented(marking.open); last !== undefined; last = lastIndented(marking.open)) {
    if (indent >= last.indent + 4) return
    const end = marking.open.indexOf(last)
    while (marking.open.length > end) close(line, marking)
    marking.track = codeTracker()
  }
}

/** Opens the container of `!!! note`, `??? tip` or `=== "Tab"`; false for another line. */
function startIndented(text: string, indent: number, line: number, marking: Marking): boolean {
  const source = text.trim()
  const callout = BANG.exec(text)
  if (callout !== null) {
    const [, prefix, sign, names, title] = callout
    const kind = sign === '!!!' ? 'bang' : sign === '???' ? 'query' : 'query-open'
    const name = names!.split(/\s+/)[0]!
    start({ kind, name, title, attributes: {}, line, source }, { colons: 0, indent, prefix: prefix! }, marking)
    return true
  }
  const tab = TAB.exec(text)
  if (tab === null) return false
  const [, prefix, sign, title] = tab
  const kind = sign === '!' ? 'tab-new' : 'tab'
  const container: Container = { kind, name: '', title: title!, attributes: {}, line, source }
  start(container, { colons: 0, indent, prefix: prefix! }, marking)
  return true
}

/** Opens or closes a container of colons; false for another line. */
function markColons(text: string, indent: number, line: number, marking: Marking): boolean {
  const { open, report } = marking
  const colon = COLON.exec(text)
  if (colon === null) return false
  const [, prefix, colons, name, label, attributes, rest, list] = colon
  if (name === undefined && list === undefined) {
    if (!closeColon(colons!.length, line, marking))
      report('unclosed-container', line, 'This ":::" closes nothing; remove it, or open a container before it.')
    return true
  }
  if (open.length >= LIMITS.componentDepth) {
    report(
      'unclosed-container',
      line,
      `This container is nested more than ${LIMITS.componentDepth} deep and is shown as text; close those before it.`,
    )
    return false
  }
  const { title, list: behind } = titleParts(rest ?? '')
  const given = parseAttributeList(list ?? attributes ?? behind)
  // `::: tip Text :::` without an end below is the whole container; with one, the colons are written for symmetry.
  const isClosed = title !== '' && (rest ?? '').trimEnd().endsWith(':::')
  const isWhole = isClosed && marking.endless.has(marking.containers.length)
  const shown = title === '' || isWhole ? undefined : title
  const container: Container = {
    kind: 'colon',
    name: name ?? (given.class ?? '').split(' ').find((one) => admonitionType(one) !== undefined) ?? 'div',
    title: label ?? given.title ?? shown,
    attributes: given,
    line,
    source: text.trim(),
  }
  start(container, { colons: colons!.length, indent, prefix: prefix! }, marking)
  if (isWhole) {
    marking.result.push({ text: `${prefix}${title}`, line })
    close(line, marking)
  }
  return true
}

function start(container: Container, place: Omit<Open, 'index'>, marking: Marking): void {
  const index = marking.containers.push(container) - 1
  mark(index, '\uE001', place.prefix, container.line, marking)
  marking.open.push({ index, ...place })
}

function close(line: number, marking: Marking): void {
  const { index, prefix } = marking.open.pop()! // the callers know that one is open
  mark(index, '\uE002', prefix, line, marking)
}

function mark(index: number, sign: '\uE001' | '\uE002', prefix: string, line: number, { result }: Marking): void {
  const blank = prefix.trimEnd()
  result.push({ text: blank, line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: blank, line })
}

/** Closes all containers at the end of the lines; those of colons are problems. */
function closeAll(end: number, marking: Marking): void {
  const { open, containers, report } = marking
  while (open.length > 0) {
    const { index, colons } = open.at(-1)!
    const { line, name } = containers[index]! // each open one is in the list
    const signs = ':'.repeat(colons)
    if (colons > 0)
      report('unclosed-container', line, `"${signs} ${name}" is never closed; write "${signs}" after its content.`)
    close(end, marking)
  }
}

/** `#id .class key=value key="a b"`: the attribute lists of Markdown dialects. A class is collected under `class`. */
export function parseAttributeList(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const found of source.matchAll(
    /#([^\s{}"'=#]+)|\.([\w:-]+)|([\w:@-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+)))?/g,
  )) {
    const [, id, className, key, double, single, bare] = found
    if (id !== undefined) attributes.id = id
    else if (className !== undefined)
      attributes.class = attributes.class === undefined ? className : `${attributes.class} ${className}`
    else if (key !== undefined) attributes[key] = double ?? single ?? bare ?? ''
  }
  return attributes
}

/** The innermost indented container, unless it contains an open `:::` container, whose body is not indented further. */
function lastIndented(open: Open[]): Open | undefined {
  return open.findLast((one) => one.colons === 0)
}

/** A title and the list of attributes behind it: `In short {#short .wide}`. */
function titleParts(rest: string): { title: string; list: string } {
  const text = withoutColons(rest)
  const list = text.endsWith('}') ? /\{([#.][^{}]*)\}$/.exec(text) : null
  return list === null ? { title: text, list: '' } : { title: text.slice(0, list.index).trimEnd(), list: list[1] ?? '' }
}

/** A title without trailing colons, which some authors write for symmetry. */
function withoutColons(title: string): string {
  const text = title.trimEnd()
  let end = text.length
  while (text[end - 1] === ':') end--
  return text.slice(0, end).trimEnd()
}

/**
 * Closes the innermost `:::` container of this length, else of a shorter one, with all containers inside it. An end also
 * closes the containers of the same length around it that have none: generators end the outermost one first.
 */
function closeColon(colons: number, line: number, marking: Marking): boolean {
  const { open } = marking
  let at = open.findLastIndex((one) => one.colons === colons)
  if (at < 0) at = open.findLastIndex((one) => one.colons > 0 && one.colons < colons)
  if (at < 0) return false
  const length = open[at]?.colons
  while (open.length > at) close(line, marking)
  for (let around = open.at(-1); around !== undefined; around = open.at(-1)) {
    if (around.colons !== length || !marking.endless.has(around.index)) break
    close(line, marking)
  }
  return true
}

function expandTabs(text: string): string {
  const space = /^[\t ]*/.exec(text)![0] // always matches
  return space.replaceAll('\t', '    ') + text.slice(space.length)
}
