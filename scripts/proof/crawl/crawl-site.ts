/** Serves one built site, crawls it and measures the records. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crawl, type Verdict } from '@docent/crawl'
import type { BuiltSite } from './build-site.ts'
import { expectPages } from './expect.ts'
import { MEMBERS } from './expect-api.ts'
import { measure, measureReference } from './measure.ts'
import { pagePath } from './plain.ts'
import { ORIGIN } from './recipe.ts'
import type { SiteResult } from './report.ts'
import { serveSite } from './serve-site.ts'

/** The result of one site. */
export async function crawlSite(site: BuiltSite): Promise<SiteResult> {
  const members = site.reference === undefined ? undefined : MEMBERS[site.reference]?.(site.out)
  const expected = members === undefined ? await expectPages(site.source) : []
  const html = new Map<string, string>()
  const sitemaps: string[] = []
  for (const file of readdirSync(site.out, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.html')) html.set(pagePath(`/${file}`, '/'), readFileSync(join(site.out, file), 'utf8'))
    if (/(?:^|\/)sitemap[\w-]*\.xml$/.test(file)) sitemaps.push(readFileSync(join(site.out, file), 'utf8'))
  }
  const folder = mkdtempSync(join(tmpdir(), 'docent-crawl-'))
  const started = performance.now()
  try {
    await using served = await serveSite(site.out, site.base)
    const result = await crawl({
      source: { kind: 'site', starts: [served.origin + (site.start ?? site.base)] },
      store: join(folder, 'store.sqlite'),
      version: '0',
      allowPrivate: true,
    })
    const seconds = (performance.now() - started) / 1000
    const records = [...result.candidate.records()]
    const verdicts = [...result.verdicts()]
    const { notes } = result
    result.close()
    const layouts = verdicts.flatMap((verdict) => (verdict.state === 'indexed' ? [verdict.layout] : []))
    const crawled = { base: site.base, html, records, layouts }
    return {
      ...site,
      measurement: members === undefined ? measure(expected, crawled) : measureReference(members, crawled),
      verdicts: counted(verdicts),
      withoutVerdict: withoutVerdict(sitemaps, verdicts, served.origin),
      notes,
      seconds,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function counted(verdicts: readonly Verdict[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const verdict of verdicts) {
    const key = verdict.state === 'indexed' ? 'indexed' : verdict.reason
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** Addresses of the sitemaps that have no verdict. */
function withoutVerdict(sitemaps: readonly string[], verdicts: readonly Verdict[], origin: string): string[] {
  const known = new Set(verdicts.map(({ url }) => url))
  return sitemaps
    .flatMap((text) => [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, url = '']) => unescaped(url)))
    .map((url) => new URL(url.replace(ORIGIN, origin)).href)
    .filter((url) => !known.has(url) && !url.endsWith('.xml'))
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')
}
