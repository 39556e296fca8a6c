/**
 * Sphinx with MyST, and Jupyter Book 1 on top of it. `conf.py` is a program, of which literals are read. A repository
 * without it is recognised by the configuration of Read the Docs or by a first page with a `toctree`.
 */
import { dirname, join } from 'node:path'
import { conventionFile, fileIn, isFolder } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { fileUrl } from '../folder/page-url.ts'
import { type Publication, withOrigin } from '../folder/publication.ts'
import type { Layout, Site } from '../folder/site.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { tocSidebar } from '../navigation/toc-file.ts'
import { type Document, type FindDocument, pathOf, rstTitle, toctreeSidebar } from '../navigation/toctree.ts'
import { INVENTORY } from '../markdown/myst/role.ts'
import { type PathTest, pathTest } from '../navigation/wildcard.ts'
import { pythonLiterals } from '../program/python-literals.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, inside, layoutOf, pathOfUrl, readData } from './configuration.ts'
import type { Generator } from './generator.ts'

/** Sphinx. */
export const sphinx: Generator = {
  kind: 'sphinx',
  locate(project) {
    for (const inner of ['.', 'source']) {
      const folder = join(project, inner)
      const file = configurationIn(folder, 'conf.py', '_toc.yml')
      if (file !== undefined) return siteOf(folder, file)
    }
    const hosted = hostedIn(project)
    if (hosted !== undefined) return hosted
    const index = configurationIn(project, 'index.md')
    return index !== undefined && TOCTREE.test(readText({ absolute: index })) ? siteOf(project, index) : undefined
  },
  isPage(path, site) {
    return !excludedIn(site).some((matches) => matches(`/${path}`)) && !/(?:^|\/)_build\//.test(path)
  },
  address({ path }, site) {
    const root = textOf(site.configuration?.data.root_doc) ?? 'index'
    return path.replace(/\.\w+$/, '') === root ? '/' : root === 'index' ? undefined : fileUrl(path)
  },
  configuration,
  reads: [
    'literals of `conf.py`: `project`, `html_title`, `html_baseurl`, `html_link_suffix`, `language`, `exclude_patterns`, `root_doc`, `myst_substitutions`, `myst_url_schemes`; `_config.yml` and `_toc.yml` of Jupyter Book; `.readthedocs.yaml`',
    'the `toctree` lists of Markdown and reStructuredText pages, with captions, patterns and titles',
    'the directives of MyST, Sphinx and sphinx-design, in fences and colons; roles, labels and references, substitutions, targets, definition and field lists, formulas with labels',
    'Markdown and notebooks',
  ],
  doesNotRead: [
    'pages in reStructuredText',
    'the documentation that autodoc makes from code',
    'references to other projects (intersphinx), which are shown as text',
    'bibliographies',
    'directives of the project',
  ],
}

