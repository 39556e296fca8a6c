/**
 * Spans with attributes, of Pandoc and MyST: `[text]{#id .class}`.
 * `!` follows groups of a matched pattern.
 */
import { parseAttributeList } from './container.ts'
import type { Properties, TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

/** `[text]{#id .class key=value}`, or its end at the beginning of a text: groups of the bracket, the text and the list. */
const SPAN = /(^|\[)([^[\]]*)\]\{((?:(?:[#.][\w:.-]+|[\w-]+=(?:"[^"]*"|[^\s{}"]+))(?:\s+(?!\})|(?=\})))+)\}/g

/** Reads the spans with an id or a class below a node, in place. */
export function readSpans(node: TreeNode): void {
  const { children } = node
  if (children === undefined || node.type === 'code') return
  if (children.some(hasSpan)) {
    const result: TreeNode[] = []
    for (const child of children) {
      if (hasSpan(child)) addSpans(child, result)
      else result.push(child)
    }
    node.children = result
  }
  for (const child of node.children ?? []) readSpans(child)
}

function hasSpan({ type, value }: TreeNode): boolean {
  return type === 'text' && value !== undefined && /\]\{[#.]/.test(value)
}

/** Adds a text with its spans to the nodes before it, of which a span may have the last ones. */
export function addSpans(node: TreeNode, before: TreeNode[]): void {
  const rest = closeSpan(node, before)
  if (rest !== undefined) before.push(...spans(rest))
}

/** The end of a span whose text has other nodes: they move into the span. Returns the text after it. */
function closeSpan(node: TreeNode, before: TreeNode[]): TreeNode | undefined {
  const value = node.value ?? ''
  const [end] = value.matchAll(SPAN)
  if (end?.[1] !== '') return node
  const from = before.findLastIndex((one) => one.type === 'text' && one.value?.includes('[') === true)
  const first = before[from]
  if (first === undefined) return node
  const open = first.value!.lastIndexOf('[') // found above
  const inside = [text(first.value!.slice(open + 1)), ...before.splice(from + 1), text(end[2]!)]
  first.value = first.value!.slice(0, open)
  before.push(span(end[3]!, inside, node.line))
  const rest = value.slice(end[0].length)
  return rest === '' ? undefined : { ...node, value: rest }
}

/** Pandoc's classes that are elements. */
const ELEMENTS: Readonly<Record<string, string>> = { mark: 'mark', underline: 'u', ul: 'u', kbd: 'kbd' }

function span(list: string, children: TreeNode[], line: number | undefined): TreeNode {
  const { id, class: className = '' } = parseAttributeList(list)
  const element = Object.hasOwn(ELEMENTS, className) ? ELEMENTS[className] : undefined
  return inline(element ?? 'span', spanProperties(id, element === undefined ? className : ''), children, line)
}

function spanProperties(id: string | undefined, className: string): Properties {
  return {
    ...(id === undefined ? {} : { id, dataLabel: id }),
    ...(className === '' ? {} : { className: className.split(' ') }),
  }
}

/** `[text]{#id .class}`. */
function spans(node: TreeNode): TreeNode[] {
  const nodes: TreeNode[] = []
  const value = node.value ?? ''
  let at = 0
  for (const found of value.matchAll(SPAN)) {
    const [whole, bracket, inside, list] = found
    if (bracket === '' || inside === '') continue
    if (found.index > at) nodes.push(text(value.slice(at, found.index)))
    nodes.push(span(list!, [text(inside!)], node.line))
    at = found.index + whole.length
  }
  return at === value.length ? nodes : [...nodes, { ...node, value: value.slice(at) }]
}
