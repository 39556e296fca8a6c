/**
 * docsify: `index.html` holds its settings as a program, `window.$docsify = { … }`. Without it, a site is recognised by
 * the files that only docsify has: `_sidebar.md` beside `.nojekyll`, `_navbar.md` or `_coverpage.md`.
 */
import { urlsOf } from '../navigation/nav-urls.ts'
import { basename, join } from 'node:path'
import { conventionFile, encodePath, fileIn } from '../folder/below-root.ts'
import { listFiles } from '../folder/list-files.ts'
import { listNames } from '../folder/folder-names.ts'
import { readText } from '../folder/read-text.ts'
import { fileUrl } from '../folder/page-url.ts'
import type { Layout, Site } from '../folder/site.ts'
import { readCover } from '../markdown/cover.ts'
import { htmlText } from '../markdown/html-token.ts'
import { docsifyLinks, docsifySidebar, type LinkList } from '../navigation/docsify-sidebar.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { readProgram } from '../program/read-program.ts'
import { plainOf } from '../program/value.ts'
import type { Home, NavItem } from '../result/page.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, layoutOf } from './configuration.ts'
import type { Generator } from './generator.ts'

/** Parts of a site that are no pages. */
const PARTS = ['_sidebar.md', '_navbar.md', '_coverpage.md', '_404.md']

