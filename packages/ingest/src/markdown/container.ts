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
import { codeTracker } from './source-line.ts'
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
}

/** A paragraph that is a mark. */
export const MARK = /^\uE000(\d+)([\uE001\uE002])$/

const TRIGGER = /^[ \t>*+\-\d.]*(?::{3,}|!!!|\?\?\?|===|: {3})/m
const COLON =
  /^([\s>]*)(:{3,})(?!:)[ \t]*(?:([A-Za-z][\w.:/-]*)[ \t]*(?:\[((?:[^[\]]|\[[^[\]]*\])*)\])?[ \t]*(?:\{([^}]*)\})?[ \t]*([^]*)|(?::+[ \t]*)?)$/
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

/** Replaces containers by marks. Other lines are returned unchanged. @param containers those with marks in the lines. */
export function markContainers(
  lines: SourceLine[],
  report: Report,
  containers: Container[] = [],
): { lines: SourceLine[]; containers: Container[] } {
  if (!lines.some((line) => TRIGGER.test(line.text))) return { lines, containers }
  const result: SourceLine[] = []
  const open: Open[] = []
  let track = codeTracker()

  const mark = (index: number, closing: boolean, prefix: string, line: number): void => {
    const blank = prefix.trimEnd()
    result.push(
      { text: blank, line },
      { text: `${prefix}\uE000${index}${closing ? '\uE002' : '\uE001'}`, line },
      { text: blank, line },
    )
  }
  const moved = (): number => open.filter((one) => one.colons === 0).length * 4
  const close = (line: number): void => {
    const top = open.pop()!
    mark(top.index, true, top.prefix, line)
  }
  const start = (container: Container, colons: number, indent: number, prefix: string): void => {
    containers.push(container)
    mark(containers.length - 1, false, prefix, container.line)
    open.push({ index: containers.length - 1, colons, indent, prefix })
  }

  for (const { text: raw, line } of lines) {
    const text = raw.includes('\t') ? expandTabs(raw) : raw
    const indent = text.trim() === '' ? Infinity : text.length - text.trimStart().length
    while (lastIndented(open) !== undefined && indent < lastIndented(open)!.indent + 4) {
      const end = open.indexOf(lastIndented(open)!)
      while (open.length > end) close(line)
      track = codeTracker()
    }
    const shift = moved()
    let dedented = shift === 0 ? raw : text.slice(Math.min(shift, indent === Infinity ? text.length : shift))
    let column = indent
    let state = track(dedented)
    const mayOpen = state === 'text' && open.length < LIMITS.componentDepth
    const definition = mayOpen ? DEFINITION.exec(dedented) : null
    if (definition !== null) {
      const [, space, first] = definition
      const source = dedented.trim()
      start({ kind: 'definition', name: '', title: undefined, attributes: {}, line, source }, 0, indent, space!)
      // A definition may begin with any block.
      dedented = space! + first!
      column += 4
      state = track(dedented)
    }
    if (state !== 'text') {
      result.push({ text: dedented, line })
      continue
    }
    const indented = mayOpen ? BANG.exec(dedented) : null
    if (indented !== null) {
      const [, space, sign, name, title] = indented
      const kind = sign === '!!!' ? 'bang' : sign === '???' ? 'query' : 'query-open'
      start(
        { kind, name: name!.split(/\s+/)[0]!, title, attributes: {}, line, source: dedented.trim() },
        0,
        column,
        space!,
      )
      continue
    }
    const tab = mayOpen ? TAB.exec(dedented) : null
    if (tab !== null) {
      start(
        {
          kind: tab[2] === '!' ? 'tab-new' : 'tab',
          name: '',
          title: tab[3]!,
          attributes: {},
          line,
          source: dedented.trim(),
        },
        0,
        column,
        tab[1]!,
      )
      continue
    }
    const colon = COLON.exec(dedented)
    if (colon === null) {
      result.push({ text: dedented, line })
      continue
    }
    if (open.length >= LIMITS.componentDepth && colon[3] !== undefined) {
      report(
        'unclosed-container',
        line,
        `This container is nested more than ${LIMITS.componentDepth} deep and is shown as text; close those before it.`,
      )
      result.push({ text: dedented, line })
      continue
    }
    const [, prefix, colons, name, label, attributes, rest] = colon
    const { title, list } = titleParts(rest ?? '')
    if (name === undefined) {
      if (!closeColon(open, colons!.length, (line) => close(line), line)) {
        report('unclosed-container', line, 'This ":::" closes nothing; remove it, or open a container before it.')
      }
      continue
    }
    const named = label ?? (title === '' ? undefined : title)
    start(
      {
        kind: 'colon',
        name,
        title: named,
        attributes: parseAttributeList(attributes ?? list),
        line,
        source: dedented.trim(),
      },
      colons!.length,
      indent,
      prefix!,
    )
  }
  const end = lines.at(-1)?.line ?? 1
  while (open.length > 0) {
    const top = open.at(-1)!
    const container = containers[top.index]!
    if (top.colons > 0) {
      report(
        'unclosed-container',
        container.line,
        `"${':'.repeat(top.colons)} ${container.name}" is never closed; write "${':'.repeat(top.colons)}" after its content.`,
      )
    }
    close(end)
  }
  return { lines: result, containers }
}

/** `#id .class key=value key="a b"`: the attribute lists of Markdown dialects. A class is collected under `class`. */
export function parseAttributeList(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const found of source.matchAll(/#([\w:.-]+)|\.([\w:-]+)|([\w:@-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+)))?/g)) {
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

/** Closes the innermost `:::` container of this length, else of a shorter one, with all containers inside it. */
function closeColon(open: Open[], colons: number, close: (line: number) => void, line: number): boolean {
  let at = open.findLastIndex((one) => one.colons === colons)
  if (at < 0) at = open.findLastIndex((one) => one.colons > 0 && one.colons < colons)
  if (at < 0) return false
  while (open.length > at) close(line)
  return true
}

function expandTabs(text: string): string {
  const space = /^[\t ]*/.exec(text)![0] // always matches
  return space.replaceAll('\t', '    ') + text.slice(space.length)
}
