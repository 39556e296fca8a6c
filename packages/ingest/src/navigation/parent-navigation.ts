/**
 * Sidebars in which a page names its parent by title, as in Just the Docs: `parent`, `grand_parent` or `ancestor`, and
 * `nav_order`. Numbers come before texts; a page without `nav_order` is ordered by its title.
 */
import { trimmedTextOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'

/** A page with its front matter, the configuration's defaults included. */
export interface TitledPage {
  one: PlacedPage
  frontMatter: Record<string, unknown>
}

/** A page that names a parent that is not there. */
export type ReportParent = (page: TitledPage, parent: string) => void

interface Node {
  page: TitledPage
  title: string
  parent: Node | undefined
  children: Node[]
}

/** The tree of pages. Pages with `nav_exclude`, or without a title, are not in it. @param caseless order of titles. */
export function parentNavigation(pages: TitledPage[], caseless: boolean, report: ReportParent): NavItem[] {
  const nodes = pages
    .filter(({ frontMatter, one }) => frontMatter.nav_exclude !== true && one.parsed.title !== undefined)
    .map((page): Node => ({ page, title: page.one.page.title, parent: undefined, children: [] }))
  const byTitle = Map.groupBy(nodes, ({ title }) => title)
  for (const node of nodes) {
    const parent = trimmedTextOf(node.page.frontMatter.parent)
    if (parent === undefined) continue
    node.parent = parentOf(node, byTitle.get(parent) ?? [])
    if (node.parent === undefined) report(node.page, parent)
  }
  for (const node of nodes) if (isCircular(node)) node.parent = undefined
  for (const node of nodes) node.parent?.children.push(node)
  const top = nodes.filter(({ parent }) => parent === undefined)
  return itemsOf(top, caseless, undefined)
}

/** The page with the title that lies below the named ancestor; else the one whose folder is nearest. */
function parentOf(node: Node, named: Node[]): Node | undefined {
  const candidates = named.filter((one) => one !== node)
  const { grand_parent: grand, ancestor } = node.page.frontMatter
  const above = trimmedTextOf(grand) ?? trimmedTextOf(ancestor)
  const below = candidates.filter((one) => above !== undefined && trimmedTextOf(one.page.frontMatter.parent) === above)
  const fitting = below.length > 0 ? below : candidates
  const nearness = (one: Node): number => sharedStart(one.page.one.path, node.page.one.path)
  return fitting.toSorted((a, b) => nearness(b) - nearness(a))[0]
}

/** Number of folders that two paths share at their beginning. */
function sharedStart(a: string, b: string): number {
  const [first, second] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)]
  const end = first.findIndex((part, index) => part !== second[index])
  return end < 0 ? first.length : end
}

function isCircular(node: Node): boolean {
  const seen = new Set<Node>()
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

function itemsOf(nodes: Node[], caseless: boolean, direction: unknown): NavItem[] {
  const collator = new Intl.Collator('en', {
    numeric: false,
    sensitivity: caseless ? 'base' : 'variant',
    caseFirst: 'upper',
  })
  const sorted = nodes.toSorted(
    (a, b) => compare(orderOf(a), orderOf(b), collator) || collator.compare(a.title, b.title),
  )
  if (direction === 'desc' || direction === 'reversed') sorted.reverse()
  return sorted.map(({ page, title, children }) => ({
    title,
    url: page.one.page.url,
    children: itemsOf(children, caseless, page.frontMatter.child_nav_order),
  }))
}

function orderOf({ page, title }: Node): string | number {
  const order = page.frontMatter.nav_order
  return typeof order === 'number' || (typeof order === 'string' && order !== '') ? order : title
}

function compare(a: string | number, b: string | number, collator: Intl.Collator): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1
  return typeof b === 'number' ? 1 : collator.compare(a, b)
}
