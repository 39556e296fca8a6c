/**
 * Fumadocs: `source.config` names the folders of pages, `content/docs` by default; folders in parentheses have no part
 * in addresses. `source.config` and the files of the site's frame call functions of packages, so their settings are
 * found by their names.
 */
import { basename, dirname, join } from 'node:path'
import { isFolder, realPath } from '../../folder/below-root.ts'
import { folderNames, namesIn } from '../../folder/folder-names.ts'
import { listFiles } from '../../folder/list-files.ts'
import { readText } from '../../folder/read-text.ts'
import { indexUrl } from '../../folder/page-url.ts'
import type { Layout, Root } from '../../folder/site.ts'
import { findSettings } from '../../program/find-settings.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import { configurationIn, dependsOn, inside, layoutOf, programIn } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { languageOf, languagesIn } from './languages.ts'
import { addressesOfCollections, collectionsIn } from './loaders.ts'
import { fumadocsNotes } from './meta.ts'

/** Fumadocs. */
export const fumadocs: Generator = {
  kind: 'fumadocs',
  locate,
  sitePath: (path, root) => sitePath(path, root),
  address: ({ path }) => indexUrl(withoutGroups(path)),
  configuration,
  reads: [
    '`source.config`: `dir` of each collection; `baseUrl` of its loader, the title of the layout, languages by ending or folder',
    '`meta.json`: `title`, `icon`, `defaultOpen`, `pages` with separators, links, `...`, `z...a`, `...folder` and `!name`; folders in parentheses',
    '`<include>`, fences with `tab`, `npm` and `package-install`; `public/`',
  ],
  doesNotRead: ['`pagesIndex`', 'pages that plugins make, such as those of OpenAPI'],
}

function locate(project: string): Layout | undefined {
  const config = programIn(project, 'source.config')
  const isFumadocs =
    dependsOn(project, 'fumadocs-core', 'fumadocs-ui', 'fumadocs-mdx') ||
    (config !== undefined && readText({ absolute: config }).includes('fumadocs'))
  if (!isFumadocs) return undefined
  const [main, ...others] = foldersOf(project, config)
  if (main === undefined) return undefined
  const below = ['lib', 'src/lib'].flatMap((top) =>
    folderNames(join(project, top)).map((name) => `${top}/${name}/i18n`),
  )
  const i18n = firstProgram(project, 'lib/i18n', 'i18n') ?? programIn(project, ...below)
  const i18nSettings = findSettings(i18n)
  const lang = i18nSettings.text('defaultLanguage')
  const places = languagesIn(main, i18nSettings)
  const declared = places.length === 0 ? {} : { places }
  const layout = layoutOf('fumadocs', main, project, config ?? configurationIn(project, 'package.json'))
  const frame = ['lib/layout.shared', 'app/layout.config', 'app/layout.shared', 'app/layout', 'lib/shared'].flatMap(
    (name) => [programIn(project, name), programIn(project, `src/${name}`)],
  )
  const addresses = addressesOf(project, config)
  const baseUrl =
    addresses.get(main) ??
    findSettings(firstProgram(project, 'lib/source', 'lib/source/index', 'app/source')).text('baseUrl')
  const base = trimmed(baseUrl ?? 'docs')
  const staticFolder = join(project, 'public')
  return {
    ...layout,
    folder: others.length === 0 ? main : dirname(main),
    roots: [
      { folder: main, prefix: '', published: base === '' ? '' : `/${base}`, ...declared },
      ...others.map((folder): Root => {
        const name = basename(folder)
        const published = trimmed(addresses.get(folder) ?? name)
        // The docs are at the top here, and the collections below their address below them.
        const own = published.startsWith(`${base}/`) ? published.slice(base.length + 1) : published
        if (own === '' || own === base) return { folder, prefix: `/${name}`, section: name, ...declared }
        return { folder, prefix: `/${own}`, published: `/${published}`, section: name, ...declared }
      }),
    ],
    aliases: base === '' ? [] : [{ prefix: `/${base}`, folder: main }],
    syntax: { ...layout.syntax, mdx: true },
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    title: titleIn(frame),
    lang: lang === undefined ? undefined : languageOf(lang),
    configurations: [config, i18n].filter((file) => file !== undefined),
  }
}

