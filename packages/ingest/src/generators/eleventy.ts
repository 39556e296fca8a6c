/** Eleventy: its configuration is a program; pages are Markdown with tags of Liquid or Nunjucks. */
import { tableOf, textOf } from '../folder/plain-data.ts'
import { siteAddress } from '../folder/site-address.ts'
import type { Layout, Site } from '../folder/site.ts'
import { titleText } from '../markdown/plain-text.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import { findSettings } from '../program/find-settings.ts'
import type { NavItem } from '../result/page.ts'
import { layoutOf, pagesFolder, programIn } from './configuration.ts'
import { dataFiles, permalinkOf, withFolderData } from './eleventy-data.ts'
import type { Generator } from './generator.ts'

/** Eleventy. */
export const eleventy: Generator = {
  kind: 'eleventy',
  folderSetting: 'dir.input',
  locate,
  isPage,
  isPublished: ({ parsed: { frontMatter } }) => frontMatter.permalink !== false,
  address,
  inherit: withFolderData,
  configuration: (site) => ({
    files: dataFiles(site).map(({ absolute }) => absolute),
    faults: [],
    links: [],
    sidebar,
  }),
  reads: [
    '`eleventy.config` or `.eleventy`: `dir.input`',
    '`permalink`, also with `page.fileSlug`, `page.filePathStem`, texts of the front matter and `slugify`; `title`, `eleventyNavigation` with `key`, `parent`, `order`, `title`',
    'constants in the data files of folders: `blog/blog.json`, `blog/blog.11tydata.js`',
    'tags and outputs of Liquid as in Jekyll; comments of Nunjucks, texts that `set` names and an output or an included template shows',
  ],
  doesNotRead: [
    'data of the site, collections, layouts and pagination',
    'shortcodes and filters of the configuration: the content of a paired one is kept',
    'pages in other formats than Markdown',
  ],
}

function locate(project: string, around: string): Layout | undefined {
  const file = programIn(project, 'eleventy.config', '.eleventy')
  if (file === undefined) return undefined
  const found = findSettings(file)
  const folder = pagesFolder(project, found.text('dir.input') ?? '.', around)
  return layoutOf('eleventy', folder, project, file)
}

/** Files for the repository beside the pages of a project without a folder of its own for them. */
const NOTES = /^(?:readme|changelog|contributing|code_of_conduct|security|license)\.md$/i

function isPage(path: string, { folder, project }: Site): boolean {
  if (folder === project && NOTES.test(path)) return false
  return path.endsWith('.md') && !path.split('/').some((part) => part.startsWith('_'))
}

/** The address by `permalink`. */
function address(page: PageSource): string | undefined {
  const written = textOf(page.parsed.frontMatter.permalink)
  const permalink = written === undefined ? undefined : permalinkOf(written, page)
  return permalink === undefined ? undefined : siteAddress(permalink.replace(/(?:index)?\.html?$/i, ''))
}

interface Entry {
  one: PlacedPage
  key: string
  parent: string | undefined
  title: string
  order: number
}

/** The tree of the navigation plugin; pages in the order of their folders where no page has its keys. */
function sidebar(context: SidebarContext): NavItem[] | undefined {
  const entries = context.members.flatMap((one) => entryOf(one) ?? [])
  if (entries.length === 0) return undefined
  const keys = new Set(entries.map(({ key }) => key))
  const byParent = Map.groupBy(entries, ({ parent }) => (parent !== undefined && keys.has(parent) ? parent : ''))
  const seen = new Set<string>()
  const below = (key: string): NavItem[] => {
    // A page may name itself as its ancestor.
    if (seen.has(key)) return []
    seen.add(key)
    const own = (byParent.get(key) ?? []).toSorted((a, b) => a.order - b.order)
    return own.map(({ one, title, key: name }) => ({ title, url: one.page.url, children: below(name) }))
  }
  return below('')
}

function entryOf(one: PlacedPage): Entry | undefined {
  const table = tableOf(one.parsed.frontMatter.eleventyNavigation)
  const key = textOf(table?.key)
  if (key === undefined) return undefined
  const order = Number(table?.order ?? Infinity)
  return {
    one,
    key,
    parent: textOf(table?.parent),
    title: titleText(withoutTags(textOf(table?.title) ?? key)) || key,
    order: Number.isNaN(order) ? Infinity : order,
  }
}

/** Layouts show the names of the navigation as HTML: icons and code. */
function withoutTags(html: string): string {
  const text = html.replaceAll(/<\/?[a-z][^<>]*>/gi, '')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()
}
