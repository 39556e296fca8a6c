/**
 * Inline syntax of dialects: alerts (`> [!NOTE]`), attribute lists after links and images, icon and emoji shortcodes,
 * template expressions (`{{ }}`, `{% %}`), abbreviations, `[[toc]]`, and MkDocs' marks.
 * Afterwards no raw syntax of a dialect is left outside code.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Report } from '../result/problem.ts'
import { abbreviate } from './abbreviations.ts'
import { admonition } from './admonition.ts'
import { parseAttributeList } from './container.ts'
import { replaceBetween } from './between.ts'
import { emojiOf } from './emoji.ts'
import { mkdocsMarks } from './mkdocs-marks.ts'
import type { Data, Properties, TreeNode } from './tree.ts'
import { block, text } from './tree.ts'

/** Properties of the page that inline syntax depends on. */
export interface InlineContext {
  syntax: PageSyntax
  frontMatter: Record<string, unknown>
  report: Report
  /** Titles by term. */
  abbreviations: Map<string, string>
  /** Expressions that are text. */
  rawExpressions: ReadonlySet<string>
  /** The value of an expression, from the page's module code. */
  data: (source: string) => Data | undefined
}

const ATTRIBUTES =
  /^\{:?\s*((?:[#.][^\s{}]+|[\w:@-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))(?:\s+(?:[#.][^\s{}]+|[\w:@-]+(?:=(?:"[^"]*"|'[^']*'|[^\s{}"']+))?))*)\s*\}/
const ATTRIBUTE_TARGETS = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'inlineCode',
  'emphasis',
  'strong',
  'element',
])

/** Reads the inline syntax of a whole tree, in place. */
export function readInline(node: TreeNode, context: InlineContext): void {
  const { children } = node
  if (children === undefined) return
  node.children = []
  for (const [index, child] of children.entries())
    for (const read of readChild(child, children[index - 1], node, context)) node.children.push(read)
  for (const child of node.children)
    if (child.type !== 'text' && child.data?.hName !== 'abbr') readInline(child, context)
}

function readChild(
  child: TreeNode,
  before: TreeNode | undefined,
  parent: TreeNode,
  context: InlineContext,
): TreeNode[] {
  if (child.type === 'blockquote') return [readAlert(child)]
  if (child.type === 'html') return [readHtml(child, context)]
  // The language of code in a line.
  if (child.type === 'inlineCode' && context.syntax.generator === 'mkdocs')
    child.value = child.value?.replace(/^(?:#!|:::)[\w-]+ +(?=\S)/, '')
  if (child.type === 'paragraph') return readParagraph(child, before)
  if (child.type === 'link' && child.children?.length === 0) child.children = [text(child.url ?? '')]
  if (child.type !== 'text') return [child]
  let value = child.value ?? ''
  if (before !== undefined && ATTRIBUTE_TARGETS.has(before.type)) {
    const list = ATTRIBUTES.exec(value)
    if (list !== null) {
      apply(before, list[1]!)
      value = value.slice(list[0].length)
    }
  }
  return readText(value, child, parent, context)
}

/**
 * A paragraph that is only an attribute list applies to the block before it; a list at its end applies to the
 * paragraph.
 */
function readParagraph(node: TreeNode, before: TreeNode | undefined): TreeNode[] {
  const last = node.children?.at(-1)
  const first = node.children?.[0]
  if (first?.type === 'text' && node.children!.length === 1) {
    const alone = ATTRIBUTES.exec(first.value ?? '')
    if (alone !== null && alone[0].length === first.value!.trim().length) {
      if (before !== undefined) apply(before, alone[1]!)
      return []
    }
    if (/^\[\[?_?toc_?\]\]?$|^\$\{?toc\}?$/i.test(first.value ?? ''))
      return [block('div', { className: ['toc'] }, [], node.line)]
    if (isModuleCode(first.value ?? '')) return []
  }
  if (last?.type === 'text') {
    const at = last.value!.lastIndexOf('\n{')
    const list = at < 0 ? null : ATTRIBUTES.exec(last.value!.slice(at + 1))
    if (list !== null && list[0].length === last.value!.length - at - 1) {
      last.value = last.value!.slice(0, at)
      apply(node, list[1]!)
    }
  }
  return [node]
}

/** `import … from '…'` in Docusaurus' Markdown, which Docusaurus reads as MDX. */
function isModuleCode(value: string): boolean {
  return (
    /^import\s/.test(value) &&
    value.split('\n').every((line) => /^import\s.*from\s+["'\u2018\u201C][^"']*["'\u2019\u201D];?\s*$/.test(line))
  )
}

function apply(node: TreeNode, list: string): void {
  const { id, class: className, ...rest } = parseAttributeList(list)
  const properties: Properties = {}
  if (id !== undefined) properties.id = id
  if (className !== undefined) properties.className = className.split(' ')
  // Buttons of Just the Docs and Docsy.
  if ((node.type === 'link' || node.type === 'linkReference') && /(?:^| )btn(?: |$)/.test(className ?? '')) {
    properties.className = ['button']
    properties.dataVariant = /btn-(?:outline|secondary)/.test(className ?? '') ? 'secondary' : 'primary'
  }
  for (const key of ['width', 'height', 'title', 'target', 'loading', 'align'] as const)
    if (rest[key] !== undefined) properties[key] = rest[key]
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } }
}

function readAlert(node: TreeNode): TreeNode {
  const opening = node.children?.[0]
  const first = opening?.type === 'paragraph' ? opening.children?.[0] : undefined
  if (opening?.children === undefined || first?.type !== 'text') return node
  const found = /^\[!([A-Za-z]+)\][+-]?[ \t]*/.exec(first.value ?? '')
  if (found === null) return node
  first.value = first.value!.slice(found[0].length)
  const { title, rest } = firstLine(opening.children)
  opening.children = rest
  if (rest.length === 0) node.children!.shift()
  return admonition(found[1]!, title.length === 0 ? undefined : title, node.children ?? [], node.line)
}

/** The nodes of a paragraph's first line, and those after it. */
function firstLine(nodes: readonly TreeNode[]): { title: TreeNode[]; rest: TreeNode[] } {
  const at = nodes.findIndex(
    ({ type, value }) => type === 'break' || (type === 'text' && value?.includes('\n') === true),
  )
  const last = nodes[at]
  const shown = (list: TreeNode[]): TreeNode[] => list.filter(({ type, value }) => type !== 'text' || value !== '')
  if (last?.value === undefined)
    return { title: shown(nodes.slice(0, at < 0 ? undefined : at)), rest: at < 0 ? [] : nodes.slice(at + 1) }
  const end = last.value.indexOf('\n')
  const title = [...nodes.slice(0, at), text(last.value.slice(0, end).trimEnd())]
  return { title: shown(title), rest: shown([{ ...last, value: last.value.slice(end + 1) }, ...nodes.slice(at + 1)]) }
}

/** Removes `{{ }}` from raw HTML too. */
function readHtml(node: TreeNode, context: InlineContext): TreeNode {
  if (context.syntax.generator === 'mkdocs' && node.value?.includes(':') === true)
    node.value = node.value.replaceAll(ICON, '')
  if (node.value?.includes('{{') !== true || /<(script|style)\b/i.test(node.value)) return node
  const isTemplated = TEMPLATED.has(context.syntax.generator)
  // In a tag, an expression without a value stays; in its text, it is shown as code.
  const parts = node.value.split(/(<[^<>]*>)/).map((part, index) =>
    replaceBetween(part, EXPRESSIONS, (source, inner) => {
      const known = expressionText(inner, isTemplated, context)
      return known ?? (index % 2 === 1 ? source : `<code>${escapeHtml(source)}</code>`)
    }),
  )
  node.value = parts.join('')
  return node
}

const SHORTCODE =
  /:((?:material|octicons|fontawesome|simple|custom|lucide|heroicons)-[\w-]+|(?=[\d-]*[a-z_+])[a-z0-9_+-]+):(?:\{[^{}]*\})?/g
const ICON = /:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^{}]*\})?/g
type Signs = readonly (readonly [open: string, close: string])[]

