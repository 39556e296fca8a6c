/**
 * Files for programs: the Markdown of each page beside it (`/guide/install.md`), `llms.txt` with a line for each page,
 * `llms-full.txt` with the Markdown of all pages (llmstxt.org), the sitemap (sitemaps.org, with the translations of each
 * page) and `robots.txt`. A file of the docs with the same path precedes them.
 */
import type { Page } from '@docent/ingest'
import { markup, type Html } from '../html.ts'
import { toHref } from '../../shared/paths.ts'
import { markdownPath } from '../content/site-paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { tagPaths } from '../content/tags.ts'

/** A file for programs. */
export interface MachineFile {
  /** Media type. */
  type: string
  body: string
}

/**
 * The file at a key of `snapshot.machine`; `undefined` when there is none. Without the site's public address, links are
 * paths and there is no sitemap, which needs absolute addresses (sitemaps.org). The host of a request is not trusted.
 */
export function machineFile(snapshot: Snapshot, key: string): MachineFile | undefined {
  const origin = snapshot.site.siteUrl
  switch (key) {
    case '/llms.txt':
      return textFile('text/plain', llmsText(snapshot, origin ?? ''))
    case '/llms-full.txt':
      return textFile('text/plain', llmsFullText(snapshot, origin ?? ''))
    case '/sitemap.xml':
      return origin === undefined ? undefined : textFile('application/xml', sitemap(snapshot, origin))
    case '/robots.txt':
      return textFile('text/plain', robots(snapshot, origin))
  }
  const page = snapshot.machine.get(key)
  return page && markdownOf(snapshot, page)
}

/** The Markdown of a page; `undefined` when the content has none. */
export function markdownOf(snapshot: Snapshot, page: Page): MachineFile | undefined {
  const body = snapshot.content.readMarkdown?.(page)
  return body === undefined ? undefined : textFile('text/markdown', body)
}

function textFile(type: string, body: string): MachineFile {
  return { type: `${type}; charset=utf-8`, body }
}

/** All pages except drafts, unlisted pages and the not-found page. */
function publicPages({ content }: Snapshot): Page[] {
  return content.pages.filter(
    ({ draft, key, frontMatter }) => !draft && key !== '/404' && frontMatter.unlisted !== true,
  )
}

function llmsText(snapshot: Snapshot, origin: string): string {
  const { site } = snapshot
  const lines = [`# ${site.title}`]
  const home = snapshot.pages.get('/')
  if (home && home.description !== '') lines.push('', `> ${home.description}`)
  let group: string | undefined
  for (const page of publicPages(snapshot)) {
    const name = page.version === undefined ? page.group : `${page.group} ${page.version}`
    if (name !== group) lines.push('', `## ${name}`, '')
    group = name
    const description = page.description === '' ? '' : `: ${page.description.replaceAll(/\s+/g, ' ')}`
    lines.push(`- [${page.title}](${origin}${toHref(site.base, markdownPath(page))})${description}`)
  }
  return `${lines.join('\n')}\n`
}

function llmsFullText(snapshot: Snapshot, origin: string): string {
  return publicPages(snapshot)
    .map(
      (page) => `Source: ${origin}${toHref(snapshot.site.base, page.url)}\n\n${markdownOf(snapshot, page)?.body ?? ''}`,
    )
    .join('\n---\n\n')
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
