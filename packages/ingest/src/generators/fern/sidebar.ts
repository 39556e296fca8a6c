/** The sidebar of a Fern site in one version. Products and tabs are groups at its top. */
import { textOf } from '../../folder/plain-data.ts'
import { groupOf, isExternal, type SidebarContext } from '../../navigation/sidebar-context.ts'
import type { PlacedPage } from '../../parsed/placed-page.ts'
import type { SourceLocation } from '../../program/value.ts'
import { iconNamed } from '../../result/icon.ts'
import type { NavItem } from '../../result/page.ts'
import type { FernNode, FernPart } from './tree.ts'

/** Input of the sidebar. */
export interface FernSidebar {
  parts: readonly FernPart[]
  /** Products that are links. */
  links: readonly { title: string; href: string }[]
  version: string | undefined
  /** The path of a page relative to `docs.yml`. */
  fileOf: (page: PlacedPage) => string
  /** The address of a link below the site's path. */
  addressOf: (href: string) => string
  /** The place of a text of the configuration. */
  placeOf: (text: string) => SourceLocation
}

/** The items of the navigation. A page that is in the default version as well has its address there. */
export function fernSidebar(
  { parts, links, version, fileOf, addressOf, placeOf }: FernSidebar,
  context: SidebarContext,
): NavItem[] {
  const pages = new Map(context.all.map((one) => [fileOf(one), one]))
  let operations: string | undefined
  const shown = parts.filter((part) => part.version === version)
  const items = shown.flatMap((part): NavItem[] => {
    const children = itemsOf(part.nodes)
    if (part.product === undefined) return children
    return groupOf(part.product, children, undefined).map((group) => withIcon(group, part.icon))
  })
  if (operations !== undefined)
    context.report(
      'navigation',
      placeOf(operations),
      `Pages of the operations of an API ("${operations}" is the first place) are not made; write a page for each operation that readers need.`,
    )
  const outside = version === undefined ? links.filter(({ href }) => isExternal(href)) : []
  const [only] = items
  // One tab or product is no level of its own.
  const all = items.length === 1 && only !== undefined && only.url === undefined ? only.children : items
  return [...all, ...outside.map(({ title, href }) => ({ title, url: href, children: [] }))]

  function itemsOf(nodes: readonly FernNode[]): NavItem[] {
    return nodes.flatMap((node) => (node.isHidden ? [] : itemOf(node)))
  }

  function itemOf(node: FernNode): NavItem[] {
    const { title, href, file, icon, isOpen } = node
    if (node.isApi === true) operations ??= title
    if (href !== undefined) return [withIcon({ title, url: addressOf(href), children: [] }, icon)]
    const children = itemsOf(node.children)
    const page = file === undefined ? undefined : pages.get(file)
    if (page === undefined) {
      if (file !== undefined)
        context.report(
          'missing-page',
          placeOf(file),
          `"${file}" is in the navigation, but there is no such page; add the page or remove the entry.`,
        )
      return groupOf(title, children, isOpen).map((group) => withIcon(group, icon))
    }
    const label = textOf(page.parsed.frontMatter['sidebar-title'])?.trim() ?? title
    const item = { title: label, url: page.page.url, children, ...(isOpen && { open: isOpen }) }
    return [withIcon(item, icon)]
  }
}

function withIcon(item: NavItem, icon: unknown): NavItem {
  const known = iconNamed(icon)
  return known === undefined ? item : { ...item, icon: known }
}
