/**
 * Reads the exports of a program without running it: its constants, its imports from files beside it, and its exports,
 * as ES module or CommonJS. Packages and files outside the given folder are not read; values from there stay calls.
 * A name that is assigned to, or changed by a method such as `push`, has no value, because the text does not determine
 * it.
 */
import { basename, dirname, resolve } from 'node:path'
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
import { readable, type ReadArea } from '../folder/below-root.ts'
import { readText } from '../folder/list-files.ts'
import { requireTree } from '../folder/plain-data.ts'
import { evaluate, unwrap } from './evaluate.ts'
import { changedNames } from './changed-names.ts'
import { faultLine, parseProgram } from './parse-program.ts'
import type { Budget, Scope, SourceLocation, Value } from './value.ts'
import { valueOfJson } from './value.ts'

/** Maximum size of a program: 512 KiB. */
const MAX_PROGRAM = 512 << 10

/** Maximum number of files of one configuration. */
const MAX_FILES = 50

/** Maximum number of values read from one configuration, copies included: a sidebar of some 10,000 links. */
const MAX_STEPS = 400_000

/** A program that could not be parsed. `line` is 1-based. */
export interface ProgramFault {
  at: SourceLocation
  reason: string
}

/** A parsed program. */
export interface ReadProgram {
  /** The default export (or `module.exports`); where it is a function, its result. */
  value: Value | undefined
  /** Every file that was read, absolute. */
  files: string[]
  fault: ProgramFault | undefined
}

/**
 * The script of a page that sets `window.$docsify`, as a program that exports the value. The lines before it are blank,
 * so that faults have the lines of the file.
 */
function scriptIn(html: string): string {
  const at = html.search(/\$docsify\s*=/)
  const open = html.lastIndexOf('<script', at)
  const start = open < 0 ? -1 : html.indexOf('>', open) + 1
  if (at < 0 || start < 1 || start > at) return ''
  const end = html.indexOf('</script', at)
  const script = html.slice(start, end < 0 ? undefined : end)
  return (
    html.slice(0, start).replaceAll(/[^\n]/g, '') +
    script.replace(/(?:window\.|globalThis\.|var\s+|let\s+|const\s+)?\$docsify(?=\s*=)/, 'module.exports')
  )
}

/** One file of a program. */
interface Module {
  exported: (name: string) => Value | undefined
}

/**
 * Reads the default export of `file` (absolute). @param area files that it may import, beside those of its own folder.
 */
export function readProgram(file: string, { roots, closed }: ReadArea): ReadProgram {
  const area = { roots: [...roots, ownFolder(file, roots)], closed }
  const modules = new Map<string, Module>()
  const budget: Budget = { steps: MAX_STEPS, depth: 0 }
  let fault: ProgramFault | undefined
  return { value: unwrap(load(file)?.exported('default')), files: [...modules.keys()], fault }

  function load(path: string): Module | undefined {
    const known = modules.get(path)
    if (known !== undefined || modules.size >= MAX_FILES) return known
    // Set before parsing, because files may import one another.
    const module: Module = { exported: () => undefined }
    modules.set(path, module)
    try {
      const source = readText({ absolute: path })
      if (source.length > MAX_PROGRAM) throw new SyntaxError(`it is larger than ${MAX_PROGRAM >> 10} KiB`)
      if (path.endsWith('.json')) {
        const data = valueOfJson(requireTree<unknown>(JSON.parse(source)), { file: path, line: 1 })
        module.exported = (name) =>
          name === 'default' || name === '*' ? data : data.kind === 'table' ? data.entries.get(name) : undefined
      } else
        Object.assign(module, moduleOf(path, parseProgram(path, path.endsWith('.html') ? scriptIn(source) : source)))
    } catch (error) {
      fault ??= {
        at: { file: path, line: faultLine(error) },
        reason: error instanceof Error ? error.message : String(error),
      }
    }
    return module
  }

  function moduleOf(file: string, program: Program): Module {
    const locationOf = (node: AnyNode): SourceLocation => ({ file, line: node.loc?.start.line ?? 1 })
    const changed = changedNames(program)
    const names = new Map<string, () => Value | undefined>()
    const exported = new Map<string, () => Value | undefined>()
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
      const path = fileOf(resolve(dirname(file), source), area)
      return (path === undefined ? undefined : load(path)?.exported(name)) ?? { kind: 'unreadable', at }
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
    return {
      exported(name) {
        const own = exported.get(name)
        if (own !== undefined) return own()
        // CommonJS: the exports are the entries of one table, which is also the default export.
        const whole = exported.get('default')?.()
        if (name !== 'default' && whole?.kind === 'table') {
          if (name === '*') return whole
          if (whole.entries.has(name)) return whole.entries.get(name)
        }
        if (name === 'default' || name === '*') {
          if (exported.size === 0) return undefined
          const entries = [...exported].flatMap(([key, value]): [string, Value][] => {
            const one = value()
            return one === undefined ? [] : [[key, one]]
          })
          return { kind: 'table', entries: new Map(entries), at: { file, line: 1 } }
        }
        for (const source of others) {
          const path = source.startsWith('.') ? fileOf(resolve(dirname(file), source), area) : undefined
          const value = path === undefined ? undefined : load(path)?.exported(name)
          if (value !== undefined) return value
        }
        return undefined
      },
    }
  }
}

/**
 * The folder of a configuration, which may begin with a dot (`.vitepress/config/index.ts`), and from which it may
 * import.
 */
function ownFolder(file: string, roots: readonly string[]): string {
  let own = dirname(file)
  for (let at = own; !roots.includes(at) && dirname(at) !== at; at = dirname(at))
    if (basename(at).startsWith('.')) own = at
  return own
}

/** The file of an import: with or without extension, or a folder's `index`. */
function fileOf(path: string, area: ReadArea): string | undefined {
  const bare = path.replace(/\.[cm]?jsx?$/, '')
  const endings = ['ts', 'mts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'json']
  const candidates = [
    path,
    ...endings.map((ending) => `${bare}.${ending}`),
    ...endings.map((ending) => `${path}/index.${ending}`),
  ]
  const found = candidates.find((one) => typeof readable(area, one) === 'object')
  return found === undefined || !/\.(?:[cm]?[jt]sx?|json)$/.test(found) ? undefined : found
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
