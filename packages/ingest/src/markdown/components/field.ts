/** Parameters and properties of an API: a name, a type, marks, a default, and a description. */
import { tableOf } from '../../folder/plain-data.ts'
import type { Data, TreeNode } from '../tree.ts'
import { block, inline, paragraph, text } from '../tree.ts'
import { describedContent } from './callout.ts'
import { badgeOf } from './inline-parts.ts'
import type { Use } from './use.ts'
import { attributeOf, has, textOf } from './use.ts'

/** Attributes that name a parameter and say where it is sent. */
const PLACES = new Set(['path', 'query', 'body', 'header', 'cookie'])

/** One parameter or property. */
export function field(use: Use): TreeNode[] {
  const { node } = use
  const line = node.line
  const named = attributeOf(use, 'title')
  const type = attributeOf(use, 'type')?.value
  const fallback = node.attributes?.default ?? node.attributes?.defaultValue
  const code = (value: string): TreeNode => ({ type: 'inlineCode', value })
  const muted = (children: TreeNode[]): TreeNode => inline('span', { className: ['field-type'] }, children, line)
  const parts: TreeNode[] = [
    ...extras(node.attributes?.pre).map((label) => muted([text(label)])),
    ...(named === undefined ? [] : [inline('strong', {}, [code(shownOf(named.value))], line)]),
    ...extras(node.attributes?.post).map((label) => muted([text(label)])),
    ...(type === undefined ? [] : [muted([text(shownOf(type))])]),
    ...(named !== undefined && PLACES.has(named.name) ? [muted([text(named.name)])] : []),
    ...(has(node, 'required') ? [badgeOf([text('required')], 'danger', line)] : []),
    ...(has(node, 'deprecated') ? [badgeOf([text('deprecated')], 'warning', line)] : []),
    ...(fallback === undefined || fallback === true ? [] : [muted([text('Default: '), code(shownOf(fallback))])]),
  ]
  const spaced = parts.flatMap((part, at) => (at === 0 ? [part] : [text(' '), part]))
  const head = parts.length === 0 ? [] : [paragraph(spaced, { className: ['field-head'] })]
  const id = named === undefined ? '' : idOf(shownOf(named.value))
  const isNew = id !== '' && !use.ids.has(id)
  use.ids.add(id)
  return [block('div', { className: ['field'], ...(isNew ? { id } : {}) }, [...head, ...describedContent(use)], line)]
}

/** The id that Mintlify gives a parameter. */
function idOf(name: string): string {
  return `param-${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}`
}

/** The parameters of an object: `{ name: { type, description, default } }`. */
export function fields(use: Use): TreeNode[] {
  const { node, ids, report } = use
  const table = attributeOf(use, 'items')?.value
  const line = node.line === undefined ? {} : { line: node.line }
  if (typeof table !== 'object' || table === null) {
    report('expression', node.line, `The properties of <${node.name}> are an expression, which is not run.`)
    return []
  }
  return Object.entries(table).flatMap(([name, entry]: [string, Data | undefined]) => {
    const own = tableOf(entry) ?? { type: entry }
    const attributes = { ...(own as { readonly [key: string]: Data | undefined }), name }
    return field({ node: { type: 'component', attributes, children: [], ...line }, row: { as: 'field' }, ids, report })
  })
}

function extras(value: Data | undefined): string[] {
  if (Array.isArray(value)) return value.map((one: Data) => shownOf(one))
  return typeof value === 'string' ? [value] : []
}

/** A value in a line: objects as `light: #fff, dark: #000`. */
function shownOf(value: Data): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map((one: Data) => shownOf(one)).join(', ')
  return Object.entries(value)
    .map(([key, one]: [string, Data | undefined]) => `${key}: ${shownOf(one ?? null)}`)
    .join(', ')
}

/** The heading of an entry of a change log, its description and tags, and its text. */
export function update(use: Use): TreeNode[] {
  const { node } = use
  const label = textOf(use, 'title')
  const tags = attributeOf(use, 'items')?.value
  const description = textOf(use, 'text')
  const line = node.line === undefined ? {} : { line: node.line }
  const heading: TreeNode[] =
    label === undefined || label === '' ? [] : [{ type: 'heading', depth: 2, children: [text(label)], ...line }]
  const badges = Array.isArray(tags) ? tags.map((tag: Data) => badgeOf([text(String(tag))], 'default', node.line)) : []
  const words = [
    ...(description === undefined
      ? []
      : [inline('span', { className: ['field-type'] }, [text(description)], node.line)]),
    ...badges,
  ]
  const spaced = words.flatMap((part, at) => (at === 0 ? [part] : [text(' '), part]))
  return [...heading, ...(words.length === 0 ? [] : [paragraph(spaced)]), ...(node.children ?? [])]
}
