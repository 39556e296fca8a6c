/**
 * Files for programs: the Markdown of each page beside it (`/guide/install.md`), the lists of pages (`llms-files.ts`), the sitemap
 * (sitemaps.org, with the translations of each page) and `robots.txt`. A file of the docs with the same path precedes them.
 */
import type { Page } from '@docent/ingest'
import { markup, type Html } from '../html.ts'
import { toHref } from '../../shared/paths.ts'
import { oncePerPage } from '../content/once-per-page.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { tagPaths } from '../content/tags.ts'
import { llmsFile, llmsParts } from './llms-files.ts'
import { publicPages } from './public-pages.ts'
import { countTokens } from '@docent/mcp/tools'

/** A file for programs. */
export interface MachineFile {
  /** Media type. */
  type: string
  body: string
  headers?: Record<string, string>
}

/**
 * The file at a key of `snapshot.machine`; `undefined` when there is none. Without the site's public address, links are
 * paths and there is no sitemap, which needs absolute addresses (sitemaps.org). The host of a request is not trusted.
 */
export function machineFile(snapshot: Snapshot, key: string): MachineFile | undefined {
  const origin = snapshot.site.siteUrl
  switch (key) {
    case '/sitemap.xml':
      return origin === undefined ? undefined : textFile('application/xml', sitemap(snapshot, origin))
    case '/robots.txt':
      return textFile('text/plain', robots(snapshot, origin))
  }
  const list = llmsFile(snapshot, key, (one) => markdownText(snapshot, one) ?? '')
  if (list !== undefined) return textFile('text/plain', list)
  const page = snapshot.machine.get(key)
  return page && markdownOf(snapshot, page)
}

/** The keys of the parts of long lists. */
export const listParts = (snapshot: Snapshot): string[] =>
  llmsParts(snapshot, (page) => markdownText(snapshot, page) ?? '')

/** The Markdown of a page with links that programs can follow from anywhere; `undefined` when the content has none. */
export const markdownText = oncePerPage(({ site, content }, page): string | undefined =>
  content.readMarkdown?.(page, (path) => (site.siteUrl ?? '') + toHref(site.base, path)),
)

/** As `markdownText`, below a line that leads to the list of all pages. */
export function markdownOf(snapshot: Snapshot, page: Page): MachineFile | undefined {
  const text = markdownText(snapshot, page)
  if (text === undefined) return undefined
  const { site } = snapshot
  const list = listAddress(snapshot)
  const body = list === undefined ? text : `> All pages of this documentation: [llms.txt](${list})\n\n${text}`
  const canonical = `<${(site.siteUrl ?? '') + toHref(site.base, page.url)}>; rel="canonical"`
  return {
    ...textFile('text/markdown', body),
    headers: { link: [canonical, ...listLinks(snapshot)].join(', '), 'x-markdown-tokens': String(countTokens(body)) },
  }
}

/** The address of the list of all pages; `undefined` for a site of files without a public address, which has none. */
export function listAddress({ site, policy }: Pick<Snapshot, 'site' | 'policy'>): string | undefined {
  const isLeftOut = policy !== undefined && site.siteUrl === undefined
  return isLeftOut ? undefined : (site.siteUrl ?? '') + toHref(site.base, '/llms.txt')
}

/** Values of `Link` headers that lead to the lists of pages. */
export function listLinks(snapshot: Snapshot): string[] {
  const list = listAddress(snapshot)
  if (list === undefined) return []
  return [`<${list}>; rel="llms-txt"`, `<${list.replace(/\.txt$/, '-full.txt')}>; rel="llms-full-txt"`]
}

function textFile(type: string, body: string): MachineFile {
  return { type: `${type}; charset=utf-8`, body }
}

function sitemap(snapshot: Snapshot, origin: string): string {
  const pages = publicPages(snapshot)
  const address = ({ url }: Page): string => origin + toHref(snapshot.site.base, url)
  const tags = tagPaths(snapshot.navigations, snapshot.pages)
  const twins = Map.groupBy(pages, ({ version, key }) => JSON.stringify([version, key]))
  const entry = (page: Page): Html => {
    const others = twins.get(JSON.stringify([page.version, page.key])) ?? []
    const alternates = others.length < 2 ? [] : others
    const updated = snapshot.content.updated?.get(page.file)
    return markup`<url><loc>${address(page)}</loc>${updated === undefined ? undefined : markup`<lastmod>${updated}</lastmod>`}${alternates.map(
      (other) => markup`<xhtml:link rel="alternate" hreflang="${other.lang}" href="${address(other)}"/>`,
    )}</url>\n`
  }
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map(entry)}${tags.map((path) => markup`<url><loc>${origin + toHref(snapshot.site.base, path)}</loc></url>\n`)}</urlset>
`.html
}

function robots({ site }: Snapshot, origin: string | undefined): string {
  const sitemap = origin === undefined ? '' : `\nSitemap: ${origin}${toHref(site.base, '/sitemap.xml')}\n`
  return `User-agent: *\nAllow: /\n${sitemap}`
}
