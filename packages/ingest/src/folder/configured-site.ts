/**
 * A site as the configuration of its generator describes it: MkDocs, mdBook or Docusaurus. Docusaurus keeps older
 * versions and translations outside its docs folder, so a site can have several roots.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { conventionFile, encodePath, isFolder, isWithin, pathBelow, readArea, realPath } from './below-root.ts'
import type { Layout, Root } from './site.ts'

/** The site of a project's folder; `undefined` where it has no configuration of a generator. */
export function byConfiguration(folder: string): Layout | undefined {
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
    // `build-navigations.ts` reports the error.
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

/** The `[book]` table of a `book.toml`; empty if the file is invalid, so that the defaults apply. */
function bookTable(source: string): Record<string, unknown> {
  try {
    const { book } = parseToml(source)
    return typeof book === 'object' && !Array.isArray(book) ? { ...book } : {}
  } catch {
    return {}
  }
}

/**
 * Docusaurus: `versions.json` lists the released versions, newest first. The newest is the default and has no folder in
 * URLs; the docs folder holds the next version, unless the configuration sets `lastVersion: 'current'`.
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

/** The versions with a folder, newest first. */
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
    // Without the list, the folders' names give the order.
  }
  return newestFirst
}

/** Searches the text of the configuration for one setting; the program is not run. */
function lastVersionIsCurrent(project: string): boolean {
  return docusaurusFiles(project).some((file) => /\blastVersion:\s*['"]current['"]/.test(readFileSync(file, 'utf8')))
}

/** A site with one root, and with mdBook's list of pages if it is there. */
export function plainSite(folder: string, project: string): Layout {
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

/** A configuration file; `undefined` where it is missing or links outside the folder. */
function configurationIn(folder: string, name: string): string | undefined {
  return conventionFile(readArea([folder], []), folder, name)
}

/** A folder that a configuration names; the project's folder where the name leads outside. */
function inside(project: string, name: string): string {
  return pathBelow(project, name) ?? project
}
