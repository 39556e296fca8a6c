/** Shared parts of reading a generator's configuration files. */
import { join, relative } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { requireShallowFlow } from '../folder/flow-depth.ts'
import { conventionFile, isFile, pathBelow, type ReadArea, readArea, realPath } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { requireTree, tableOf, textOf } from '../folder/plain-data.ts'
import { pageSyntax } from '../folder/page-syntax.ts'
import { publicationOf } from '../folder/publication.ts'
import { siteAddress } from '../folder/site-address.ts'
import type { Layout, Site } from '../folder/site.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { type ReadProgram, readProgram } from '../program/read-program.ts'
import type { SourceLocation, Value } from '../program/value.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { NavItem } from '../result/page.ts'

const ENDINGS = ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts', 'tsx', 'jsx']

/** A configuration file of a project; `undefined` where it is missing or links outside the project. */
export function configurationIn(project: string, ...names: string[]): string | undefined {
  const there = names.filter((name) => isFile(join(project, name)))
  if (there.length === 0) return undefined
  const area = readArea([project], [])
  return there.map((name) => conventionFile(area, project, name)).find((file) => file !== undefined)
}

/** A configuration that is a program: its name without extension, relative to the project. */
export function programIn(project: string, ...names: string[]): string | undefined {
  return configurationIn(project, ...names.flatMap((name) => ENDINGS.map((ending) => `${name}.${ending}`)))
}

/** Files that a configuration may read: those around it, which may be above the docs; closed folders stay closed. */
export function areaAround({ closed }: ReadArea, project: string): ReadArea {
  return { roots: [project], closed }
}

/** Whether the project's `package.json` lists one of these packages, by whole names. */
export function dependsOn(project: string, ...packages: string[]): boolean {
  const file = configurationIn(project, 'package.json')
  if (file === undefined) return false
  const { dependencies, devDependencies } = readData(file)
  const names = new Set([dependencies, devDependencies].flatMap((table) => Object.keys(tableOf(table) ?? {})))
  return packages.some((name) => names.has(name))
}

/** A folder that a configuration names; the project's folder where the name leads outside. */
export function inside(project: string, name: string): string {
  return pathBelow(project, name) ?? project
}

/**
 * The folder of pages that a configuration names, real: in the project or the repository around it. A folder outside is
 * not read, but refused with its name (`locateDocs`).
 */
export function pagesFolder(project: string, name: string, around: string): string {
  const from = join(relative(realPath(around), realPath(project)), name).replaceAll('\\', '/')
  return pathBelow(around, from) ?? realPath(join(project, name))
}

/** The table of a YAML, JSON or TOML file, by its extension; empty where it cannot be parsed. */
export function readData(file: string): Record<string, unknown> {
  return tableOf(readValue(file)) ?? {}
}

/** The table or list of a YAML, JSON or TOML file; `undefined` where it cannot be parsed. */
export function readValue(file: string): unknown {
  try {
    const source = readText({ absolute: file })
    if (!file.endsWith('.toml')) requireShallowFlow(source)
    return requireTree<unknown>(
      file.endsWith('.toml')
        ? parseToml(source)
        : parseDocument(source, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false }).toJS(),
    )
  } catch {
    return undefined
  }
}

/** The first line with a text in the files of a configuration; line 1 of the first where none has it. */
export function placeOf(text: string, files: readonly string[]): SourceLocation {
  for (const file of files) {
    const line = readText({ absolute: file })
      .split('\n')
      .findIndex((one) => one.includes(text))
    if (line >= 0) return { file, line: line + 1 }
  }
  return { file: files[0] ?? '', line: 1 }
}

/** The path of a URL (`baseURL`) on its host, without a trailing slash; empty for none. */
export function pathOfUrl(url: unknown): string {
  const path = textOf(url)?.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '') ?? ''
  const address = siteAddress(path) ?? '/'
  return address === '/' ? '' : address
}

/**
 * A site with one root and the conventions of its kind.
 * @param file absolute: the file or folder by which the generator was recognised.
 */
export function layoutOf(kind: GeneratorKind, folder: string, project: string, file?: string): Layout {
  return {
    generator: file === undefined ? { kind } : { kind, file: relative(project, file).replaceAll('\\', '/') },
    folder,
    project,
    home: project,
    roots: [{ folder, prefix: '' }],
    base: '',
    publication: publicationOf(kind),
    aliases: [],
    syntax: pageSyntax(kind),
    publicFolders: [],
    wholeFolders: [],
    title: undefined,
    lang: undefined,
    configurations: file === undefined ? [] : [file],
  }
}

/** A configuration of programs with a sidebar. */
export function configurationOf(programs: ReadProgram[], sidebar: SiteConfiguration['sidebar']): SiteConfiguration {
  return {
    files: programs.flatMap(({ files }) => files),
    faults: programs.flatMap(({ fault }) => fault ?? []),
    sidebar,
    links: [],
  }
}

/**
 * The configuration of a project whose first file is a program. `settingsOf` reads the settings besides the sidebar; a
 * program that could not be read has neither. `undefined` without a file.
 */
export function programConfiguration(
  { configurations, home, area }: Site,
  sidebar: (value: Value, context: SidebarContext) => NavItem[] | undefined,
  settingsOf: (value: Value) => Partial<SiteConfiguration>,
): SiteConfiguration | undefined {
  const [file] = configurations
  if (file === undefined) return undefined
  const program = readProgram(file, areaAround(area, home))
  const { value } = program
  const found = configurationOf([program], (context) => (value === undefined ? undefined : sidebar(value, context)))
  return value === undefined ? found : { ...found, ...settingsOf(value) }
}

/** Makes the settings of a site from the contents of its configuration, once for each reading of the configuration. */
export function oncePerConfiguration<Settings>(
  make: (data: Record<string, unknown>) => Settings,
): (site: Pick<Site, 'configuration'>) => Settings {
  const known = new WeakMap<object, { settings: Settings }>()
  return ({ configuration }) => {
    const data = configuration?.data ?? {}
    const made = known.get(data) ?? { settings: make(data) }
    known.set(data, made)
    return made.settings
  }
}