const EXPRESSIONS: Signs = [['{{', '}}']]
const TEMPLATES: Signs = [...EXPRESSIONS, ['{%', '%}']]

/** Generators that evaluate expressions: there, an expression without a known value is a problem. For others it is text. */
const TEMPLATED: ReadonlyMap<GeneratorKind, Signs> = new Map<GeneratorKind, Signs>([
  ['vitepress', EXPRESSIONS],
  ['vuepress', EXPRESSIONS],
  ['mkdocs', TEMPLATES],
])

/**
 * Replaces expressions by their values. One without a value is shown as it is written, as code: the text has its
 * position in `unknown`.
 */
function readExpressions(value: string, node: TreeNode, context: InlineContext, unknown: string[]): string {
  const signs = TEMPLATED.get(context.syntax.generator)
  const marked = replaceBetween(value, signs ?? TEMPLATES, (source, inner, open) => {
    const known = open === '{%' ? undefined : expressionText(inner, signs !== undefined, context)
    if (known !== undefined) return known
    if (signs !== undefined && !context.rawExpressions.has(source)) {
      if (/^(?:end)?raw$/.test(inner.replaceAll('-', '').trim())) return ''
      context.report(
        open === '{%' ? 'unknown-shortcode' : 'expression',
        node.line,
        `The expression ${shorten(source)} is not run and is shown as it is written; write its result as text, or put it into code.`,
      )
    }
    unknown.push(source)
    return `\uE001${unknown.length - 1}\uE001`
  })
  // The `$` of GitHub's expressions is a part of them.
  return marked.replaceAll(/\$\uE001(\d+)\uE001/g, (_, index: string) => {
    unknown[Number(index)] = `$${unknown[Number(index)] ?? ''}`
    return `\uE001${index}\uE001`
  })
}

