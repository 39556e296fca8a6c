/** Fern's navigation as a tree with the addresses of its pages. Slugs follow the tree; see `slugs.ts`. */
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { changelogEntries, folderEntry, type FolderEntry, filesBelow, isOverview, type Pages } from './folder-pages.ts'
import { type Part, partsOf, pathIn } from './settings.ts'
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

/** The surroundings of an entry. */
interface Around {
  /** The slug to which that of the entry is appended. */
  scope: SlugScope
  /** The folder of the paths that it names. */
  folder: string
  /** Whether an entry around it is hidden. */
  isHidden: boolean
}

/** @param pages all pages with their front matter; without them the tree has the names of files, but no final addresses. */
export function fernTree(data: Table, pages: Pages, base: string): FernTree {
  const tree: FernTree = { parts: [], folders: [], changelogs: [] }
  const top: SlugScope = { base, slug: base }
  const titlesOfFolders = tableOf(data.settings)?.['folder-title-source']
  let entries = 0
  const parts = partsOf(data)
  if (parts[0]?.product !== undefined) {
    const landing = pageNode(tableOf(data['landing-page']), { scope: top, folder: '', isHidden: false })
    if (landing !== undefined) tree.parts.push({ nodes: [landing] })
  }
  tree.parts.push(...parts.map(partNode))
  return tree

  function partNode({ product, version, isDefault, contents, folder }: Part): FernPart {
    const named = (table: Table | undefined): { name: string; own: string } => {
      const name = titleOf(table?.['display-name'])
      return { name, own: slugIn(table?.slug) ?? kebabCase(name) }
    }
    const ofPart = product === undefined ? top : ofProduct(top, named(product).own)
    const scope = version === undefined ? ofPart : ofVersion(ofPart, named(version).own)
    const around = { scope, folder, isHidden: false }
    const first = pageNode(tableOf(contents['landing-page']), around)
    const nodes = [...(first === undefined ? [] : [first]), ...navigation(contents, around)]
    const [written, without] = [belowBase(scope.slug, base), belowBase(ofPart.slug, base)]
    const isPlain = version === undefined || written === without
    return {
      ...(product && { product: named(product).name, icon: product.icon }),
      ...(isPlain ? {} : isDefault ? { alias: [written, without] } : { version: named(version).name, folder: written }),
      nodes: isPlain || !isDefault ? nodes : nodes.map((node) => moved(node, written, without)),
    }
  }

  function navigation(contents: Table, around: Around): FernNode[] {
    const tabs = tableOf(contents.tabs) ?? {}
    return tablesOf(contents.navigation).flatMap((one) =>
      typeof one.tab === 'string' ? tabNode(one, tableOf(tabs[one.tab]), around) : entryNodes(one, around),
    )
  }

  function tabNode(item: Table, tab: Table | undefined, around: Around): FernNode[] {
    const title = titleOf(tab?.['display-name'])
    if (tab === undefined || title === '') return []
    if (item.layout === undefined && item.variants === undefined) {
      const href = textOf(tab.href)
      if (href !== undefined) return [linkNode(tab, title, href, around)]
      const changelog = textOf(tab.changelog) ?? textOf(tab.blog)
      return changelog === undefined ? [] : changelogNode({ ...tab, title, changelog }, around)
    }
    const own = slugged(tab, title, around)
    const inner = inside(tab, own, around)
    const variants = tablesOf(item.variants)
    const children =
      variants.length === 0 ? entryList(item.layout, inner) : variants.map((variant) => variantNode(variant, inner))
    return [nodeOf(tab, title, own, around, { children })]
  }

  function variantNode(variant: Table, around: Around): FernNode {
    const title = titleOf(variant.title)
    const own = slugged(variant, title, around)
    return nodeOf(variant, title, own, around, { children: entryList(variant.layout, inside(variant, own, around)) })
  }

  function entryList(list: unknown, around: Around): FernNode[] {
    return tablesOf(list).flatMap((item) => entryNodes(item, around))
  }

  function entryNodes(item: Table, around: Around): FernNode[] {
    if (++entries > MAX_ENTRIES) return []
    const page = pageNode(item, around)
    if (page !== undefined) return [page]
    if (item.section !== undefined) return [sectionNode(item, around)]
    if (item.api !== undefined) return [apiNode(item, titleOf(item.api), item.layout, around, true)]
    const [link, href] = [titleOf(item.link), textOf(item.href)]
    // A link cannot be hidden by itself.
    if (link !== '' && href !== undefined) return [linkNode({ icon: item.icon }, link, href, around)]
    if (item.changelog !== undefined || item.blog !== undefined) return changelogNode(item, around)
    return item.folder === undefined ? [] : folderNode(item, around)
  }

  function linkNode(item: Table, title: string, href: string, around: Around): FernNode {
    return { title, href, icon: item.icon, isHidden: isHiddenIn(item, around), children: [] }
  }

  function pageNode(item: Table | undefined, around: Around): FernNode | undefined {
    const file = pathIn(around.folder, item?.path)
    if (item?.page === undefined || file === undefined) return undefined
    const title = titleOf(item.page)
    return nodeOf(item, title, slugged({ ...item, 'skip-slug': false }, title, around, file), around, { file })
  }

  function sectionNode(item: Table, around: Around): FernNode {
    const title = titleOf(item.section)
    const file = pathIn(around.folder, item.path)
    const isSkipped = item['skip-slug'] === true
    // The page of a section that is skipped has the slug of its front matter, and the pages below it do not.
    const inner = slugged(item, title, around, isSkipped ? undefined : file)
    const own =
      isSkipped && wholeOf(file) !== undefined ? slugged({ ...item, 'skip-slug': false }, title, around, file) : inner
    const children = entryList(item.contents, inside(item, inner, around))
    return nodeOf(item, title, own, around, { file, ...openOf(item), children })
  }

  /** The reference of an API, or a section of it. */
  function apiNode(item: Table, name: string, contents: unknown, around: Around, isApi?: true): FernNode {
    const file = pathIn(around.folder, item.summary)
    const own = slugged(item, name, around, file)
    const children = apiLayout(contents, inside(item, own, around))
    return nodeOf(item, (!isApi && titleOf(item.title)) || name, own, around, {
      file,
      ...(isApi && { isApi }),
      children,
    })
  }

  /** The pages, sections and links among the operations of an API. */
  function apiLayout(list: unknown, around: Around): FernNode[] {
    return tablesOf(list).flatMap((item): FernNode[] => {
      if (item.section !== undefined) return apiSection(item, titleOf(item.section), around)
      if (item.page !== undefined || item.link !== undefined) return entryNodes(item, around)
      if (item.endpoint !== undefined || item.operation !== undefined) return []
      // `- users: [...]`: the operations of a package.
      return Object.entries(item).flatMap(([name, value]) =>
        apiSection(tableOf(value) ?? { contents: value }, name, around),
      )
    })
  }

  function apiSection(item: Table, name: string, around: Around): FernNode[] {
    return ++entries > MAX_ENTRIES ? [] : [apiNode(item, name, item.contents, around)]
  }

  function changelogNode(item: Table, around: Around): FernNode[] {
    const log = pathIn(around.folder, item.changelog ?? item.blog)
    if (log === undefined || tree.changelogs.length >= MAX_FOLDERS) return []
    tree.changelogs.push(log)
    const title = titleOf(item.title) || (item.changelog === undefined ? 'Blog' : 'Changelog')
    const file = filesBelow(log, pages).find(isOverview)
    const own = slugged({ ...item, 'skip-slug': false }, title, around, file)
    const isHidden = isHiddenIn(item, around)
    const children = changelogEntries(log, pages).map((one): FernNode => {
      const slug = slugBelow(applySlug(own, { own: one.slug, whole: wholeOf(one.file) }))
      return { title: one.title, slug, file: one.file, isHidden, children: [] }
    })
    return [nodeOf(item, title, own, around, { file, children })]
  }

  function folderNode(item: Table, around: Around): FernNode[] {
    const path = pathIn(around.folder, item.folder)
    if (path === undefined || tree.folders.length >= MAX_FOLDERS) return []
    tree.folders.push(path)
    const source = item['title-source'] ?? titlesOfFolders
    const entry = folderEntry(path, pages, source === 'frontmatter')
    const own = {
      title: titleOf(item.title) || entry.title,
      slug: slugIn(item.slug) ?? entry.slug,
      isHidden: isHiddenIn(item, around),
    }
    const node = inFolder({ ...entry, ...own }, around.scope, false, item['skip-slug'] === true)
    return [{ ...node, icon: item.icon, ...openOf(item) }]
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

  function slugged(item: Table, title: string, { scope }: Around, file?: string): SlugScope {
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

  function nodeOf(
    item: Table,
    title: string,
    own: SlugScope,
    around: Around,
    { file, ...more }: { file?: string | undefined; isOpen?: true; isApi?: true; children?: FernNode[] },
  ): FernNode {
    const slug = slugBelow(own)
    const page = file === undefined ? {} : { file }
    return { title, slug, ...page, icon: item.icon, isHidden: isHiddenIn(item, around), children: [], ...more }
  }
}

const isHiddenIn = (item: Table, around: Around): boolean => around.isHidden || item.hidden === true

/** The around of the entries in an item. */
const inside = (item: Table, scope: SlugScope, around: Around): Around => ({
  scope,
  folder: around.folder,
  isHidden: isHiddenIn(item, around),
})

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
