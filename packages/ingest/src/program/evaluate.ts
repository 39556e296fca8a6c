/**
 * Evaluates an expression from its text: literals, constants, spreads, conditions with a known test, joined lists, and
 * calls of the program's own functions that only return a value. Everything else is `unreadable`.
 */
import type {
  ArrayExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  Literal,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  Property,
  SpreadElement,
  TemplateLiteral,
  UnaryExpression,
} from 'acorn'
import { callFunction } from './call-function.ts'
import { sizeOf } from './size-of.ts'
import { conditionOf, type Scope, type SourceLocation, type Value } from './value.ts'

/** Expressions nested deeper are not evaluated: a sidebar has five or six levels. */
const MAX_DEPTH = 200

/**
 * Maximum number of values within one value, shared ones counted repeatedly: a constant that refers twice to another
 * doubles the number at each step. Ten times a sidebar of 10,000 links.
 */
const MAX_SIZE = 200_000

/** UTF-16 units of one text: constants joined with themselves double at each step. */
const MAX_TEXT = 1 << 16

/** Evaluates an expression. Never throws for the contents of a program; a value that is too large is `unreadable`. */
export function evaluate(node: Expression, scope: Scope): Value {
  const { budget, file } = scope
  const at: SourceLocation = { file, line: node.loc?.start.line ?? 1 }
  const unreadable: Value = { kind: 'unreadable', at }
  if (--budget.steps < 0 || budget.depth >= MAX_DEPTH) return unreadable
  budget.depth++
  try {
    const value = valueOf(node)
    return sizeOf(value, budget) > MAX_SIZE ? unreadable : value
  } finally {
    budget.depth--
  }

  function read(inner: Expression): Value {
    return evaluate(inner, scope)
  }

  function plain(value: string | number | boolean | null | undefined): Value {
    return { kind: 'plain', value, at }
  }

  function joined(texts: string[]): Value {
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    // 64 units cost a step: many long texts fill the memory, also where no value holds all of them.
    budget.steps -= length >> 6
    return length > MAX_TEXT ? unreadable : plain(texts.join(''))
  }

  function valueOf(node: Expression): Value {
    switch (node.type) {
      case 'Literal':
        return literal(node)
      case 'TemplateLiteral':
        return template(node)
      case 'ArrayExpression':
        return list(node)
      case 'ObjectExpression':
        return table(node)
      case 'Identifier':
        return node.name === 'undefined' ? plain(undefined) : (scope.find(node.name) ?? unreadable)
      case 'MemberExpression':
        return member(node)
      case 'UnaryExpression':
        return unary(node)
      case 'BinaryExpression':
        return binary(node)
      case 'LogicalExpression':
        return logical(node)
      case 'ConditionalExpression': {
        const condition = conditionOf(read(node.test))
        return condition === undefined ? unreadable : read(condition ? node.consequent : node.alternate)
      }
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return { kind: 'function', node, scope, at }
      case 'AwaitExpression':
        return read(node.argument)
      case 'ParenthesizedExpression':
        return read(node.expression)
      case 'CallExpression':
        return call(node)
      case 'NewExpression':
        return fileOfUrl(node)
      default:
        return unreadable
    }
  }

  function literal({ value }: Literal): Value {
    if (typeof value === 'object' && value !== null) return unreadable
    return plain(typeof value === 'bigint' ? Number(value) : value)
  }

  function template({ quasis, expressions }: TemplateLiteral): Value {
    const parts = expressions.map((inner) => read(inner))
    if (!parts.every((part) => part.kind === 'plain')) return unreadable
    return joined(
      quasis.flatMap(({ value }, index) => [
        value.cooked ?? '',
        ...(index < parts.length ? [String(parts[index]?.value)] : []),
      ]),
    )
  }

  function list({ elements }: ArrayExpression): Value {
    const items: Value[] = []
    for (const element of elements) {
      if (element === null) items.push(plain(undefined))
      else if (element.type === 'SpreadElement') for (const item of spread(element)) items.push(item)
      else items.push(read(element))
    }
    return { kind: 'list', items, at }
  }

  function table({ properties }: ObjectExpression): Value {
    const entries = new Map<string, Value>()
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const value = read(property.argument)
        // `...shared`, where a helper such as `defineConfig` gave `shared`.
        const inner = value.kind === 'call' ? (unwrap(value) ?? value) : value
        if (inner.kind === 'table') for (const [key, entry] of inner.entries) entries.set(key, entry)
        else if (inner.kind !== 'plain') return { kind: 'unreadable', at: inner.at }
        continue
      }
      const name = keyOf(property)
      if (name === undefined) return unreadable
      entries.set(name, property.kind === 'init' ? read(property.value) : unreadable)
    }
    return { kind: 'table', entries, at }
  }

  function keyOf({ key, computed }: Property): string | undefined {
    if (computed) {
      const value = read(key)
      return value.kind === 'plain' ? String(value.value) : undefined
    }
    if (key.type === 'Identifier') return key.name
    return key.type === 'Literal' ? String(key.value) : undefined
  }

  function member({ object, property, computed }: MemberExpression): Value {
    const owner = object.type === 'Super' ? unreadable : read(object)
    const name = memberName(property, computed)
    if (name === undefined) return unreadable
    if (owner.kind === 'table') return owner.entries.get(name) ?? plain(undefined)
    if (owner.kind === 'list' && /^\d+$/.test(name)) return owner.items[Number(name)] ?? plain(undefined)
    return unreadable
  }

  function unary({ operator, argument }: UnaryExpression): Value {
    const inner = read(argument)
    if (inner.kind !== 'plain') return unreadable
    if (operator === '!') return plain(!inner.value)
    return operator === '-' && typeof inner.value === 'number' ? plain(-inner.value) : unreadable
  }

  function binary(node: BinaryExpression): Value {
    const left = node.left.type === 'PrivateIdentifier' ? unreadable : read(node.left)
    const right = read(node.right)
    if (node.operator !== '+' || left.kind !== 'plain' || right.kind !== 'plain') return unreadable
    if (typeof left.value === 'number' && typeof right.value === 'number') return plain(left.value + right.value)
    return joined([String(left.value), String(right.value)])
  }

  function logical(node: LogicalExpression): Value {
    const left = read(node.left)
    const condition = conditionOf(left)
    if (condition === undefined) return unreadable
    if (node.operator === '&&') return condition ? read(node.right) : left
    if (node.operator === '||') return condition ? left : read(node.right)
    const isMissing = left.kind === 'plain' && (left.value === null || left.value === undefined)
    return isMissing ? read(node.right) : left
  }

  /** `new URL('./a.png', import.meta.url)` names a file. */
  function fileOfUrl({ callee, arguments: [first] }: NewExpression): Value {
    const path = first === undefined || first.type === 'SpreadElement' ? unreadable : read(first)
    const isUrl = callee.type === 'Identifier' && callee.name === 'URL' && path.kind === 'plain'
    return isUrl ? scope.require(String(path.value), 'default', at) : unreadable
  }

  function memberName(property: Expression | { type: 'PrivateIdentifier' }, computed: boolean): string | undefined {
    if (property.type === 'PrivateIdentifier') return undefined
    if (!computed) return property.type === 'Identifier' ? property.name : undefined
    const value = read(property)
    return value.kind === 'plain' ? String(value.value) : undefined
  }

  function spread({ argument }: SpreadElement): Value[] {
    const inner = read(argument)
    if (inner.kind === 'list') return inner.items
    return inner.kind === 'plain' && !inner.value ? [] : [{ kind: 'unreadable', at: inner.at }]
  }

  function call(node: CallExpression): Value {
    const args = node.arguments.flatMap((one) => (one.type === 'SpreadElement' ? spread(one) : [read(one)]))
    budget.steps -= args.length
    const { callee } = node
    if (callee.type === 'Super') return unreadable
    if (callee.type === 'Identifier' && callee.name === 'require') {
      const [first] = args
      return first?.kind === 'plain' ? scope.require(String(first.value), 'default', at) : unreadable
    }
    if (callee.type === 'MemberExpression' && callee.object.type !== 'Super') {
      const owner = read(callee.object)
      const name = memberName(callee.property, callee.computed)
      if (owner.kind === 'list' && name !== undefined) return ofList(owner.items, name, args)
    }
    const target = read(callee)
    if (target.kind === 'function') return callFunction(target, args, evaluate)
    return target.kind === 'call' && target.args.length === 0 ? { ...target, args, at } : unreadable
  }

  function ofList(items: Value[], name: string, args: Value[]): Value {
    const [first] = args
    if (name === 'concat')
      return {
        kind: 'list',
        items: [...items, ...flat(args)],
        at,
      }
    if (name === 'flat') return { kind: 'list', items: flat(items), at }
    if ((name !== 'map' && name !== 'flatMap') || first?.kind !== 'function') return unreadable
    const mapped = items.map((one) => callFunction(first, [one], evaluate))
    return { kind: 'list', items: name === 'map' ? mapped : flat(mapped), at }
  }
}

/** The values, with the entries of lists among them in their places. */
const flat = (items: readonly Value[]): Value[] => items.flatMap((one) => (one.kind === 'list' ? one.items : [one]))

/**
 * Unwraps a value: a helper such as `defineConfig` returns its argument, and an exported function is called by its tool
 * with arguments that only the tool knows.
 */
export function unwrap(value: Value | undefined): Value | undefined {
  let inner = value
  while (inner?.kind === 'call' || inner?.kind === 'function') {
    const { at } = inner
    if (inner.kind === 'call') inner = inner.args[0]
    else {
      const args = inner.node.params.map((): Value => ({ kind: 'unreadable', at }))
      inner = callFunction(inner, args, evaluate)
    }
  }
  return inner
}
