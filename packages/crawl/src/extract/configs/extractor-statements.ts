/**
 * The statements of a record extractor that can be read: its constants, the elements that it removes, the texts of pages without records,
 * and its call of `helpers.docsearch`. Every other statement is a note with its line.
 */
import { evaluate, type Scope } from '@docent/ingest/program'
import type {
  AnyNode,
  CallExpression,
  Expression,
  Function as FunctionNode,
  IfStatement,
  MemberExpression,
  Statement,
} from 'acorn'
import { chainOf, nameOf } from './element-text.ts'

/** The parts of an extractor that are read. */
export interface Extractor {
  call?: CallExpression
  constants: ReadonlyMap<string, Expression>
  /** Names of the constants, then those of the program. */
  scope: Scope
  /** CSS. */
  excluded: string[]
  stopTexts: string[]
}

/** Reads the statements of an extractor. @param place for notes: `actions[0].recordExtractor`. */
export function readStatements(node: FunctionNode, outer: Scope, place: string, notes: string[]): Extractor {
  const constants = new Map<string, Expression>()
  const scope = localScope(outer, constants)
  const read: Extractor = { constants, scope, excluded: [], stopTexts: [] }
  const textOf = (expression: Expression): string | undefined => {
    const value = evaluate(expression, scope)
    return value.kind === 'plain' && typeof value.value === 'string' ? value.value : undefined
  }
  const noteLine = (at: AnyNode, effect: string): void => {
    notes.push(`Line ${at.loc?.start.line ?? 1} of the program (${place}) ${effect} not run and has no effect.`)
  }
  if (node.body.type === 'BlockStatement') for (const statement of node.body.body) readStatement(statement)
  else readResult(node.body, node.body)
  return read

  function readStatement(statement: Statement | AnyNode): void {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
    } else if (statement.type === 'ReturnStatement') {
      if (statement.argument) readResult(statement.argument, statement)
    } else if (statement.type === 'ExpressionStatement') {
      const removed = removedBy(statement.expression, textOf)
      if (removed === undefined) noteLine(statement, 'is')
      else read.excluded.push(removed)
    } else {
      const texts = statement.type === 'IfStatement' ? stopTextsOf(statement, constants, scope) : []
      if (texts.length === 0) noteLine(statement, 'is')
      else read.stopTexts.push(...texts)
    }
  }

  /** The result of the extractor: the call, directly or by the name of a constant, also with a change of its records. */
  function readResult(expression: Expression, statement: AnyNode): void {
    const result = named(expression, constants)
    const call = docsearchCall(result)
    const changed = call === undefined ? docsearchCall(named(receiverOf(result), constants)) : undefined
    read.call ??= call ?? changed
    if (changed !== undefined) noteLine(statement, 'changes the records; that is')
  }
}

/** A scope with the constants of a function, then the names of its program. */
function localScope(outer: Scope, constants: ReadonlyMap<string, Expression>): Scope {
  const open = new Set<string>()
  const local: Scope = {
    ...outer,
    find(name) {
      const init = constants.get(name)
      if (init === undefined) return outer.find(name)
      if (open.has(name)) return undefined
      open.add(name)
      const value = evaluate(init, local)
      open.delete(name)
      return value
    },
  }
  return local
}

/** The value of the constant that an expression names, else the expression. */
function named(node: AnyNode | undefined, constants: ReadonlyMap<string, Expression>): AnyNode | undefined {
  return node?.type === 'Identifier' ? constants.get(node.name) : node
}

/** `helpers.docsearch({ … })` */
function docsearchCall(node: AnyNode | undefined): CallExpression | undefined {
  return methodOf(node) === 'docsearch' ? (node as CallExpression) : undefined
}

/** The name of the method that an expression calls. */
function methodOf(node: AnyNode | undefined): string | undefined {
  return node?.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? nameOf(node.callee.property)
    : undefined
}

/** The object on which an expression calls a method. */
function receiverOf(node: AnyNode | undefined): AnyNode | undefined {
  return methodOf(node) === undefined ? undefined : ((node as CallExpression).callee as MemberExpression).object
}

/** The selector of `$('.x').remove()`. */
function removedBy(node: Expression, textOf: (node: Expression) => string | undefined): string | undefined {
  const receiver = methodOf(node) === 'remove' ? receiverOf(node) : undefined
  const removed = receiver === undefined ? undefined : chainOf(receiver, textOf)
  return removed?.pick === undefined && removed?.attribute === undefined ? removed?.selector : undefined
}

/** The texts of `if (texts.some((text) => $.text().includes(text))) return []`, whose parts may be constants. */
function stopTextsOf(
  { test, consequent, alternate }: IfStatement,
  constants: ReadonlyMap<string, Expression>,
  scope: Scope,
): string[] {
  const block = consequent.type === 'BlockStatement' && consequent.body.length === 1 ? consequent.body[0] : consequent
  const endsWithout =
    block?.type === 'ReturnStatement' &&
    block.argument?.type === 'ArrayExpression' &&
    block.argument.elements.length === 0
  const some = named(test, constants)
  const list = receiverOf(some)
  const [check] = methodOf(some) === 'some' ? (some as CallExpression).arguments : []
  if (!endsWithout || alternate || list === undefined || check?.type !== 'ArrowFunctionExpression') return []
  const [parameter] = check.params
  const [sought] = methodOf(check.body) === 'includes' ? (check.body as CallExpression).arguments : []
  const isSame = parameter?.type === 'Identifier' && sought?.type === 'Identifier' && parameter.name === sought.name
  const page = named(receiverOf(check.body), constants)
  const isWholePage = methodOf(page) === 'text' && nameOf(receiverOf(page)) === '$'
  const texts = evaluate(list as Expression, scope)
  if (!isSame || !isWholePage || texts.kind !== 'list') return []
  return texts.items.flatMap((one) => (one.kind === 'plain' && typeof one.value === 'string' ? [one.value] : []))
}
