/**
 * Files for programs: the Markdown of each page beside it (`/guide/install.md`), the lists of pages (`llms-files.ts`), the sitemap
 * (`sitemap.ts`) and `robots.txt`. A file of the docs with the same path precedes them.
 */
import type { Page } from '@docent/ingest'
import { toHref } from '../../shared/paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { llmsFile } from './llms-files.ts'
import { markdownText } from './markdown-text.ts'
import { sitemapFile } from './sitemap.ts'
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
export async function machineFile(snapshot: Snapshot, key: string): Promise<MachineFile | undefined> {
  const origin = snapshot.site.siteUrl
  if (key === '/robots.txt') return textFile('text/plain', robots(snapshot, origin))
  const sitemap = origin === undefined ? undefined : sitemapFile(snapshot, origin, key)
  if (sitemap !== undefined) return textFile('application/xml', sitemap)
  const list = await llmsFile(snapshot, key)
  if (list !== undefined) return textFile('text/plain', list)
  const page = snapshot.machine.get(key)
  return page && markdownOf(snapshot, page)
}

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

function robots({ site }: Snapshot, origin: string | undefined): string {
  const sitemap = origin === undefined ? '' : `\nSitemap: ${origin}${toHref(site.base, '/sitemap.xml')}\n`
  return `User-agent: *\nAllow: /\n${sitemap}`
}
