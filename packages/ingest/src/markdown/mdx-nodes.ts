/** Nodes of the MDX parser in the form of Markdown's nodes: tags as `component`, expressions as their values. */
import { tableOf } from '../folder/plain-data.ts'
import type { Report } from '../result/problem.ts'
import { decodeEntities, htmlText, isComponentName, isHtmlName } from './html-token.ts'
import { isFunction, jsxOf, jsxOfList } from './jsx-component.ts'
import type { PageModule } from './page-module.ts'
import type { Attributes, Data, TreeNode } from './tree.ts'

/** Names of the page, the content of the tag that shows this source, and the report of faults. */
interface MdxContext {
  module: PageModule
  children: TreeNode[]
  report: Report
}

/** Maximum length (UTF-16 units) of an expression that is shown as code in place of its value. */
const SHOWN_UNITS = 60

/** Converts one node, in place. */
export function fromMdx(node: TreeNode, context: MdxContext): void {
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') fromTag(node, context)
  else if (node.type === 'mdxjsEsm') {
    // Module code was taken out before, so this is a sentence that begins with such a word.
    Object.assign(node, { type: 'paragraph', children: [{ type: 'text', value: node.value ?? '' }] })
    delete node.value
  } else if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') fromExpression(node, context)
}

function fromTag(node: TreeNode, { module }: MdxContext): void {
  const name = node.name ?? ''
  const attributes = mdxAttributes(node.attributes as unknown as MdxAttribute[] | undefined, module)
  const inline = node.type === 'mdxJsxTextElement'
  const children = [...(node.children ?? []), ...renderedIn(node, module)]
  if (/^h[1-6]$/.test(name)) {
    const id = typeof attributes.id === 'string' ? { id: attributes.id } : {}
    // An expression on a line of its own is a block, which a heading cannot contain.
    for (const child of children) if (child.type === 'mdxFlowExpression') child.type = 'mdxTextExpression'
    Object.assign(node, { type: 'heading', depth: Number(name[1]), data: { hProperties: id }, children })
    return
  }
  const isPlain = isHtmlName(name) && !isComponentName(name) && name !== 'iframe' && !module.partials.has(name)
  const own = name === '' ? 'Fragment' : isPlain ? `html:${name}` : name
  Object.assign(node, { type: 'component', name: own, attributes, inline, children })
}

/** The JSX that functions in the attributes of a tag return: `render={() => <b>x</b>}`. */
function renderedIn(node: TreeNode, module: PageModule): TreeNode[] {
  if (!isComponentName(node.name ?? '')) return []
  const attributes = (node.attributes ?? []) as unknown as MdxAttribute[]
  return attributes.flatMap(({ value }): TreeNode[] => {
    const source = typeof value === 'object' && value !== null ? value.value : ''
    const jsx = isFunction(source) ? jsxOf(source) : undefined
    return jsx === undefined ? [] : (tagsFor(jsx, [{}], node.type === 'mdxJsxTextElement', { node, module }) ?? [])
  })
}

/** Tags that show JSX, one for each list of attributes; `undefined` where the page has too many. */
function tagsFor(
  jsx: string,
  all: readonly Attributes[],
  inline: boolean,
  { node: { line }, module }: { node: TreeNode; module: PageModule },
): TreeNode[] | undefined {
  const name = module.nameOf(jsx, all.length)
  if (name === undefined) return undefined
  return all.map((attributes) => ({ type: 'component', name, attributes, inline, children: [], ...(line && { line }) }))
}

