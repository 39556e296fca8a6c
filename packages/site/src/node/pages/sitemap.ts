/** The sitemap (sitemaps.org): addresses of pages with their dates and translations, and of lists of tags. A long one is in parts. */
import type { Page } from '@docent/ingest'
import { toHref } from '../../shared/paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { tagPaths } from '../content/tags.ts'
import { markup, type Html } from '../html.ts'
import { publicPages } from './public-pages.ts'

/** Maximum number of addresses in one file. The format permits 50,000 in 50 MB, which addresses with twenty translations exceed. */
export const SITEMAP_LENGTH = 20_000

const FILE = /^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/

/** The file at a key: all addresses, a part of them, or the list of the parts; `undefined` for other keys. */
export function sitemapFile(snapshot: Snapshot, origin: string, key: string): string | undefined {
  const match = FILE.exec(key)
  if (match === null) return undefined
  const parts = sitemapParts(snapshot)
  if (match[1] === undefined) {
    if (parts.length === 0) return listOf(entriesOf(snapshot, origin))
    return indexOf(parts.map((part) => origin + toHref(snapshot.site.base, part)))
  }
  if (!parts.includes(key)) return undefined
  const to = Number(match[1]) * SITEMAP_LENGTH
  return listOf(entriesOf(snapshot, origin).slice(to - SITEMAP_LENGTH, to))
}

/** The keys of the parts besides `/sitemap.xml`. */
export function sitemapParts(snapshot: Snapshot): string[] {
  const length = publicPages(snapshot).length + tagPaths(snapshot.navigations, snapshot.pages).length
  if (length <= SITEMAP_LENGTH) return []
  return Array.from({ length: Math.ceil(length / SITEMAP_LENGTH) }, (_, at) => `/sitemap-${at + 1}.xml`)
}

/** An entry of the sitemap. */
type Entry = () => Html

function entriesOf(snapshot: Snapshot, origin: string): Entry[] {
  const { site, content, navigations, pages } = snapshot
  const address = (path: string): string => origin + toHref(site.base, path)
  const listed = publicPages(snapshot)
  const twins = Map.groupBy(listed, ({ version, key }) => JSON.stringify([version, key]))
  const entryOf = (page: Page) => (): Html => {
    const others = twins.get(JSON.stringify([page.version, page.key])) ?? []
    const alternates = others.length < 2 ? [] : others
    const updated = content.updated?.get(page.file)
    return markup`<url><loc>${address(page.url)}</loc>${updated === undefined ? undefined : markup`<lastmod>${updated}</lastmod>`}${alternates.map(
      ({ lang, url }) => markup`<xhtml:link rel="alternate" hreflang="${lang}" href="${address(url)}"/>`,
    )}</url>\n`
  }
  const tags = tagPaths(navigations, pages).map((path) => () => markup`<url><loc>${address(path)}</loc></url>\n`)
  return [...listed.map(entryOf), ...tags]
}

const listOf = (entries: Entry[]): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.map((make) => make())}</urlset>
`.html

const indexOf = (addresses: string[]): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => markup`<sitemap><loc>${address}</loc></sitemap>\n`)}</sitemapindex>
`.html
