/**
 * Docusaurus: `docusaurus.config` and `sidebars` are programs. Its docs are at the top of the site here, whatever their
 * `routeBasePath`; further docs plugins, the blog and Markdown of `src/pages` are beside them.
 */
import { join } from 'node:path'
import { isFolder, type ReadArea, realPath } from '../../folder/below-root.ts'
import { readText } from '../../folder/read-text.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { type Publication, withOrigin } from '../../folder/publication.ts'
import type { Layout, Site } from '../../folder/site.ts'
import {
  docusaurusLinks,
  docusaurusSidebars,
  docusaurusTitle,
  navbarLabel,
} from '../../navigation/docusaurus-sidebar.ts'
import { groupOf, type SidebarContext, without } from '../../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import { readProgram } from '../../program/read-program.ts'
import { plainOf, type Value } from '../../program/value.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { Logo, NavItem } from '../../result/page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, configurationOf, layoutOf, pagesFolder, programIn } from '../configuration.ts'
import type { Generator, MadePage } from '../generator.ts'
import { isExcluded } from '../globs.ts'
import { addressOf } from './address.ts'
import { blogPages, postsGroup } from './blog.ts'
import { categoryNotes } from './category.ts'
import { categoryPages } from './category-pages.ts'
import { messageFiles, messagesOf, translated } from './messages.ts'
import { furtherFolders, hasReleases, rootsOf } from './roots.ts'
import { type DocsInstance, settingsOf } from './settings.ts'
import { type DocsPlugin, programsOf, sidebarsAt } from './sidebars.ts'

/** Patterns of the docs plugin by default: parts of pages, and tests. */
const EXCLUDED = ['**/_*.{md,mdx}', '**/_*/**', '**/*.test.{md,mdx}', '**/__tests__/**']

/** Docusaurus. */
export const docusaurus: Generator = {
  kind: 'docusaurus',
  locate,
  isPage: (path, site) => !isExcluded(path, site),
  address: addressOf,
  makes: madePages,
  configuration,
  reads: [
    '`docusaurus.config`: title, logo, `url`, `baseUrl`, `trailingSlash`, `markdown.format`, languages, docs plugins with `path`, `routeBasePath`, `exclude`, `numberPrefixParser`, `includeCurrentVersion`, `onlyIncludeVersions`, `lastVersion`, `disableVersioning` and paths of `versions`, the blog and its page, Markdown in `src/pages`, `redirects` of the plugin client-redirects',
    '`sidebars` and `versioned_sidebars`, `_category_` files, pages of categories (`generated-index`, also `/category/guides`), links of the navbar, and their translations in `i18n`',
    '`versions.json`, `versioned_docs`, `i18n`, and those of further docs plugins (`community_versions.json`), whose versions are beside the main ones of the same names; `id`, `slug`, `draft` and `unlisted` in front matter',
  ],
  doesNotRead: [
    'settings that a program computes',
    'pages written in React',
    '`createRedirects` of the plugin client-redirects',
    '`sidebarItemsGenerator`, `sidebar_key` and classes of the sidebar',
    '`customFields`, custom magic comments, labels and banners of versions',
  ],
}

function locate(project: string, around: string): Layout | undefined {
  const file = programIn(project, 'docusaurus.config')
  if (file === undefined) return undefined
  const { value } = readProgram(file, { roots: [project], closed: [] })
  const config = tableOf(plainOf(value)) ?? {}
  const settings = settingsOf(config)
  const there = settings.docs
    .filter(({ path, id }) => isFolder(join(project, path)) || hasReleases(project, id))
    .map(withLastVersion(file, settings.docs))
  const [main] = there
  if (main === undefined) return undefined
  const languages = tableOf(config.i18n) ?? {}
  const lang = textOf(languages.defaultLocale)
  const locales = Array.isArray(languages.locales) ? languages.locales.flatMap((one) => textOf(one) ?? []) : []
  const roots = rootsOf({ project, around }, { ...settings, docs: there }, { main: lang, locales })
  const current = pagesFolder(project, main.path, around)
  // Without docs of the next version, the last released ones are the docs.
  const docs = isFolder(current) ? current : roots[0]?.folder
  if (docs === undefined) return undefined
  const layout = layoutOf('docusaurus', docs, project, file)
  const staticFolder = join(project, 'static')
  const versionList = configurationIn(project, 'versions.json')
  return {
    ...layout,
    roots,
    base: textOf(config.baseUrl)?.replace(/\/$/, '') ?? '',
    publication: publicationIn(config, layout),
    aliases: [
      { prefix: '@site', folder: realPath(project) },
      ...(main.route === '' ? [] : [{ prefix: `/${main.route}`, folder: docs }]),
    ],
    syntax: { ...layout.syntax, mdx: !isDetected(config) },
    excluded: main.exclude ?? EXCLUDED,
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    furtherFolders: furtherFolders(project),
    lang: lang === undefined ? undefined : canonicalLanguage(lang),
    configurations: [...layout.configurations, ...(versionList === undefined ? [] : [versionList])],
  }
}

/** Whether the extension of a page tells its format, so that `.md` is no MDX. */
function isDetected({ markdown }: Record<string, unknown>): boolean {
  const format = tableOf(markdown)?.format
  return format === 'detect' || format === 'md'
}

