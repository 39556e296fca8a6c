/** Calls of a program's own functions, without running them. */
import type { Expression, IfStatement, Pattern, Statement } from 'acorn'
import { conditionOf, type Scope, type Value } from './value.ts'

/** Evaluates an expression; a parameter, since `evaluate.ts` needs this file. */
type Evaluate = (node: Expression, scope: Scope) => Value

/**
 * The result of a function that only declares names and returns a value; `unreadable` for any other function. Where a
 * condition is not known, the statements after it give the result.
 */
export function callFunction(target: Value & { kind: 'function' }, args: Value[], evaluate: Evaluate): Value {
  const unreadable: Value = { kind: 'unreadable', at: target.at }
  const own = new Map<string, Value>()
  const scope: Scope = {
    ...target.scope,
    find: (name) => (own.has(name) ? own.get(name) : target.scope.find(name)),
  }
  const { params, body } = target.node
  params.forEach((param, index) => bind(param, args[index]))
  if (body.type !== 'BlockStatement') return evaluate(body, scope)
  return resultOf(body.body) ?? unreadable

  function resultOf(statements: readonly Statement[]): Value | undefined {
    for (const statement of statements) {
      if (statement.type === 'ReturnStatement')
        return statement.argument ? evaluate(statement.argument, scope) : unreadable
      if (statement.type === 'IfStatement') {
        const chosen = branchOf(statement)
        const result = chosen ? resultOf(chosen.type === 'BlockStatement' ? chosen.body : [chosen]) : undefined
        if (result !== undefined) return result
      } else if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
        for (const { id, init } of statement.declarations) bind(id, init ? evaluate(init, scope) : undefined)
      } else if (!isCall(statement)) return unreadable
    }
    return undefined
  }

  function branchOf({ test, consequent, alternate }: IfStatement): Statement | null | undefined {
    const isTrue = conditionOf(evaluate(test, scope))
    return isTrue === undefined ? undefined : isTrue ? consequent : alternate
  }

  /** A name costs a step: a function may have thousands, and thousands of calls. */
  function bind(pattern: Pattern, value: Value | undefined): void {
    if (--scope.budget.steps < 0) return
    if (pattern.type === 'Identifier')
      own.set(pattern.name, value ?? { kind: 'plain', value: undefined, at: target.at })
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left, value ?? evaluate(pattern.right, scope))
    else if (pattern.type === 'ObjectPattern') {
      const named = new Set<string>()
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') bind(property.argument, restOf(value, named))
        else if (!property.computed && property.key.type === 'Identifier') {
          named.add(property.key.name)
          bind(property.value, value?.kind === 'table' ? value.entries.get(property.key.name) : value && unreadable)
        }
      }
    }
  }

  /** The entries of a table beside those that a pattern names. */
  function restOf(value: Value | undefined, named: ReadonlySet<string>): Value | undefined {
    if (value?.kind !== 'table') return value && unreadable
    scope.budget.steps -= value.entries.size
    return { ...value, entries: new Map([...value.entries].filter(([name]) => !named.has(name))) }
  }
}

/** Whether a statement only calls a function by its name, which changes no list and no table of these names. */
function isCall(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement') return false
  const { expression } = statement
  return expression.type === 'CallExpression' && expression.callee.type === 'Identifier'
}
