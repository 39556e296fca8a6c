/**
 * Where the docs are, and what they were written for. People name the folder they have: the docs themselves, or the
 * repository around them. Generators say in their configuration where the pages are; without one, a folder without
 * pages of its own but with a `docs/` (or the like) means that folder. A repository's README, CONTRIBUTING and so on
 * are no pages of the docs that lie beside them.
 *
 * Docusaurus keeps older versions and translations outside its docs folder, so a site can have several roots.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { IngestError } from '../result/ingest-error.ts'
import {
  conventionFile,
  encodePath,
  isFolder,
  isWithin,
  readArea,
  type ReadArea,
  realPath,
  pathBelow,
} from './below-root.ts'
import { asIsFolders, publicFolders } from './public-folders.ts'

/** A folder of pages, and where they are on the site. */
export interface Root {
  /** Absolute and real. */
  folder: string
  /** Before the URLs of its pages: empty, or `/1.0`. */
  prefix: string
  lang?: string
  version?: string
}

/** Where the docs are and what they were written for. */
export interface Site {
  /** The folder that holds the docs. */
  folder: string
  /** The folder around them, which includes may read: the repository, or the docs folder itself. */
  project: string
  roots: Root[]
  /** Folders that links with a slash in front may mean: VitePress' `public`, Docusaurus' `static`. */
  publicFolders: string[]
  /** Those of them whose files a generator publishes as they are, whether a page refers to them or not. */
  asIsFolders: string[]
  /** What may be read. */
  area: ReadArea
  title: string | undefined
  lang: string | undefined
  kind: 'mdbook' | 'mkdocs' | 'docusaurus' | 'plain'
  /** What mkdocs.yml says. */
  mkdocs?: Record<string, unknown>
  /** `SUMMARY.md`, absolute. */
  summary?: string
  /** `mkdocs.yml`, absolute. */
  mkdocsFile?: string
}

/** Where generators keep pages, below the folder that people name. In this order. */
const USUAL = [
  'src/content/docs',
  'docs/src/content/docs',
  'docs',
  'doc',
  'documentation',
  'website/docs',
  'content/docs',
  'content',
  'src',
  'pages',
  'site',
  'website',
]
const REPOSITORY_FILE =
  /^(readme|contributing|changelog|changes|history|code[_-]of[_-]conduct|license|licence|security|support|governance|maintainers|authors|codeowners|pull_request_template|issue_template|agents|claude|roadmap|translations?|writing-guide|backers|releas(e|es|ing))([._-].*)?\.mdx?$/i

/** Where the docs are, before it is said what may be read. */
type Layout = Omit<Site, 'publicFolders' | 'asIsFolders' | 'area'>

/**
 * Finds the docs. Throws `IngestError` where there is no such folder.
 * @param closed folders that are never read, absolute: the data folder, the one that a build writes.
 */
export function locateDocs(folder: string, closed: readonly string[] = []): Site {
  const found = resolve(folder)
  if (!existsSync(found)) throw new IngestError('not-found', `There is no folder "${folder}"; check the path.`)
  if (!isFolder(found))
    throw new IngestError('not-a-folder', `"${folder}" is a file; name the folder that holds the Markdown.`)
  const named = realPath(found)
  const above = dirname(named)
  const layout = byConfiguration(named) ?? byConfigurationAbove(named, above) ?? byHabit(named)
  const { project, kind } = layout
  const docs = layout.folder
  if (!isFolder(docs)) {
    const setting = kind === 'mkdocs' ? 'docs_dir in mkdocs.yml' : 'src in book.toml'
    throw new IngestError('not-found', `There is no folder "${docs}" for the pages; create it or correct ${setting}.`)
  }
  const around = closed.map(realPath).find((one) => isWithin(project, one) && isWithin(one, docs))
  if (around !== undefined)
    throw new IngestError(
      'closed',
      `"${around}" holds the pages, so it cannot hold data or a build as well; name another.`,
    )
  const never = [...closed.map(realPath), ...builtFolders(project), ...builtFolders(docs)].filter(
    (one) => !isWithin(one, docs),
  )
  const open = publicFolders(docs, project, never)
  const asIs = asIsFolders(docs, project, never)
  if (kind === 'docusaurus') asIs.push(...open.filter((one) => one === join(project, 'static') && !asIs.includes(one)))
  const roots = [project, docs, ...layout.roots.map((root) => root.folder), ...open, ...asIs]
  return {
    ...layout,
    publicFolders: [...new Set([...open, ...asIs])],
    asIsFolders: asIs,
    area: readArea(roots, never),
  }
}

