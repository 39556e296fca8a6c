/** Compares the pages of two sets of records: sizes, sections, and the pages that differ. */

import type { RecordSet, SetPage } from '../result/crawl-result.ts'

/** Sections with fewer pages are not compared: removing one or two pages is an everyday change. */
export const SECTION_PAGES = 3

/** A group of pages of which none is left. */
export interface LostSection {
  /** `path`: the first segment below the folder that all pages share. `group`: `hierarchy.lvl0`. */
  by: 'path' | 'group'
  name: string
  pages: number
}

/** The differences between the set that is served and the set that would replace it. */
export interface PageComparison {
  before: Size
  after: Size
  /** Addresses, in order. */
  added: string[]
  changed: string[]
  removed: string[]
  lostSections: LostSection[]
}

/** Numbers of a set of records. */
export interface Size {
  pages: number
  records: number
}

/** The part of a set that is compared. Records are read only for pages that are removed, and to find their groups. */
export type ComparedSet = Pick<RecordSet, 'pages' | 'recordsOf'>

/** Compares two sets. */
export function comparePages(before: ComparedSet, after: ComparedSet): PageComparison {
  const old = byUrl(before)
  const current = byUrl(after)
  const removed = [...old.keys()].filter((url) => !current.has(url)).toSorted()
  const added = [...current.keys()].filter((url) => !old.has(url)).toSorted()
  const changed = [...current.values()]
    .filter(({ url, hash }) => old.has(url) && old.get(url)?.hash !== hash)
    .map(({ url }) => url)
    .toSorted()
  const lostSections =
    removed.length < SECTION_PAGES
      ? []
      : [...lostFolders(old, current, removed), ...lostGroups({ before, after, removed, kept: kept(old, current) })]
  return { before: sizeOf(old), after: sizeOf(current), added, changed, removed, lostSections }
}

const byUrl = (set: ComparedSet): Map<string, SetPage> => new Map(Array.from(set.pages(), (page) => [page.url, page]))

function sizeOf(pages: ReadonlyMap<string, SetPage>): Size {
  let records = 0
  for (const page of pages.values()) records += page.records
  return { pages: pages.size, records }
}

const kept = (old: ReadonlyMap<string, SetPage>, current: ReadonlyMap<string, SetPage>): string[] =>
  [...old.keys()].filter((url) => current.has(url))

/** Folders in which no page is left. */
function lostFolders(
  old: ReadonlyMap<string, SetPage>,
  current: ReadonlyMap<string, SetPage>,
  removed: readonly string[],
): LostSection[] {
  const folder = sharedFolder([...old.keys()])
  const names = new Set(Array.from(current.keys(), (url) => segmentBelow(folder, url)))
  return large(
    'path',
    removed.map((url) => segmentBelow(folder, url)),
  ).filter(({ name }) => !names.has(name))
}

/** Groups in which no page is left. A group that only got another name is not lost: its addresses still have records. */
function lostGroups({
  before,
  after,
  removed,
  kept,
}: {
  before: ComparedSet
  after: ComparedSet
  removed: readonly string[]
  kept: readonly string[]
}): LostSection[] {
  const sections = large(
    'group',
    removed.map((url) => groupOf(before, url)),
  )
  const lost = new Map(sections.map((section) => [section.name, section]))
  for (const url of kept) if (lost.size > 0) lost.delete(groupOf(before, url))
  for (const { url } of after.pages()) {
    if (lost.size === 0) break
    lost.delete(groupOf(after, url))
  }
  return [...lost.values()]
}

const groupOf = (set: ComparedSet, url: string): string => set.recordsOf(url)[0]?.hierarchy.lvl0 ?? ''

/** The names that enough pages have, those of most pages first. */
function large(by: LostSection['by'], names: readonly string[]): LostSection[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([name, pages]) => name !== '' && pages >= SECTION_PAGES)
    .map(([name, pages]) => ({ by, name, pages }))
    .toSorted((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1))
}

/** The longest beginning of all addresses that ends with a slash. */
function sharedFolder(urls: readonly string[]): string {
  let shared = urls[0] ?? ''
  for (const url of urls) {
    let end = 0
    while (end < shared.length && shared[end] === url[end]) end++
    shared = shared.slice(0, end)
  }
  return shared.slice(0, shared.lastIndexOf('/') + 1)
}

/** The first segment of the path below the folder; empty for a page that is elsewhere. */
function segmentBelow(folder: string, url: string): string {
  if (!url.startsWith(folder)) return ''
  const [segment = ''] = url.slice(folder.length).split(/[/?]/, 1)
  return segment
}
