/**
 * DocFX' `toc.yml` and `TOC.md`: the list of a folder names pages, lists of other folders and addresses. Lists that no
 * other one names become groups, since pages show the list of the nearest folder.
 */
import { dirname, join, relative } from 'node:path'
import { conventionFile, type ReadArea } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { textOf, tableOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { folderTitle } from './folder-title.ts'
import { groupIn, type ListedPages, listedPages } from './listed-pages.ts'
import { isExternal, linkKey, pagesByLink, type SidebarContext } from './sidebar-context.ts'
import { pathOf } from './toctree.ts'

/** Names of the lists. */
const TOC_NAMES = ['toc.yml', 'TOC.yml', 'toc.md', 'TOC.md'] as const

/** Lists in lists. */
const MAX_DEPTH = 10

/** The site of the lists: the folder of the pages, the files that may be read, and the reader of data. */
export interface TocSite {
  folder: string
  area: ReadArea
  readValue: (file: string) => unknown
}

/** An entry of either form. */
interface Entry {
  title: string | undefined
  href: string | undefined
  /** The page of an entry whose `href` is a list. */
  topic: string | undefined
  uid: string | undefined
  entries: Entry[]
}

/** The sidebar; `undefined` where no list names a page. */
export function docfxSidebar({ folder, area, readValue }: TocSite, context: SidebarContext): NavItem[] | undefined {
  const byUrl = pagesByLink(context.members)
  const byUid = new Map(context.members.map((one) => [textOf(one.parsed.frontMatter.uid), one.page]))
  const read = new Set<string>()
  const tocIn = (at: string): string | undefined =>
    TOC_NAMES.map((name) => conventionFile(area, join(folder, at), name)).find((file) => file !== undefined)
  const first = tocIn('')
  const items = first === undefined ? [] : listOf(first, 0)
  for (const at of foldersOf(context.members.map(pathOf))) {
    const file = tocIn(at)
    if (file !== undefined && !read.has(file)) items.push(...groupIn(folderTitle(at), listOf(file, 0)))
  }
  return items.length === 0 ? undefined : items

  function listOf(file: string, depth: number): NavItem[] {
    if (read.has(file) || depth > MAX_DEPTH) return []
    read.add(file)
    const source = readText({ absolute: file })
    const entries = /\.md$/i.test(file) ? entriesOfHeadings(source) : entriesOf(readValue(file))
    return itemsOf(entries, { file, depth, pages: listedPages({ file, source }, context) })
  }

  /** An entry of a title alone is the heading of those after it. */
  function itemsOf(entries: readonly Entry[], list: List): NavItem[] {
    const result: NavItem[] = []
    let heading: NavItem | undefined
    for (const one of entries) {
      const isHeading = one.href === undefined && one.uid === undefined && one.topic === undefined
      if (isHeading && one.entries.length === 0) {
        heading = { title: one.title ?? '', children: [] }
        result.push(heading)
      } else (heading?.children ?? result).push(...itemOf(one, list))
    }
    return result.filter(({ url, children }) => url !== undefined || children.length > 0)
  }

  function itemOf({ title, href, topic, uid, entries }: Entry, list: List): NavItem[] {
    const inner = itemsOf(entries, list)
    const named = uid === undefined ? undefined : byUid.get(uid)
    if (named !== undefined) return [{ title: title ?? named.label, url: named.url, children: inner }]
    const other = href === undefined ? undefined : tocOf(href, list)
    const children = other === undefined ? inner : [...listOf(other, list.depth + 1), ...inner]
    const target = other === undefined ? href : topic
    if (target === undefined) return groupIn(title, children)
    if (isExternal(target)) return [{ title: title ?? target, url: target, children }]
    const page = pageOf(target, list)
    return page === undefined ? groupIn(title, children) : [{ title: title ?? page.label, url: page.url, children }]
  }

  /** The list that an address names, by its file or its folder. */
  function tocOf(href: string, { file }: List): string | undefined {
    if (isExternal(href)) return undefined
    const at = pathFrom(href.replace(/[?#][^]*$/, ''), file)
    if (href.endsWith('/')) return at === '' ? undefined : tocIn(at)
    if (!/(?:^|\/)toc\.(?:yml|md|json)$/i.test(at)) return undefined
    return tocIn(at.split('/').slice(0, -1).join('/'))
  }

  function pageOf(href: string, { file, pages }: List): { label: string; url: string } | undefined {
    const path = pathFrom(href.replace(/[?#][^]*$/, ''), file)
    const known = byUrl.get(linkKey(path))?.page
    if (known !== undefined) return known
    // Pages of an API are made from programs, and are not here.
    return /\.(?:md|html)$/i.test(path) && !href.startsWith('/')
      ? pages.find(href, path.replace(/\.\w+$/, ''))
      : undefined
  }

  /** The path below the docs folder of an address in a list. */
  function pathFrom(href: string, file: string): string {
    const isTop = /^[/~]/.test(href)
    const parts = isTop ? [] : relative(folder, dirname(file)).replaceAll('\\', '/').split('/')
    for (const part of href.replace(/^~?\/+/, '').split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    return parts.filter((part) => part !== '').join('/')
  }
}

interface List {
  file: string
  depth: number
  pages: ListedPages
}

/** The folders of paths, and those around them. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  return [...folders].sort()
}

function entriesOf(value: unknown, depth = 0): Entry[] {
  const list = Array.isArray(value) ? value : tableOf(value)?.items
  if (!Array.isArray(list) || depth > MAX_DEPTH) return []
  return list.flatMap((one: unknown): Entry[] => {
    const table = tableOf(one)
    if (table === undefined) return []
    const { name, href, items, uid, topicUid } = table
    return [
      {
        title: textOf(name) ?? textOf(table.displayName),
        href: textOf(href) ?? textOf(table.tocHref),
        topic: textOf(table.topicHref) ?? textOf(table.homepage),
        uid: textOf(uid) ?? textOf(topicUid),
        entries: entriesOf(items, depth + 1),
      },
    ]
  })
}

/** The entries of `TOC.md`: headings, by their level. */
function entriesOfHeadings(source: string): Entry[] {
  const top: Entry[] = []
  const open: { level: number; entries: Entry[] }[] = [{ level: 0, entries: top }]
  for (const line of source.split(/\r?\n/)) {
    const [, signs = '', rest = ''] = /^(#{1,6})\s([^]*)$/.exec(line) ?? []
    const written = rest.trim()
    if (written === '') continue
    const [, title = written, target] = /^\[([^\]]+)\]\(([^()]+)\)$/.exec(written) ?? []
    const href = target?.trim().split(/\s/)[0]
    while ((open.at(-1)?.level ?? 0) >= signs.length) open.pop()
    const entry = { title, href, topic: undefined, uid: undefined, entries: [] }
    open.at(-1)?.entries.push(entry)
    open.push({ level: signs.length, entries: entry.entries })
  }
  return top
}
