/** Jekyll with its documentation themes, and GitHub Pages. */
import { urlsOf } from '../../navigation/nav-urls.ts'
import { join } from 'node:path'
import { isFolder, pathBelow, readArea } from '../../folder/below-root.ts'
import { listFiles } from '../../folder/list-files.ts'
import { withOrigin } from '../../folder/publication.ts'
import type { Layout, Site } from '../../folder/site.ts'
import { dataNavigation } from '../../navigation/data-navigation.ts'
import { postsLast } from '../../navigation/posts-last.ts'
import { parentNavigation, type TitledPage } from '../../navigation/parent-navigation.ts'
import type { SidebarContext } from '../../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import type { NavItem, OutLink } from '../../result/page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, inside, layoutOf, pathOfUrl, readData, readValue } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { flatVariables } from '../variables.ts'
import {
  frontMatterOf,
  isJekyllPage,
  isJekyllPublished,
  jekyllAddress,
  settingTable,
  sourceOf,
  typeOf,
  withDefaults,
} from './pages.ts'
import { polyglotDefault, polyglotLanguage } from './polyglot.ts'

/** Jekyll. */
export const jekyll: Generator = {
  kind: 'jekyll',
  folderSetting: 'source',
  locate,
  isPage: isJekyllPage,
  isPublished: isJekyllPublished,
  inherit: withDefaults,
  language: (path, site, _root, page) => polyglotLanguage(path, site, page),
  address(page, site) {
    const url = jekyllAddress(page, site)
    const folder = polyglotLanguage(page.path, site, page)?.prefix
    return folder !== undefined && url.startsWith(`${folder}/`) ? url.slice(folder.length) : url
  },
  readsSlug: true,
  configuration,
  reads: [
    '`_config.yml`: title, `source`, `collections`, `exclude`, `include`, `permalink`, `defaults`, `url`, `baseurl`, `callouts`, `aux_links`, `nav_external_links`, values of `site`, and `_data/`',
    '`parent`, `grand_parent`, `ancestor`, `nav_order`, `nav_exclude`, `child_nav_order`, `has_toc`, `has_children`; sidebars in `_data/`',
    '`permalink`, `published`, `redirect_from`, `redirect_to`, posts; languages of the plugin Polyglot',
    'Liquid: variables, filters of text, `if`, `for`, `assign`, `capture`, `include`, `link`, `post_url`, `highlight`, `raw`, `comment`',
    'pages of HTML with front matter: their Liquid, headings, code and links',
    'kramdown: tables, attribute lists, `{:toc}`, definition lists, `markdown="1"`; callouts and labels of Just the Docs',
  ],
  doesNotRead: ['layouts and plugins', 'pagination'],
}

/** Themes by a part of their name. */
const THEMES: readonly (readonly [part: string, name: string])[] = [
  ['just-the-docs', 'Just the Docs'],
  ['chirpy', 'Chirpy'],
  ['minimal-mistakes', 'Minimal Mistakes'],
  ['rtd', 'Read the Docs'],
  ['minima', 'Minima'],
  ['cayman', 'Cayman'],
]

/** Names of sidebars in `_data`, in order of preference. */
const SIDEBARS = [
  'navigation',
  'sidebar',
  'nav',
  'toc',
  'menu',
  'docs',
  'sidebars/home_sidebar',
  'sidebars/mydoc_sidebar',
  'docs_nav',
  'docs-nav',
  'sidenav',
]

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, '_config.yml', '_config.yaml', '_config.toml')
  // Jupyter Book has a configuration of the same name.
  if (file === undefined || configurationIn(project, '_toc.yml', '_toc.yaml') !== undefined) return undefined
  const data = readData(file)
  const folder = inside(project, textOf(data.source) ?? '.')
  const layout = layoutOf('jekyll', folder, project, file)
  const theme = themeOf(data, folder)
  const values = dataFiles(folder, textOf(data.data_dir) ?? '_data')
  const site = { ...data, baseurl: '', data: values.data, theme: undefined, exclude: undefined, defaults: undefined }
  return {
    ...layout,
    generator: { ...layout.generator, ...(theme === undefined ? {} : { theme }) },
    configuration: { file, data },
    configurations: [file, ...values.files],
    base: pathOfUrl(data.baseurl),
    publication: withOrigin(
      data.permalink === 'pretty' ? { ...layout.publication, suffix: '/' } : layout.publication,
      data.url,
    ),
    title: textOf(data.title) ?? textOf(data.name),
    lang: polyglotDefault(data) ?? textOf(data.lang) ?? textOf(data.locale),
    syntax: {
      ...layout.syntax,
      slugs: textOf(tableOf(data.kramdown)?.input)?.toLowerCase() === 'kramdown' ? 'kramdown' : layout.syntax.slugs,
      variables: { ...repositoryOf(data), ...flatVariables({ site }) },
    },
  }
}

