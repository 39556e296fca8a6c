/**
 * Expands containers and component tags by a table: components of other generators (Docusaurus, VitePress, Starlight,
 * Mintlify, MkDocs, mdBook's listings) become the elements of `article.md`. An unknown name keeps its content and is a
 * problem. Children are expanded first.
 */
import type { Report } from '../result/problem.ts'
import { admonition, admonitionType } from './admonition.ts'
import { expandDirective } from './directive.ts'
import { codeTabs, groupTabs, tab, tabsOf } from './tabs.ts'
import { parseInline } from './parse.ts'
import { rawText } from './plain-text.ts'
import { groupDefinitions } from './definition.ts'
import type { TreeNode } from './tree.ts'
import { block, inline, paragraph, text } from './tree.ts'

interface Context {
  report: Report
}

type Expansion = (node: TreeNode, context: Context) => TreeNode[]

/** Expands every `component` below a node, in place. */
export function expandComponents(node: TreeNode, context: Context): void {
  if (node.children === undefined) return
  for (const child of node.children) expandComponents(child, context)
  if (node.children.some((child) => child.type === 'component')) {
    node.children = node.children.flatMap((child) =>
      child.type === 'component' ? expansionOf(child, context) : [child],
    )
  }
  if (node.children.some((child) => child.data?.hName === 'dd')) node.children = groupDefinitions(node.children)
  if (node.children.some((child) => child.data?.hProperties?.dataTab !== undefined))
    node.children = groupTabs(node.children)
}

function expansionOf(node: TreeNode, context: Context): TreeNode[] {
  const name = node.name ?? ''
  if (name.startsWith('html:')) return htmlElement(node, name.slice(5))
  if (name.startsWith(':')) return container(node, name.slice(1), context)
  // `<Tabs.Tab>`, `<Cards.Card>`: the part after the dot may be the name of a component.
  const simpleName = name.slice(name.lastIndexOf('.') + 1)
  const key = simpleName.toLowerCase().replaceAll('-', '')
  const row = Object.hasOwn(COMPONENTS, key) ? COMPONENTS[key] : undefined
  if (row !== undefined) return row(node, context)
  context.report('unknown-component', node.line, `<${name}> is not known here; its text is kept, the rest is left out.`)
  return contentOf(node)
}

/** The content of a component without its own expansion. */
function contentOf(node: TreeNode): TreeNode[] {
  const children = node.children ?? []
  if (node.inline === true)
    return children.flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : [child]))
  return children.length > 0 && children.every((child) => isInline(child)) ? [paragraph(children)] : children
}

function isInline(node: TreeNode): boolean {
  return (
    node.inline === true ||
    ['text', 'emphasis', 'strong', 'inlineCode', 'link', 'image', 'delete', 'break', 'linkReference'].includes(
      node.type,
    )
  )
}

