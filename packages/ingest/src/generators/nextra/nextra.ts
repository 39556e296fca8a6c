/**
 * Nextra 2 to 4: pages are in `pages/` or `content/`, and in version 4 also `app/**` + `/page.mdx`. `next.config` calls
 * functions of packages, so its settings are found by their names.
 */
import { join } from 'node:path'
import { isFolder, realPath } from '../../folder/below-root.ts'
import { listNames } from '../../folder/folder-names.ts'
import { readText } from '../../folder/read-text.ts'
import { indexUrl } from '../../folder/page-url.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import type { DeclaredPlace, Layout, Root, Site } from '../../folder/site.ts'
import { type FoundSettings, findSettings } from '../../program/find-settings.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import { configurationIn, dependsOn, layoutOf, programIn } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { nextraNotes } from './meta.ts'

/** Folders of pages, each below the project or its `src`. */
const CONTENT = ['content', 'pages']

/** Nextra. */
export const nextra: Generator = {
  kind: 'nextra',
  locate,
  isPage(path, _, root) {
    const parts = path.split('/')
    if (parts.some((part) => part.startsWith('_'))) return false
    return !isApp(root.folder) || /^page\.mdx?$/.test(parts.at(-1) ?? '')
  },
  sitePath: (path, root) => sitePath(path, root),
  address: ({ path }) => indexUrl(path),
  configuration,
  reads: [
    '`content/`, `pages/` and `app/**/page.mdx`, each below `src/` as well; groups of the app router, `contentDirBasePath`, `basePath`, `i18n`',
    '`_meta` files in JSON, JavaScript, TypeScript and JSX, and `_meta.global`: titles, order, separators, menus, links, `display`, `type`',
    'the title of `theme.config` or of the layout; `sidebarTitle` and `icon` in front matter; `public/`',
    'tables of `Table`, `Tr`, `Th` and `Td`',
  ],
  doesNotRead: ['pages written in React', '`_meta` files that compute their contents', 'themes of pages'],
}

function isApp(folder: string): boolean {
  return /(?:^|[\\/])app$/.test(folder)
}

function locate(project: string): Layout | undefined {
  const config = programIn(project, 'next.config')
  const isNextra =
    dependsOn(project, 'nextra') ||
    (config !== undefined && (/['"]nextra['"]/.test(readText({ absolute: config })) || hasMeta(project)))
  if (!isNextra) return undefined
  const folders = ['', 'src'].map((name) => join(project, name))
  const app = folders.map((folder) => join(folder, 'app')).find((path) => isFolder(path))
  const content = folders.flatMap((folder) => CONTENT.map((name) => join(folder, name))).find((path) => isFolder(path))
  const first = content ?? app
  if (first === undefined) return undefined
  const theme = programIn(project, 'theme.config')
  const layout = layoutOf('nextra', first, project, config ?? configurationIn(project, 'package.json'))
  const settings = findSettings(config)
  const locales = settings.texts('locales').filter((name) => canonicalLanguage(name) !== undefined)
  const lang = settings.text('defaultLocale')
  const basePath = settings.text('contentDirBasePath')?.replace(/^\/|\/$/g, '') ?? ''
  const rootOf = (path: string, prefix: string): Root => ({
    folder: realPath(path),
    prefix,
    ...(locales.length === 0 ? {} : { places: placesOf(realPath(path), locales, lang) }),
  })
  const staticFolder = join(project, 'public')
  return {
    ...layout,
    folder: content !== undefined && app !== undefined ? project : realPath(first),
    roots: [
      ...(content === undefined ? [] : [rootOf(content, basePath === '' ? '' : `/${basePath}`)]),
      ...(app === undefined ? [] : [rootOf(app, '')]),
    ],
    base: settings.text('basePath')?.replace(/\/$/, '') ?? '',
    syntax: { ...layout.syntax, mdx: true },
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    title: titleOf(project, theme),
    lang: lang === undefined ? undefined : canonicalLanguage(lang),
    configurations: [config, theme].filter((file) => file !== undefined),
  }
}

/** Whether a folder of pages, or one in it, has a `_meta` file: packages of organisations hide Nextra's own name. */
function hasMeta(project: string): boolean {
  const folders = ['', 'src'].flatMap((name) => ['app', ...CONTENT].map((inner) => join(project, name, inner)))
  const isMeta = (name: string): boolean => /^_meta(?:\.global)?\.(?:json|[mc]?[jt]s|[jt]sx)$/.test(name)
  return folders.some((folder) =>
    listNames(folder).some((name) => isMeta(name) || listNames(join(folder, name)).some(isMeta)),
  )
}

/**
 * The languages: folders (`zh/`), or endings of names (`index.zh.mdx`), which `sitePath` turns into folders. With
 * endings, the default language has no folder.
 */
function placesOf(folder: string, locales: string[], main: string | undefined): DeclaredPlace[] {
  return locales.flatMap((locale) => {
    const lang = canonicalLanguage(locale)
    if (lang === undefined || (locale === main && !isFolder(join(folder, locale)))) return []
    return [{ folder: locale, lang }]
  })
}

/** Groups (`(docs)`) and the dynamic segment of the language have no part in the address. */
function sitePath(path: string, { folder, places = [] }: Root): string {
  if (isApp(folder)) {
    const parts = path.split('/').filter((part) => !/^\(.*\)$|^\[lang\]$/.test(part))
    return parts.join('/').replace(/(^|\/)page(\.mdx?)$/, '$1index$2')
  }
  const [, bare, locale, ending] = /^(.*)\.([A-Za-z]{2}(?:[-_]\w+)?)(\.(?:mdx?|jsx?|tsx?|json))$/.exec(path) ?? []
  if (bare === undefined || locale === undefined || ending === undefined) return path
  const place = places.find((one) => one.folder === locale)
  return place === undefined ? bare + ending : `${locale}/${bare}${ending}`
}

/** The title in the site's frame: the theme's configuration, and the layout of version 4. */
function titleOf(project: string, theme: string | undefined): string | undefined {
  const layouts = ['app/layout', 'app/[lang]/layout', 'app/_layout'].flatMap((name) => [
    programIn(project, name),
    programIn(project, `src/${name}`),
  ])
  const found: FoundSettings = findSettings(theme, ...layouts)
  const template = found.text('titleTemplate', 'template')
  // `%s – Name`
  const named = template === undefined ? undefined : /^%s\s{1,3}[-–—|:·]\s{1,3}(\S.*)$/.exec(template)?.[1]
  return named ?? found.text('title.default', 'applicationName', 'siteName', 'metadata.title', 'logo')
}

function configuration(site: Site): SiteConfiguration {
  return {
    files: [],
    faults: [],
    sidebar: () => undefined,
    notes: (root, entries, report) => nextraNotes(entries, site, { report, sitePath: (path) => sitePath(path, root) }),
    links: [],
  }
}
