/** Expands directives of Sphinx and MyST (`directive-names.ts`) into the elements of `article.md`. */
import type { Report } from '../../result/problem.ts'
import { admonition, admonitionType } from '../admonition.ts'
import { directiveOf, isOfLanguage, VERSION_TITLES } from './directive-names.ts'
import { listTable } from './directive-table.ts'
import { labelId } from './label.ts'
import { parseInline } from '../parse.ts'
import { inlineText } from '../plain-text.ts'
import { codeTabs, tab, tabsOf } from '../components/tab-group.ts'
import type { Properties, TreeNode } from '../tree.ts'
import { block, inline, paragraph, text } from '../tree.ts'

/** Whether a directive has a construct; others may have a row of the project. @param name in lower case. */
export function isKnownDirective(name: string): boolean {
  return name === 'target' || directiveOf(name) !== undefined
}

/** The nodes of a directive, whose children are expanded. @param name in lower case. */
export function expandDirective(node: TreeNode, name: string, report: Report): TreeNode[] {
  const nodes = nodesOf(node, name, report)
  const label = option(node, 'name') ?? (name === 'target' ? undefined : option(node, 'label'))
  const [first] = nodes
  if (label !== undefined && first !== undefined) setProperties(first, { id: labelId(label), dataLabel: label })
  return nodes
}

/** A directive with the parts that most constructs use. */
interface Directive {
  node: TreeNode
  /** In lower case. */
  name: string
  argument: string
  /** The argument as Markdown; `undefined` without one. */
  title: TreeNode[] | undefined
  children: TreeNode[]
  line: number | undefined
}

/** Makes the nodes of each construct. */
const BUILDERS: Partial<Record<string, (directive: Directive) => TreeNode[]>> = {
  note: ({ node, name, title, children, line }) => {
    const shown = title ?? (name.startsWith('see') ? [text('See also')] : undefined)
    return [admonition(name, shown, children, line, foldOf(node))]
  },
  admonition: ({ node, name, title }) => [titledAdmonition(node, name, title)],
  version: ({ name, argument, children, line }) => [version(name, argument, children, line)],
  details: ({ node, title, children, line }) => {
    const fold = option(node, 'open') === undefined ? 'closed' : 'open'
    return [admonition('details', title ?? [text('Details')], children, line, fold)]
  },
  tabs: ({ node, name, children, line }) => [
    name === 'tab-set-code' ? codeTabs(children, line) : tabsOf(children, option(node, 'sync-group'), line),
  ],
  tab: ({ node, title, children, line }) => [
    tab(title ?? [text('Tab')], children, line, option(node, 'new-set') !== undefined),
  ],
  grid: ({ children, line }) => [block('div', { className: ['card-grid'] }, children, line)],
  card: ({ node, title }) => [card(node, title)],
  content: ({ name, argument, children, line }) => {
    if (name === 'figure-md') return [markdownFigure(argument, children, line)]
    return name === 'grid-item' ? [block('div', {}, children, line)] : children
  },
  quote: ({ children, line }) => [{ type: 'blockquote', children, line: line ?? 1 }],
  figure: ({ node, argument }) => [figure(node, argument)],
  image: ({ node, argument }) => (argument === '' ? [] : [paragraph([image(node, argument)])]),
  link: ({ name, argument, line }) => frame(name, argument, line),
  button: ({ node, argument }) => [paragraph([button(node, argument)])],
  'list-table': ({ node, title, children, line }) => [
    listTable(children, { title, headerRows: Number(option(node, 'header-rows') ?? 0), line }),
  ],
  table: ({ title, children, line }) =>
    title === undefined ? children : [paragraph([inline('strong', {}, title, line)]), ...children],
  rubric: ({ title, line }) =>
    title === undefined ? [] : [paragraph([inline('strong', {}, title, line)], { className: ['rubric'] })],
  signature: ({ node, name, argument, children, line }) => [
    signature(argument, [...children, ...(isOfLanguage(name) ? [] : descriptionOf(node))], line),
  ],
}

function nodesOf(node: TreeNode, name: string, report: Report): TreeNode[] {
  const { line, children = [] } = node
  if (name === 'target') return [target(option(node, 'label') ?? '', line)]
  const argument = option(node, 'argument') ?? ''
  const title = argument === '' ? undefined : parseInline(argument, line ?? 1)
  const build = BUILDERS[directiveOf(name) ?? '']
  return build === undefined
    ? unknown(name, title, children, { line, report })
    : build({ node, name, argument, title, children, line })
}