function attribute(node: TreeNode, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = node.attributes?.[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

function has(node: TreeNode, name: string): boolean {
  const value = node.attributes?.[name]
  return value === true || (typeof value === 'string' && value !== 'false')
}

/** HTML in MDX: the allow-list filters it when the article is rendered. */
function htmlElement(node: TreeNode, name: string): TreeNode[] {
  if (name === 'script' || name === 'style') return []
  const properties: Record<string, string | boolean | string[]> = {}
  for (const [key, value] of Object.entries(node.attributes ?? {})) {
    if (value === undefined || /^on/i.test(key)) continue
    if (key === 'class' || key === 'className') properties.className = String(value).split(/\s+/)
    else properties[key] = value
  }
  const element = node.inline === true ? inline : block
  if (name === 'img') return [{ ...inline('img', properties, [], node.line) }]
  return [element(name, properties, node.children ?? [], node.line)]
}

function titleOf(node: TreeNode): TreeNode[] | undefined {
  const title = attribute(node, 'title')
  return title === undefined ? undefined : title === '' ? [] : parseInline(title, node.line ?? 1)
}

function container(node: TreeNode, name: string, context: Context): TreeNode[] {
  const kind = attribute(node, 'kind')
  const children = node.children ?? []
  if (kind === 'directive') return expandDirective(node, name, context.report)
  if (name === 'tab' || name === 'tab-new') return [tab(titleOf(node) ?? [], children, node.line, name === 'tab-new')]
  if (name === 'definition') return [block('dd', {}, children, node.line)]
  if (name === 'code-group') return [codeTabs(children, node.line)]
  if (name === 'tabs') return [tabsOf(children, attribute(node, 'key', 'group'), node.line)]
  if (name === 'tab-item') return [tab(titleOf(node) ?? [], children, node.line, false)]
  if (name === 'details') return [details(titleOf(node) ?? [text('Details')], children, node.line, has(node, 'open'))]
  if (name === 'raw' || name === 'v-pre' || name === 'div') return children
  if (name === 'steps') return [block('div', { className: ['steps'] }, children, node.line)]
  const fold = kind === 'query' ? 'closed' : kind === 'query-open' ? 'open' : undefined
  if (admonitionType(name) === undefined && kind === 'colon') {
    context.report(
      'unknown-container',
      node.line,
      `The container "::: ${name}" is not known here; its content is kept, with "${name}" as a note's title.`,
    )
    if (children.length === 0) return []
  }
  return [admonition(name, titleOf(node), children, node.line, fold)]
}

function details(summary: TreeNode[], children: TreeNode[], line: number | undefined, open: boolean): TreeNode {
  const properties = { className: ['admonition'], dataType: 'details', ...(open ? { open: true } : {}) }
  return block(
    'details',
    properties,
    [block('summary', { className: ['admonition-title'] }, summary, line), ...children],
    line,
  )
}

function callout(type: string): Expansion {
  return (node) => [admonition(type, titleOf(node), contentOf(node), node.line)]
}

function typedCallout(node: TreeNode): TreeNode[] {
  return [admonition(attribute(node, 'type', 'kind', 'intent') ?? 'note', titleOf(node), contentOf(node), node.line)]
}

/** A line of bold text above a block's content. */
function titled(className: string, node: TreeNode): TreeNode[] {
  const title = titleOf(node)
  return title === undefined || title.length === 0 ? [] : [paragraph(title, { className: [className] })]
}

function card(node: TreeNode): TreeNode[] {
  const href = attribute(node, 'href', 'link', 'to')
  if (href !== undefined) return linkCard(node)
  const body = block('div', { className: ['card-body'] }, contentOf(node), node.line)
  return [block('div', { className: ['card'] }, [...titled('card-title', node), body], node.line)]
}

function linkCard(node: TreeNode): TreeNode[] {
  const href = attribute(node, 'href', 'link', 'to') ?? ''
  const description = attribute(node, 'description')
  const content = description === undefined ? flat(contentOf(node)) : parseInline(description, node.line ?? 1)
  const children = [
    block('span', { className: ['card-title'] }, titleOf(node) ?? [text(href)], node.line),
    ...(content.length === 0 ? [] : [block('span', { className: ['card-description'] }, content, node.line)]),
  ]
  return [block('a', { className: ['card', 'link-card'], href }, children, node.line)]
}

/** Converts blocks to a line of text, for positions where HTML forbids blocks. */
function flat(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) =>
    node.type === 'paragraph' ? (node.children ?? []) : isInline(node) ? [node] : [text(rawText(node))],
  )
}

function badge(node: TreeNode): TreeNode[] {
  const type = attribute(node, 'type', 'variant') ?? 'default'
  const label = attribute(node, 'text')
  const children = label === undefined ? flat(contentOf(node)) : [text(label)]
  return [inline('span', { className: ['badge'], dataType: admonitionType(type) ?? 'default' }, children, node.line)]
}

function button(node: TreeNode): TreeNode[] {
  const href = attribute(node, 'href', 'to', 'link') ?? ''
  const variant = attribute(node, 'variant', 'theme') ?? 'primary'
  const label = flat(contentOf(node))
  const shown = label.length > 0 ? label : [text(attribute(node, 'text', 'label') ?? href)]
  const link = inline('a', { className: ['button'], dataVariant: variant, href }, shown, node.line)
  return node.inline === true ? [link] : [paragraph([link])]
}

function codeBlock(node: TreeNode, context: Context): TreeNode[] {
  const value = attribute(node, 'code')
  if (value === undefined) {
    if ((node.children ?? []).length > 0) return contentOf(node)
    context.report(
      'expression',
      node.line,
      `The code of <${node.name}> is an expression, which is not run; write the code itself.`,
    )
    return []
  }
  const title = attribute(node, 'title')
  return [
    {
      type: 'code',
      lang: attribute(node, 'lang') ?? null,
      meta: title === undefined ? null : `title="${title}"`,
      value,
      line: node.line ?? 1,
    },
  ]
}

