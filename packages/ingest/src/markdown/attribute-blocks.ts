/**
 * Applies lists of attributes to the blocks beside them (`attribute-lines.ts`): ids and classes, kramdown's table of
 * contents, and the classes with which themes of Jekyll make callouts and labels.
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import { admonition, admonitionType } from './admonition.ts'
import type { Attributes, Properties, TreeNode } from './tree.ts'
import { block, inline, paragraph, text } from './tree.ts'

/** Applies all lists below a node, in place. */
export function applyAttributes(node: TreeNode, syntax: PageSyntax): void {
  const { children } = node
  if (children === undefined) return
  if (children.some(isList)) node.children = applied(children, syntax)
  for (const child of node.children ?? []) applyAttributes(child, syntax)
}

function isList(node: TreeNode): boolean {
  return node.type === 'component' && node.name === ':attributes'
}

function applied(children: TreeNode[], syntax: PageSyntax): TreeNode[] {
  const result: TreeNode[] = []
  let waiting: Attributes[] = []
  for (const child of children) {
    if (isList(child)) {
      const last = result.at(-1)
      if (child.attributes?.position === 'after' && last !== undefined)
        result[result.length - 1] = withAttributes(last, child.attributes, syntax)
      else if (child.attributes !== undefined) waiting.push(child.attributes)
      continue
    }
    result.push(waiting.reduce((node, attributes) => withAttributes(node, attributes, syntax), child))
    waiting = []
  }
  return result
}

function withAttributes(node: TreeNode, attributes: Attributes, syntax: PageSyntax): TreeNode {
  const classes = typeof attributes.class === 'string' ? attributes.class.split(' ') : []
  if (attributes.toc !== undefined && node.type === 'list') return block('div', { className: ['toc'] }, [], node.line)
  if (syntax.generator === 'jekyll') {
    for (const name of classes) {
      const made = calloutOf(node, name, syntax.variables)
      if (made !== undefined) return made
    }
    if (classes.includes('label') && node.type === 'paragraph') return label(node, classes)
  }
  if (node.type === 'code') {
    const title = attributes.file ?? attributes.title ?? attributes.filename
    if (typeof title === 'string') node.meta = `${node.meta ?? ''} title="${title.replaceAll('"', '')}"`.trim()
    return node
  }
  const properties: Properties = {}
  if (typeof attributes.id === 'string') properties.id = attributes.id
  if (classes.length > 0) properties.className = classes
  for (const key of ['width', 'height', 'title', 'align'])
    if (typeof attributes[key] === 'string') properties[key] = attributes[key]
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } }
  return node
}

/** Classes of callouts: `prompt-tip` of Chirpy, `notice--info` of Minimal Mistakes. */
const PREFIXED = /^(?:prompt-|notice--|alert-|callout-)(.+)$/

/**
 * The callout that a class makes of a block: one that the configuration names, with its title, or one of a known type.
 * With `-title`, the first paragraph is its title.
 */
function calloutOf(node: TreeNode, written: string, variables: PageSyntax['variables']): TreeNode | undefined {
  if (node.type !== 'paragraph' && node.type !== 'blockquote' && node.type !== 'list') return undefined
  const name = written.replace(/-title$/, '')
  const isConfigured = ['color', 'title', 'opacity'].some((key) =>
    Object.hasOwn(variables, `site.callouts.${name}.${key}`),
  )
  const bare = name === 'notice' ? 'note' : (PREFIXED.exec(name)?.[1] ?? name)
  if (!isConfigured && (admonitionType(bare) === undefined || bare === 'summary')) return undefined
  const type = admonitionType(bare) === undefined ? 'note' : bare
  const title = variables[`site.callouts.${name}.title`]
  const named = title === undefined ? (isConfigured ? [] : undefined) : [text(title)]
  const children = node.type === 'blockquote' ? (node.children ?? []) : [node]
  const [first, ...rest] = children
  if (written.endsWith('-title') && first?.type === 'paragraph') {
    // A paragraph alone is the title's first line, and its text.
    const lines = node.type === 'paragraph' ? splitFirstLine(first) : undefined
    return admonition(type, lines?.title ?? first.children ?? [], lines?.rest ?? rest, node.line)
  }
  return admonition(type, named, children, node.line)
}

function splitFirstLine({ children = [] }: TreeNode): { title: TreeNode[]; rest: TreeNode[] } | undefined {
  const [first, ...others] = children
  const at = first?.type === 'text' ? (first.value ?? '').indexOf('\n') : -1
  if (first?.value === undefined || at < 0) return undefined
  return { title: [text(first.value.slice(0, at))], rest: [paragraph([text(first.value.slice(at + 1)), ...others])] }
}

const LABELS: Readonly<Record<string, string>> = {
  'label-green': 'success',
  'label-yellow': 'warning',
  'label-red': 'danger',
  'label-blue': 'info',
}

/** A paragraph with the class `label` is a badge. */
function label(node: TreeNode, classes: string[]): TreeNode {
  const type = classes.map((name) => LABELS[name]).find((one) => one !== undefined) ?? 'default'
  return paragraph([inline('span', { className: ['badge'], dataType: type }, node.children ?? [], node.line)])
}