function option(node: TreeNode, name: string): string | undefined {
  const value = node.attributes?.[name]
  return typeof value === 'string' ? value : undefined
}

function setProperties(node: TreeNode, properties: Properties): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } }
}

/** The place of a label. */
function target(label: string, line: number | undefined): TreeNode {
  return block('span', { id: labelId(label), dataLabel: label, dataTarget: true }, [], line)
}

/** sphinx-togglebutton and MyST fold admonitions of the class `dropdown`. */
function foldOf(node: TreeNode): 'open' | 'closed' | undefined {
  const isFolded = /\b(?:dropdown|toggle)\b/.test(option(node, 'class') ?? '') || option(node, 'dropdown') !== undefined
  if (!isFolded) return undefined
  return option(node, 'open') === undefined ? 'closed' : 'open'
}

/** An admonition whose type is one of its classes; theorems and exercises have their name before the title. */
function titledAdmonition(node: TreeNode, name: string, title: TreeNode[] | undefined): TreeNode {
  const classes = (option(node, 'class') ?? '').split(/[\s,]+/)
  const type = classes.find((one) => admonitionType(one) !== undefined) ?? 'note'
  const kind = name.slice(name.indexOf(':') + 1).replace(/-start$/, '')
  const isPlain = /^(?:admonition|topic|sidebar|margin|aside)$/.test(kind)
  const label = kind.charAt(0).toUpperCase() + kind.slice(1)
  const shown = isPlain
    ? (title ?? [])
    : title === undefined
      ? [text(label)]
      : [text(`${label} (`), ...title, text(')')]
  return admonition(type, shown, node.children ?? [], node.line, foldOf(node))
}

/** The argument is the version, and may go on with the text. */
function version(name: string, argument: string, children: TreeNode[], line: number | undefined): TreeNode {
  const [number = '', rest = ''] = argument.split(/\s+([^]*)/)
  const label = VERSION_TITLES[name.replaceAll('-', '')] ?? name
  const more = rest === '' ? [] : [paragraph(parseInline(rest, line ?? 1))]
  return admonition(
    name === 'deprecated' ? 'warning' : 'info',
    [text(`${label} ${number}`.trim())],
    [...more, ...children],
    line,
  )
}

/** A card with a link has it in its title, since its content may have links too. */
function card(node: TreeNode, title: TreeNode[] | undefined): TreeNode {
  const href = addressOf(node, option(node, 'link') ?? option(node, 'url'))
  const shown = title ?? (href === undefined ? [] : [text(option(node, 'link-alt') ?? '')])
  const head = href === undefined || inlineText(shown) === '' ? shown : [inline('a', { href }, shown, node.line)]
  const cover = option(node, 'img-top')
  const body = [
    ...(cover === undefined
      ? []
      : [paragraph([inline('img', { src: cover, alt: option(node, 'img-alt') ?? '' }, [], node.line)])]),
    ...(node.children ?? []),
    ...(href !== undefined && inlineText(shown) === '' ? [paragraph([implicitLink(href, href, node.line)])] : []),
  ]
  return block('div', { className: ['card'] }, [
    ...(head.length === 0 ? [] : [paragraph(head, { className: ['card-title'] })]),
    ...(body.length === 0 ? [] : [block('div', { className: ['card-body'] }, body, node.line)]),
  ], node.line) // prettier-ignore
}

/** The address of a `:link:`, by its type. */
function addressOf(node: TreeNode, link: string | undefined): string | undefined {
  if (link === undefined || link === '') return undefined
  const type = option(node, 'link-type') ?? option(node, 'ref-type')
  return type === 'ref' || type === 'myst' ? `#${link.replace(/^#/, '')}` : link
}

