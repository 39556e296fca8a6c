/**
 * Components in Markdown, as Nuxt Content writes them (MDC): blocks `::name{key="value"}` … `::`, nested by the number
 * of colons and often indented, with properties as YAML between `---`, and slots `#name`; components in a line
 * `:badge[Text]{color="green"}`; attributes of a text `[text]{.class}`. Blocks become containers with marks
 * (`container.ts`); components in a line become tags, which `fold.ts` pairs.
 */
import { parseDocument } from 'yaml'
import { requireShallowFlow } from '../folder/flow-depth.ts'
import { requireTree, tableOf } from '../folder/plain-data.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Report } from '../result/problem.ts'
import { type Container, parseAttributeList } from './container.ts'
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'
import type { Attributes, Data } from './tree.ts'

/** Whether the pages have this syntax. */
export function readsMdc({ generator }: PageSyntax): boolean {
  return generator === 'docus'
}

const OPEN = /^([ \t]*)(:{2,})([a-zA-Z][\w-]*)(?:\[([^\]]*)\])?(?:\{(.*)\})?[ \t]*$/
const CLOSE = /^[ \t]*(:{2,})[ \t]*$/
const SLOT = /^[ \t]*#([a-zA-Z][\w-]*)(?:\{[^{}]*\})?[ \t]*$/

/** Slots that are attributes of their component. */
const ATTRIBUTE_SLOTS = new Set(['headline', 'title', 'description'])

/** Lines of properties at the beginning of a block. */
const MAX_PROPERTY_LINES = 200

/** Names that another component has in the table. */
const NAMES = new Map([
  ['accordion', 'AccordionGroup'],
  ['code-preview', 'TabsItem'],
])

/** Sections of a landing page, with the level of their titles' headings. */
const SECTIONS = new Map([
  ['pagehero', 1],
  ['landinghero', 1],
  ['hero', 1],
  ['pageheader', 1],
  ['pagesection', 2],
  ['pagecta', 2],
])

interface Open {
  index: number
  /** Level of the heading that its title becomes; `undefined` for components whose title is an attribute. */
  level: number | undefined
  /** Index in the result at which the next line of its title or description is inserted, before other content. */
  start: number
  colons: number
  /** Columns that are removed from the lines of the content. */
  indent: number
  /** The slot whose lines are collected for an attribute. */
  slot: string | undefined
  slotLines: string[]
}

/** Replaces blocks by marks, and components in a line by tags. */
export function markMdc(lines: SourceLine[], report: Report): { lines: SourceLine[]; containers: Container[] } {
  const containers: Container[] = []
  const result: SourceLine[] = []
  const open: Open[] = []
  let track = codeTracker()

  const push = (text: string, line: number): void => {
    const slot = open.at(-1)
    if (slot?.slot !== undefined) slot.slotLines.push(text)
    else result.push({ text, line })
  }
  const mark = (index: number, sign: string, line: number): void => {
    for (const text of ['', `\uE000${index}${sign}`, '']) result.push({ text, line })
  }
  const endSlot = (block: Open): void => {
    const container = containers[block.index]
    const text = block.slotLines.join(' ').trim()
    if (block.slot !== undefined && container !== undefined && text !== '') {
      if (block.level !== undefined) addHead(block, block.slot, text, container.line)
      else container.attributes = { [block.slot]: text, ...container.attributes }
    }
    block.slot = undefined
    block.slotLines = []
  }
  const addHead = (block: Open, part: string, text: string, line: number): void => {
    const head = part === 'title' ? `${'#'.repeat(block.level ?? 2)} ${text.replaceAll(/<br>/g, ' ')}` : text
    result.splice(block.start, 0, { text: head, line }, { text: '', line })
    block.start += 2
  }
  const close = (line: number): void => {
    const block = open.pop()
    if (block === undefined) return
    endSlot(block)
    mark(block.index, '\uE002', line)
  }

  /** Opens the block of a line. @param outer columns of the block around it. Returns the index of the line after its head. */
  const begin = (match: RegExpExecArray, at: number, outer: number): number => {
    const [text, space = '', colons = '', name = '', label, list] = match
    const { line } = lines[at] as SourceLine // the index is below the length
    const { properties, next } = propertiesAt(lines, at + 1)
    const attributes: Attributes = { ...attributesOf(list ?? ''), ...properties, ...(label ? { title: label } : {}) }
    const index = containers.length
    containers.push({
      kind: 'mdc',
      name: NAMES.get(name) ?? name,
      title: undefined,
      attributes,
      line,
      source: text.trim(),
    })
    mark(index, '\uE001', line)
    const level = SECTIONS.get(name.replace(/^u-/, '').replaceAll('-', '').toLowerCase())
    const block: Open = {
      index,
      level,
      start: result.length,
      colons: colons.length,
      indent: outer + space.length,
      slot: undefined,
      slotLines: [],
    }
    open.push(block)
    for (const part of level === undefined ? [] : ATTRIBUTE_SLOTS) {
      const value = attributes[part]
      delete attributes[part]
      if (typeof value === 'string' && value !== '') addHead(block, part, inlineMdc(value), line)
    }
    return next
  }

  for (let at = 0; at < lines.length; at++) {
    const { text: raw, line } = lines[at] as SourceLine // the index is below the length
    const block = open.at(-1)
    const text = block === undefined ? raw : dedent(raw, block.indent)
    const isText = track(text) === 'text'
    // The attribute of a slot is its first paragraph.
    if (
      block?.slot !== undefined &&
      (!isText || /^\s*(?:$|[-*+>|]\s|\d+\.\s)/.test(text)) &&
      block.slotLines.length > 0
    )
      endSlot(block)
    if (!isText) {
      push(text, line)
      continue
    }
    const opening = open.length < LIMITS.componentDepth ? OPEN.exec(text) : null
    if (opening !== null) {
      if (block !== undefined) endSlot(block)
      at = begin(opening, at, block?.indent ?? 0) - 1
      track = codeTracker()
      continue
    }
    const [, closing] = CLOSE.exec(text) ?? []
    const found = closing === undefined ? -1 : open.findLastIndex((one) => one.colons === closing.length)
    if (found >= 0) {
      while (open.length > found) close(line)
      continue
    }
    const [, slot] = (block !== undefined && SLOT.exec(text)) || []
    if (block !== undefined && slot !== undefined) {
      endSlot(block)
      if (ATTRIBUTE_SLOTS.has(slot)) block.slot = slot
      else push('', line)
      continue
    }
    push(inlineMdc(text), line)
  }
  const end = lines.at(-1)?.line ?? 1
  while (open.length > 0) {
    const container = containers[open.at(-1)?.index ?? 0]
    report(
      'unclosed-container',
      container?.line,
      `"${container?.source.slice(0, 60)}" is never closed; write "${':'.repeat(open.at(-1)?.colons ?? 2)}" after its content.`,
    )
    close(end)
  }
  return { lines: result, containers }
}

