/**
 * The default order of a folder: the pages of a language and version that a navigation may name, their positions from
 * front matter, and the notes of their folders.
 */
import type { Root } from '../folder/site.ts'
import { iconNamed } from '../result/icon.ts'
import type { NavItem } from '../result/page.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { autoNavigation, isIgnored, type LastCriterion } from './auto-navigation.ts'
import { type FolderNotes, type Notes, type OrderEntry, stem } from './order-entry.ts'

/** The pages of one language and version that a navigation may name, in the order of their folders. */
export interface FolderOrder {
  shown: PlacedPage[]
  notes: Notes
  /** Whether the author has written an order for the outermost folder. */
  isWritten: boolean
  /** The items of a folder; empty for all. */
  itemsIn: (folder: string, last?: LastCriterion) => NavItem[]
}

/** The order of these pages' folders. @param notes of all roots, by folder. @param lang of the pages, BCP 47. */
export function inOrderOf(members: PlacedPage[], notes: Map<Root, Notes>, lang: string): FolderOrder {
  const prefix = members[0]?.place ?? ''
  const own: Notes = new Map(
    [...new Set(members.map(({ root }) => root))].flatMap((root) =>
      [...(notes.get(root) ?? [])]
        .filter(([folder]) => `${folder}/`.startsWith(prefix) || prefix === '')
        .map(([folder, noted]): [string, FolderNotes] => [
          [root.section, `${folder}/`.slice(prefix.length).replace(/\/$/, '')].filter(Boolean).join('/'),
          noted,
        ]),
    ),
  )
  // The order of the outermost folder has no entries for other roots, whose pages come last.
  const sections = [...new Set(members.flatMap(({ root }) => root.section ?? []))]
  const top = own.get('')
  if (top?.order !== undefined)
    own.set('', { ...top, order: [...top.order, ...sections.map((name): OrderEntry => ({ kind: 'named', name }))] })
  const hidden = [...own].flatMap(([folder, noted]) => (noted.hidden === true ? [`${folder}/`] : []))
  const shown = members.filter(
    ({ page, path, inner, parsed, root }) =>
      // `[id].md` is VitePress' template of pages, which a program lists.
      page.key !== '/404' &&
      !/\[[^[\]]+\]/.test(path) &&
      !(page.home !== undefined && page.key === '/') &&
      !isUnlisted(parsed.frontMatter) &&
      // Of a repository's files beside the docs, only the README is in the navigation.
      (root.only === undefined || page.key === '/') &&
      !hidden.some((folder) => inner.startsWith(folder)),
  )
  const pages = shown.map(({ page, inner, parsed }) => ({
    url: page.url,
    path: inner,
    label: page.label,
    position: positionOf(parsed.frontMatter),
    icon: iconNamed(parsed.frontMatter.icon),
  }))
  return {
    shown,
    notes: own,
    isWritten: own.get('')?.order !== undefined,
    itemsIn: (folder, last) => autoNavigation(pages, own, lang, folder, last),
  }
}

/** Whether the author has hidden a page, or a folder above it. */
export function isHidden(path: string, notes: Notes): boolean {
  const parts = path.split('/')
  if (isIgnored(path, notes)) return true
  return parts.some((part, depth) => hides(notes.get(parts.slice(0, depth).join('/'))?.order ?? [], stem(part)))
}

function hides(order: OrderEntry[], name: string): boolean {
  return order.some((entry) =>
    entry.kind === 'group'
      ? hides(entry.entries, name)
      : entry.kind === 'named' && entry.hidden === true && entry.name === name,
  )
}

/** The folder of the nearest written order above a page. */
export function orderAbove(path: string, notes: Notes): string {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const noted = notes.get(path.slice(0, Math.max(end, 0)))
    if (noted?.order !== undefined && noted.file !== undefined) return noted.file
    if (end <= 0) return 'the order of its folder'
  }
}

function isUnlisted(frontMatter: Record<string, unknown>): boolean {
  const { sidebar } = frontMatter
  return (
    frontMatter.unlisted === true ||
    frontMatter.nav_exclude === true ||
    frontMatter.navigation === false ||
    frontMatter.hidden === true ||
    (typeof sidebar === 'object' && sidebar !== null && 'hidden' in sidebar && sidebar.hidden === true)
  )
}

function positionOf(frontMatter: Record<string, unknown>): number | undefined {
  const { sidebar } = frontMatter
  const inner: unknown =
    typeof sidebar === 'object' && sidebar !== null && 'order' in sidebar ? sidebar.order : undefined
  for (const value of [
    frontMatter.sidebar_position,
    inner,
    frontMatter.nav_order,
    frontMatter.order,
    frontMatter.weight,
    frontMatter.sort_rank,
    frontMatter.position,
  ]) {
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return undefined
}
