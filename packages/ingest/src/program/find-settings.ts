/**
 * Finds settings by their names in programs that cannot be evaluated as a whole, because they call functions of
 * packages: `nextra({ contentDirBasePath: '/docs' })`. Only texts and lists of texts are settings here.
 */
import type { AnyNode, Program } from 'acorn'
import { readText } from '../folder/read-text.ts'
import { parseProgram } from './parse-program.ts'

/** UTF-16 units of the longest program that is searched. */
const MAX_UNITS = 1 << 18

/** Maximum depth of nested syntax. */
const MAX_DEPTH = 300

/** The settings of some programs. */
export interface FoundSettings {
  /**
   * The first text with one of these names, in the order of the names, then of the files. A name with dots is a path:
   * `site.name`.
   */
  text: (...names: string[]) => string | undefined
  /** All texts with a name, lists included, in order. */
  texts: (name: string) => string[]
}

/** A setting: its key, the setting around it, and its texts. Paths as texts would hold a long key once for each key below it. */
interface Setting {
  name: string
  around: Setting | undefined
  texts: string[]
}

/** Whether the keys of a setting end with these names; the last one is its own. */
function endsWith(setting: Setting, names: readonly string[]): boolean {
  let at: Setting | undefined = setting
  for (const name of names.toReversed()) {
    if (at?.name !== name) return false
    at = at.around
  }
  return true
}

/** Reads programs (absolute); missing and invalid ones have no settings. */
export function findSettings(...files: (string | undefined)[]): FoundSettings {
  const settings = files.flatMap((file) => (file === undefined ? [] : settingsOf(file)))
  const named = (path: string): Setting[] => {
    const names = path.split('.')
    return settings.filter((setting) => endsWith(setting, names))
  }
  return {
    text(...names) {
      for (const name of names) {
        const found = named(name).find(({ texts }) => texts.length > 0 && texts[0]?.trim() !== '')
        if (found !== undefined) return found.texts[0]?.trim()
      }
      return undefined
    },
    texts: (name) => named(name).flatMap(({ texts }) => texts),
  }
}

function settingsOf(file: string): Setting[] {
  const source = readText({ absolute: file })
  if (source.length > MAX_UNITS) return []
  let program: Program
  try {
    program = parseProgram(file, source)
  } catch {
    return []
  }
  const constants = new Map<string, string>()
  const settings: Setting[] = []
  walk(program, undefined, 0)
  return settings

  function walk(node: AnyNode, around: Setting | undefined, depth: number): void {
    if (depth > MAX_DEPTH) return
    let inner = around
    if (node.type === 'Property') inner = named(around, node.key, node.value)
    else if (node.type === 'VariableDeclarator' && node.init) inner = named(around, node.id, node.init)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key' || key === 'id') continue
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) walk(child as AnyNode, inner, depth + 1)
    }
  }

  function named(around: Setting | undefined, key: AnyNode, value: AnyNode): Setting {
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
    const texts = textsOf(value)
    if (texts.length === 1 && texts[0] !== undefined && !constants.has(name)) constants.set(name, texts[0])
    const setting = { name, around, texts }
    settings.push(setting)
    return setting
  }

  /** Texts of a literal, a constant, a list of these, or the last argument of a call (`path.join(__dirname, 'docs')`). */
  function textsOf(value: AnyNode): string[] {
    if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : []
    if (value.type === 'TemplateLiteral') return value.quasis.length === 1 ? [value.quasis[0]?.value.cooked ?? ''] : []
    if (value.type === 'Identifier') return [constants.get(value.name)].filter((text) => text !== undefined)
    if (value.type === 'ArrayExpression')
      return value.elements.flatMap((element) => (element === null ? [] : textsOf(element)))
    const last = value.type === 'CallExpression' ? value.arguments.at(-1) : undefined
    return last?.type === 'Literal' ? textsOf(last) : []
  }
}
