/**
 * Names of folders that imports of a project may use (`@/components/note.mdx`, `~/assets/a.png`): `compilerOptions.paths`
 * in `tsconfig.json` or `jsconfig.json`, which are read as data. Only names that begin with a sign are taken, since a
 * page's own path may begin with any other.
 */
import { dirname, join, relative } from 'node:path'
import { isFile, isPrivate, isWithin, pathBelow, realPath } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import type { Alias, Layout } from '../folder/site.ts'
import { evaluate } from '../program/evaluate.ts'
import { parseProgram } from '../program/parse-program.ts'
import { plainOf } from '../program/value.ts'
import { configurationIn } from './configuration.ts'

/** Maximum number of configurations that extend one another. */
const MAX_EXTENDED = 5

/** Maximum number of folders of a project. Real ones have up to 20. */
const MAX_ALIASES = 100

/** Maximum size of a configuration: 64 Ki characters. */
const MAX_UNITS = 1 << 16

/** Maximum number of values of a configuration. */
const MAX_VALUES = 5000

/** A name with a sign and a star: `@/*`, `@components/*`, `~/*`, `#docs/*`. */
const NAME = /^([@~#$][\w.-]*)\/\*$/

/**
 * The folders of a project's aliases, the longest names first, and the configuration with them (absolute): the one in
 * the folder of the generator, or in the nearest folder around it within the project.
 */
export function importAliases({ home, project }: Pick<Layout, 'home' | 'project'>): {
  aliases: Alias[]
  files: string[]
} {
  const top = realPath(project)
  for (let at = realPath(home); isWithin(top, at); at = dirname(at)) {
    const file = configurationIn(at, 'tsconfig.json', 'jsconfig.json')
    const aliases = file === undefined ? [] : aliasesIn(file, top)
    if (file !== undefined && aliases.length > 0) return { aliases, files: [file] }
    if (at === top) break
  }
  return { aliases: [], files: [] }
}

function aliasesIn(first: string, top: string): Alias[] {
  let file = first
  for (let step = 0; step < MAX_EXTENDED; step++) {
    const data = tableOf(readJson(file)) ?? {}
    const options = tableOf(data.compilerOptions) ?? {}
    const paths = tableOf(options.paths)
    if (paths !== undefined) return foldersOf(paths, join(dirname(file), textOf(options.baseUrl) ?? '.'), top)
    const base = textOf(data.extends)
    if (base === undefined || !base.startsWith('.')) return []
    const named = relative(top, join(dirname(file), base.endsWith('.json') ? base : `${base}.json`))
    const next = pathBelow(top, named.replaceAll('\\', '/'))
    if (next === undefined || !isFile(next)) return []
    file = next
  }
  return []
}

/** The folders inside the project, without private ones. */
function foldersOf(paths: Record<string, unknown>, base: string, top: string): Alias[] {
  const found = Object.entries(paths).flatMap(([name, targets]): Alias[] => {
    const prefix = NAME.exec(name)?.[1]
    if (prefix === undefined || !Array.isArray(targets)) return []
    return targets.flatMap((target: unknown): Alias[] => {
      if (typeof target !== 'string' || !/(?:^|\/)\*$/.test(target)) return []
      const named = relative(top, join(base, target.slice(0, -1))).replaceAll('\\', '/')
      const folder = pathBelow(top, named)
      if (folder === undefined || isPrivate(relative(top, folder).split(/[/\\]/).filter(Boolean))) return []
      return [{ prefix, folder, ofImports: true }]
    })
  })
  return found.slice(0, MAX_ALIASES).sort((a, b) => b.prefix.length - a.prefix.length)
}

/** The data of JSON with comments and commas at ends, which is an expression of JavaScript; `undefined` for others. */
function readJson(file: string): unknown {
  try {
    const source = readText({ absolute: file })
    if (source.length > MAX_UNITS) return undefined
    const [statement] = parseProgram('config.js', `(${source}\n)`).body
    if (statement?.type !== 'ExpressionStatement') return undefined
    const budget = { steps: MAX_VALUES, depth: 0 }
    const nothing = (): undefined => undefined
    const at = { file, line: 1 }
    const scope = { file, budget, find: nothing, require: () => ({ kind: 'unreadable' as const, at }) }
    return plainOf(evaluate(statement.expression, scope))
  } catch {
    return undefined
  }
}
