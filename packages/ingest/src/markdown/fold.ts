/**
 * Builds a tree from tags and marks. In Markdown a component is an opening tag in one node, content in the next ones,
 * and a closing tag later; a container is two mark paragraphs with content between. `fold` pairs them among siblings
 * and makes `component` nodes; nodes of MDX, paired by its parser, get the same form. Plain HTML stays, except
 * headings: `<h2>` equals `##`.
 *
 * Unpaired tags never remove text: an opening tag without a closing one stays without content, and a tag that is
 * neither HTML nor like a component (`<string>`) is shown as written.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { LIMITS } from '../limits/limits.ts'
import type { Report } from '../result/problem.ts'
import type { Container } from './container.ts'
import { MARK } from './container.ts'
import type { HtmlToken } from './html-token.ts'
import { htmlTokens, isComponentName, isHtmlName } from './html-token.ts'
import { bound, htmlOf, isBound, isSlot } from './bound-attributes.ts'
import { MARKDOWN_TEXT, textElement } from './markdown-in-line.ts'
import { fromMdx } from './mdx-nodes.ts'
import type { PageModule } from './page-module.ts'
import { parseMarkdown } from './parse.ts'
import { containerNode, macroNode, type OpenToken, tagNode } from './tag-nodes.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

interface Level {
  /** `:3` for a container's mark, `Tabs` for a tag, empty for the outermost. */
  key: string
  node: TreeNode
  /** A tag as written. */
  token?: OpenToken
  /** The HTML node in which the tag was opened; its text was not read as Markdown. */
  within?: TreeNode
}

/** Containers of the marks, names of the page's module code, and the report of faults. */
export interface FoldContext {
  containers: Container[]
  report: Report
  module: PageModule
  /** Folded content of the tag that shows this source, for `{props.children}`. */
  children: TreeNode[]
  /** Folded content of a tag that shows another source; `undefined` for other tags. */
  partial: (node: TreeNode) => TreeNode[] | undefined
  /** Whether the page is HTML, in which the text of a tag is no Markdown. */
  html?: true
}

/** Folds the tree in place. */
export function foldTree(root: TreeNode, context: FoldContext): void {
  fold(root, context)
  if (context.containers.length > 0) walk(root, (node) => unmark(node, context.containers))
}

