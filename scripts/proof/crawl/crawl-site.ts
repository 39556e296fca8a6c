/** Crawls one built site and measures the records. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FetchedPage, learnSite } from '@docent/crawl'
import type { BuiltSite } from './build-site.ts'
import { expectPages } from './expect.ts'
import { measure } from './measure.ts'
import { pagePath } from './plain.ts'
import { ORIGIN } from './recipe.ts'
import type { SiteResult } from './report.ts'

/** The result of one site. */
export async function crawlSite(site: BuiltSite): Promise<SiteResult> {
  const started = performance.now()
  const expected = await expectPages(site.source)
  const html = new Map<string, string>()
  const pages: FetchedPage[] = []
  for (const file of readdirSync(site.out, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.html')) continue
    const path = site.base + file.replace(/(?:^|(?<=\/))index\.html$/, '')
    const text = readFileSync(join(site.out, file), 'utf8')
    html.set(pagePath(`/${file}`, '/'), text)
    pages.push({ url: new URL(path.split('/').map(encodeURIComponent).join('/'), ORIGIN).href, html: text })
  }
  const reader = learnSite(pages, {})
  const read = pages.map((page) => reader.read(page))
  const records = read.flatMap((page) => page.records)
  const layouts = read.map(({ layout }) => layout)
  const measurement = measure(expected, { base: site.base, html, records, layouts })
  return { ...site, measurement, seconds: (performance.now() - started) / 1000 }
}