function trimmed(url: string): string {
  return url.replace(/^\/|\/$/g, '')
}

/** Folders with the programs that call `loader`, without and below `src`. */
const LOADERS = ['lib', 'lib/source', 'app']

/** The addresses of the folders of collections, by `loader`. */
function addressesOf(project: string, config: string | undefined): Map<string, string> {
  if (config === undefined) return new Map()
  const programs = LOADERS.flatMap((folder) => [folder, `src/${folder}`]).flatMap((folder) =>
    namesIn(join(project, folder)).files.flatMap((name) =>
      /^[\w.-]+\.tsx?$/.test(name) ? (configurationIn(project, `${folder}/${name}`) ?? []) : [],
    ),
  )
  const ofNames = addressesOfCollections(programs)
  const found = [...collectionsIn(config)].flatMap(([name, dir]): [string, string][] => {
    const address = ofNames.get(name)
    return address === undefined ? [] : [[inside(project, dir ?? 'content/docs'), address]]
  })
  return new Map(found)
}

/** Maximum length of a page's title that is the name of a site; longer ones describe it. */
const MAX_NAME = 30

/** The site's name in its layouts. */
function titleIn(layouts: readonly (string | undefined)[]): string | undefined {
  const settings = findSettings(...layouts)
  const name = settings.text('appName', 'siteName', 'nav.title')
  const ofPages = settings.text('title.default', 'metadata.title')
  return name ?? (ofPages !== undefined && ofPages.length <= MAX_NAME ? ofPages : undefined)
}

/** The folders of pages, that of the docs first. */
function foldersOf(project: string, config: string | undefined): string[] {
  const named = findSettings(config).texts('dir')
  // A collection of docs without `dir` has the usual folder.
  const folders = ['content/docs', ...(named.length > 0 ? named : besideDocs(join(project, 'content')))]
    .map((name) => inside(project, name))
    .filter((path) => path !== project && holdsPages(path))
  const distinct = [...new Set(folders)]
  return distinct.sort((a, b) => Number(basename(b) === 'docs') - Number(basename(a) === 'docs'))
}

function besideDocs(content: string): string[] {
  return folderNames(content).flatMap((name) => (name === 'docs' ? [] : [`content/${name}`]))
}

function holdsPages(folder: string): boolean {
  return (
    isFolder(folder) &&
    listFiles(folder, { roots: [folder], closed: [] }).files.some(({ path }) => /\.mdx?$/.test(path))
  )
}

function firstProgram(project: string, ...names: string[]): string | undefined {
  return programIn(project, ...names, ...names.map((name) => `src/${name}`))
}

/** `guide.cn.mdx` is `cn/guide.mdx`; the name of the default language may be omitted. */
function sitePath(path: string, { places = [] }: Root): string {
  const [, bare, locale, ending] = /^(.*)\.([A-Za-z]{2,3}(?:-\w+)?)(\.(?:mdx?|json))$/.exec(path) ?? []
  if (bare === undefined || locale === undefined || ending === undefined || places.length === 0) return path
  return places.some(({ folder }) => folder === locale) ? `${locale}/${bare}${ending}` : bare + ending
}

function withoutGroups(path: string): string {
  return path
    .split('/')
    .filter((part) => !/^\(.*\)$/.test(part))
    .join('/')
}

function configuration(): SiteConfiguration {
  return {
    files: [],
    faults: [],
    sidebar: () => undefined,
    notes: (root, entries) => fumadocsNotes(entries, (path) => sitePath(path, root)),
    links: [],
  }
}
