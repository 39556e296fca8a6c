/**
 * The names that a page's module code gives to its expressions and tags: constants, images, texts of files, and
 * Markdown files as components. The code is read, never run.
 */
import { posix } from 'node:path'
import type { Expression, ImportDeclaration, Pattern } from 'acorn'
import { requireTree } from '../folder/plain-data.ts'
import { LIMITS } from '../limits/limits.ts'
import { evaluate } from '../program/evaluate.ts'
import { parseProgram } from '../program/parse-program.ts'
import type { Budget, Scope, SourceLocation, Value } from '../program/value.ts'
import { valueOfJson } from '../program/value.ts'
import { jsxComponent } from './jsx-component.ts'
import type { SourceLine } from './source-line.ts'
import type { Data } from './tree.ts'
import { dataIn, type Names } from './expression.ts'

/** Values of a page's names, and the Markdown files behind its components. */
export interface PageModule {
  /** The value of an expression; `undefined` if only running it could give one. */
  data: (source: string) => Data | undefined
  /** Constants that other files may import. */
  exported: (name: string) => Value | undefined
  /** Paths of Markdown files, by the name of the component. */
  partials: ReadonlyMap<string, string>
  /** The JSX of a component that module code defines or imports from a Markdown file. */
  jsxOf: (name: string) => string | undefined
  /** The same names with further ones before them. */
  within: (values: Record<string, Data | undefined>) => PageModule
  /**
   * A name for the JSX of an expression, which `jsxOf` returns; `undefined` beyond the limit. @param uses number of its tags.
   */
  nameOf: (jsx: string, uses: number) => string | undefined
}

/** The beginning of the names of JSX in expressions. */
export const EXPRESSION_JSX = 'jsx:'

/** The context that module code may use beside its own names. */
export interface ModuleContext {
  /** Path of the file with the code, as the page names it; empty for the page itself. */
  path: string
  /** Whether it is a script of Vue's, which may be TypeScript. */
  isScript: boolean
  /** Names that the generator or the user of a partial gives: `frontMatter`, `props`. */
  given: ReadonlyMap<string, Value>
  /** The text of a file by its path, for the statement in a line; `undefined` if it cannot be read. */
  readText: (path: string, line: number) => string | undefined
  /** The path with the extension of a Markdown file, for an import without one; `undefined` for other files. */
  markdownPath: (path: string) => string | undefined
  /** The module of a Markdown file by its path. */
  readModule: (path: string, line: number) => PageModule | undefined
}

/** Values read for the constants of one page. */
const MAX_STEPS = 100_000

const AT: SourceLocation = { file: '', line: 1 }
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|ogg|wav|pdf|zip)$/i

/** A path in a file, as a path of the page that uses the file. */
export function pathFrom(file: string, path: string): string {
  return file === '' || !path.startsWith('.') ? path : relativeTo(posix.dirname(file), path)
}

function relativeTo(folder: string, path: string): string {
  const joined = posix.join(folder, path)
  return /^(?:[./@~]|\w:)/.test(joined) ? joined : `./${joined}`
}

