/**
 * Reads the imports of the packages' sources (types and dynamic imports included, tests apart), and finds cycles and
 * imports that the layers forbid. A relative import of a file that is not shipped is reported too.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'

import { parseSync, Visitor } from 'vite'

import type { Layers } from './layers.ts'
import { sourcesIn } from './sources.ts'

/** An import or re-export. Paths begin at the root of the repository, with `/` between their parts. */
export interface Import {
  from: string
  /** 1-based. */
  line: number
  /** As written: `./store.ts`, `@docent/engine`. */
  specifier: string
  /** The imported file; undefined for a package outside of the repository. */
  to: string | undefined
  /** Whether types alone are imported. */
  isType: boolean
}

/** All imports of the files below `packages/*\/src`, of which each is a key. @param root of the repository. */
export function readImports(root: string): Map<string, Import[]> {
  const exported = readExports(root)
  const imports = new Map<string, Import[]>()
  for (const name of exported.keys())
    for (const path of sourcesIn(join(root, 'packages', name, 'src'))) {
      const from = relative(root, path).replaceAll('\\', '/')
      const text = readFileSync(path, 'utf8')
      const found = specifiersOf(from, text).map(({ at, specifier, isType }): Import => {
        const line = text.slice(0, at).split('\n').length
        return { from, line, specifier, to: resolve(from, specifier, exported), isType }
      })
      imports.set(from, found)
    }
  return imports
}

/** The `exports` of each package, by the name of its folder. */
function readExports(root: string): Map<string, Record<string, string>> {
  const names = readdirSync(join(root, 'packages')).filter((name) => existsSync(join(root, 'packages', name, 'src')))
  return new Map(
    names.map((name) => {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        exports?: Record<string, string | { default: string }>
      }
      const targets = Object.entries(manifest.exports ?? {}).map(([subpath, target]) => {
        return [subpath, typeof target === 'string' ? target : target.default] as const
      })
      return [name, Object.fromEntries(targets)]
    }),
  )
}

function specifiersOf(path: string, text: string): { at: number; specifier: string; isType: boolean }[] {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path} could not be parsed: ${parsed.errors[0]?.message}`)
  const found = parsed.module.staticImports.map(({ start, moduleRequest, entries }) => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    return { at: start, specifier: moduleRequest.value, isType }
  })
  for (const { entries } of parsed.module.staticExports)
    for (const { start, moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ at: start, specifier: moduleRequest.value, isType })
  // Only a walk of the syntax tree finds types like `typeof import('./a.ts')`. Few files need it.
  if (/\bimport\(/.test(text)) {
    const add = (at: number, source: { type: string }, isType: boolean): void => {
      if ('value' in source && typeof source.value === 'string') found.push({ at, specifier: source.value, isType })
    }
    new Visitor({
      ImportExpression: ({ start, source }) => add(start, source, false),
      TSImportType: ({ start, source }) => add(start, source, true),
    }).visit(parsed.program)
  }
  return found
}

function resolve(from: string, specifier: string, exported: Map<string, Record<string, string>>): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [, name = '', subpath = ''] = /^@docent\/([^/]+)(.*)$/.exec(specifier) ?? []
  const target = exported.get(name)?.[`.${subpath}`]
  return target && posix.join('packages', name, target)
}

/** Each shortest cycle through a group of files that import each other, as one text with an import a line. */
export function findCycles(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const cycles: string[] = []
  const reported = new Set<string>()
  for (const start of imports.keys()) {
    if (reported.has(start)) continue
    const cycle = shortestCycle(start, imports)
    if (cycle === undefined) continue
    for (const { from } of cycle) reported.add(from)
    cycles.push(['a cycle of imports:', ...cycle.map(textOf)].join('\n  '))
  }
  return cycles
}

/** Breadth first from a file back to itself. */
function shortestCycle(start: string, imports: ReadonlyMap<string, readonly Import[]>): Import[] | undefined {
  const reachedBy = new Map<string, Import>()
  const queue = [start]
  for (const file of queue)
    for (const each of imports.get(file) ?? []) {
      if (each.to === undefined || reachedBy.has(each.to)) continue
      reachedBy.set(each.to, each)
      if (each.to !== start) {
        queue.push(each.to)
        continue
      }
      const cycle = [each]
      for (let [first] = cycle; first && first.from !== start; [first] = cycle) {
        const before = reachedBy.get(first.from)
        if (before) cycle.unshift(before)
      }
      return cycle
    }
  return undefined
}

/** Imports that the layers forbid, each as a sentence with its file and line. */
export function findWrongArrows(imports: ReadonlyMap<string, readonly Import[]>, layers: Layers): string[] {
  return [...imports.values()].flat().flatMap((each) => {
    const reason = reasonAgainst(each, imports, layers)
    return reason === undefined ? [] : [`${textOf(each)}: ${reason}`]
  })
}

function reasonAgainst(
  { from, to, specifier, isType }: Import,
  imports: ReadonlyMap<string, readonly Import[]>,
  layers: Layers,
): string | undefined {
  const [, name = '', path = ''] = /^packages\/([^/]+)\/src\/(.*)$/.exec(from) ?? []
  if (/^(?:@docent\/|docent$)/.test(specifier)) {
    const allowed = layers.packages[name] ?? []
    if (allowed.includes(specifier) || (isType && allowed.includes(`type ${specifier}`))) return undefined
    return `packages/${name} may import ${allowed.join(', ') || 'no other package'}`
  }
  if (to === undefined || !/\.tsx?$/.test(to)) return undefined
  if (!to.startsWith(`packages/${name}/`)) return 'a package imports another one by its name'
  if (!imports.has(to)) return 'it is not among the shipped sources'
  const rows = layers.folders[name] ?? {}
  const folder = folderOf(path, rows)
  const target = folderOf(to.slice(`packages/${name}/src/`.length), rows)
  if (folder === undefined || target === undefined || folder === target || rows[folder]?.includes(target))
    return undefined
  return `${folder}/ may import ${rows[folder]?.map((each) => `${each}/`).join(', ') || 'no other folder'}`
}

/** The innermost folder with a row that holds the file. */
function folderOf(path: string, rows: Readonly<Record<string, unknown>>): string | undefined {
  const folder = posix.dirname(path)
  if (folder === '.') return undefined
  return folder in rows ? folder : folderOf(folder, rows)
}

function textOf({ from, line, specifier, isType }: Import): string {
  return `${from}:${line} imports ${isType ? 'types of ' : ''}${specifier}`
}
