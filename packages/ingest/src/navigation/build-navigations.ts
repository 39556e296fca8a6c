/**
 * One navigation for each language and version, from the author's files (`SUMMARY.md`, `mkdocs.yml`, an order
 * in the outermost folder, the sidebar of another generator's configuration), else from the folder itself; and each
 * page's group, the outermost one that contains it, which is its records' `lvl0`.
 */
import { basename, relative } from 'node:path'
import { type FileEntry } from '../folder/list-files.ts'
import { readText } from '../folder/read-text.ts'
import type { Root, Site } from '../folder/site.ts'
import { iconNamed } from '../result/icon.ts'
import { titleText } from '../markdown/plain-text.ts'
import type { NavItem, Navigation, Problem } from '../result/page.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { reportTo } from '../result/problem.ts'
import type { SourceLocation } from '../program/value.ts'
import { readNotes } from './folder-notes.ts'
import { type FolderOrder, inOrderOf, isHidden, orderAbove } from './folder-order.ts'
import { isIndexFile } from '../folder/page-url.ts'
import { folderTitle } from './folder-title.ts'
import { groupIn } from './listed-pages.ts'
import { mkdocsNavigation, summaryNavigation } from './listed-navigation.ts'
import type { SidebarContext } from './sidebar-context.ts'
import type { SiteConfiguration } from './site-configuration.ts'
import { gitignoreTest, type PathTest } from './wildcard.ts'

interface Parts {
  site: Site
  /** The configuration of another generator. */
  peer: SiteConfiguration | undefined
  placed: PlacedPage[]
  files: { root: Root; entry: FileEntry }[]
  title: string
  lang: string
  problems: Problem[]
}

/** A navigation, and the URLs of its pages in reading order. */
export interface BuiltNavigation {
  navigation: Navigation
  order: string[]
}