/** Reads module code. Statements that are not JavaScript, such as components in JSX, have no names. */
export function readModule(statements: readonly SourceLine[], context: ModuleContext): PageModule {
  const budget: Budget = { steps: MAX_STEPS, depth: 0 }
  const names = new Map<string, () => Value | undefined>()
  const memory = new Map<string, Value | undefined>()
  const partials = new Map<string, string>()
  const components = new Map<string, () => string | undefined>()
  const find = (name: string): Value | undefined => {
    if (!names.has(name)) return context.given.get(name)
    if (memory.has(name)) return memory.get(name)
    // A name within its own value has no value.
    memory.set(name, undefined)
    const value = names.get(name)?.()
    memory.set(name, value)
    return value
  }
  const require = (path: string): Value => fileValue(path, 1, context) ?? { kind: 'unreadable', at: AT }
  const scope: Scope = { file: '', budget, find, require }
  let used = 0
  for (const statement of statements) readStatement(statement)
  const module: PageModule = {
    data: (source) => dataIn(source, { find, require }),
    within: (values) => withNames(module, values, { find, require }),
    exported: (name) => (names.has(name) ? find(name) : undefined),
    partials,
    jsxOf: (name) => components.get(name)?.(),
    nameOf(jsx, uses) {
      if (used + uses > LIMITS.expressionTags) return undefined
      used += uses
      const name = `${EXPRESSION_JSX}${components.size}`
      components.set(name, () => jsx)
      return name
    },
  }
  return module

  function readStatement({ text, line }: SourceLine): void {
    const component = context.isScript ? undefined : jsxComponent(text)
    if (component !== undefined) components.set(component.name, () => component.jsx)
    for (const node of bodyOf(text, context.isScript)) {
      const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (node.type === 'ImportDeclaration') readImport(node, line)
      else if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const')
        for (const { id, init } of declaration.declarations) if (init) declare(id, init)
    }
  }

  function declare(id: Pattern, init: Expression): void {
    if (id.type === 'Identifier') names.set(id.name, () => evaluate(init, scope))
  }

  function readImport(node: ImportDeclaration, line: number): void {
    const from = String(node.source.value)
    for (const one of node.specifiers) {
      const local = one.local.name
      const imported =
        one.type !== 'ImportSpecifier' ? 'default' : one.imported.type === 'Identifier' ? one.imported.name : 'default'
      const partial = imported === 'default' ? partialPath(from, local) : undefined
      if (partial !== undefined) partials.set(local, partial)
      else {
        names.set(local, () => importedValue(from, imported, local, line))
        if (/\.mdx?$/i.test(from) && /^[A-Z]/.test(local))
          components.set(local, () => context.readModule(pathFrom(context.path, from), line)?.jsxOf(imported))
      }
    }
  }

  function partialPath(from: string, local: string): string | undefined {
    const path = pathFrom(context.path, from)
    if (/\.mdx?$/i.test(from)) return path
    return /^[A-Z]/.test(local) && /^[.@/~].*\/[\w-]+$/.test(from) ? context.markdownPath(path) : undefined
  }

  function importedValue(from: string, imported: string, local: string, line: number): Value | undefined {
    if (/\.mdx?$/i.test(from)) return context.readModule(pathFrom(context.path, from), line)?.exported(imported)
    const value = fileValue(from, line, context)
    if (value?.kind === 'table' && imported !== 'default') return value.entries.get(imported)
    return value ?? { kind: 'call', name: imported === 'default' ? local : imported, from, args: [], at: AT }
  }
}

function withNames(module: PageModule, values: Record<string, Data | undefined>, outer: Names): PageModule {
  const own = valueOfJson(values, AT)
  const entries: ReadonlyMap<string, Value> = own.kind === 'table' ? own.entries : new Map()
  const names: Names = { ...outer, find: (name) => entries.get(name) ?? outer.find(name) }
  return {
    ...module,
    data: (source) => dataIn(source, names),
    within: (inner) => withNames(module, inner, names),
  }
}

function bodyOf(source: string, isScript: boolean): ReturnType<typeof parseProgram>['body'] {
  for (const name of isScript ? ['page.js', 'page.ts'] : ['page.js']) {
    try {
      return parseProgram(name, source).body
    } catch {
      // Nothing of it is shown either way.
    }
  }
  return []
}

/** The value of an imported file: its text, its JSON, or its address as `src`; `undefined` for a program. */
function fileValue(from: string, line: number, context: ModuleContext): Value | undefined {
  const [name = '', query = ''] = from.slice(from.lastIndexOf('!') + 1).split('?')
  const path = pathFrom(context.path, name)
  if (query.split('&').includes('raw') || from.includes('raw-loader')) {
    const text = context.readText(path, line)
    return text === undefined ? undefined : { kind: 'plain', value: text, at: AT }
  }
  if (/\.json$/i.test(path)) return jsonValue(context.readText(path, line))
  if (!ASSET.test(path)) return undefined
  return valueOfJson({ src: path, default: path, href: path, url: path }, AT)
}

function jsonValue(text: string | undefined): Value | undefined {
  try {
    return text === undefined ? undefined : valueOfJson(requireTree<unknown>(JSON.parse(text)), AT)
  } catch {
    return undefined
  }
}
