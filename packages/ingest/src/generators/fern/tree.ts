/** Fern's navigation as a tree with the addresses of its pages. Slugs follow the tree; see `slugs.ts`. */
import { tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { changelogEntries, folderEntry, type FolderEntry, filesBelow, isOverview, type Pages } from './folder-pages.ts'
import { type Part, partsOf, pathIn, type Table } from './settings.ts'
import { applySlug, belowBase, joinSlugs, kebabCase, ofProduct, ofVersion, slugIn, type SlugScope } from './slugs.ts'

/** An entry of the navigation. */
export interface FernNode {
  title: string
  /** Its address below the site's path, without slashes at the ends; absent for a link. */
  slug?: string
  /** Its page, relative to `docs.yml`; the file may be missing. */
  file?: string
  href?: string
  icon?: unknown
  isOpen?: true
  isHidden: boolean
  /** Whether it holds the operations of an API. */
  isApi?: true
  children: FernNode[]
}

/** The navigation of a version, a product or the whole site. */
export interface FernPart {
  product?: string
  icon?: unknown
  /** The name of a version whose addresses have a folder; absent for the default one. */
  version?: string
  /** That folder, below the site's path. */
  folder?: string
  /** The folder that addresses of the default version may have on Fern's site as well, and what replaces it. */
  alias?: readonly [written: string, slug: string]
  nodes: FernNode[]
}

/** The navigation, and the folders that it names. */
export interface FernTree {
  parts: FernPart[]
  folders: string[]
  changelogs: string[]
}

/** Maximum number of entries. */
const MAX_ENTRIES = 20_000

/** Maximum number of folders and change logs, each of which is compared with all pages. */
const MAX_FOLDERS = 500

/** @param pages all pages with their front matter; without them the tree has the names of files, but no final addresses. */
export function fernTree(data: Table, pages: Pages, base: string): FernTree {
  const tree: FernTree = { parts: [], folders: [], changelogs: [] }
  const top: SlugScope = { base, slug: base }
  const titlesOfFolders = tableOf(data.settings)?.['folder-title-source']
  let entries = 0
  const landing = partsOf(data)[0]?.product === undefined ? undefined : pageNode(tableOf(data['landing-page']), top, '')
  if (landing !== undefined) tree.parts.push({ nodes: [landing] })
  tree.parts.push(...partsOf(data).map(partNode))
  return tree

  function partNode({ product, version, isDefault, contents, folder }: Part): FernPart {
    const named = (table: Table | undefined): { name: string; own: string } => {
      const name = titleOf(table?.['display-name'])
      return { name, own: slugIn(table?.slug) ?? kebabCase(name) }
    }
    const ofPart = product === undefined ? top : ofProduct(top, named(product).own)
    const scope = version === undefined ? ofPart : ofVersion(ofPart, named(version).own)
    const first = pageNode(tableOf(contents['landing-page']), scope, folder)
    const nodes = [...(first === undefined ? [] : [first]), ...navigation(contents, scope, folder)]
    const [written, without] = [belowBase(scope.slug, base), belowBase(ofPart.slug, base)]
    const isPlain = version === undefined || written === without
    return {
      ...(product && { product: named(product).name, icon: product.icon }),
      ...(isPlain ? {} : isDefault ? { alias: [written, without] } : { version: named(version).name, folder: written }),
      nodes: isPlain || !isDefault ? nodes : nodes.map((node) => moved(node, written, without)),
    }
  }

  function navigation(contents: Table, scope: SlugScope, folder: string): FernNode[] {
    const tabs = tableOf(contents.tabs) ?? {}
    const list = tablesOf(contents.navigation)
    return list.flatMap((one) =>
      typeof one.tab === 'string'
        ? tabNode(one, tableOf(tabs[one.tab]), scope, folder)
        : entryNodes(one, scope, folder),
    )
  }

  function tabNode(item: Table, tab: Table | undefined, scope: SlugScope, folder: string): FernNode[] {
    const title = titleOf(tab?.['display-name'])
    if (tab === undefined || title === '') return []
    const isHidden = tab.hidden === true
    const log = textOf(tab.changelog) ?? textOf(tab.blog)
    if (item.layout === undefined && item.variants === undefined) {
      const href = textOf(tab.href)
      if (href !== undefined) return [{ title, href, icon: tab.icon, isHidden, children: [] }]
      return log === undefined ? [] : changelogNode({ ...tab, title, changelog: log }, scope, folder, isHidden)
    }
    const own = slugged(tab, title, scope)
    const variants = tablesOf(item.variants)
    const children =
      variants.length === 0
        ? entryList(item.layout, own, folder, isHidden)
        : variants.flatMap((variant) => variantNode(variant, own, folder, isHidden))
    return [{ title, slug: slugBelow(own), icon: tab.icon, isHidden, children }]
  }

  function variantNode(variant: Table, scope: SlugScope, folder: string, around: boolean): FernNode[] {
    const title = titleOf(variant.title)
    const own = slugged(variant, title, scope)
    const isHidden = around || variant.hidden === true
    const children = entryList(variant.layout, own, folder, isHidden)
    return [{ title, slug: slugBelow(own), icon: variant.icon, isHidden, children }]
  }

  function entryList(list: unknown, scope: SlugScope, folder: string, isHidden: boolean): FernNode[] {
    return tablesOf(list).flatMap((item) => entryNodes(item, scope, folder, isHidden))
  }

  function entryNodes(item: Table, scope: SlugScope, folder: string, around = false): FernNode[] {
    if (++entries > MAX_ENTRIES) return []
    const page = pageNode(item, scope, folder, around)
    if (page !== undefined) return [page]
    if (item.section !== undefined) return [sectionNode(item, scope, folder, around)]
    if (item.api !== undefined) return [apiNode(item, scope, folder, around)]
    const [link, href] = [titleOf(item.link), textOf(item.href)]
    if (link !== '' && href !== undefined)
      return [{ title: link, href, icon: item.icon, isHidden: around, children: [] }]
    if (item.changelog !== undefined || item.blog !== undefined) return changelogNode(item, scope, folder, around)
    return item.folder === undefined ? [] : folderNode(item, scope, folder, around)
  }

  function pageNode(item: Table | undefined, scope: SlugScope, folder: string, around = false): FernNode | undefined {
    const file = pathIn(folder, item?.path)
    if (item?.page === undefined || file === undefined) return undefined
    const title = titleOf(item.page)
    const own = slugged({ ...item, 'skip-slug': false }, title, scope, file)
    return {
      title,
      slug: slugBelow(own),
      file,
      icon: item.icon,
      isHidden: around || item.hidden === true,
      children: [],
    }
  }

  function sectionNode(item: Table, scope: SlugScope, folder: string, around: boolean): FernNode {
    const title = titleOf(item.section)
    const file = pathIn(folder, item.path)
    const isHidden = around || item.hidden === true
    const isSkipped = item['skip-slug'] === true
    // The page of a section that is skipped has the slug of its front matter, and the pages below it do not.
    const inner = slugged(item, title, scope, isSkipped ? undefined : file)
    const own =
      isSkipped && wholeOf(file) !== undefined ? slugged({ ...item, 'skip-slug': false }, title, scope, file) : inner
    return {
      title,
      slug: slugBelow(own),
      ...(file === undefined ? {} : { file }),
      icon: item.icon,
      ...openOf(item),
      isHidden,
      children: entryList(item.contents, inner, folder, isHidden),
    }
  }

  function apiNode(item: Table, scope: SlugScope, folder: string, around: boolean): FernNode {
    const title = titleOf(item.api)
    const file = pathIn(folder, item.summary)
    const own = slugged(item, title, scope, file)
    const isHidden = around || item.hidden === true
    const children = apiLayout(item.layout, own, folder, isHidden)
    const page = file === undefined ? {} : { file }
    return { title, slug: slugBelow(own), ...page, icon: item.icon, isHidden, isApi: true, children }
  }

  /** The pages, sections and links among the operations of an API. */
  function apiLayout(list: unknown, scope: SlugScope, folder: string, around: boolean): FernNode[] {
    return tablesOf(list).flatMap((item): FernNode[] => {
      if (item.section !== undefined) return [apiSection(item, titleOf(item.section), scope, folder, around)]
      if (item.page !== undefined || item.link !== undefined) return entryNodes(item, scope, folder, around)
      if (item.endpoint !== undefined || item.operation !== undefined) return []
      // `- users: [...]`: the operations of a package.
      return Object.entries(item).map(([name, value]) =>
        apiSection(tableOf(value) ?? { contents: value }, name, scope, folder, around),
      )
    })
  }

  function apiSection(item: Table, name: string, scope: SlugScope, folder: string, around: boolean): FernNode {
    if (++entries > MAX_ENTRIES) return { title: name, isHidden: true, children: [] }
    const file = pathIn(folder, item.summary)
    const own = slugged(item, name, scope, file)
    const isHidden = around || item.hidden === true
    const children = apiLayout(item.contents, own, folder, isHidden)
    const page = file === undefined ? {} : { file }
    return { title: titleOf(item.title) || name, slug: slugBelow(own), ...page, icon: item.icon, isHidden, children }
  }

  function changelogNode(item: Table, scope: SlugScope, folder: string, around: boolean): FernNode[] {
    const place = pathIn(folder, item.changelog ?? item.blog)
    if (place === undefined || tree.changelogs.length >= MAX_FOLDERS) return []
    tree.changelogs.push(place)
    const title = titleOf(item.title) || (item.changelog === undefined ? 'Blog' : 'Changelog')
    const overview = filesBelow(place, pages).find(isOverview)
    const own = slugged({ ...item, 'skip-slug': false }, title, scope, overview)
    const isHidden = around || item.hidden === true
    const children = changelogEntries(place, pages).map((one): FernNode => {
      const slug = slugBelow(applySlug(own, { own: one.slug, whole: wholeOf(one.file) }))
      return { title: one.title, slug, file: one.file, isHidden, children: [] }
    })
    const page = overview === undefined ? {} : { file: overview }
    return [{ title, slug: slugBelow(own), ...page, icon: item.icon, isHidden, children }]
  }

  function folderNode(item: Table, scope: SlugScope, folder: string, around: boolean): FernNode[] {
    const place = pathIn(folder, item.folder)
    if (place === undefined || tree.folders.length >= MAX_FOLDERS) return []
    tree.folders.push(place)
    const source = item['title-source'] ?? titlesOfFolders
    const entry = folderEntry(place, pages, source === 'frontmatter')
    const title = titleOf(item.title) || entry.title
    const own = slugIn(item.slug) ?? entry.slug
    const isHidden = item.hidden === true
    const isSkipped = item['skip-slug'] === true
    return [
      {
        ...inFolder({ ...entry, title, slug: own, isHidden }, scope, around, isSkipped),
        icon: item.icon,
        ...openOf(item),
      },
    ]
  }

  function inFolder(entry: FolderEntry, scope: SlugScope, around: boolean, isSkipped = false): FernNode {
    const { title, file, contents } = entry
    const whole = wholeOf(file)
    const own = applySlug(scope, { own: entry.slug, whole })
    const inner = isSkipped ? scope : own
    const isHidden = around || entry.isHidden
    return {
      title,
      slug: slugBelow(isSkipped && whole === undefined ? scope : own),
      ...(file === undefined ? {} : { file }),
      isHidden,
      children: (contents ?? []).map((one) => inFolder(one, inner, isHidden)),
    }
  }

  function slugged(item: Table, title: string, scope: SlugScope, file?: string): SlugScope {
    const own = slugIn(item.slug) ?? kebabCase(title)
    return applySlug(scope, { own, whole: wholeOf(file), isSkipped: item['skip-slug'] === true })
  }

  /** The slug of a page's front matter. */
  function wholeOf(file: string | undefined): string | undefined {
    return file === undefined ? undefined : slugIn(textOf(pages.get(file)?.slug))
  }

  function slugBelow({ slug }: SlugScope): string {
    return belowBase(slug, base)
  }
}

/** A node of the default version, without the folder of the version. */
function moved(node: FernNode, written: string, without: string): FernNode {
  const { slug, children } = node
  const isBelow = slug === written || slug?.startsWith(`${written}/`) === true
  return {
    ...node,
    ...(isBelow ? { slug: joinSlugs(without, slug.slice(written.length)) } : {}),
    children: children.map((one) => moved(one, written, without)),
  }
}

function titleOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : (textOf(value)?.trim() ?? '')
}

function openOf(item: Table): { isOpen?: true } {
  const { collapsed } = item
  return collapsed === false || collapsed === 'open-by-default' || item['collapsed-by-default'] === false
    ? { isOpen: true }
    : {}
}
