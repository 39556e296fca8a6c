/**
 * Docusaurus: `docusaurus.config` and `sidebars` are programs. Older versions and translations are outside the docs
 * folder, so a site can have several roots.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { conventionFile, encodePath, isFolder, isWithin, realPath } from '../folder/below-root.ts'
import { readText } from '../folder/list-files.ts'
import type { Layout, Root, Site } from '../folder/site.ts'
import { docusaurusLinks, docusaurusSidebars, docusaurusTitle } from '../navigation/docusaurus-sidebar.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { readProgram } from '../program/read-program.ts'
import { areaAround, configurationIn, configurationOf, inside, layoutOf, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'

/** Docusaurus. */
export const docusaurus: Generator = {
  kind: 'docusaurus',
  locate(project) {
    const file = programIn(project, 'docusaurus.config')
    return file === undefined || !isFolder(join(project, 'docs')) ? undefined : siteOf(project, file)
  },
  // The `exclude` of its docs plugin, by default.
  isPage: (path) => !path.split('/').some((part) => part.startsWith('_') || part === '__tests__'),
  configuration,
}

/** Each released version has the sidebars of its time. */
function configuration({ home, area }: Site): SiteConfiguration | undefined {
  const around = areaAround(area, home)
  const own = programIn(home, 'docusaurus.config')
  const config = own === undefined ? undefined : readProgram(own, around)
  const file = programIn(home, 'sidebars') ?? conventionFile(around, home, 'sidebars.json')
  const program = file === undefined ? undefined : readProgram(file, around)
  // A fault of the site's configuration costs only the sidebars' names.
  const found = configurationOf(program === undefined ? [] : [program], (context, version) => {
    const versionFile = conventionFile(around, join(home, 'versioned_sidebars'), `version-${version}-sidebars.json`)
    const value = versionFile === undefined ? program?.value : readProgram(versionFile, around).value
    return value === undefined ? undefined : docusaurusSidebars(value, config?.value, context)
  })
  return {
    ...found,
    files: [...found.files, ...(config?.files ?? [])],
    links: docusaurusLinks(config?.value),
    title: docusaurusTitle(config?.value),
  }
}

/**
 * Docusaurus: `versions.json` lists the released versions, newest first. The newest is the default and has no folder in
 * URLs; the docs folder holds the next version, unless the configuration sets `lastVersion: 'current'`.
 */
function siteOf(project: string, file: string): Layout {
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
  const versionList = configurationIn(project, 'versions.json')
  const layout = layoutOf('docusaurus', docs, project, file)
  const staticFolder = join(project, 'static')
  return {
    ...layout,
    roots,
    base: baseOf(file),
    aliases: [{ prefix: '@site', folder: project }],
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    configurations: [...layout.configurations, ...(versionList === undefined ? [] : [versionList])],
  }
}

/** The versions with a folder, newest first. */
function docusaurusVersions(project: string): string[] {
  const folder = join(project, 'versioned_docs')
  if (!isFolder(folder)) return []
  const there = readdirSync(folder).flatMap((name) => /^version-(.+)$/.exec(name)?.[1] ?? [])
  const newestFirst = there.sort(new Intl.Collator('en', { numeric: true }).compare).toReversed()
  try {
    const list = configurationIn(project, 'versions.json')
    const named: unknown = list === undefined ? undefined : JSON.parse(readText({ absolute: list }))
    if (Array.isArray(named)) return named.filter((name) => typeof name === 'string' && there.includes(name))
  } catch {
    // Without the list, the folders' names give the order.
  }
  return newestFirst
}

/** The path of the site on its host (`baseUrl`), if it is a constant; the program is not run. */
function baseOf(file: string): string {
  const [, base = ''] = /\bbaseUrl:\s*['"](\/[^'"\n]*)['"]/.exec(readText({ absolute: file })) ?? []
  return base.endsWith('/') ? base.slice(0, -1) : base
}

/** Searches the text of the configuration for one setting; the program is not run. */
function lastVersionIsCurrent(project: string): boolean {
  const file = programIn(project, 'docusaurus.config')
  return file !== undefined && /\blastVersion:\s*['"]current['"]/.test(readText({ absolute: file }))
}