/** mdBook's numbered listings. */
function listing(node: TreeNode): TreeNode[] {
  const number = attribute(node, 'number')
  const caption = attribute(node, 'caption')
  const file = attribute(node, 'file-name')
  const children = [...(node.children ?? [])]
  const code = children.find((child) => child.type === 'code')
  if (file !== undefined && code !== undefined) code.meta = `${code.meta ?? ''} title="${file}"`
  if (number === undefined && caption === undefined) return children
  const label = `${number === undefined ? '' : `Listing ${number}`}${number !== undefined && caption !== undefined ? ': ' : ''}`
  const words = [text(label), ...(caption === undefined ? [] : parseInline(caption, node.line ?? 1))]
  const figcaption = block('figcaption', { className: ['listing-caption'] }, words, node.line)
  return [block('figure', { className: ['listing'] }, [...children, figcaption], node.line)]
}

function image(node: TreeNode): TreeNode[] {
  const src = attribute(node, 'src')
  if (src === undefined) return []
  const properties = { src, alt: attribute(node, 'alt') ?? '' }
  const element = inline('img', properties, [], node.line)
  return node.inline === true ? [element] : [paragraph([element])]
}

function link(node: TreeNode): TreeNode[] {
  const href = attribute(node, 'href', 'to', 'url') ?? ''
  const content = contentOf(node)
  const element = inline(
    'a',
    { href },
    content.length === 0 ? [text(attribute(node, 'title', 'text') ?? href)] : flat(content),
    node.line,
  )
  return node.inline === true ? [element] : [paragraph([element])]
}

function video(prefix: string): Expansion {
  return (node) => {
    const id = attribute(node, 'id', 'videoId', 'video', 'src', 'url') ?? ''
    const href = /^https?:/.test(id) ? id : prefix + id
    const element = inline('a', { href }, [text(attribute(node, 'title') ?? href)], node.line)
    return node.inline === true ? [element] : [paragraph([element])]
  }
}

const group =
  (className: string): Expansion =>
  (node) => [block('div', { className: [className] }, contentOf(node), node.line)]

const nothing: Expansion = () => []

/** By the component's name in lower case, without hyphens. */
const COMPONENTS: Record<string, Expansion> = {
  tabs,
  tabitem: tabComponent, tab: tabComponent, packagemanagertabs: contentOf,
  codegroup: (node) => [codeTabs(node.children ?? [], node.line)],
  codetabs: (node) => [codeTabs(node.children ?? [], node.line)],
  steps: group('steps'),
  step: (node) => [block('div', { className: ['step'] }, [...titled('step-title', node), ...contentOf(node)], node.line)],
  filetree: group('file-tree'), files: group('file-tree'),
  card, linkcard: linkCard,
  cardgrid: group('card-grid'), cardgroup: group('card-grid'), cards: group('card-grid'), columns: group('card-grid'),
  column: contentOf,
  aside: typedCallout, callout: typedCallout, admonition: typedCallout,
  note: callout('note'), tip: callout('tip'), info: callout('info'), warning: callout('warning'), caution: callout('caution'),
  danger: callout('danger'), check: callout('success'), important: callout('important'), alert: typedCallout,
  badge, linkbutton: button, button,
  accordion: (node) => [details(titleOf(node) ?? [text('Details')], contentOf(node), node.line, has(node, 'defaultOpen'))],
  details: (node) => [details(titleOf(node) ?? [text('Details')], contentOf(node), node.line, has(node, 'open'))],
  expandable: (node) => [details(titleOf(node) ?? [text('Details')], contentOf(node), node.line, has(node, 'defaultOpen'))],
  accordiongroup: contentOf, accordions: contentOf, frame: contentOf, fragment: contentOf, center: contentOf,
  code: codeBlock, codeblock: codeBlock, listing,
  image, img: image, themedimage: image, a: link, link,
  youtube: video('https://www.youtube.com/watch?v='), vimeo: video('https://vimeo.com/'), video: video(''),
  icon: nothing, script: nothing, style: nothing, head: nothing,
} // prettier-ignore

/** The label of a tab without one. */
const UNNAMED = 'Tab'

function tabComponent(node: TreeNode): TreeNode[] {
  const label = attribute(node, 'label', 'title', 'value', 'name') ?? UNNAMED
  return [tab([text(label)], contentOf(node), node.line, false)]
}

/** Nextra and Fumadocs list the names of tabs in `items`. */
function tabs(node: TreeNode): TreeNode[] {
  const group = tabsOf(node.children ?? [], attribute(node, 'syncKey', 'groupId', 'group'), node.line)
  const names = attribute(node, 'items')?.split('\n') ?? []
  for (const [at, { children }] of (group.children ?? []).entries()) {
    const label = children?.[0]?.children?.[0]
    const name = names[at]
    if (name !== undefined && label?.type === 'text' && label.value === UNNAMED) label.value = name
  }
  return [group]
}