/** Builds all navigations, the default language and version first, and sets every page's `group` and `label`. */
export function buildNavigations(parts: Parts): BuiltNavigation[] {
  const { placed, title, lang } = parts
  const groups = new Map<string, PlacedPage[]>()
  for (const one of placed) {
    const key = `${one.page.version ?? ''}\n${placeLanguage(one, lang)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  const notes = new Map(
    parts.site.roots.map((root) => {
      const own = parts.peer?.notes?.(root, filesOf(root, parts), fault)
      return [root, own ?? readNotes(root.folder, parts.site.area, filesOf(root, parts), fault)]
    }),
  )
  const versions = parts.site.versions ?? [parts.site.roots[0]?.version ?? '']
  const [current = ''] = versions
  for (const { at, reason } of parts.peer?.faults ?? []) fault(at, reason)
  const built = [...groups].map(([key, members]): BuiltNavigation => {
    const [version = '', language = lang] = key.split('\n')
    const folder = inOrderOf(members, notes, language)
    const items =
      listed(parts, contextOf(parts, members, folder, language), version === current && language === lang) ??
      (folder.isWritten ? undefined : fromPeer(parts, contextOf(parts, members, folder, language))) ??
      ownPages(automatic(parts, folder), members, parts.site)
    const order = flatten(items)
    const first = members.find(({ page }) => page.key !== '/404') ?? members[0]
    const url = order[0] ?? first?.page.url ?? '/'
    nameGroups(items, members, title)
    showIcons(items, members)
    const isBeside = members.every(({ root }) => root.section !== undefined)
    const inVersion = { ...(version === '' ? {} : { version }), ...(isBeside && { beside: true as const }) }
    return { navigation: { lang: language, ...inVersion, url, items }, order }
  })
  return built.sort((a, b) => rank(a.navigation, versions, lang) - rank(b.navigation, versions, lang))

  function fault(at: SourceLocation, reason: string): void {
    const message = `The order of pages cannot be read (${reason}), so the order of their folder is used; correct it.`
    reportTo(parts.problems, inFolder(parts.site, at.file))('navigation', at.line, message)
  }
}

/** Front matter may set another language for one page; it stays in the navigation of its folder. */
function placeLanguage({ page, root, place, prefix }: PlacedPage, lang: string): string {
  return root.lang !== undefined || place !== '' || prefix !== root.prefix ? page.lang : lang
}

function rank({ version = '', lang: own }: Navigation, versions: readonly string[], lang: string): number {
  const at = versions.indexOf(version)
  return (at < 0 ? versions.length : at) * 2 + (own === lang ? 0 : 1)
}

function listed(
  { site, placed, problems, peer }: Parts,
  context: SidebarContext,
  isDefault: boolean,
): NavItem[] | undefined {
  const { members } = context
  if (!isDefault && !(site.generator.kind === 'mkdocs' && isTranslation(members[0]))) return undefined
  const byPath = new Map(
    (['inner', 'path'] as const).flatMap((key) => members.map((one) => [one[key].toLowerCase(), one.page])),
  )
  const configuration = members[0]?.root.configuration ?? site.configuration
  const find = (path: string): { url: string; title: string } | undefined =>
    byPath.get(path.toLowerCase()) ?? byPath.get(`${path.replace(/\/$/, '')}/index.md`.toLowerCase())
  let items: NavItem[] | undefined
  let file = ''
  let allowed: PathTest[] = []
  if (site.summary !== undefined) {
    file = inFolder(site, site.summary)
    items = summaryNavigation(readText({ absolute: site.summary }), find, reportTo(problems, file))
    for (const list of site.furtherLists ?? []) {
      const report = reportTo(problems, inFolder(site, list))
      items.push(...inGroup(list, summaryNavigation(readText({ absolute: list }), find, report), items))
    }
  } else if (site.generator.kind === 'mkdocs' && Array.isArray(configuration?.data.nav)) {
    const { data } = configuration
    file = inFolder(site, configuration.file)
    const lines = readText({ absolute: configuration.file }).split('\n')
    const lineOf = (path: string): number | undefined => {
      const line = lines.findIndex((text) => text.includes(path))
      return line < 0 ? undefined : line + 1
    }
    const report = reportTo(problems, file)
    const hasIndexes = indexesIn(data)
    const itemsIn = (folder: string): NavItem[] | undefined => peer?.itemsIn?.(folder, context)
    const reported = isDefault ? report : () => undefined
    items = mkdocsNavigation(data.nav, { find, lineOf, report: reported, itemsIn, hasIndexes })
    // The blog plugin lists its posts itself.
    allowed = [
      gitignoreTest(typeof data.not_in_nav === 'string' ? data.not_in_nav : ''),
      (path) => path.includes('/posts/'),
    ]
  }
  if (items === undefined || items.length === 0) return undefined
  if (!isDefault) return items
  const named = new Set(flatten(items))
  for (const { page, path, parsed } of placed) {
    if (
      named.has(page.url) ||
      !members.some((one) => one.page === page) ||
      allowed.some((matches) => matches(`/${path}`))
    )
      continue
    reportTo(problems, parsed.file)(
      'unlisted-page',
      undefined,
      `This page is not in ${file}, so readers find it by search alone; add it there.`,
    )
  }
  return items
}

/** The entries of a list whose pages no list before it names, in a group with the name of its file. */
function inGroup(file: string, entries: NavItem[], items: NavItem[]): NavItem[] {
  const named = new Set(flatten(items))
  const unnamed = (entry: NavItem): NavItem[] => {
    const children = entry.children.flatMap(unnamed)
    const isNew = entry.url !== undefined && !named.has(pageOf(entry.url))
    return isNew || children.length > 0 ? [{ ...entry, children }] : []
  }
  const name = basename(file).replace(/^toc[-_.]|\.md$/gi, '')
  return groupIn(folderTitle(name), entries.flatMap(unnamed))
}

/** Whether a page is a translation by the plugin i18n: all languages share one `nav`. */
function isTranslation(page: PlacedPage | undefined): boolean {
  if (page === undefined) return false
  return page.root.lang !== undefined || (page.place === '' && page.prefix !== page.root.prefix)
}

/** Whether index pages are the pages of their sections, as Material's feature of that name and Zensical do. */
function indexesIn({ theme }: Record<string, unknown>): boolean {
  const features: unknown =
    typeof theme === 'object' && theme !== null && 'features' in theme ? theme.features : undefined
  return Array.isArray(features) && features.includes('navigation.indexes')
}

/** The items of MkDocs' folders: with the feature for indexes, the first index page of a group is the group's own page. */
function ownPages(items: NavItem[], members: readonly PlacedPage[], site: Site): NavItem[] {
  if (site.generator.kind !== 'mkdocs' || !indexesIn(site.configuration?.data ?? {})) return items
  const folders = new Map(
    members.filter(({ path }) => isIndexFile(path)).map(({ page, path }) => [page.url, path.replace(/[^/]*$/, '')]),
  )
  const paths = new Map(members.map(({ page, path }) => [page.url, path]))
  const step = (item: NavItem): NavItem => {
    const children = item.children.map(step)
    const inside = flatten(children)
    const at = children.findIndex(({ url = '', children: below }) => {
      const folder = below.length > 0 ? undefined : folders.get(url)
      return folder !== undefined && inside.every((one) => paths.get(one)?.startsWith(folder) === true)
    })
    const own = item.url === undefined ? children[at] : undefined
    return own === undefined
      ? { ...item, children }
      : { ...item, url: own.url ?? '', children: children.toSpliced(at, 1) }
  }
  return items.map(step)
}

/** Input of the readers of a sidebar. @param members at least one. */
function contextOf(
  { site, placed, problems }: Parts,
  members: PlacedPage[],
  folder: FolderOrder,
  lang: string,
): SidebarContext {
  return {
    members,
    all: placed,
    lang,
    prefix: members[0]?.prefix ?? '',
    automatic: folder.itemsIn,
    report: (code, at, message) => reportTo(problems, inFolder(site, at.file))(code, at.line, message),
  }
}

/**
 * The sidebar of a generator's configuration. Omitted pages are no problem, because most are omitted on purpose (a
 * blog, a team page).
 */
function fromPeer({ peer }: Parts, context: SidebarContext): NavItem[] | undefined {
  const items = peer?.sidebar(context, context.members[0]?.page.version)
  return items === undefined || items.length === 0 ? undefined : items
}

function automatic({ problems, peer }: Parts, { shown, notes, itemsIn }: FolderOrder): NavItem[] {
  const items = itemsIn('', peer?.lastCriterion ?? (peer?.notes === undefined ? undefined : 'name'))
  const named = new Set(flatten(items))
  for (const { page, parsed, inner } of shown) {
    if (named.has(page.url) || isHidden(inner, notes)) continue
    reportTo(problems, parsed.file)(
      'unlisted-page',
      undefined,
      `This page is not in ${orderAbove(inner, notes)}, so readers find it by search alone; add it there.`,
    )
  }
  return items
}

/** A file's path in problems. */
function inFolder(site: Site, file: string): string {
  return relative(site.folder, file).replaceAll('\\', '/')
}

function filesOf(root: Root, { files, placed }: Parts): FileEntry[] {
  const own = files.filter((file) => file.root === root).map(({ entry }) => entry)
  const pages = placed
    .filter((one) => one.root === root)
    .map(({ path, parsed }) => ({ path, absolute: '', stamp: parsed.stamp }))
  return [...own, ...pages]
}

/** Sets the icons of pages in the navigation. */
function showIcons(items: NavItem[], members: PlacedPage[]): void {
  const icons = new Map(members.map(({ page, parsed }) => [page.url, iconNamed(parsed.frontMatter.icon)]))
  const step = (item: NavItem): void => {
    const icon = item.url === undefined ? undefined : icons.get(item.url)
    if (icon !== undefined) item.icon ??= icon
    for (const child of item.children) step(child)
  }
  for (const item of items) step(item)
}

/** A link of a navigation may lead to a section. */
function pageOf(url: string): string {
  return url.replace(/#[^]*$/, '')
}

/** The pages of a navigation, each once, in reading order. */
function flatten(items: NavItem[]): string[] {
  const urls = new Set<string>()
  const step = (item: NavItem): void => {
    if (item.url?.startsWith('/') === true) urls.add(pageOf(item.url))
    for (const child of item.children) step(child)
  }
  for (const item of items) step(item)
  return [...urls]
}

function nameGroups(items: NavItem[], members: PlacedPage[], title: string): void {
  const groups = new Map<string, string>()
  const labels = new Map<string, string>()
  const step = (item: NavItem, group: string): void => {
    item.title = titleText(item.title)
    if (item.url !== undefined) {
      if (!groups.has(pageOf(item.url))) groups.set(pageOf(item.url), group)
      if (!item.url.includes('#') && !labels.has(item.url)) labels.set(item.url, item.title)
    }
    for (const child of item.children) step(child, group)
  }
  for (const item of items) step(item, item.children.length > 0 ? titleText(item.title) : title)
  for (const { page } of members) {
    page.group = groups.get(page.url) ?? title
    page.label = labels.get(page.url) ?? titleText(page.label)
  }
}
