/**
 * Known-item queries: a reader who knows the name of a page or section types it, and expects that page. They are made from titles,
 * headings and texts of links, and sampled by a hash, so that two runs over one site ask the same queries.
 */

import { hash } from 'node:crypto'

import type { DocRecord } from '@docent/engine'

import type { LinkText } from '../result/crawl-result.ts'

/** The names of a page. */
export interface NamedPage {
  url: string
  title: string
  headings: readonly string[]
  /** Texts of the links that lead to the page. */
  linkTexts: readonly string[]
}

/** A query and the page that should answer it. */
export interface KnownItem {
  query: string
  url: string
  from: 'title' | 'heading' | 'link'
}

/** Queries of one page: its title, and this many headings and texts of links. */
const PER_KIND = 1

/** Lengths (characters) of a name that works as a query. */
const SHORTEST = 3
const LONGEST = 80

/** Number of queries: at a threshold of 5 %, ten of them decide. */
const MAX_QUERIES = 200

/** The names of the pages that records belong to: title, headings, and the texts of links to the page. */
export function namesOfPages(records: readonly DocRecord[], linkTexts: Iterable<LinkText>): NamedPage[] {
  const texts = Map.groupBy(linkTexts, ({ url }) => url)
  return [...Map.groupBy(records, ({ url_without_anchor: url }) => url)].map(([url, own]) => ({
    url,
    title: own[0]?.hierarchy.lvl1 ?? '',
    headings: [
      ...new Set(own.filter(({ type }) => type !== 'lvl1').map(({ hierarchy, type }) => hierarchy[type] ?? '')),
    ],
    linkTexts: [...new Set((texts.get(url) ?? []).map(({ text }) => text))],
  }))
}

/** Queries for pages, at most `most`. A name that leads to several pages is no query. */
export function knownItems(pages: readonly NamedPage[], most: number = MAX_QUERIES): KnownItem[] {
  const candidates = pages.flatMap(({ url, title, headings, linkTexts }): KnownItem[] => [
    { query: title, url, from: 'title' },
    ...headings.map((query) => ({ query, url, from: 'heading' }) as const),
    ...linkTexts.map((query) => ({ query, url, from: 'link' }) as const),
  ])
  const usable = unambiguous(candidates.map((item) => ({ ...item, query: clean(item.query) })).filter(isUsable))
  return byHash(perPage(byHash(usable))).slice(0, most)
}

const clean = (name: string): string => name.replaceAll(/\s+/g, ' ').trim()

const isUsable = ({ query, from }: KnownItem): boolean =>
  query.length >= SHORTEST &&
  query.length <= LONGEST &&
  /\p{L}/u.test(query) &&
  (from === 'title' || /\p{L}{2}/u.test(query))

/** One item for a query, of the first kind; none where it leads to several pages. */
function unambiguous(items: readonly KnownItem[]): KnownItem[] {
  const sameQuery = Map.groupBy(items, ({ query }) => query.toLowerCase())
  return [...sameQuery.values()].flatMap((same) => {
    const [first] = same
    return first !== undefined && same.every(({ url }) => url === first.url) ? [first] : []
  })
}

/** At most `PER_KIND` items of a kind for each page, the first ones. */
function perPage(items: readonly KnownItem[]): KnownItem[] {
  const taken = new Map<string, number>()
  return items.filter(({ url, from }) => {
    const key = `${from} ${url}`
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return count <= PER_KIND
  })
}

function byHash(items: readonly KnownItem[]): KnownItem[] {
  return items
    .map((item) => ({ item, order: hash('sha256', `${item.url}\n${item.query}`) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ item }) => item)
}