/** Folders below this one that `docent build` has written: the mark of one lies in them. */
function builtFolders(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, '.docent-site')))
}

/** A configuration file, where it is there and its links lead nowhere else. */
function configurationIn(folder: string, name: string): string | undefined {
  return conventionFile(readArea([folder], []), folder, name)
}

function byConfigurationAbove(named: string, above: string): Layout | undefined {
  const site = above === named ? undefined : byConfiguration(above)
  return site !== undefined && site.folder === named ? site : undefined
}

function byConfiguration(folder: string): Layout | undefined {
  for (const name of ['mkdocs.yml', 'mkdocs.yaml']) {
    const file = configurationIn(folder, name)
    if (file !== undefined) return mkdocsSite(folder, file)
  }
  const book = configurationIn(folder, 'book.toml')
  if (book !== undefined) return mdbookSite(folder, book)
  if (docusaurusFiles(folder).length > 0 && isFolder(join(folder, 'docs'))) return docusaurusSite(folder)
  return undefined
}

function docusaurusFiles(folder: string): string[] {
  return ['js', 'ts', 'mjs', 'cjs'].flatMap((ending) => configurationIn(folder, `docusaurus.config.${ending}`) ?? [])
}

function mkdocsSite(project: string, file: string): Layout {
  let data: Record<string, unknown> = {}
  try {
    const value: unknown = parseDocument(readFileSync(file, 'utf8'), { logLevel: 'silent', uniqueKeys: false }).toJS()
    if (typeof value === 'object' && value !== null) data = value as Record<string, unknown>
  } catch {
    // The reading of the navigation reports it.
  }
  const docs = inside(project, typeof data.docs_dir === 'string' ? data.docs_dir : 'docs')
  const theme = typeof data.theme === 'object' && data.theme !== null ? (data.theme as Record<string, unknown>) : {}
  return {
    ...plainSite(docs, project),
    kind: 'mkdocs',
    mkdocs: data,
    mkdocsFile: file,
    title: typeof data.site_name === 'string' ? data.site_name : undefined,
    lang: typeof theme.language === 'string' ? theme.language : undefined,
  }
}

function mdbookSite(project: string, file: string): Layout {
  const book = bookTable(readFileSync(file, 'utf8'))
  const source = inside(project, typeof book.src === 'string' ? book.src : 'src')
  return {
    ...plainSite(source, project),
    kind: 'mdbook',
    title: typeof book.title === 'string' ? book.title : undefined,
    lang: typeof book.language === 'string' ? book.language : undefined,
  }
}

/** The `[book]` of a `book.toml`; empty where the file is not valid, since the usual places are then tried. */
function bookTable(source: string): Record<string, unknown> {
  try {
    const { book } = parseToml(source)
    return typeof book === 'object' && !Array.isArray(book) ? { ...book } : {}
  } catch {
    return {}
  }
}

/**
 * Docusaurus: `versions.json` names the versions that were cut, newest first. The newest is the default and has no folder
 * in URLs, and the docs folder itself is what comes next; unless the configuration calls that the last version.
 */
function docusaurusSite(project: string): Layout {
  const docs = inside(project, 'docs')
  const versions = docusaurusVersions(project)
  const newest = lastVersionIsCurrent(project) ? undefined : versions[0]
  const roots: Root[] = []
  const add = (path: string, version: string, lang?: string): void => {
    const folder = realPath(path)
    if (!isFolder(folder) || !isWithin(project, folder)) return
    const prefix = [lang, version === (newest ?? 'current') ? undefined : version].filter((part) => part !== undefined)
    roots.push({
      folder,
      prefix: prefix.map((part) => `/${encodePath(part)}`).join(''),
      ...(lang === undefined ? {} : { lang }),
      ...(versions.length === 0 ? {} : { version }),
    })
  }
  const ordered = newest === undefined ? ['current', ...versions] : [...versions, 'next']
  const unreleased = (version: string): boolean => version === 'current' || version === 'next'
  for (const version of ordered)
    add(unreleased(version) ? docs : join(project, 'versioned_docs', `version-${version}`), version)
  const translated = join(project, 'i18n')
  for (const lang of isFolder(translated) ? readdirSync(translated).sort() : []) {
    const folder = join(translated, lang, 'docusaurus-plugin-content-docs')
    for (const version of ordered)
      add(join(folder, unreleased(version) ? 'current' : `version-${version}`), version, lang)
  }
  return { ...plainSite(docs, project), roots, kind: 'docusaurus' }
}