/** Without `trailingSlash`, index pages alone end with a slash. */
function publicationIn({ trailingSlash, url }: Record<string, unknown>, { publication }: Layout): Publication {
  if (typeof trailingSlash !== 'boolean') return withOrigin(publication, url)
  const slash = trailingSlash ? '/' : ''
  return withOrigin({ ...publication, suffix: slash, folderSuffix: slash }, url)
}

/**
 * Where the setting is computed (`lastVersion: isDev ? 'current' : …`), a text of it in the program is taken, unless it is
 * that of another docs plugin.
 */
function withLastVersion(file: string, docs: readonly DocsInstance[]): (instance: DocsInstance) => DocsInstance {
  const known = docs.filter(({ versions }) => versions.last === 'current').length
  const texts = readText({ absolute: file }).match(/\blastVersion:\s*['"]current['"]/g) ?? []
  return (instance) =>
    texts.length > known && instance.versions.last === undefined
      ? { ...instance, versions: { ...instance.versions, last: 'current' } }
      : instance
}

/** The pages of categories and of blogs. */
function madePages(site: Site, pages: readonly PageSource[]): MadePage[] {
  const programs = programsOf(site)
  return [...categoryPages(site, pages, programs), ...blogPages(pages, programs.settings.blogs)]
}

/** Each released version has the sidebars of its time. */
function configuration(site: Site): SiteConfiguration | undefined {
  const { area, roots } = site
  const { around, config, settings, plugins: programs, main } = programsOf(site)
  // A fault of the site's configuration costs only the sidebars' names.
  const found = configurationOf(
    programs.flatMap(({ program }) => program ?? []),
    (context) => {
      const [first] = context.members
      const messages = first === undefined ? undefined : messagesOf(first.root, around)
      const items = mainItems(main, config?.value, context, around)
      const others = programs.filter((one) => one !== main)
      const sections = others.flatMap((one) => section(one, config?.value, context, around))
      const all = [...items, ...sections, ...posts(config?.value, context)]
      return messages === undefined ? all : translated(all, messages)
    },
  )
  const logo = logoOf(plainOf(config?.value))
  const messages = roots.flatMap((root) => Object.values<string>(messageFiles(root, around)))
  return {
    ...found,
    files: [...found.files, ...(config?.files ?? []), ...messages],
    links: docusaurusLinks(config?.value),
    title: docusaurusTitle(config?.value),
    redirects: settings.redirects,
    notes: (root, entries, report) => categoryNotes({ roots, area }, root, entries, report),
    ...(logo === undefined ? {} : { logo }),
  }
}

/** The sidebar of the main docs; without a written one, their folders. */
function mainItems(
  main: DocsPlugin | undefined,
  config: Value | undefined,
  context: SidebarContext,
  around: ReadArea,
): NavItem[] {
  const members = membersOf(context, undefined)
  const beside = new Set(context.members.flatMap(({ root, page }) => (root.section === undefined ? [] : page.url)))
  const automatic: SidebarContext['automatic'] = (folder, last) => without(context.automatic(folder, last), beside)
  const value = sidebarsAt(members[0]?.root, main, around)
  const written =
    value === undefined ? undefined : docusaurusSidebars(value, config, { ...context, members, automatic })
  return written ?? automatic('', 'name')
}

/** The pages of a section with their paths inside it; without a section, those of the main docs. */
function membersOf({ members }: SidebarContext, section: string | undefined): SidebarContext['members'] {
  return members
    .filter(({ root }) => root.section === section)
    .map((one) => (section === undefined ? one : { ...one, inner: one.inner.slice(section.length + 1) }))
}

/** The sidebar of a further docs plugin as a group. */
function section(docs: DocsPlugin, config: Value | undefined, context: SidebarContext, around: ReadArea): NavItem[] {
  const { instance } = docs
  const name = instance.route || instance.path
  const members = membersOf(context, name)
  if (members.length === 0) return []
  const automatic: SidebarContext['automatic'] = (folder, last) =>
    context.automatic(folder === '' ? name : `${name}/${folder}`, last)
  const value = sidebarsAt(members[0]?.root, docs, around)
  const items =
    value === undefined
      ? undefined
      : docusaurusSidebars(value, config, { ...context, members, all: members, automatic })
  return groupOf(navbarLabel(config, name, instance.id) ?? titleOf(name), items ?? automatic('', 'name'), undefined)
}

/** The posts of the blog as a group. */
function posts(config: Value | undefined, { members }: SidebarContext): NavItem[] {
  const name = members.find(({ root }) => root.posts === true)?.root.section ?? 'blog'
  return postsGroup(members, navbarLabel(config, name, undefined) ?? titleOf(name))
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_/]+/g, ' ')
}

function logoOf(config: unknown): Logo | undefined {
  const logo = tableOf(tableOf(tableOf(tableOf(config)?.themeConfig)?.navbar)?.logo)
  const [light, dark] = [textOf(logo?.src), textOf(logo?.srcDark)]
  if (light === undefined) return undefined
  return dark === undefined ? { light } : { light, dark }
}
