/** Builds the site of a recipe: installs the generator's programs, copies the docs folder, adapts it, runs the command. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Recipe, Tool } from './recipe.ts'
import { RECIPES, TOOLS } from './recipes.ts'

/** A built site. `site.json` in its folder has the same data with paths relative to it. */
export interface BuiltSite {
  name: string
  generator: string
  /** Absolute: the docs folder as it was built, and the files of the site. */
  source: string
  out: string
  base: string
  /** Start of the crawl, where it is not the base. */
  start?: string
  /** Key of `MEMBERS` for an API reference; absent for docs written in Markdown. */
  reference?: string
}

/** The built sites of a directory: each folder with a `site.json`. */
export function builtSites(directory: string): BuiltSite[] {
  return readdirSync(directory)
    .sort()
    .filter((name) => existsSync(join(directory, name, 'site.json')))
    .map((name) => {
      const site = JSON.parse(readFileSync(join(directory, name, 'site.json'), 'utf8')) as Omit<BuiltSite, 'name'>
      return { ...site, name, source: join(directory, name, site.source), out: join(directory, name, site.out) }
    })
}

/**
 * Builds a site below `directory` and writes its `site.json`.
 * @param folders directories of docs folders, the first that has the recipe's source is used.
 * @throws if no directory has it, an edit does not match, or the generator fails.
 */
export function buildSite(name: string, directory: string, folders: readonly string[]): void {
  const recipe = RECIPES[name]
  if (recipe === undefined) throw new Error(`There is no site "${name}": they are ${Object.keys(RECIPES).join(', ')}.`)
  const source = folders.map((folder) => join(folder, recipe.source)).find((folder) => existsSync(folder))
  if (source === undefined)
    throw new Error(`No directory of docs folders has "${recipe.source}", which ${name} is built from.`)
  const tool = installTool(recipe.tool, join(directory, '_tools'))
  // Below the tool's folder, so that imports of the copy find its packages.
  const copy = join(tool, 'sites', name)
  rmSync(copy, { recursive: true, force: true })
  cpSync(source, copy, { recursive: true })
  adapt(copy, recipe)
  const target = join(directory, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(copy, join(target, 'src'), { recursive: true })
  const out = join(target, 'out')
  const [program = '', ...parameters] = recipe.build.command.map((word) =>
    word.replace('{tool}', tool).replace('{out}', out),
  )
  run(program, parameters, join(copy, recipe.build.folder ?? '.'), recipe.build.environment)
  if (recipe.out !== undefined) renameSync(join(copy, recipe.out), out)
  const site = {
    generator: recipe.generator,
    source: join('src', recipe.docs ?? '.'),
    out: 'out',
    base: recipe.base ?? '/',
  }
  writeFileSync(join(target, 'site.json'), `${JSON.stringify(site, null, 2)}\n`)
}

function adapt(copy: string, recipe: Recipe): void {
  for (const path of recipe.leaveOut ?? []) rmSync(join(copy, path), { recursive: true, force: true })
  for (const { file, find, by } of recipe.edits ?? []) {
    const text = readFileSync(join(copy, file), 'utf8')
    if (!find.test(text)) throw new Error(`${file} has nothing that matches ${String(find)}.`)
    writeFileSync(join(copy, file), text.replace(find, by))
  }
  for (const [file, text] of Object.entries(recipe.files ?? {})) write(join(copy, file), text)
  for (const file of pagesBelow(copy))
    for (const { find, by } of recipe.everyPage ?? []) {
      const text = readFileSync(file, 'utf8')
      if (text.search(find) >= 0) writeFileSync(file, text.replaceAll(find, by))
    }
  if (recipe.stubs !== undefined) stubMissing(copy, recipe.stubs, recipe.stubName)
}

function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.mdx?$/.test(file) && statSync(join(folder, file)).isFile())
    .map((file) => join(folder, file))
}

/** Writes a file for each relative import of a page that leads nowhere, because docs folders have no components. */
function stubMissing(copy: string, stubs: Readonly<Record<string, string>>, stubName = ''): void {
  const names = new Map<string, { text: string; names: Set<string> }>()
  for (const file of pagesBelow(copy)) {
    const text = readFileSync(file, 'utf8')
    for (const [, imported = '', target = ''] of text.matchAll(
      /^\s*import\s([^'"]*?)\sfrom\s+['"]((?:\.{1,2}|~)\/[^'"]+)['"]/gm,
    )) {
      const ending = Object.keys(stubs).find((one) => target.endsWith(one))
      if (ending === undefined) continue
      const path = target.replace(/\?.*$/, '')
      const absolute = path.startsWith('~/')
        ? join(file.slice(0, file.indexOf('/src/')), 'src', path.slice(2))
        : join(dirname(file), path)
      if (['', '.ts', '.tsx', '.js', '.jsx', '.mdx'].some((rest) => existsSync(absolute + rest))) continue
      const missing = /\.\w+$/.test(absolute) ? absolute : `${absolute}.tsx`
      const stub = names.get(missing) ?? { text: stubs[ending] ?? '', names: new Set() }
      names.set(missing, stub)
      for (const name of /\{([^}]*)\}/.exec(imported)?.[1]?.split(',') ?? [])
        if (name.trim() !== '') stub.names.add(name.trim().split(/\s+as\s+/)[0] ?? '')
    }
  }
  for (const [file, stub] of names)
    write(file, stub.text + [...stub.names].map((name) => stubName.replace('NAME', name)).join(''))
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The folder of the tool's programs; they are installed if it is missing. */
function installTool(name: string, directory: string): string {
  const folder = join(directory, name)
  const { npm = [], pypi = [], cargo = [] }: Tool = TOOLS[name] ?? {}
  if (npm.length > 0 && !existsSync(join(folder, 'node_modules'))) {
    write(join(folder, 'package.json'), '{"private":true,"type":"module"}\n')
    run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', '--save-exact', ...npm],
      folder,
    )
  }
  if (pypi.length > 0 && !existsSync(join(folder, 'env'))) {
    mkdirSync(folder, { recursive: true })
    run('python3', ['-m', 'venv', 'env'], folder)
    run(join(folder, 'env/bin/pip'), ['install', '-q', ...pypi], folder)
  }
  if (cargo.length > 0 && !existsSync(join(folder, 'bin'))) {
    mkdirSync(folder, { recursive: true })
    run('cargo', ['install', '-q', '--root', folder, ...cargo], folder)
  }
  return folder
}

/** Time limit of an installation or a build (ms). */
const BUILD_LIMIT = 30 * 60_000

function run(program: string, parameters: string[], cwd: string, environment?: Readonly<Record<string, string>>): void {
  execFileSync(program, parameters, {
    cwd,
    env: {
      ...process.env,
      ...environment,
      CI: '1',
      NO_COLOR: '1',
      NO_MKDOCS_2_WARNING: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: BUILD_LIMIT,
    maxBuffer: 1 << 28,
  })
}