const TOCTREE = /^[ \t]*[`:~]{3,}\{toctree\}/m

/** Read the Docs' configuration names the folder of `conf.py`, which may be missing. */
function hostedIn(project: string): Layout | undefined {
  const file = configurationIn(project, '.readthedocs.yaml', '.readthedocs.yml')
  if (file === undefined) return undefined
  const path = textOf(tableOf(readData(file).sphinx)?.configuration)
  const folder = path === undefined ? undefined : inside(project, dirname(path))
  return folder === undefined || !isFolder(folder)
    ? undefined
    : siteOf(folder, configurationIn(folder, 'conf.py') ?? file)
}

function siteOf(folder: string, file: string): Layout {
  const program = configurationIn(folder, 'conf.py')
  const source = program === undefined ? '' : readText({ absolute: program })
  const data = settingsIn(folder, source)
  const project = projectAround(folder)
  const layout = layoutOf('sphinx', folder, project, file)
  const configurations = ['conf.py', '_toc.yml', '_config.yml'].flatMap((name) => configurationIn(folder, name) ?? [])
  return {
    ...layout,
    home: folder,
    title: plainTitle(textOf(data.html_short_title) ?? textOf(data.project) ?? textOf(data.html_title)),
    lang: textOf(data.language),
    configuration: { file, data },
    base: pathOfUrl(data.html_baseurl),
    publication: publicationIn(project, data, layout),
    configurations: [...new Set([...layout.configurations, ...configurations])],
    syntax: { ...layout.syntax, variables: { ...variablesOf(data), ...inventoriesIn(source) } },
  }
}

/** Read the Docs' configuration names the builder that makes a folder of each page. */
function publicationIn(project: string, data: Record<string, unknown>, { publication }: Layout): Publication {
  const hosted = configurationIn(project, '.readthedocs.yaml', '.readthedocs.yml')
  const builder = hosted === undefined ? undefined : tableOf(readData(hosted).sphinx)?.builder
  const suffix = builder === 'dirhtml' || data.html_link_suffix === '/' ? '/' : publication.suffix
  return withOrigin({ ...publication, suffix }, data.html_baseurl)
}

/** Substitutions by name, and the addresses of link schemes by the scheme with a colon. */
function variablesOf(data: Record<string, unknown>): Record<string, string> {
  const substitutions = Object.entries(tableOf(data.myst_substitutions) ?? {})
  const schemes = Object.entries(tableOf(data.myst_url_schemes) ?? {}).map(([scheme, value]): [string, unknown] => [
    `${scheme}:`,
    tableOf(value)?.url ?? value,
  ])
  const texts = [...substitutions, ...schemes].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(texts)
}

/** The names of other projects that roles may name, each with the prefix of an inventory (`myst/role.ts`). @param source `conf.py` */
function inventoriesIn(source: string): Record<string, string> {
  const entries = source
    .split(/\bintersphinx_mapping\b/)
    .slice(1)
    .filter((rest) => /^(?:[ \t]*\|?=[ \t]*|\.update\()\{/.test(rest))
    .flatMap((rest) => [
      ...rest
        .split('}', 1)
        .join('')
        .matchAll(/["']([\w.-]+)["']\s*:\s*\(\s*["']([^"'\n]*)["']/g),
    ])
  return Object.fromEntries(entries.map(([, name = '', url = '']) => [`${INVENTORY}${name}`, url]))
}

/** The settings of `conf.py`, and those of Jupyter Book under the same names. @param source `conf.py` */
function settingsIn(folder: string, source: string): Record<string, unknown> {
  const settings: Record<string, unknown> = Object.fromEntries(pythonLiterals(source))
  const lines = source.split('\n')
  const loaded = lines.flatMap((line, index) => {
    const name = LOADS_SUBSTITUTIONS.test(line) ? OPENED_FILE.exec(lines[index - 1] ?? '')?.[1] : undefined
    const file = name === undefined ? undefined : configurationIn(folder, name.replace(/^\.\//, ''))
    return file === undefined ? [] : Object.entries(readData(file))
  })
  if (loaded.length > 0)
    settings.myst_substitutions = { ...tableOf(settings.myst_substitutions), ...Object.fromEntries(loaded) }
  const book = configurationIn(folder, '_config.yml')
  if (book === undefined || configurationIn(folder, '_toc.yml') === undefined) return settings
  const data = readData(book)
  const inner = tableOf(tableOf(data.sphinx)?.config) ?? {}
  return {
    ...settings,
    ...tableOf(data.parse),
    ...inner,
    ...(textOf(data.title) === undefined ? {} : { project: data.title }),
    ...(Array.isArray(data.exclude_patterns) ? { exclude_patterns: data.exclude_patterns } : {}),
  }
}

/** The statement that loads substitutions from a file of YAML, and the line before it, which opens the file. */
const LOADS_SUBSTITUTIONS = /^[ \t]+myst_substitutions(?: = |=|\.update\()yaml\.safe_load\(/
const OPENED_FILE = /\bopen\(["']([\w./-]+\.ya?ml)["']/

/** A title without the word and the version at its end: "Name 1.2 documentation". */
function plainTitle(title: string | undefined): string | undefined {
  const words = title?.trim().split(/\s+/) ?? []
  if (words.length > 1 && words.at(-1)?.toLowerCase() === 'documentation') {
    words.pop()
    if (words.length > 1 && /^v?\d[\w.]*$/.test(words.at(-1) ?? '')) words.pop()
  }
  return words.length === 0 ? undefined : words.join(' ')
}

/** The repository around a docs folder, whose files pages include: the nearest folder with its own files. */
function projectAround(folder: string): string {
  for (let at = folder, depth = 0; depth < 4 && dirname(at) !== at; at = dirname(at), depth++) {
    const file = configurationIn(at, '.readthedocs.yaml', '.readthedocs.yml', 'pyproject.toml', 'setup.py', 'setup.cfg')
    if (file !== undefined || isFolder(join(at, '.git'))) return at
  }
  return folder
}

const excluded = new WeakMap<Site, PathTest[]>()

/** Patterns of files that are no pages: settings, and folders of static files and templates. */
function excludedIn(site: Site): PathTest[] {
  const known = excluded.get(site)
  if (known !== undefined) return known
  const data = site.configuration?.data ?? {}
  const names = ['exclude_patterns', 'html_static_path', 'templates_path', 'html_extra_path'].flatMap(
    (key) => data[key],
  )
  const patterns = names
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace(/^\.?\//, '').replace(/\/$/, ''))
  const tests = [...patterns, '_templates', '_static'].flatMap((name) => [
    pathTest(`/${name}`),
    pathTest(`/${name}/**`),
  ])
  excluded.set(site, tests)
  return tests
}

function configuration(site: Site): SiteConfiguration {
  const { home, folder, area, configuration: own } = site
  const toc = configurationIn(home, '_toc.yml')
  const root = textOf(own?.data.root_doc) ?? textOf(own?.data.master_doc) ?? 'index'
  return {
    files: [],
    faults: [],
    links: [],
    sidebar(context) {
      if (toc !== undefined) {
        const items = tocSidebar(readData(toc), { file: toc, source: readText({ absolute: toc }) }, context)
        if (items !== undefined) return items
      }
      return toctreeSidebar(root, documentsOf(context, folder, area), context)
    },
  }
}

function documentsOf({ members }: SidebarContext, folder: string, area: Site['area']): FindDocument {
  const pages = new Map(
    members.map((one): [string, Document] => {
      const { page, parsed, root, path } = one
      return [pathOf(one), { title: page.label, url: page.url, file: join(root.folder, path), source: parsed.source() }]
    }),
  )
  return (path) => {
    const page = pages.get(path)
    if (page !== undefined) return page
    const file = path === 'index' ? conventionFile(area, folder, 'index.rst') : undefined
    const found = file ?? fileIn(area, folder, `${path}.rst`)
    const absolute = typeof found === 'string' ? file : found.path
    if (absolute === undefined) return undefined
    const source = readText({ absolute })
    return { title: rstTitle(source) ?? path, file: absolute, source }
  }
}
