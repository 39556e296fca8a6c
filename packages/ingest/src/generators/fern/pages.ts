/** The pages of a Fern site: files that the navigation names, their addresses and titles, and the pages of change logs. */
import { join, posix, relative } from 'node:path'
import { encodePath, pathBelow } from '../../folder/below-root.ts'
import { indexUrl } from '../../folder/page-url.ts'
import { type Table, textOf } from '../../folder/plain-data.ts'
import type { Root, Site } from '../../folder/site.ts'
import type { Redirect } from '../../navigation/site-configuration.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { MadePage } from '../generator.ts'
import { changelogEntries, changelogEntry, isFolderPage, isOverview, type Pages } from './folder-pages.ts'
import { isBelow, joinSlugs } from './slugs.ts'
import { type FernNode, type FernTree, fernTree } from './tree.ts'

/** The place of a page in the navigation: the first one that names it. */
interface PagePlace {
  /** Below the site's path, without slashes at its ends. */
  slug: string
  /** Whether another page has this address, so that the page gets that of its file. */
  isTaken: boolean
  title: string
  isHidden: boolean
}

/** The navigation of a site whose pages are known. */
interface Placed {
  tree: FernTree
  places: Map<string, PagePlace>
  /** Further addresses: of pages that the navigation names again, and of groups, which lead to their first page. */
  others: { slug: string; file: string }[]
}

/** The path of a file relative to `docs.yml`. @param path below a root. */
export function inFern(path: string, root: Root, { home }: Site): string {
  return relative(home, join(root.folder, path)).replaceAll('\\', '/')
}

/** What the navigation names, whatever its pages contain. */
interface Named {
  tree: FernTree
  files: ReadonlySet<string>
}

const named = new WeakMap<Table, Named>()
const placed = new WeakMap<Site, Placed>()

const NO_DATA: Table = {}

function dataOf({ configuration }: Site): Table {
  return configuration?.data ?? NO_DATA
}

