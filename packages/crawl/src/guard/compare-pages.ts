/** Compares the pages of two sets of records: sizes, sections, and the pages that differ. */

import type { PageSummary } from './page-summary.ts'

/** Sections with fewer pages are not compared: removing one or two pages is an everyday change. */
const SECTION_PAGES = 3

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

export interface Size {
  pages: number
  records: number
}

/** Compares two sets of pages, each with one entry for an address. */
export function comparePages(before: Iterable<PageSummary>, after: Iterable<PageSummary>): PageComparison {
  const old = byUrl(before)
  const current = byUrl(after)
  const removed = [...old.keys()].filter((url) => !current.has(url)).toSorted()
  const added = [...current.keys()].filter((url) => !old.has(url)).toSorted()
  const changed = [...current.values()]
    .filter(({ url, hash }) => old.has(url) && old.get(url)?.hash !== hash)
    .map(({ url }) => url)
    .toSorted()
  return {
    before: sizeOf(old),
    after: sizeOf(current),
    added,
    changed,
    removed,
    lostSections: removed.length < SECTION_PAGES ? [] : lostSections(old, current),
  }
}

const byUrl = (pages: Iterable<PageSummary>): Map<string, PageSummary> =>
  new Map([...pages].map((page) => [page.url, page]))

function sizeOf(pages: ReadonlyMap<string, PageSummary>): Size {
  let records = 0
  for (const page of pages.values()) records += page.records
  return { pages: pages.size, records }
}

/**
 * Sections with no page left. A section that only got another name is not lost: its addresses still have records.
 */
function lostSections(old: ReadonlyMap<string, PageSummary>, current: ReadonlyMap<string, PageSummary>): LostSection[] {
  const folder = sharedFolder([...old.keys()])
  const lost = (by: LostSection['by'], nameOf: (page: PageSummary) => string): LostSection[] => {
    const names = new Set(Array.from(current.values(), nameOf))
    const sections = Map.groupBy(old.values(), nameOf)
    return [...sections]
      .filter(([name, pages]) => name !== '' && pages.length >= SECTION_PAGES && !names.has(name))
      .filter(([, pages]) => pages.every(({ url }) => !current.has(url)))
      .map(([name, { length: pages }]) => ({ by, name, pages }))
      .toSorted((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1))
  }
  return [...lost('path', ({ url }) => segmentBelow(folder, url)), ...lost('group', ({ group }) => group)]
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
