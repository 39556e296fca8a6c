/** Quarto's divs: callouts, theorems, sets of tabs, and content for some formats only. */
import { LIMITS } from '../limits/limits.ts'
import type { Report } from '../result/problem.ts'
import { type Container, parseAttributeList } from './container.ts'
import type { SourceLine } from './source-line.ts'

/** The line that opens a div: its signs before, attributes, or a name with attributes. */
export const DIV =
  /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,8}):{3,}[ \t]*(?:\{((?:[^{}"]|"[^"]*")*)\}|([\w-]+)(?: ?\{([^{}]*)\})?)(?: ?:+)?$/
/** The line that closes a div. */
export const DIV_END = /^([\s>]*):{3,}[ \t]*$/
const HEADING = /^(#{1,6})[ \t]+([^]*)$/

/** Theorems, by the beginning of their id. */
const THEOREMS: Record<string, string> = {
  thm: 'Theorem', lem: 'Lemma', cor: 'Corollary', prp: 'Proposition', cnj: 'Conjecture', def: 'Definition',
  exm: 'Example', exr: 'Exercise', sol: 'Solution', rem: 'Remark', alg: 'Algorithm',
} // prettier-ignore

/** Classes of bookdown's theorems. */
const CLASSES = new Set([...Object.values(THEOREMS).map((name) => name.toLowerCase()), 'proof', 'hypothesis'])

interface Open {
  kind: 'div' | 'tabset'
  index: number
  prefix: string
  /** Of a tabset: the level of its headings, once known, and the index of the open tab. */
  level: number
  tab: number | undefined
}

/** The open divs of a page, and the tabs in them. */
interface Divs {
  isOpen: () => boolean
  /** Whether another div may be nested. */
  mayOpen: () => boolean
  /** Opens a div; returns the index of its last line that is read: a heading can be its title. */
  open: (found: RegExpExecArray, source: SourceLine[], at: number) => number
  /** Opens a tab, if the line is a heading of an open set of tabs. */
  openTab: (line: SourceLine) => boolean
  /** Closes the innermost div. */
  close: (line: number) => void
  /** Closes all divs, each with a problem. */
  closeAll: (line: number, report: Report) => void
}

/** Makes the stack of open divs, which writes their marks into the result. */
export function openDivs(result: SourceLine[], containers: Container[]): Divs {
  const open: Open[] = []
  const mark = (index: number, sign: string, prefix: string, line: number): void => {
    result.push({ text: '', line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: '', line })
  }
  const begin = (container: Omit<Container, 'line' | 'source'>, at: SourceLine, prefix: string): number => {
    const index = containers.push({ ...container, line: at.line, source: at.text.trim() }) - 1
    mark(index, '\uE001', prefix, at.line)
    return index
  }
  const closeTab = ({ tab, prefix }: Open, line: number): void => {
    if (tab !== undefined) mark(tab, '\uE002', prefix, line)
  }
  const close = (line: number): void => {
    const top = open.pop()
    if (top === undefined) return
    closeTab(top, line)
    mark(top.index, '\uE002', top.prefix, line)
  }
  return {
    isOpen: () => open.length > 0,
    mayOpen: () => open.length < LIMITS.componentDepth,
    close,
    open([, prefix = '', list, name = '', more = ''], source, at) {
      const given = parseAttributeList(list ?? more)
      const attributes: Record<string, string> = { ...given, class: `${given.class ?? ''} ${name}`.trim() }
      const title = attributes.title ?? headingBelow(source, at, attributes)
      const kind = /\bpanel-tabset\b/.test(attributes.class ?? '') ? 'tabset' : 'div'
      const index = begin(divOf(attributes, title), source[at] ?? { text: '', line: 1 }, prefix)
      // The signs of a list are those of its first line.
      open.push({ kind, index, prefix: prefix.replaceAll(/[^\s>]/g, ' '), level: 0, tab: undefined })
      return attributes.title === undefined && title !== undefined ? nextText(source, at) : at
    },
    openTab(line) {
      const top = open.at(-1)
      const heading = top?.kind === 'tabset' ? HEADING.exec(line.text) : null
      const level = heading?.[1]?.length ?? 0
      if (top === undefined || heading === null || (top.level !== 0 && top.level !== level)) return false
      closeTab(top, line.line)
      top.level = level
      const title = (heading[2] ?? '').replace(/\{[^{}]*\}$/, '').trim()
      top.tab = begin({ kind: 'tab', name: '', title, attributes: {} }, line, top.prefix)
      return true
    },
    closeAll(line, report) {
      while (open.length > 0) {
        const { line: opened, source: written } = containers[open.at(-1)?.index ?? 0] ?? { line: 1, source: '' }
        report('unclosed-container', opened, `"${written}" is never closed; write ":::" after its content.`)
        close(line)
      }
    },
  }
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

/** The kind of theorem by an id of Quarto, else by a class of bookdown. */
function theoremOf(id: string | undefined, classes = ''): string | undefined {
  const key = /^([a-z]+)-/.exec(id ?? '')?.[1] ?? ''
  if (Object.hasOwn(THEOREMS, key)) return THEOREMS[key]
  const found = classes.split(' ').find((one) => CLASSES.has(one))
  return found === undefined ? undefined : found.charAt(0).toUpperCase() + found.slice(1)
}

/** The container of a div, by its classes. */
function divOf(attributes: Record<string, string>, title: string | undefined): Omit<Container, 'line' | 'source'> {
  const classes = attributes.class ?? ''
  const callout = /\bcallout-(\w+)/.exec(classes)?.[1] ?? (/\bcallout\b/.test(classes) ? 'note' : undefined)
  if (callout !== undefined) {
    const kind = attributes.collapse === undefined ? 'bang' : attributes.collapse === 'false' ? 'query-open' : 'query'
    return { kind, name: callout, title, attributes: attributes.id === undefined ? {} : { id: attributes.id } }
  }
  const theorem = theoremOf(attributes.id, classes)
  const words = title ?? attributes.name
  if (theorem !== undefined)
    return {
      kind: 'bang',
      name: 'note',
      title: words === undefined ? theorem : `${theorem} (${words})`,
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
