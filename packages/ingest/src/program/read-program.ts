/**
 * Reads the exports of a program without running it: its constants, its imports from files beside it, and its exports,
 * as ES module or CommonJS. Packages and files outside the given folder are not read; values from there stay calls.
 * A name that is assigned to, or changed by a method such as `push`, has no value, because the text does not determine
 * it.
 */
import { basename, dirname, resolve } from 'node:path'
import { readable, type ReadArea } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { requireTree } from '../folder/plain-data.ts'
import { messageOf } from '../result/message-of.ts'
import { unwrap } from './evaluate.ts'
import { faultLine, parseProgram } from './parse-program.ts'
import { type Module, moduleOf } from './program-module.ts'
import { type Budget, type SourceLocation, type Value, valueOfJson } from './value.ts'

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
      } else {
        const program = parseProgram(path, path.endsWith('.html') ? scriptIn(source) : source)
        Object.assign(
          module,
          moduleOf(path, program, budget, (specifier) => imported(path, specifier)),
        )
      }
    } catch (error) {
      fault ??= {
        at: { file: path, line: faultLine(error) },
        reason: messageOf(error),
      }
    }
    return module
  }

  function imported(from: string, specifier: string): Module | undefined {
    const path = specifier.startsWith('.') ? fileOf(resolve(dirname(from), specifier), area) : undefined
    return path === undefined ? undefined : load(path)
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
