/** One file of a program: the names that it declares and imports, and its exports, as ES module or CommonJS. */
import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  AssignmentExpression,
  CallExpression,
  Declaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  FunctionDeclaration,
  ImportDeclaration,
  Pattern,
  Program,
} from 'acorn'
import { changedNames } from './changed-names.ts'
import { evaluate } from './evaluate.ts'
import type { Budget, Scope, SourceLocation, Value } from './value.ts'

/** One file of a program. */
export interface Module {
  /** The value of an export; `*` is the table of all, and `undefined` a missing one. */
  exported: (name: string) => Value | undefined
}

/**
 * The exports of a parsed file.
 * @param file absolute.
 * @param moduleAt the file of a relative import, as it is written; `undefined` for one that is not read.
 */
export function moduleOf(
  file: string,
  program: Program,
  budget: Budget,
  moduleAt: (specifier: string) => Module | undefined,
): Module {
  const locationOf = (node: AnyNode): SourceLocation => ({ file, line: node.loc?.start.line ?? 1 })
  const changed = changedNames(program)
  const names = new Map<string, () => Value | undefined>()
  const exported = new Map<string, () => Value | undefined>()
  /** Modules whose names are all exported: `export * from './other.ts'`. */
  const others: string[] = []
  const memory = new Map<string, Value | undefined>()
  const find = (name: string): Value | undefined => {
    if (memory.has(name)) return memory.get(name)
    // A name within its own value has no value.
    memory.set(name, undefined)
    const value = names.get(name)?.()
    memory.set(name, value)
    return value
  }
  const scope: Scope = { file, budget, find, require: fromOther }
  const read = (node: Expression): Value => evaluate(node, scope)

  function fromOther(source: string, name: string, at: SourceLocation): Value {
    if (!source.startsWith('.')) return { kind: 'call', name, from: source, args: [], at }
    return moduleAt(source)?.exported(name) ?? { kind: 'unreadable', at }
  }

  function declare(pattern: Pattern, value: () => Value | undefined, at: SourceLocation): void {
    if (pattern.type === 'Identifier') {
      const { name } = pattern
      names.set(name, changed.has(name) ? () => ({ kind: 'unreadable', at }) : value)
    } else if (pattern.type === 'ObjectPattern') {
      for (const property of pattern.properties) {
        if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue
        const { name } = property.key
        declare(property.value, () => memberOf(value(), name), at)
      }
    }
  }

  const functionValue = (node: FunctionDeclaration | AnonymousFunctionDeclaration): Value => ({
    kind: 'function',
    node,
    scope,
    at: locationOf(node),
  })

  /** The constants and functions that a statement declares. */
  function declareNames(node: Declaration, isExported: boolean): void {
    if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) {
        if (init) declare(id, () => read(init), locationOf(init))
        if (isExported && id.type === 'Identifier') exported.set(id.name, () => find(id.name))
      }
    } else if (node.type === 'FunctionDeclaration') {
      const { name } = node.id
      names.set(name, () => functionValue(node))
      if (isExported) exported.set(name, () => find(name))
    }
  }

  function importNames({ specifiers, source: { value } }: ImportDeclaration, at: SourceLocation): void {
    const source = String(value)
    for (const one of specifiers) {
      const imported = importedName(one)
      // The default export of a package is known by its local name.
      const name = source.startsWith('.') || imported !== 'default' ? imported : one.local.name
      names.set(one.local.name, () => fromOther(source, name, at))
    }
  }

  function exportDefault({ declaration: value }: ExportDefaultDeclaration): void {
    if (value.type === 'FunctionDeclaration') exported.set('default', () => functionValue(value))
    else if (value.type !== 'ClassDeclaration') exported.set('default', () => read(value))
  }

  function exportNames(node: ExportNamedDeclaration, at: SourceLocation): void {
    const source = node.source ? String(node.source.value) : undefined
    for (const { local, exported: name } of node.specifiers) {
      const own = nameOf(local)
      exported.set(nameOf(name), () => (source === undefined ? find(own) : fromOther(source, own, at)))
    }
  }

  /** CommonJS: `module.exports = …` and `exports.name = …`. */
  function assign({ left, right }: AssignmentExpression): void {
    if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return
    const owner = left.object.type === 'Identifier' ? left.object.name : ''
    if (owner === 'module' && left.property.name === 'exports') exported.set('default', () => read(right))
    else if (owner === 'exports') exported.set(left.property.name, () => read(right))
  }

  /** Rstack: `define.doc(…)` in place of an export. */
  function define({ callee, arguments: [given] }: CallExpression): void {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
    if (callee.object.type !== 'Identifier' || callee.object.name !== 'define') return
    if (callee.property.name === 'doc' && given !== undefined && given.type !== 'SpreadElement')
      exported.set('default', () => read(given))
  }

  for (const node of program.body) {
    const at = locationOf(node)
    if (node.type === 'ImportDeclaration') importNames(node, at)
    else if (node.type === 'ExportDefaultDeclaration') exportDefault(node)
    else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) declareNames(node.declaration, true)
      exportNames(node, at)
    } else if (node.type === 'ExportAllDeclaration') others.push(String(node.source.value))
    else if (node.type === 'VariableDeclaration' || node.type === 'FunctionDeclaration') declareNames(node, false)
    else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression')
      assign(node.expression)
    else if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression') define(node.expression)
  }
  const fromOthers = (name: string): Value | undefined => {
    for (const source of others) {
      const value = moduleAt(source)?.exported(name)
      if (value !== undefined) return value
    }
    return undefined
  }
  return { exported: (name) => exportOf(name, exported, { file, fromOthers }) }
}

/** The value of an export. `fromOthers` finds a name that the file exports from another module without naming it. */
function exportOf(
  name: string,
  exported: ReadonlyMap<string, () => Value | undefined>,
  { file, fromOthers }: { file: string; fromOthers: (name: string) => Value | undefined },
): Value | undefined {
  const own = exported.get(name)
  if (own !== undefined) return own()
  // CommonJS: the exports are the entries of one table, which is also the default export.
  const whole = exported.get('default')?.()
  if (name !== 'default' && whole?.kind === 'table') {
    if (name === '*') return whole
    if (whole.entries.has(name)) return whole.entries.get(name)
  }
  if (name !== 'default' && name !== '*') return fromOthers(name)
  if (exported.size === 0) return undefined
  const entries = [...exported].flatMap(([key, value]): [string, Value][] => {
    const one = value()
    return one === undefined ? [] : [[key, one]]
  })
  return { kind: 'table', entries: new Map(entries), at: { file, line: 1 } }
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
  if (value?.kind === 'table') return value.entries.get(name)
  return value === undefined ? undefined : { kind: 'unreadable', at: value.at }
}

/** The name in the imported module; `*` for all of it. */
function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier.imported)
}

function nameOf(node: { type: 'Identifier'; name: string } | { type: 'Literal'; value?: unknown }): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