function baseOf({ base }: Site): string {
  return base.replace(/^\//, '')
}

/** Whether the navigation names a file, or the folder that it is in. */
export function isNamed(path: string, site: Site, root: Root): boolean {
  const known = namedIn(dataOf(site), baseOf(site))
  const file = inFern(path, root, site)
  const below = (folder: string): string | undefined =>
    folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined
  if (known.files.has(file)) return true
  if (known.tree.changelogs.some((folder) => below(folder) !== undefined) && isOfChangelog(file)) return true
  return known.tree.folders.some((folder) => {
    const inner = below(folder)
    return inner !== undefined && isFolderPage(inner)
  })
}

function isOfChangelog(file: string): boolean {
  return isOverview(file) || changelogEntry(file) !== undefined
}

/**
 * The navigation without the front matter of its pages, read once for each reading of the configuration.
 * @param base path of the site on its host, without slashes at its ends.
 */
export function namedIn(data: Table, base: string): Named {
  const known = named.get(data)
  if (known !== undefined) return known
  const tree = fernTree(data, new Map(), base)
  const found = { tree, files: new Set(nodesIn(tree).flatMap(({ file }) => file ?? [])) }
  named.set(data, found)
  return found
}

/** All entries of the navigation, each before those below it. */
export function nodesIn({ parts }: FernTree): FernNode[] {
  const found: FernNode[] = []
  const step = (node: FernNode): void => {
    found.push(node)
    for (const child of node.children) step(child)
  }
  for (const { nodes } of parts) for (const node of nodes) step(node)
  return found
}

/** The pages of change logs without one of their own: links to their entries. */
export function changelogPages(site: Site, pages: readonly PageSource[]): MadePage[] {
  const [root] = site.roots
  if (root === undefined) return []
  const known = frontMatters(pages, site)
  const { changelogs } = namedIn(dataOf(site), baseOf(site)).tree
  return [...new Set(changelogs)].flatMap((folder): MadePage[] => {
    const entries = changelogEntries(folder, known)
    const hasOwn = [...known.keys()].some((file) => file.startsWith(`${folder}/`) && isOverview(file))
    const below = relative(root.folder, join(site.home, folder)).replaceAll('\\', '/')
    if (entries.length === 0 || hasOwn || pathBelow(root.folder, below) === undefined) return []
    const links = entries.map(({ file, title }) => {
      const own = textOf(known.get(file)?.title)?.replaceAll(/[[\]\\]/g, '')
      return `- [${own ?? title}](<${posix.relative(folder, file)}>)${own === undefined ? '' : `, ${title}`}`
    })
    return [{ root, path: posix.join(below, 'index.md'), source: `${links.join('\n')}\n` }]
  })
}

function frontMatters(pages: readonly PageSource[], site: Site): Pages {
  return new Map(pages.map(({ path, root, parsed }) => [inFern(path, root, site), parsed.frontMatter]))
}

/** The pages with the titles of the navigation, where they have none, and with `hidden` where all their places are hidden. */
export function withPlaces(pages: readonly PageSource[], site: Site): PageSource[] {
  const { places } = place(site, frontMatters(pages, site))
  const placeOf = ({ path, root }: PageSource): PagePlace | undefined => places.get(inFern(path, root, site))
  // The first page of the navigation with an address has it.
  const sorted = pages.toSorted((a, b) => Number(placeOf(a)?.isTaken === true) - Number(placeOf(b)?.isTaken === true))
  return sorted.map((page) => {
    const at = placeOf(page)
    const { frontMatter, title } = page.parsed
    const subtitle = textOf(frontMatter.subtitle) ?? textOf(frontMatter.excerpt)
    const more = {
      ...(at?.isHidden === true && { hidden: true }),
      ...(textOf(frontMatter.description) === undefined && subtitle !== undefined && { description: subtitle }),
    }
    return {
      ...page,
      parsed: { ...page.parsed, title: title ?? at?.title, frontMatter: { ...frontMatter, ...more } },
    }
  })
}

function place(site: Site, pages: Pages): Placed {
  const tree = fernTree(dataOf(site), pages, baseOf(site))
  const places = new Map<string, PagePlace>()
  const others: Placed['others'] = []
  const slugs = new Set<string>()
  for (const { slug, file, title, isHidden } of nodesIn(tree)) {
    if (slug === undefined || file === undefined || !pages.has(file)) continue
    const known = places.get(file)
    if (known === undefined) {
      places.set(file, { slug, isTaken: slugs.has(slug), title, isHidden })
      slugs.add(slug)
    } else {
      others.push({ slug, file })
      if (!isHidden) known.isHidden = false
    }
  }
  const taken = new Set([...places.values(), ...others].map(({ slug }) => slug))
  for (const node of nodesIn(tree)) {
    const { slug } = node
    const file = slug === undefined || taken.has(slug) ? undefined : firstPage(node, pages)
    if (slug === undefined || file === undefined) continue
    taken.add(slug)
    others.push({ slug, file })
  }
  for (const { folder, alias, nodes } of tree.parts) {
    const slug = folder ?? alias?.[0]
    const file = nodes.map((node) => firstPage(node, pages)).find((one) => one !== undefined)
    if (slug !== undefined && file !== undefined && !taken.has(slug)) others.push({ slug, file })
  }
  const found = { tree, places, others }
  placed.set(site, found)
  return found
}

/** The first page at or below a node that readers see. */
function firstPage(node: FernNode, pages: Pages): string | undefined {
  if (node.isHidden) return undefined
  if (node.file !== undefined && pages.has(node.file)) return node.file
  for (const child of node.children) {
    const found = firstPage(child, pages)
    if (found !== undefined) return found
  }
  return undefined
}

/** The navigation of a site after `withPlaces`. */
export function placedNavigation(site: Site): Placed {
  return placed.get(site) ?? place(site, new Map())
}

/** The path that a page's file would have by its address, so that its version is that of the folder in its address. */
export function addressPath(path: string, root: Root, site: Site): string {
  const { places, tree } = placedNavigation(site)
  const { slug, isTaken } = places.get(inFern(path, root, site)) ?? {}
  if (slug === undefined || isTaken === true) return path
  const isFolder = slug === '' || tree.parts.some(({ folder }) => folder === slug)
  return joinSlugs(slug, isFolder ? 'index' : '') + posix.extname(path)
}

/** The address of a page. */
export function addressOf({ parsed, root, path }: PageSource, site: Site): string {
  const file = relative(root.folder, join(site.folder, parsed.file)).replaceAll('\\', '/')
  const slug = placedNavigation(site).places.get(inFern(file, root, site))?.slug
  return slug === undefined ? indexUrl(path) : `/${encodePath(slug)}`
}

/** Addresses that lead to pages on Fern's site as well. */
export function otherAddresses(site: Site): Redirect[] {
  const { tree, places, others } = placedNavigation(site)
  const aliases = tree.parts.flatMap(({ alias }) => (alias === undefined ? [] : [alias]))
  const again = others.flatMap(({ slug, file }): Redirect[] => {
    const to = places.get(file)?.slug
    return to === undefined || to === slug ? [] : [{ from: `/${slug}`, to: `/${to}` }]
  })
  const inVersion = (slug: string): boolean => tree.parts.some(({ folder }) => isBelow(slug, folder))
  const versioned = [...places.values()].flatMap(({ slug }) =>
    inVersion(slug)
      ? []
      : aliases.flatMap(([written, without]): Redirect[] =>
          without === '' || isBelow(slug, without)
            ? [{ from: `/${joinSlugs(written, slug.slice(without.length))}`, to: `/${slug}` }]
            : [],
        ),
  )
  return [...again, ...versioned]
}
