/** The addresses of Fumadocs' collections: each `loader` has a `baseUrl`, and names its collections in its source. */
import type { AnyNode, CallExpression } from 'acorn'
import { readText } from '../../folder/read-text.ts'
import { parseProgram } from '../../program/parse-program.ts'

/** UTF-16 units of the longest program that is searched. */
const MAX_UNITS = 1 << 18

/** Maximum depth of nested syntax. */
const MAX_DEPTH = 300

/** The names of collections, and the folders that programs give them (`dir`); `undefined` without one. */
export function collectionsIn(file: string): Map<string, string | undefined> {
  const collections = new Map<string, string | undefined>()
  for (const node of nodesOf(file)) {
    if (node.type !== 'VariableDeclarator' || !isCallOf(node.init, /^define(?:Docs|Collections)$/)) continue
    const dir = textIn(node.init, 'dir')
    // `const { docs, meta } = defineDocs()` has names of its own.
    const names = node.id.type === 'Identifier' ? [node.id.name] : identifiersIn(node.id)
    for (const name of names) collections.set(name, dir)
  }
  return collections
}

/** The `baseUrl` of each collection (its name) that a `loader` of these programs uses. */
export function addressesOfCollections(files: readonly string[]): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const node of files.flatMap((file) => nodesOf(file))) {
    if (!isCallOf(node, /^loader$/)) continue
    const baseUrl = textIn(node, 'baseUrl')
    if (baseUrl === undefined) continue
    for (const name of identifiersIn(node)) if (!addresses.has(name)) addresses.set(name, baseUrl)
  }
  return addresses
}

/** All nodes of a program, outer ones first; none of a program that does not parse. */
function nodesOf(file: string): AnyNode[] {
  const source = readText({ absolute: file })
  if (source.length > MAX_UNITS) return []
  try {
    return nodesIn(parseProgram(file, source))
  } catch {
    return []
  }
}

function nodesIn(top: AnyNode): AnyNode[] {
  const nodes: AnyNode[] = []
  const walk = (node: AnyNode, depth: number): void => {
    if (depth > MAX_DEPTH) return
    nodes.push(node)
    for (const value of Object.values(node) as unknown[])
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) walk(child as AnyNode, depth + 1)
  }
  walk(top, 0)
  return nodes
}

function isCallOf(node: AnyNode | null | undefined, name: RegExp): node is CallExpression {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && name.test(node.callee.name)
}

function identifiersIn(top: AnyNode): string[] {
  return nodesIn(top).flatMap((node) => (node.type === 'Identifier' ? node.name : []))
}

/** The text of the first property with a name. */
function textIn(top: AnyNode, name: string): string | undefined {
  for (const node of nodesIn(top)) {
    if (node.type !== 'Property' || node.key.type !== 'Identifier' || node.key.name !== name) continue
    const { value } = node
    if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  }
  return undefined
}