/** Puts the unknown expressions of a text in their places. */
function withUnknown(node: TreeNode, unknown: string[]): TreeNode[] {
  if (node.type !== 'text') return [node]
  return (node.value ?? '').split('\uE001').flatMap((part, index): TreeNode[] => {
    if (index % 2 === 1) return [{ type: 'inlineCode', value: unknown[Number(part)] ?? '' }]
    return part === '' ? [] : [{ ...node, value: part }]
  })
}

function readText(source: string, node: TreeNode, parent: TreeNode, context: InlineContext): TreeNode[] {
  let value = source
  const unknown: string[] = []
  if (value.includes('{{') || value.includes('{%')) value = readExpressions(value, node, context, unknown)
  if (context.syntax.generator === 'jekyll' && value.includes('{:')) value = value.replaceAll(/\{:[^{}]*\}/g, '')
  if (context.syntax.generator === 'mkdocs' && parent.type !== 'heading' && value.includes('{'))
    value = value.replaceAll(/(?:(?<![ \t])[ \t]+)?\{:?\s*[#.][\w-][^{}]*\}/g, '')
  if (value.includes(':')) {
    value = value.replaceAll(SHORTCODE, (raw, name: string, at: number) => {
      if (/^(material|octicons|fontawesome|simple|custom|lucide|heroicons)-/.test(name)) return ''
      const emoji = emojiOf(name)
      if (emoji !== undefined) return emoji
      const word = (sign: string | undefined): boolean => sign !== undefined && /[\w:/]/.test(sign)
      if (context.syntax.generator === 'mkdocs' && !word(value[at - 1]) && !word(value[at + raw.length])) {
        context.report(
          'unknown-shortcode',
          node.line,
          `The shortcode "${raw}" is not known and is left out; write the character itself.`,
        )
        return ''
      }
      return raw
    })
  }
  let nodes: TreeNode[] = [value === node.value ? node : { ...node, value }]
  if (context.syntax.generator === 'mkdocs' && /==|\+\+|\^|~~/.test(value)) nodes = mkdocsMarks(value, node.line)
  if (unknown.length > 0) nodes = nodes.flatMap((one) => withUnknown(one, unknown))
  if (context.abbreviations.size > 0 && parent.type !== 'heading')
    nodes = nodes.flatMap((one) => (one.type === 'text' ? abbreviate(one, context.abbreviations) : [one]))
  return nodes
}

/** The value of the page's own front matter or code, or of a literal; `undefined` for others, which are never run. */
function expressionText(source: string, literals: boolean, context: InlineContext): string | undefined {
  const expression = source.trim()
  const quoted = literals ? /^(?:'([^']*)'|"([^"]*)"|`([^`$]*)`)$/.exec(expression) : null
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? quoted[3] ?? ''
  const own = /^\$?(?:frontmatter|page\.meta|meta)\.([\w-]+)$/.exec(expression)
  const value = own === null ? undefined : context.frontMatter[own[1]!]
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const constant = context.data(expression)
  return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : undefined
}

function escapeHtml(source: string): string {
  return source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function shorten(source: string): string {
  return source.length > 40 ? `${source.slice(0, 39)}…` : source
}