/** The versions that have a folder, newest first. */
function docusaurusVersions(project: string): string[] {
  const folder = join(project, 'versioned_docs')
  if (!isFolder(folder)) return []
  const there = readdirSync(folder).flatMap((name) => /^version-(.+)$/.exec(name)?.[1] ?? [])
  const newestFirst = there.sort(new Intl.Collator('en', { numeric: true }).compare).toReversed()
  try {
    const list = configurationIn(project, 'versions.json')
    const named: unknown = list === undefined ? undefined : JSON.parse(readFileSync(list, 'utf8'))
    if (Array.isArray(named)) return named.filter((name) => typeof name === 'string' && there.includes(name))
  } catch {
    // Without the list the folders' names tell.
  }
  return newestFirst
}

/** The configuration is a program, which is not run; this one setting is read off its text. */
function lastVersionIsCurrent(project: string): boolean {
  return docusaurusFiles(project).some((file) => /\blastVersion:\s*['"]current['"]/.test(readFileSync(file, 'utf8')))
}

/** Goes down into the usual folders while there is nothing but repository files beside them. */
function byHabit(named: string): Layout {
  let folder = named
  for (let depth = 0; depth < 4; depth++) {
    if (existsSync(join(folder, 'SUMMARY.md'))) break
    if (hasOwnPages(folder)) break
    const below = USUAL.map((path) => realPath(join(folder, path))).find(
      (path) => isFolder(path) && isWithin(named, path) && holdsMarkdown(path, 6),
    )
    if (below === undefined) break
    const configured = byConfiguration(folder) ?? byConfiguration(dirname(below))
    if (configured !== undefined && folder !== named) return { ...configured, project: named }
    folder = below
  }
  return plainSite(folder, named === folder ? projectAround(folder) : named)
}

function plainSite(folder: string, project: string): Layout {
  const summary = configurationIn(folder, 'SUMMARY.md')
  return {
    folder,
    project,
    roots: [{ folder, prefix: '' }],
    title: undefined,
    lang: undefined,
    kind: summary === undefined ? 'plain' : 'mdbook',
    ...(summary === undefined ? {} : { summary }),
  }
}

/** `…/src/content/docs` belongs to the folder above `src`; every other docs folder is its own project. */
function projectAround(folder: string): string {
  return folder.replaceAll('\\', '/').endsWith('/src/content/docs') ? resolve(folder, '../../..') : folder
}

function hasOwnPages(folder: string): boolean {
  return readdirSync(folder).some((name) => /\.mdx?$/i.test(name) && !REPOSITORY_FILE.test(name))
}

function holdsMarkdown(folder: string, depth: number): boolean {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && name !== 'node_modules',
  )
  if (entries.some((entry) => entry.isFile() && /\.mdx?$/i.test(entry.name))) return true
  return depth > 0 && entries.some((entry) => entry.isDirectory() && holdsMarkdown(join(folder, entry.name), depth - 1))
}

/** A folder that a configuration names; the project where the name leads outside. */
function inside(project: string, name: string): string {
  return pathBelow(project, name) ?? project
}

/** A title from a folder's name, where nothing better is known. */
export function titleFromFolder(site: Site): string {
  const generic = new Set(['docs', 'doc', 'src', 'content', 'documentation', 'pages', 'site', 'website'])
  let folder = site.folder
  while (generic.has(basename(folder).toLowerCase()) && dirname(folder) !== folder) folder = dirname(folder)
  return basename(folder) || 'Documentation'
}
