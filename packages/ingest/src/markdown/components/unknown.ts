/**
 * Components without a row: their content, title, link, image and lists are shown as ordinary content. The problem names the
 * parts that are shown.
 */
import type { Report } from '../../result/problem.ts'
import { parseInline } from '../parse.ts'
import { rawText } from '../plain-text.ts'
import type { Attributes, Data, TreeNode } from '../tree.ts'
import { inline, paragraph, text } from '../tree.ts'
import { codeIn } from './attribute-code.ts'
import { contentOf, flat, isBlank, isInline, placed } from './content.ts'
import { furtherImages, imageOf, imageOfEntry, isImageName } from './unknown-images.ts'
import { partsShown, reportLeftOut, reportShown, type Shown } from './unknown-report.ts'
import { addressIn } from './use.ts'

/** Attributes that hold the title of a component. */
export const TITLES = ['title', 'name', 'label', 'text', 'heading', 'header', 'headline', 'summary', 'caption', 'alt']
/** Attributes that hold a text about it. */
export const TEXTS = ['description', 'subtitle', 'details', 'content', 'desc', 'tagline']
/** Attributes that hold an address. */
export const LINKS = ['href', 'url', 'to', 'link', 'src']

/** Attributes about the look or the behaviour of a component: never its text. */
const TECHNICAL =
  /^(?:class|className|style|id|key|ref|slot|is|as|width|height|size|colou?r|icon|iconType|variant|theme|align|position|rel|target|lang|language|type|kind|mode|layout|loading|direction|background|cols|columns|gap|client:.*|(?:data|aria|v|on|set|x)[-:A-Z].*|[@#:].*)$/

/** Text beside a component, in which it must not leave a gap; `heading` for the text of a heading. */
export type TextBeside = 'none' | 'sentence' | 'heading'

/** Nodes for an unknown component. */
export function unknownComponent(node: TreeNode, beside: TextBeside, report: Report): TreeNode[] {
  const attributes = node.attributes ?? {}
  const content = contentOf(node)
  const hasContent = !isBlank(content)
  if (!hasContent && isIcon(node.name ?? '', attributes)) return []
  const shown = shownOf(node, attributes, hasContent)
  if (beside === 'heading' && !hasContent && !isForReaders(shown, attributes)) {
    reportLeftOut(node, report)
    return []
  }
  const isEmpty = !hasContent && Object.values(shown).every((part) => part === undefined || part.length === 0)
  const isGap = isEmpty && (beside !== 'none' || node.source !== undefined)
  reportShown(node, isEmpty ? [] : partsShown(shown, hasContent, node), isGap, report)
  if (isGap) return nameOf(node)
  if (node.inline !== true) return inBlock(shown, content, node)
  const nodes = inText(shown, content, node)
  return beside === 'heading' && !hasContent ? nodes.map((one) => ({ ...one, isBeside: true })) : nodes
}

/** The text that fills a gap: a macro as it is written, or the name of a component. */
function nameOf(node: TreeNode): TreeNode[] {
  if (node.source === undefined) return [{ type: 'inlineCode', value: node.name ?? '' }]
  return placed({ type: 'inlineCode', value: node.source.replaceAll(/\s+/g, ' ') }, node)
}

/** Whether a component has a link, an image or a text by name; other values in a heading are names of icons and badges. */
function isForReaders({ href, image }: Shown, attributes: Attributes): boolean {
  return href !== undefined || image !== undefined || firstText([...TITLES, ...TEXTS], attributes) !== undefined
}

/** A component that only draws something small. */
function isIcon(name: string, attributes: Attributes): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1)
  if (/(?:Icon|Logo|Spacer|Divider|Separator)$|^Icon/.test(own)) return true
  const names = Object.keys(attributes)
  return names.includes('icon') && names.every((one) => TECHNICAL.test(one))
}

function shownOf(node: TreeNode, attributes: Attributes, hasContent: boolean): Shown {
  const [first, ...further] = furtherImages(attributes, undefined)
  const image = imageOf(attributes) ?? first
  const others =
    node.inline === true ? [] : [...(first === undefined ? [] : [first]), ...further].filter((one) => one !== image)
  const href = LINKS.map((name) => addressIn(attributes[name])).find(
    (value) => value !== undefined && value !== '' && value !== image && !others.includes(value) && isAddress(value),
  )
  const title = firstText(TITLES, attributes) ?? requestOf(attributes)
  const description = firstText(TEXTS, attributes)
  const code = node.inline === true ? [] : codeIn(textsOf(attributes), node.line)
  const isSilent =
    title === undefined && description === undefined && href === undefined && image === undefined && code.length === 0
  return {
    title: title ?? (isSilent && !hasContent ? firstString(attributes) : undefined),
    description,
    href,
    image,
    others,
    alt: image !== undefined && title === attributes.alt ? title : undefined,
    items: node.inline === true ? [] : Object.values(listsOf(attributes)).flatMap((value) => listOf(value, node.line)),
    code,
  }
}

