/**
 * Values of expressions in a page: attributes (`items={['a', 'b']}`, `:count="3"`) and `{name}` in the text. They are
 * read as data by the reader of programs and never run.
 */
import { type Expression, parse } from 'acorn'
import { LIMITS } from '../limits/limits.ts'
import { evaluate } from '../program/evaluate.ts'
import type { Scope, Value } from '../program/value.ts'
import { literal } from './html-token.ts'
import type { Data } from './tree.ts'

/** Names of a page, for its expressions. */
export type Names = Pick<Scope, 'find' | 'require'>

/** Values read for one expression, copies included. */
const MAX_STEPS = 20_000

/** Functions of the generators that return the address of the file or page in their argument. */
const ADDRESS_FUNCTIONS = new Set(['useBaseUrl', 'withBase', '$withBase', 'withPrefix', 'getAssetPath'])

/** The value of an expression; `undefined` if only running it could give one. */
export function dataIn(source: string, names: Names): Data | undefined {
  const simple = literal(source)
  if (simple !== undefined) return simple
  const expression = source.trim()
  if (expression === '' || expression.length > LIMITS.literalUnits) return undefined
  const node = parsed(expression)
  if (node === undefined) return undefined
  const find = (name: string): Value | undefined =>
    names.find(name) ?? (ADDRESS_FUNCTIONS.has(name) ? helper(name) : undefined)
  try {
    return dataOf(evaluate(node, { file: '', budget: { steps: MAX_STEPS, depth: 0 }, find, require: names.require }))
  } catch (error) {
    // An imported JSON file may be nested deeper than the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function helper(name: string): Value {
  return { kind: 'call', name, from: '', args: [], at: { file: '', line: 1 } }
}

function parsed(source: string): Expression | undefined {
  try {
    // In parentheses, braces are an object.
    const { body } = parse(`(${source}\n)`, { ecmaVersion: 'latest', sourceType: 'module' })
    const [only] = body
    return body.length === 1 && only?.type === 'ExpressionStatement' ? only.expression : undefined
  } catch {
    // JSX, TypeScript, or no expression at all.
    return undefined
  }
}

/** A value as data, without its unreadable parts. */
function dataOf(value: Value | undefined): Data | undefined {
  switch (value?.kind) {
    case 'plain':
      // A property that is not there is no value, which is known.
      return value.value ?? null
    case 'list':
      return value.items.map(dataOf).filter((one) => one !== undefined)
    case 'table':
      return Object.fromEntries(Array.from(value.entries, ([key, entry]) => [key, dataOf(entry)]))
    case 'call': {
      if (ADDRESS_FUNCTIONS.has(value.name)) return dataOf(value.args[0])
      const [first] = value.args
      return value.name === 'translate' && first?.kind === 'table' ? dataOf(first.entries.get('message')) : undefined
    }
    default:
      return undefined
  }
}