/** The script of docsify 4 or older, as content delivery networks name it; others are of docsify 5. */
const OLDER_SCRIPT = /src=["']?[^"'\s<>]*\bdocsify[@/][~^v]?[1-4]\b/

/** docsify. */
export const docsify: Generator = {
  kind: 'docsify',
  locate(project) {
    const index = indexIn(project)
    if (index !== undefined) return siteOf(project, index)
    const sidebar = configurationIn(project, '_sidebar.md')
    const other = configurationIn(project, '.nojekyll', '_navbar.md', '_coverpage.md')
    return sidebar === undefined || other === undefined ? undefined : siteOf(project, sidebar)
  },
  isPage(path, site) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const { loadSidebar, loadNavbar, coverpage } = site.configuration?.data ?? {}
    const isCover = coversOf(coverpage).some(({ file }) => file === path)
    return !PARTS.includes(name) && ![loadSidebar, loadNavbar].includes(path) && !isCover
  },
  address({ path }, site) {
    // The page of a folder is its README.md alone.
    if (/\/index\.\w+$/i.test(path)) return `/${encodePath(path.replace(/\.\w+$/, ''))}`
    const homepage = textOf(site.configuration?.data.homepage)?.replace(/^\.?\//, '')
    if (homepage === undefined || /^readme\.md$/i.test(homepage)) return undefined
    if (path === homepage) return '/'
    return fileUrl(path) === '/' ? `/${encodePath(path.replace(/\.\w+$/, ''))}` : undefined
  },
  configuration,
  reads: [
    '`index.html`, or another HTML file beside `_sidebar.md`, with literals in `window.$docsify`: `name`, `homepage`, `loadSidebar`, `loadNavbar`, `coverpage`, `repo`, `routerMode`',
    '`_sidebar.md` of each language and folder, external links of `_navbar.md`, `_coverpage.md` as the head of the start page, and those of the folders that `coverpage` names',
    'ids of headings by the rule of docsify 4 or 5, as the script in `index.html` is named (`docsify@4`)',
    '`!>` and `?>`, `:include` with types and fragments, `:id=`, `:size=`, `{docsify-ignore}`, tabs of docsify-tabs',
  ],
  doesNotRead: [
    '`alias`, `basePath`',
    'plugins and hooks in programs',
    'Vue components in pages',
    'pages on other hosts',
  ],
}

/** Maximum number of files that are looked at beside `index.html`. */
const MAX_FILES = 10

/** The file with the settings: `index.html`, or one of another name beside a list of pages. */
function indexIn(project: string): string | undefined {
  const hasList = configurationIn(project, '_sidebar.md') !== undefined
  const others = hasList ? listNames(project).filter((name) => name.endsWith('.html')) : []
  return ['index.html', ...others.slice(0, MAX_FILES)]
    .flatMap((name) => configurationIn(project, name) ?? [])
    .find((file) => readText({ absolute: file }).includes('$docsify'))
}

function siteOf(project: string, file: string): Layout {
  const data = file.endsWith('.html')
    ? tableOf(plainOf(readProgram(file, { roots: [project], closed: [] }).value))
    : undefined
  const settings = data ?? {}
  const layout = layoutOf('docsify', project, project, file)
  const isOlder = file.endsWith('.html') && OLDER_SCRIPT.test(readText({ absolute: file }))
  const named = textOf(settings.name)
  return {
    ...layout,
    publication: { ...layout.publication, router: settings.routerMode === 'history' ? 'history' : 'hash' },
    syntax: isOlder ? { ...layout.syntax, slugs: 'docsify-4' } : layout.syntax,
    configuration: { file, data: settings },
    configurations: [file, ...PARTS.slice(0, 3).flatMap((name) => configurationIn(project, name) ?? [])],
    title: named === undefined ? undefined : htmlText(named).trim() || undefined,
  }
}

function configuration(site: Site): SiteConfiguration {
  const { folder, area, configuration: own } = site
  const settings = own?.data ?? {}
  const nameOf = (setting: unknown, usual: string): string => textOf(setting)?.replace(/^\.?\//, '') ?? usual
  const sidebarName = nameOf(settings.loadSidebar, '_sidebar.md')
  const lists = listFiles(folder, area)
    .files.filter(({ path }) => path === sidebarName || path.endsWith(`/${sidebarName}`))
    .map(({ path, absolute }): LinkList & { path: string } => ({
      path,
      file: absolute,
      source: readText({ absolute }),
      folder: `/${path.slice(0, path.length - sidebarName.length)}`,
    }))
  const navbar = textIn(site, nameOf(settings.loadNavbar, '_navbar.md'))
  const homes = coversOf(settings.coverpage).flatMap(({ url, file }) => {
    const cover = textIn(site, file)
    return cover === undefined ? [] : [{ url, home: homeOf(cover, site) }]
  })
  const repo = textOf(settings.repo)
  return {
    files: lists.map(({ file }) => file),
    faults: [],
    links: [
      ...docsifyLinks(navbar ?? ''),
      ...(repo === undefined
        ? []
        : [{ text: 'GitHub', url: /^https?:/.test(repo) ? repo : `https://github.com/${repo}` }]),
    ],
    sidebar: (context) => sidebarOf(lists, context),
    homes,
  }
}

/** The covers that `coverpage` names: of the site, of a list of folders, or of a table of folders. */
function coversOf(setting: unknown): { url: string; file: string }[] {
  if (setting === false) return []
  if (Array.isArray(setting))
    return setting.flatMap((route) => (typeof route === 'string' ? [coverOf(route, `${route}/_coverpage.md`)] : []))
  const table = tableOf(setting)
  if (table === undefined) return [coverOf('/', textOf(setting) ?? '_coverpage.md')]
  return Object.entries(table).map(([route, file]) =>
    coverOf(route, typeof file === 'string' ? file : `${route}/_coverpage.md`),
  )
}

function coverOf(route: string, file: string): { url: string; file: string } {
  const parts = (path: string): string =>
    path
      .split('/')
      .filter((part) => !/^\.?$/.test(part))
      .join('/')
  return { url: `/${parts(route)}`, file: parts(file) }
}

/** The list of the language's folder, then those of folders that it does not name. */
function sidebarOf(lists: LinkList[], context: SidebarContext): NavItem[] | undefined {
  const [first, ...others] = lists
    .filter(({ folder }) => folder.startsWith(`${context.prefix}/`))
    .sort((a, b) => a.folder.length - b.folder.length)
  const own = first ?? lists.find(({ folder }) => folder === '/')
  if (own === undefined) return undefined
  const items = docsifySidebar(own, context)
  const known = new Set(context.members.map(({ page }) => page.url))
  const named = new Set(urlsOf(items))
  for (const list of others) {
    const inner = docsifySidebar(list, context).filter((item) =>
      urlsOf([item]).some((url) => known.has(url) && !named.has(url)),
    )
    const index = context.members.find(({ page }) => `${page.url}/` === list.folder)
    if (inner.length === 0) continue
    for (const url of urlsOf(inner)) named.add(url)
    items.push({ title: index?.page.label ?? list.folder.replaceAll('/', ' ').trim(), children: inner })
  }
  return items
}

function textIn({ folder, area }: Site, name: string): string | undefined {
  const convention = PARTS.includes(basename(name)) ? conventionFile(area, folder, name) : undefined
  const found = convention ?? fileIn(area, folder, name)
  const absolute =
    typeof found === 'object' ? found.path : found?.startsWith(join(folder, '/')) === true ? found : undefined
  return absolute === undefined ? undefined : readText({ absolute })
}

function homeOf(source: string, site: Site): Home {
  const home = readCover(source)
  return { ...home, title: home.title === '' ? (site.title ?? '') : home.title }
}
