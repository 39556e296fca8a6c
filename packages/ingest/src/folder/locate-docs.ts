/**
 * Where the docs are, and what they were written for. People name the folder they have: the docs themselves, or the
 * repository around them. Generators say in their configuration where the pages are; without one, a folder without
 * pages of its own but with a `docs/` (or the like) means that folder. A repository's README, CONTRIBUTING and so on
 * are no pages of the docs that lie beside them.
 *
 * Docusaurus keeps older versions and translations outside its docs folder, so a site can have several roots.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { IngestError } from '../ingest-error.ts'

/** A folder of pages, and where they are on the site. */
export interface Root {
  /** Absolute. */
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
  /** Folders whose files are served from `/`: VitePress' `public`, Docusaurus' `static`. */
  publicFolders: string[]
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

/** Finds the docs. Throws `IngestError` where there is no such folder. */
export function locateDocs(folder: string): Site {
  const named = resolve(folder)
  if (!existsSync(named)) throw new IngestError('not-found', `There is no folder "${folder}"; check the path.`)
  if (!statSync(named).isDirectory())
    throw new IngestError('not-a-folder', `"${folder}" is a file; name the folder that holds the Markdown.`)
  const above = dirname(named)
  return byConfiguration(named) ?? byConfigurationAbove(named, above) ?? byHabit(named)
}

function byConfigurationAbove(named: string, above: string): Site | undefined {
  const site = above === named ? undefined : byConfiguration(above)
  return site !== undefined && site.folder === named ? site : undefined
}

function byConfiguration(folder: string): Site | undefined {
  for (const name of ['mkdocs.yml', 'mkdocs.yaml']) {
    const file = join(folder, name)
    if (existsSync(file)) return mkdocsSite(folder, file)
  }
  if (existsSync(join(folder, 'book.toml'))) return mdbookSite(folder)
  if (
    ['js', 'ts', 'mjs', 'cjs'].some((ending) => existsSync(join(folder, `docusaurus.config.${ending}`))) &&
    isFolder(join(folder, 'docs'))
  ) {
    return docusaurusSite(folder)
  }
  return undefined
}

function mkdocsSite(project: string, file: string): Site {
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

function mdbookSite(project: string): Site {
  const book = bookTable(readFileSync(join(project, 'book.toml'), 'utf8'))
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
function docusaurusSite(project: string): Site {
  const docs = join(project, 'docs')
  const versions = docusaurusVersions(project)
  const newest = lastVersionIsCurrent(project) ? undefined : versions[0]
  const roots: Root[] = []
  const add = (folder: string, version: string, lang?: string): void => {
    if (!isFolder(folder)) return
    const prefix = [lang, version === (newest ?? 'current') ? undefined : version].filter((part) => part !== undefined)
    roots.push({
      folder,
      prefix: prefix.map((part) => `/${part}`).join(''),
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
    const named: unknown = JSON.parse(readFileSync(join(project, 'versions.json'), 'utf8'))
    if (Array.isArray(named)) return named.filter((name) => typeof name === 'string' && there.includes(name))
  } catch {
    // Without the list the folders' names tell.
  }
  return newestFirst
}

/** The configuration is a program, which is not run; this one setting is read off its text. */
function lastVersionIsCurrent(project: string): boolean {
  return ['js', 'ts', 'mjs', 'cjs']
    .map((ending) => join(project, `docusaurus.config.${ending}`))
    .some((file) => existsSync(file) && /\blastVersion:\s*['"]current['"]/.test(readFileSync(file, 'utf8')))
}

/** Goes down into the usual folders while there is nothing but repository files beside them. */
function byHabit(named: string): Site {
  let folder = named
  for (let depth = 0; depth < 4; depth++) {
    if (existsSync(join(folder, 'SUMMARY.md'))) break
    if (hasOwnPages(folder)) break
    const below = USUAL.map((path) => join(folder, path)).find((path) => isFolder(path) && holdsMarkdown(path, 6))
    if (below === undefined) break
    const configured = byConfiguration(folder) ?? byConfiguration(dirname(below))
    if (configured !== undefined && folder !== named) return { ...configured, project: named }
    folder = below
  }
  return plainSite(folder, named === folder ? projectAround(folder) : named)
}

function plainSite(folder: string, project: string): Site {
  const summary = join(folder, 'SUMMARY.md')
  const candidates = ['public', 'static', '../public', '../static', '../../../public'].map((path) => join(folder, path))
  const publicFolders = candidates.filter((path) => isFolder(path) && !relative(project, path).startsWith('..'))
  return {
    folder,
    project,
    roots: [{ folder, prefix: '' }],
    publicFolders,
    title: undefined,
    lang: undefined,
    kind: existsSync(summary) ? 'mdbook' : 'plain',
    ...(existsSync(summary) ? { summary } : {}),
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

/** A folder named in a configuration, never outside the project. */
function inside(project: string, path: string): string {
  const folder = resolve(project, path)
  return relative(project, folder).startsWith('..') ? project : folder
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

/** A title from a folder's name, where nothing better is known. */
export function titleFromFolder(site: Site): string {
  const generic = new Set(['docs', 'doc', 'src', 'content', 'documentation', 'pages', 'site', 'website'])
  let folder = site.folder
  while (generic.has(basename(folder).toLowerCase()) && dirname(folder) !== folder) folder = dirname(folder)
  return basename(folder) || 'Documentation'
}