/** A line like a container inside indented code becomes code again; elsewhere a mark is removed. */
function unmark(node: TreeNode, containers: Container[]): void {
  if (node.value?.includes('\uE000') !== true) return
  const isCode = node.type === 'code' || node.type === 'inlineCode'
  node.value = node.value.replaceAll(/\uE000(\d+)([\uE001\uE002])/g, (_, index: string, sign: string) => {
    const container = containers[Number(index)]
    if (!isCode || container === undefined) return ''
    if (sign === '\uE001') return container.source
    if (container.closing !== undefined) return container.closing
    return container.kind === 'colon' ? ':::' : (/^(?:`{3,}|~{3,}|:{3,})/.exec(container.source)?.[0] ?? '')
  })
}

function fold(node: TreeNode, context: FoldContext): void {
  fromMdx(node, context)
  if (node.children === undefined) return
  if (node.children.some(isFoldable)) node.children = foldChildren(node, node.children, context)
  if (node.type === 'heading' || node.name === MARKDOWN_TEXT)
    node.children = node.children.flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : [child]))
  for (const child of node.children) fold(child, context)
  if (node.name === MARKDOWN_TEXT) textElement(node)
  const content = node.type === 'component' ? context.partial(node) : undefined
  if (content !== undefined) Object.assign(node, { name: 'Fragment', attributes: {}, children: content })
}

function isFoldable(node: TreeNode): boolean {
  if (node.type === 'html') return true
  return node.type === 'paragraph' && markOf(node) !== null
}

function markOf(node: TreeNode): RegExpExecArray | null {
  const only = node.children?.length === 1 ? node.children[0] : undefined
  return only?.type === 'text' && only.value !== undefined ? MARK.exec(only.value) : null
}

/** The children of a node with the content of each tag and mark inside it. */
function foldChildren(parent: TreeNode, children: TreeNode[], context: FoldContext): TreeNode[] {
  const { module } = context
  const root: TreeNode = { type: 'root', children: [] }
  const levels: Level[] = [{ key: '', node: root }]
  /** The HTML nodes that are pieces of another one. */
  const pieces = new Map<TreeNode, TreeNode>()
  const inText =
    parent.type !== 'root' &&
    !['component', 'element', 'listItem', 'blockquote', 'footnoteDefinition'].includes(parent.type)
  for (const child of children) {
    const mark = child.type === 'paragraph' ? markOf(child) : null
    if (mark !== null) foldMark(mark, child)
    else if (child.type === 'html') foldHtml(child)
    else add(child)
  }
  while (levels.length > 1) leave()
  return root.children!

  function add(node: TreeNode): void {
    levels.at(-1)!.node.children!.push(node) // every level's node is made with children
  }

  /** Adds a piece of an HTML node; pieces beside each other stay one node, since nodes get line breaks between them. */
  function addHtml(value: string, at: TreeNode): void {
    const siblings = levels.at(-1)!.node.children! // every level's node is made with children
    const last = siblings.at(-1)
    if (last !== undefined && pieces.get(last) === at) {
      last.value = `${last.value ?? ''}${value}`
      return
    }
    const node: TreeNode = { type: 'html', value, line: at.line ?? 1 }
    pieces.set(node, at)
    add(node)
  }

  /** Ends the innermost level, which has no closing tag or mark. */
  function leave(): void {
    const level = levels.pop()!
    if (level.token !== undefined) returnContent(level, levels.at(-1)!.node, context)
  }

  /** Ends the innermost level with the key, and those inside it; false if there is none. */
  function leaveTo(key: string): boolean {
    const at = levels.findLastIndex((level) => level.key === key)
    if (at < 1) return false
    while (levels.length > at + 1) leave()
    levels.pop()
    return true
  }

  function foldMark([, index, sign]: RegExpExecArray, child: TreeNode): void {
    const key = `:${index}`
    if (sign === '\uE002') {
      leaveTo(key)
      return
    }
    const node = containerNode(context.containers[Number(index)], child.line)
    add(node)
    // Beyond the depth limit a component stays empty, and its content follows it.
    if (levels.length <= LIMITS.componentDepth) levels.push({ key, node })
  }

  function foldHtml(child: TreeNode): void {
    const tokens = tokensOf(child, context)
    for (const [at, token] of tokens.entries()) {
      if (token.kind === 'text') foldText(token.raw, child)
      else if (token.kind === 'close') foldClosing(token, child)
      else if (token.kind === 'open' && (isPaired(token.name, module) || isSlot(token))) {
        const node = addTag(token, child)
        // Removes the tokens that it reads.
        if (token.name === MARKDOWN_TEXT) readText(node, tokens, at + 1)
        if (!token.selfClosing) enter(node, token, child)
      } else if (token.kind === 'open') foldOther(token, child)
    }
  }

  function foldText(raw: string, child: TreeNode): void {
    const { node: around, within } = levels.at(-1)!
    const inHeading = around.type === 'heading'
    const isMarkdown = within === child && !inHeading && context.html !== true
    if (!isMarkdown && (inHeading || raw.trim() !== '')) addHtml(raw, child)
    else for (const node of textNodes(raw, child)) add(node)
  }

  function foldClosing({ name, raw }: HtmlToken & { kind: 'close' }, child: TreeNode): void {
    if (name === 'slot' && leaveTo(name)) return
    const isTemplate = name === 'template'
    const isLeft = (isPaired(name, module) || isTemplate) && leaveTo(name)
    if (!isLeft && !isTemplate && isHtmlName(name) && !isPaired(name, module)) addHtml(raw, child)
  }

  /** Adds the node of an opening tag. */
  function addTag(token: OpenToken, child: TreeNode): TreeNode {
    const node =
      macroNode(token, child.line, context.containers) ??
      tagNode({ ...token, attributes: bound(token.attributes, module) }, child.line, inText)
    add(node)
    return node
  }

  function enter(node: TreeNode, token: OpenToken, child: TreeNode): void {
    levels.push({ key: token.name, node, token, ...(inText ? {} : { within: child }) })
    if (levels.length > LIMITS.componentDepth) leave()
  }

  /** Adds the content of the tag that shows this source, in the place of a slot of Vue's and its own content. */
  function addSlot(token: OpenToken, child: TreeNode): void {
    add({ type: 'component', name: 'Fragment', attributes: {}, inline: inText, children: context.children })
    const hasEnd = children.slice(children.indexOf(child)).some(({ value }) => value?.includes('</slot') === true)
    if (!token.selfClosing && hasEnd) levels.push({ key: token.name, node: { type: 'root', children: [] } })
  }

  /** Adds an opening tag that is not paired. */
  function foldOther(token: OpenToken, child: TreeNode): void {
    // A program shows the content of a template; without an end, it would hide the rest of the page.
    if (token.name === 'template') return
    if (token.name === 'slot' && context.children.length > 0 && token.attributes.name === undefined) {
      addSlot(token, child)
      return
    }
    if (isHtmlName(token.name)) {
      addHtml(htmlOf(token, module), child)
      return
    }
    context.report(
      'unknown-tag',
      child.line,
      `<${token.name}> is no HTML and is shown as text; write \`<${token.name}>\` as code, or \\<${token.name}>.`,
    )
    add({ type: 'text', value: token.raw })
  }
}

/** An HTML node without components, headings and odd tags is one token: itself. */
function tokensOf(node: TreeNode, { module, children }: FoldContext): HtmlToken[] {
  const value = node.value ?? ''
  if (/^<!--[\s\S]*-->$/.test(value) && value.indexOf('-->') === value.length - 3) return []
  const tokens = htmlTokens(value, module.data).map(withDots)
  const special = tokens.some(
    (token) =>
      (token.kind === 'open' || token.kind === 'close') &&
      (isPaired(token.name, module) ||
        !isHtmlName(token.name) ||
        isSlot(token) ||
        token.name === 'template' ||
        (token.name === 'slot' && children.length > 0) ||
        isBound(token.raw)),
  )
  if (special) return tokens
  return [{ kind: 'text', raw: value }]
}

/** `<Tabs--Tab>` is how `<Tabs.Tab>` passes the Markdown parser. */
function withDots(token: HtmlToken): HtmlToken {
  const isTag = token.kind === 'open' || token.kind === 'close'
  return isTag && token.name.includes('--')
    ? { ...token, name: token.name.replace('--', '.'), raw: token.raw.replace('--', '.') }
    : token
}

/** Tags that become nodes of the tree. */
function isPaired(name: string, { partials }: PageModule): boolean {
  return isComponentName(name) || partials.has(name) || /^(?:h[1-6]|iframe)$/i.test(name)
}

/** Text directly inside a component, as Markdown. */
function textNodes(raw: string, at: TreeNode): TreeNode[] {
  if (raw.trim() === '') return []
  const tree = parseMarkdown(dedent(raw), () => at.line ?? 1)
  return tree.children ?? []
}

/** Reads the HTML up to the end of `<MarkdownText>`, if it is here, as Markdown. @param tokens loses it. */
function readText(node: TreeNode, tokens: HtmlToken[], from: number): void {
  const end = tokens.findIndex((token, at) => at >= from && token.kind === 'close' && token.name === MARKDOWN_TEXT)
  if (end < 0) return
  const inner = tokens.splice(from, end - from).map(({ raw }) => raw)
  node.children = textNodes(inner.join(''), node)
}

/** Removes the common indentation of all lines, which is not code inside a component. */
function dedent(text: string): string {
  const lines = text.replace(/^\s*\n/, '').split('\n')
  const depth = lines.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length)),
    Infinity,
  )
  return lines.map((line) => line.slice(depth)).join('\n')
}

/** Returns the content of an unclosed tag to its parent. */
function returnContent(level: Level, parent: TreeNode, context: FoldContext): void {
  const { node, token } = level
  const content = node.children ?? []
  node.children = []
  for (const child of content) parent.children!.push(child) // the parent of a level is a level
  if (token === undefined || node.type !== 'component') return
  if (Object.keys(token.attributes).length === 0 && node.inline === true) {
    context.report(
      'unknown-tag',
      node.line,
      `<${token.name}> is never closed and is shown as text; write \`<${token.name}>\` as code, or \\<${token.name}>.`,
    )
    node.type = 'text'
    node.value = token.raw
    delete node.children
    return
  }
  context.report(
    'unclosed-container',
    node.line,
    `<${token.name}> is never closed; write </${token.name}> after its content, or <${token.name} />.`,
  )
}