function fromExpression(node: TreeNode, { module, children, report }: MdxContext): void {
  const source = (node.value ?? '').trim()
  const isBlock = node.type === 'mdxFlowExpression'
  delete node.value
  if (source === 'props.children' || (source === 'children' && children.length > 0)) {
    Object.assign(node, { type: 'component', name: 'Fragment', attributes: {}, inline: !isBlock, children })
    return
  }
  const fallback = componentInstead(source, module)
  if (fallback !== undefined) {
    Object.assign(node, { type: 'component', name: fallback, attributes: {}, inline: !isBlock, children: [] })
    return
  }
  const shown = shownBy(source, !isBlock, node, module)
  if (shown !== undefined) {
    Object.assign(node, { type: 'component', name: 'Fragment', attributes: {}, inline: !isBlock, children: shown })
    return
  }
  const known = module.data(source)
  const value = known === undefined ? writtenTemplate(source) : known
  const isComment = /^(?:\/\*[^]*\*\/|\/\/[^\n]*)?$/.test(source)
  const text = textOf(value)
  if (isComment) {
    Object.assign(node, isBlock ? { type: 'html', value: '' } : { type: 'text', value: '' })
    return
  }
  if (value === undefined)
    report('expression', node.line, `The expression {${shorten(source)}} is not run; write its result as text.`)
  const isGap = value === undefined && !isBlock && source.length <= SHOWN_UNITS && !/[<\n]/.test(source)
  const content = isGap ? { type: 'inlineCode', value: source } : { type: 'text', value: text }
  if (isBlock) Object.assign(node, { type: 'paragraph', children: [content] })
  else Object.assign(node, content)
}

/** A template with its unknown values as they are written: `` `run ${version}` ``. */
function writtenTemplate(source: string): string | undefined {
  const [, text] = /^`((?:[^`\\]|\\.)*)`$/s.exec(source) ?? []
  return text?.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}

/** `writtenTemplate` of an attribute that holds words or code; addresses and ids have no blanks. */
function templateOfText(attribute: string, source: string): string | undefined {
  const text = /^(?:class|className|style)$/.test(attribute) ? undefined : writtenTemplate(source)
  return text !== undefined && /\s/.test(text) ? text : undefined
}

/** The tags for JSX that an expression is, returns or makes of a list; `undefined` for other expressions. */
function shownBy(source: string, inline: boolean, node: TreeNode, module: PageModule): TreeNode[] | undefined {
  const jsx = jsxOf(source)
  if (jsx !== undefined) return tagsFor(jsx, [{}], inline, { node, module })
  const list = jsxOfList(source)
  const entries = list === undefined ? undefined : module.data(list.list)
  if (list === undefined || entries === undefined) return undefined
  const values = Array.isArray(entries) ? entries.map((entry: Data, at) => list.valuesOf(entry, at)) : []
  return tagsFor(list.jsx, values, inline, { node, module })
}

/** A component in place of a value that is not given: `props.intro || <Intro />`, `props.intro ?? React.createElement(Intro)`. */
function componentInstead(source: string, { data }: PageModule): string | undefined {
  const [, left = '', called, tag] =
    /^([\w.]{1,100})\s*(?:\|\||\?\?)\s*(?:(?:React\.)?createElement\(([A-Z]\w*)\)|<([A-Z]\w*)\s*\/>)$/.exec(source) ??
    []
  const value = left === '' ? undefined : data(left)
  return value === null || value === false || value === '' ? (called ?? tag) : undefined
}

/** A value as JSX shows it: lists joined, nothing for conditions and objects. */
function textOf(value: Data | undefined): string {
  if (Array.isArray(value)) return value.map((one: Data) => textOf(one)).join('')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

type MdxAttribute = { type: string; name?: string; value?: string | null | { value: string } }

function mdxAttributes(list: MdxAttribute[] | undefined, { data }: PageModule): Attributes {
  const attributes: Attributes = {}
  for (const { type, name, value } of list ?? []) {
    if (name === undefined) {
      // `{...props}`
      const source = type === 'mdxJsxExpressionAttribute' && typeof value === 'string' ? value : ''
      const table = source.trim().startsWith('...') ? data(source.trim().slice(3)) : undefined
      Object.assign(attributes, tableOf(table))
    } else if (value === null || value === undefined) attributes[name] = true
    else if (typeof value === 'string') attributes[name] = decodeEntities(value)
    else attributes[name] = data(value.value) ?? jsxText(value.value) ?? templateOfText(name, value.value)
  }
  return attributes
}

/** The text of JSX without expressions; `undefined` where it has none. */
function jsxText(source: string): string | undefined {
  const jsx = isFunction(source) || source.includes('{') ? undefined : jsxOf(source)
  const text = jsx === undefined ? '' : htmlText(jsx).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

function shorten(source: string): string {
  const line = source.replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