/** Attributes that hold the path of a request. */
const PATHS = ['path', 'endpoint', 'route']

/** The request that a component of an API reference documents, as code: `GET /things/<id>`; `undefined` for none. */
function requestOf(attributes: Attributes): string | undefined {
  const path = firstText(PATHS, attributes)
  if (path === undefined || !/^\/[^`\s]*$/.test(path)) return undefined
  const { method } = attributes
  const verb = typeof method === 'string' && /^[a-z]{3,7}$/i.test(method) ? `${method.toUpperCase()} ` : ''
  return `\`${verb}${path}\``
}

/** Lists that tell a component which of its parts it shows: names of a program, no text. */
const SELECTING = /^(?:ignore|hide|hidden|exclude|omit|external|externalTypes|cast)$/

function listsOf(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !SELECTING.test(name)))
}

/** The attributes that may hold code: those of the look, and those that are shown as text, do not. */
function textsOf(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name]) => !TECHNICAL.test(name) && !TITLES.includes(name) && !TEXTS.includes(name),
    ),
  )
}

function isAddress(value: string): boolean {
  return /^(?:https?:|mailto:|[./#]|[\w-]+(?:\/|\.\w+))/.test(value)
}

function firstText(names: string[], attributes: Attributes): string | undefined {
  for (const name of names) {
    const value = attributes[name]
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number') return String(value)
  }
  return undefined
}

function firstString(attributes: Attributes): string | undefined {
  const found = Object.entries(attributes).find(
    ([name, value]) => !TECHNICAL.test(name) && typeof value === 'string' && value.trim() !== '',
  )
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

function inText({ title, description, href, image }: Shown, content: TreeNode[], node: TreeNode): TreeNode[] {
  const { line } = node
  const words = title ?? description
  const body = flat(content)
  if (isBlank(body) && image !== undefined) return [inline('img', { src: image, alt: words ?? '' }, [], line)]
  const label = isBlank(body) ? (words === undefined ? [] : parseInline(words, line ?? 1)) : body
  if (href !== undefined) return [inline('a', { href }, label.length > 0 ? label : [text(href)], line)]
  // A title beside another content explains it.
  return isBlank(body) || title === undefined || rawText({ type: 'paragraph', children: body }) === title
    ? label
    : [...label, text(` (${title})`)]
}

function inBlock(
  { title, description, href, image, others, alt, items, code }: Shown,
  content: TreeNode[],
  node: TreeNode,
): TreeNode[] {
  const { line } = node
  const line1 = line ?? 1
  const only = content.length === 1 && content[0]?.type === 'paragraph' ? content[0] : undefined
  const linksContent =
    href !== undefined && title === undefined && only?.children?.every((one) => isInline(one)) === true
  const words =
    title === undefined || (alt !== undefined && href === undefined)
      ? []
      : [inline('strong', {}, parseInline(title, line1), line)]
  const head =
    href === undefined || linksContent ? words : [inline('a', { href }, words.length > 0 ? words : [text(href)], line)]
  const body = linksContent ? [paragraph([inline('a', { href }, only?.children ?? [], line)])] : content
  return [
    ...(image === undefined ? [] : [paragraph([inline('img', { src: image, alt: title ?? '' }, [], line)])]),
    ...others.map((src) => paragraph([inline('img', { src, alt: '' }, [], line)])),
    ...(head.length === 0 ? [] : [paragraph(head)]),
    ...(description === undefined ? [] : [paragraph(parseInline(description, line1))]),
    ...body,
    ...items,
    ...code,
  ]
}

/** A list of texts or objects as a list, or as a table where a list would lose texts; nothing for other values. */
function listOf(value: Data | undefined, line: number | undefined): TreeNode[] {
  const entries = entriesOf(value)
  const table = entries.length === 0 ? undefined : tableOf(entries, line)
  if (table !== undefined) return [table]
  const items = entries.map((item: Data) => itemOf(item, line)).filter((item) => item.length > 0)
  if (items.length === 0) return []
  const children = items.map((words): TreeNode => ({ type: 'listItem', spread: false, children: [paragraph(words)] }))
  return [{ type: 'list', ordered: false, spread: false, children }]
}

type Item = { readonly [key: string]: Data | undefined }

function isItem(value: Data | undefined): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a list, or those of a table of objects that have a key in common, with their names. */
function entriesOf(value: Data | undefined): readonly Data[] {
  if (Array.isArray(value)) return value
  if (!isItem(value) || addressIn(value) !== undefined) return []
  const entries = Object.entries(value)
  const items = entries.flatMap(([, one]) => (isItem(one) ? [one] : []))
  const common = Object.keys(items[0] ?? {}).filter((key) => items.every((item) => cellText(item[key]) !== ''))
  if (items.length < entries.length || common.length === 0) return []
  return entries.map(([name, one]): Data => ({ name, ...(isItem(one) ? one : {}) }))
}

/** A table of objects with more texts than a title, a description and a link; `undefined` for other lists. */
function tableOf(entries: readonly Data[], line: number | undefined): TreeNode | undefined {
  const items = entries.filter(isItem)
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(
    (name) => (name === 'type' || !TECHNICAL.test(name)) && items.some((item) => cellText(item[name]) !== ''),
  )
  const isTitle = (name: string): boolean => TITLES.includes(name)
  const isMore = (name: string): boolean => ![...TITLES, ...TEXTS, ...LINKS].includes(name) && !isImageName(name)
  const hasMore = items.some((item) =>
    names.some((name) => isMore(name) && typeof item[name] !== 'boolean' && cellText(item[name]) !== ''),
  )
  if (items.length < entries.length || !names.some(isTitle) || !hasMore) return undefined
  const shown = names.filter((name) => isTitle(name) || TEXTS.includes(name) || isMore(name))
  const row = (cells: TreeNode[][]): TreeNode => ({
    type: 'tableRow',
    children: cells.map((children) => ({ type: 'tableCell', children })),
  })
  const cell = (item: Item, name: string): TreeNode[] => {
    const words = parseInline(cellText(item[name]), line ?? 1)
    const { href } = shownOf({ type: 'component', inline: true }, { ...item }, false)
    return href !== undefined && name === shown.find(isTitle) ? [inline('a', { href }, words, line)] : words
  }
  const head = row(shown.map((name) => [text(name)]))
  return {
    type: 'table',
    align: [],
    children: [head, ...items.map((item) => row(shown.map((name) => cell(item, name))))],
  }
}

/** A value as the text of a cell; empty for false and for what is no text. */
function cellText(value: Data | undefined): string {
  if (Array.isArray(value))
    return value
      .map((one: Data) => cellText(one))
      .filter((one) => one !== '')
      .join(', ')
  if (value === true) return 'true'
  return typeof value === 'string' ? inOneLine(value) : typeof value === 'number' ? String(value) : ''
}

/** A text of data without the tags of HTML's paragraphs, which are no part of a line. */
function inOneLine(words: string): string {
  return /<p[\s>]/i.test(words) ? words.replaceAll(/<\/?p(?:\s[^<>]{0,200})?>\s*/gi, ' ').trim() : words
}

function itemOf(item: Data, line: number | undefined): TreeNode[] {
  const src = imageOfEntry(item)
  const words = typeof item === 'string' && src !== undefined ? [] : wordsOfEntry(item, line)
  if (src === undefined) return words
  return [inline('img', { src, alt: '' }, [], line), ...(words.length === 0 ? [] : [text(' '), ...words])]
}

function wordsOfEntry(item: Data, line: number | undefined): TreeNode[] {
  if (typeof item !== 'object' || item === null) return typeof item === 'boolean' ? [] : [text(String(item ?? ''))]
  if (Array.isArray(item)) return []
  const attributes = { ...(item as { readonly [key: string]: Data | undefined }) }
  const { title, description, href } = shownOf({ type: 'component', inline: true }, attributes, false)
  const label = title ?? href
  const more = description === undefined ? [] : parseInline(inOneLine(description), line ?? 1)
  if (label === undefined) return more
  const words = parseInline(label, line ?? 1)
  const head = href === undefined ? words : [inline('a', { href }, words, line)]
  return description === undefined ? head : [...head, text(': '), ...more]
}