/** Values of `site.github` that the configuration's `repository` gives. */
function repositoryOf({ repository }: Record<string, unknown>): Record<string, string> {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(textOf(repository) ?? '') ?? []
  if (owner === undefined || name === undefined) return {}
  return {
    'site.github.repository_url': `https://github.com/${owner}/${name}`,
    'site.github.repository_nwo': `${owner}/${name}`,
    'site.github.repository_name': name,
    'site.github.owner_name': owner,
    'site.github.owner_url': `https://github.com/${owner}`,
  }
}

/** The theme's name; Just the Docs also by its keys, since its gem may be named elsewhere. */
function themeOf(data: Record<string, unknown>, folder: string): string | undefined {
  const named = [data.remote_theme, data.theme]
    .filter((name) => typeof name === 'string')
    .join(' ')
    .toLowerCase()
  const found = THEMES.find(([part]) => named.includes(part))?.[1]
  if (found !== undefined || named !== '') return found
  const keys = ['just_the_docs', 'nav_external_links', 'callouts', 'aux_links', 'heading_anchors', 'gh_edit_link']
  return keys.some((key) => Object.hasOwn(data, key)) && isFolder(folder) ? 'Just the Docs' : undefined
}

/** The contents of the data folder, by path without extension. */
function dataFiles(folder: string, name: string): { files: string[]; data: Record<string, unknown> } {
  const path = pathBelow(folder, name)
  const data: Record<string, unknown> = {}
  if (path === undefined || !isFolder(path)) return { files: [], data }
  const files = listFiles(path, readArea([folder], [])).files.filter(({ path }) => /\.(?:ya?ml|json)$/.test(path))
  for (const { path, absolute } of files) {
    const parts = path.replace(/\.\w+$/, '').split('/')
    const last = parts.pop() ?? ''
    let into = data
    for (const part of parts) into = tableOf((into[part] ??= {})) ?? {}
    into[last] = readValue(absolute)
  }
  return { files: files.map(({ absolute }) => absolute), data }
}

function configuration(site: Site): SiteConfiguration {
  return {
    files: site.configurations,
    faults: [],
    sidebar: (context) => {
      const plugins = join(sourceOf(site), '_plugins')
      if (isFolder(plugins))
        context.report(
          'unread-format',
          { file: plugins, line: 1 },
          'The plugins in "_plugins" are programs, which are not run: a tag of one is shown by its content and its text.',
        )
      return sidebarOf(site, context)
    },
    links: auxiliaryLinks(settingTable(site, 'aux_links')),
  }
}

/** By parents, where pages name them; else a data file; else the folders. */
function sidebarOf(site: Site, context: SidebarContext): NavItem[] {
  const pages = context.members.map((one): TitledPage => ({ one, frontMatter: frontMatterOf(one, site) }))
  const external = externalLinks(site.configuration?.data.nav_external_links)
  if (
    site.generator.theme === 'Just the Docs' ||
    pages.some(({ frontMatter }) => textOf(frontMatter.parent) !== undefined)
  )
    return [...byParents(site, context, pages), ...external]
  const source = sourceOf(site)
  for (const name of [...namedSidebars(pages), ...SIDEBARS]) {
    const file = configurationIn(source, ...['yml', 'yaml', 'json'].map((ending) => `_data/${name}.${ending}`))
    const items = file === undefined ? [] : dataNavigation(readValue(file), context.members)
    if (items.some(({ children, url }) => children.length > 0 || url !== undefined)) return withRest(items, context)
  }
  return [...inFolders(context), ...external]
}