/** A link that shows the title of its target (`article/render-article.ts`); here its address, without a sign before. */
export function implicitLink(href: string, shown: string, line: number | undefined): TreeNode {
  return inline('a', { href, dataImplicit: true }, [text(shown.replace(/^[#/]+/, ''))], line)
}

function image(node: TreeNode, src: string): TreeNode {
  const width = option(node, 'width')
  const element = inline(
    'img',
    {
      src,
      alt: option(node, 'alt') ?? '',
      ...(width !== undefined && /^\d+(?:px)?$/.test(width) ? { width: Number.parseInt(width, 10) } : {}),
    },
    [],
    node.line,
  )
  const href = option(node, 'target')
  return href === undefined ? element : inline('a', { href: href.replace(/_$/, '') }, [element], node.line)
}

/** The first paragraph is the caption, the rest the legend. */
function figure(node: TreeNode, src: string): TreeNode {
  const children = node.children ?? []
  const [first, ...legend] = children
  const shown = src === '' ? [] : [paragraph([image(node, src)])]
  const isCaption = first?.type === 'paragraph'
  const caption = isCaption
    ? [
        block(
          'figcaption',
          {},
          [...(first.children ?? []), ...(legend.length === 0 ? [] : [block('div', {}, legend, node.line)])],
          first.line,
        ),
      ]
    : children
  return block('figure', {}, [...shown, ...caption], node.line)
}

function frame(name: string, argument: string, line: number | undefined): TreeNode[] {
  const base: Record<string, string> = { youtube: 'https://www.youtube.com/watch?v=', vimeo: 'https://vimeo.com/' }
  const href = /^https?:|^[./]/.test(argument) ? argument : `${base[name] ?? ''}${argument}`
  return argument === '' ? [] : [paragraph([inline('a', { href }, [text(href)], line)])]
}

function button(node: TreeNode, argument: string): TreeNode {
  const isReference = option(node, 'ref-type') === 'ref' || option(node, 'ref-type') === 'myst'
  const href = isReference ? `#${argument.replace(/^#/, '')}` : argument
  const label = (node.children ?? []).flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : []))
  const variant = option(node, 'color') === 'primary' ? 'primary' : 'secondary'
  const implicit = label.length === 0 ? { dataImplicit: true } : {}
  return inline(
    'a',
    { className: ['button'], dataVariant: variant, href, ...implicit },
    label.length === 0 ? [text(argument)] : label,
    node.line,
  )
}

/** An object of a programming language: its signature as code, with its name as the label. */
function signature(argument: string, children: TreeNode[], line: number | undefined): TreeNode {
  const name = /^(?:(?:async|class|static|const|abstract)\s+)*([\w.:~]+)/.exec(argument)?.[1] ?? argument
  const term = block('dt', { id: name, dataLabel: name }, [{ type: 'inlineCode', value: argument }], line)
  return block(
    'dl',
    { className: ['signature'] },
    [term, ...(children.length === 0 ? [] : [block('dd', {}, children, line)])],
    line,
  )
}

/** Attributes of every directive, which describe no object. */
const COMMON_OPTION = /^(?:argument|kind|class|name|label|no-?index(?:-entry)?|no-?contents-entry|no-?typesetting)$/

/** The options of an object as a list. */
function descriptionOf({ attributes = {}, line }: TreeNode): TreeNode[] {
  const items = Object.entries(attributes).flatMap(([name, value]): TreeNode[] => {
    if (typeof value !== 'string' || value === '' || COMMON_OPTION.test(name)) return []
    const shown = [inline('strong', {}, [text(name)], line), text(': '), ...parseInline(value, line ?? 1)]
    return [block('li', {}, shown, line)]
  })
  return items.length === 0 ? [] : [block('ul', {}, items, line)]
}

/** Each term of a definition list is a target, since glossaries are such lists. */
export function nameTerms(list: TreeNode): void {
  for (const term of list.children ?? []) {
    const name = inlineText(term.children)
    if (term.data?.hName === 'dt' && name !== '' && term.data.hProperties?.id === undefined)
      setProperties(term, { id: `term-${labelId(name)}`, dataLabel: name })
  }
}

/** `{figure-md} label`: an image, and its caption as Markdown. */
function markdownFigure(label: string, children: TreeNode[], line: number | undefined): TreeNode {
  const [image, ...caption] = children
  const properties = label === '' ? {} : { id: labelId(label), dataLabel: label }
  const shown = caption.flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : [child]))
  return block(
    'figure',
    properties,
    [...(image === undefined ? [] : [image]), block('figcaption', {}, shown, line)],
    line,
  )
}

/** The content of an unknown directive, below its argument. */
function unknown(
  name: string,
  title: TreeNode[] | undefined,
  children: TreeNode[],
  { line, report }: { line: number | undefined; report: Report },
): TreeNode[] {
  report('unknown-container', line, `The directive {${name}} is not known here; its content is kept.`)
  return title === undefined ? children : [paragraph([inline('strong', {}, title, line)]), ...children]
}