function dedent(text: string, columns: number): string {
  const space = text.length - text.trimStart().length
  return text.slice(Math.min(space, columns))
}

/** The properties between `---` at a line, and the index of the line after them. */
function propertiesAt(lines: SourceLine[], start: number): { properties: Attributes; next: number } {
  if (lines[start]?.text.trim() !== '---') return { properties: {}, next: start }
  const inside = lines.slice(start + 1, start + 1 + MAX_PROPERTY_LINES)
  const length = inside.findIndex(({ text }) => text.trim() === '---')
  if (length < 0) return { properties: {}, next: start }
  const source = inside.slice(0, length).map(({ text }) => text)
  try {
    requireShallowFlow(source.join('\n'))
    const document = parseDocument(source.join('\n'), { logLevel: 'silent', prettyErrors: false })
    const value = requireTree<unknown>(document.toJS({ maxAliasCount: 20 }))
    return { properties: (tableOf(value) as Attributes | undefined) ?? {}, next: start + length + 2 }
  } catch {
    return { properties: {}, next: start + length + 2 }
  }
}

/** `{icon="a" :items='["b"]' .class}`: a colon in front binds JSON. */
function attributesOf(list: string): Attributes {
  return Object.fromEntries(
    Object.entries(parseAttributeList(list)).flatMap(([key, value]): [string, Data][] => {
      // Classes style the generator's own components; parts of `.z-[-1]` are no names.
      if (key === 'class' || !/^:?[A-Za-z]/.test(key)) return []
      if (!key.startsWith(':')) return [[key, value === '' ? true : value]]
      try {
        return [[key.slice(1), requireTree(JSON.parse(value) as Data)]]
      } catch {
        return [[key.slice(1), value]]
      }
    }),
  )
}

/** A component in a line; a name alone only where it is an element of HTML without content. */
const COMPONENT =
  /(?<![\w:\\/]):(?:(br|hr)(?![\w-])|([a-z][\w-]{0,60})(?:\[([^\][]{0,500})\])?(?:\{([^{}]{0,2000})\})?)/g

/** A text with attributes; behind a link or an image they are read later. */
const SPAN = /(?<![!\]\\])\[([^\][]{1,500})\]\{([^{}]{0,500})\}/g

/** Replaces the components of a line, outside code. */
function inlineMdc(text: string): string {
  if (!/:[a-z]|\]\{/.test(text)) return text
  // With a hyphen in its name, a line of its own is a component rather than a word after a colon.
  const [, space, name] = /^(\s*):([a-z]\w*(?:-\w+)+)\s*$/.exec(text) ?? []
  if (space !== undefined && name !== undefined) return `${space}<${tagName(name)} />`
  const parts = text.split(/(`+[^`]*`+)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : withTags(part))).join('')
}

function withTags(text: string): string {
  return text
    .replaceAll(
      COMPONENT,
      (raw, empty: string | undefined, name: string | undefined, label?: string, list?: string) => {
        if (empty !== undefined) return empty === 'br' ? '<br>' : '<hr>'
        if (name === undefined || (label === undefined && list === undefined)) return raw
        const attributes = Object.entries(attributesOf(list ?? '')).map(([key, value]) =>
          value === true
            ? ` ${key}`
            : ` ${key}="${escaped(typeof value === 'string' ? value : JSON.stringify(value))}"`,
        )
        const tag = tagName(name)
        return label === undefined
          ? `<${tag}${attributes.join('')} />`
          : `<${tag}${attributes.join('')}>${label}</${tag}>`
      },
    )
    .replaceAll(SPAN, (_, inner: string, list: string) => {
      const { id } = parseAttributeList(list)
      return id === undefined ? inner : `<span id="${escaped(id)}">${inner}</span>`
    })
}

/** `u-button` is `UButton`: names of components begin with a capital. */
function tagName(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
