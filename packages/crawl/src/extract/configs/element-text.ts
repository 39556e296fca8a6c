/** Texts of elements as a program takes them: `$('.x').first().text().trim()`, `$('meta').attr('content')`. */
import type { AnyNode, Expression } from 'acorn'

/** The text of an expression, if the program has it as a constant. */
type TextOf = (node: Expression) => string | undefined

/** The text of elements, or the value of an attribute, as a program takes it. */
export interface ElementText {
  selector: string
  attribute?: string
  pick?: 'first' | 'last'
}

/** `$('.x').first().text().trim() || 'Docs'`, or `.attr('content')`, directly or by the name of a constant. */
export function elementText(
  node: Expression | undefined,
  constants: ReadonlyMap<string, Expression>,
  textOf: TextOf,
): { text: ElementText; fallback?: string } | undefined {
  const named = node?.type === 'Identifier' ? constants.get(node.name) : node
  if (named === undefined) return undefined
  const isOr = named.type === 'LogicalExpression' && named.operator !== '&&'
  const text = chainOf(isOr ? named.left : named, textOf)
  if (text === undefined) return undefined
  const fallback = isOr && named.right.type === 'Literal' ? named.right.value : undefined
  return { text, ...(typeof fallback === 'string' ? { fallback } : {}) }
}

/** Maximum number of calls on one selection that are read. */
const MAX_CALLS = 20

/** Names of attributes that a selector has without escapes. */
const NAME = /^[A-Za-z][\w-]*$/

/** Calls on `$('selector')` that keep to the text of its elements. */
export function chainOf(node: AnyNode, textOf: TextOf, depth = 0): ElementText | undefined {
  if (node.type !== 'CallExpression' || depth > MAX_CALLS || node.arguments.length > 1) return undefined
  const { callee } = node
  const [first] = node.arguments
  const text = first === undefined || first.type === 'SpreadElement' ? undefined : textOf(first)
  if (callee.type === 'Identifier') return callee.name === '$' && text !== undefined ? { selector: text } : undefined
  if (callee.type !== 'MemberExpression') return undefined
  const inner = chainOf(callee.object, textOf, depth + 1)
  const method = nameOf(callee.property)
  if (inner === undefined) return undefined
  if (method === 'attr')
    return text !== undefined && NAME.test(text) ? { ...inner, attribute: text.toLowerCase() } : undefined
  if (method === 'find')
    return text === undefined ? undefined : { ...inner, selector: `:is(${inner.selector}) ${text}` }
  if (first !== undefined) return undefined
  if (method === 'text' || method === 'trim') return inner
  return method === 'first' || method === 'last' ? { ...inner, pick: method } : undefined
}

/** The name of an identifier; empty for other nodes. */
export function nameOf(node: AnyNode | undefined): string {
  return node?.type === 'Identifier' ? node.name : ''
}