/** The sidebar that most pages name (`sidebar: product_sidebar`), in the folder of sidebars or beside it. */
function namedSidebars(pages: readonly TitledPage[]): string[] {
  const uses = new Map<string, number>()
  for (const { frontMatter } of pages) {
    const name = textOf(frontMatter.sidebar)
    if (name !== undefined && /^[\w-]+$/.test(name)) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  const [most] = [...uses].toSorted((a, b) => b[1] - a[1])
  return most === undefined ? [] : [`sidebars/${most[0]}`, most[0]]
}

/** A sidebar that names fewer than half of the pages is a menu of the header: the folders follow it. */
function withRest(items: NavItem[], context: SidebarContext): NavItem[] {
  const named = new Set(urlsOf(items))
  if (named.size * 2 >= context.members.length) return items
  const isNew = ({ url, children }: NavItem): boolean => children.length > 0 || url === undefined || !named.has(url)
  return [...items, ...inFolders(context).filter(isNew)]
}

/** The pages in their folders; posts are the last group, the newest first: their names begin with the date. */
function inFolders(context: SidebarContext): NavItem[] {
  return postsLast(context, ({ path }) =>
    /(?:^|\/)_posts\//.test(path) ? path.slice(path.lastIndexOf('/') + 1) : undefined,
  )
}

/** Just the Docs: pages first, then each collection of the configuration as a group. */
function byParents(site: Site, context: SidebarContext, pages: TitledPage[]): NavItem[] {
  const collections = tableOf(settingTable(site, 'just_the_docs').collections) ?? collectionsOf(site)
  const caseless = site.configuration?.data.nav_sort !== 'case_sensitive'
  const byType = Map.groupBy(pages, ({ one }) => typeOf(one, site))
  const tree = (list: TitledPage[]): NavItem[] =>
    parentNavigation(list, caseless, ({ one }, parent) =>
      context.report(
        'navigation',
        { file: join(one.root.folder, one.path), line: 1 },
        `The parent "${parent}" is the title of no page of the sidebar, so this page is at the top; correct it.`,
      ),
    )
  const groups = Object.entries(collections).flatMap(([type, value]): NavItem[] => {
    const table = tableOf(value) ?? {}
    const children = table.nav_exclude === true ? [] : tree(byType.get(type) ?? [])
    const title = textOf(table.name)
    if (children.length === 0) return []
    return title === undefined ? children : [{ title, children, ...(table.nav_fold === true ? { open: false } : {}) }]
  })
  return [...tree(byType.get('pages') ?? []), ...groups]
}

/** The collections under the keys of themes that are made from Just the Docs, in the order of the configuration. */
function collectionsOf(site: Site): Record<string, unknown> {
  const data = site.configuration?.data ?? {}
  const declared = tableOf(data.collections) ?? {}
  const listed = Object.values(data).flatMap((value) => Object.entries(tableOf(tableOf(value)?.collections) ?? {}))
  return Object.fromEntries(listed.filter(([name]) => Object.hasOwn(declared, name)))
}

/** `nav_external_links`: entries with `title` and `url`. */
function externalLinks(value: unknown): NavItem[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): NavItem[] => {
    const table = tableOf(one)
    const [title, url] = [textOf(table?.title), textOf(table?.url)]
    return title !== undefined && url !== undefined && /^https?:\/\//i.test(url) ? [{ title, url, children: [] }] : []
  })
}

/** `aux_links`: texts with an address, or a list of one. */
function auxiliaryLinks(table: Record<string, unknown>): OutLink[] {
  return Object.entries(table).flatMap(([text, value]): OutLink[] => {
    const url = [value].flat().find((one) => typeof one === 'string')
    return url !== undefined && /^(?:https?:)?\/\//i.test(url) ? [{ text, url: url.replace(/^\/\//, 'https://') }] : []
  })
}
