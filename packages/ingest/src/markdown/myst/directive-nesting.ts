/** The lines that `directive-lines.ts` writes, and the directives, fences of code and definitions that are open there. */
import { LIMITS } from '../../limits/limits.ts'
import type { Report } from '../../result/problem.ts'
import type { Container } from '../container.ts'
import type { SourceLine } from '../source-line.ts'
import { indentOf } from './directive-fence.ts'

/** Signs of marks (`container.ts`). */
const BEGINNING = '\uE001'
const END = '\uE002'

/** A directive, a fence of code or a definition whose end was not read yet. */
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

/** Written lines, with the functions that begin and end containers in them. */
interface Nesting {
  result: SourceLine[]
  containers: Container[]
  /** From the outermost to the innermost. */
  open: Open[]
  start: (
    at: Pick<Container, 'name' | 'line' | 'source'>,
    fence: string,
    prefix: string,
    attributes: Record<string, string>,
  ) => void
  startDefinition: (prefix: string, inner: number, first: string, line: number) => boolean
  target: (label: string, prefix: string, line: number) => void
  reportUnclosed: (fence: string, name: string, line: number) => void
  closeFence: (fence: string, line: number) => boolean
  closeDefinitions: (line: SourceLine) => void
  closeAll: (line: number) => void
  dedented: (text: string) => string
}

/** White space of the width of a prefix, with its signs of quotes. */
export function blank(prefix: string): string {
  return prefix.replaceAll(/[^\s>]/g, ' ')
}

/** The beginning of a page, where nothing is open. */
export function createNesting(report: Report): Nesting {
  const result: SourceLine[] = []
  const containers: Container[] = []
  const open: Open[] = []
  return {
    result,
    containers,
    open,
    start,
    startDefinition,
    target,
    reportUnclosed,
    closeFence,
    closeDefinitions,
    closeAll,
    dedented,
  }

  /** Begins a directive; beyond the maximum depth its first line is text, and a problem. */
  function start(
    at: Pick<Container, 'name' | 'line' | 'source'>,
    fence: string,
    prefix: string,
    attributes: Record<string, string>,
  ): void {
    if (open.length >= LIMITS.componentDepth) {
      const message = `This container is nested more than ${LIMITS.componentDepth} deep and is shown as text; close those before it.`
      report('unclosed-container', at.line, message)
      return void result.push({ text: `${prefix}${at.source}`, line: at.line })
    }
    containers.push({ kind: 'directive', title: undefined, attributes, ...at })
    mark(containers.length - 1, BEGINNING, prefix, at.line)
    if (fence !== '')
      open.push({ kind: 'directive', fence, index: containers.length - 1, prefix: blank(prefix), inner: 0 })
  }

  /** Begins a definition and returns true; beyond the maximum depth its first line is text, and the result is false. */
  function startDefinition(prefix: string, inner: number, first: string, line: number): boolean {
    if (open.length >= LIMITS.componentDepth) {
      result.push({ text: first, line })
      return false
    }
    const source = `: ${first}`
    const container: Container = { kind: 'definition', name: '', title: undefined, attributes: {}, line, source }
    const index = containers.push(container) - 1
    mark(index, BEGINNING, prefix, line)
    open.push({ kind: 'definition', fence: '', index, prefix, inner })
    return true
  }

  /** Writes a target: an empty container with a label. */
  function target(label: string, prefix: string, line: number): void {
    if (containers.length > LIMITS.componentDepth * 1000) return
    const source = `(${label})=`
    const attributes = { label }
    const index = containers.push({ kind: 'directive', name: 'target', title: undefined, attributes, line, source }) - 1
    mark(index, BEGINNING, prefix, line)
    mark(index, END, blank(prefix), line)
  }

  function mark(index: number, sign: string, prefix: string, line: number): void {
    const empty = blank(prefix).trimEnd()
    result.push({ text: empty, line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: empty, line })
  }

  function close(line: number): void {
    const top = open.pop()
    if (top !== undefined && top.kind !== 'code') mark(top.index, END, top.prefix, line)
  }

  /** Closes everything at the end of the page, and reports directives without an end. */
  function closeAll(line: number): void {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const container = containers[top.index]
      if (top.kind === 'directive' && container !== undefined) reportUnclosed(top.fence, container.name, container.line)
      close(line)
    }
  }

  function reportUnclosed(fence: string, name: string, line: number): void {
    report('unclosed-container', line, `"${fence}{${name}}" is never closed; write "${fence}" after its content.`)
  }

  /** Closes the innermost fence of this length, else of a shorter one; returns whether there was one. */
  function closeFence(fence: string, line: number): boolean {
    let index = open.findLastIndex((one) => one.fence === fence)
    if (index < 0) index = open.findLastIndex((one) => one.fence !== '' && fence.startsWith(one.fence))
    if (index < 0) return false
    while (open.length > index) close(line)
    return true
  }

  /** Closes the definitions whose indentation a line does not have. */
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
}
