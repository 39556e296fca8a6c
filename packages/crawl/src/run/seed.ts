/** The first phase: start addresses, sitemaps and lists of pages fill the frontier. */
import { readLlmsTxt } from '../discover/llms-txt.ts'
import { areaOf, isInside, type ScopeArea } from '../discover/scope.ts'
import { readSitemap, type SitemapEntry } from '../discover/sitemap.ts'
import { decodePlain } from '../net/decode-text.ts'
import { gunzipFile } from '../net/decompress.ts'
import { MAX_FILE_BYTES } from '../net/fetcher.ts'
import type { CrawlOptions } from './crawl-options.ts'
import { admit } from './admit.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'
import { probeTwins } from './twins.ts'

/** Sitemaps of one crawl; the format allows index files with 50,000. */
const MAX_SITEMAPS = 2000

/** Names under which generators write a sitemap, or the index of their sitemaps, without naming it in robots.txt. */
const SITEMAPS = ['sitemap.xml', 'sitemap-index.xml', 'sitemap_index.xml']

/** The beginning of a sitemap: a declaration, a root, or an address. */
const SITEMAP = /^\s*(?:<\?xml\s|<!--|<(?:\w+:)?(?:urlset|sitemapindex)[\s>]|https?:\/\/)/i

/** The areas of a source before any redirect: with the patterns of a configuration, all of the hosts of its start addresses. */
export function areasOf({ source, included }: Pick<CrawlOptions, 'source' | 'included'>): ScopeArea[] {
  if (source.kind === 'site') {
    const areas = source.starts.map(areaOf)
    return included === undefined ? areas : areas.map(({ host }) => ({ host, path: '/' }))
  }
  if (source.kind === 'folder') return [areaOf(folderUrl(source.url))]
  return (source.kind === 'list' ? source.urls : source.sitemaps).map((url) => ({ host: new URL(url).host, path: '/' }))
}

/** The address of a published folder, with its final slash. */
export const folderUrl = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** Fills the frontier, and begins the next phase. Repeating it after an interruption adds nothing twice. */
export async function seed(run: Run): Promise<void> {
  await fill(run)
  await probeTwins(run)
  run.store.update({ phase: 'fetch', twins: run.twins ?? '' })
}

async function fill(run: Run): Promise<void> {
  const { source } = run.options
  if (source.kind === 'list') return addListed(run, asEntries(source.urls), 'list')
  if (source.kind === 'sitemap') return await addSitemaps(run, source.sitemaps)
  const starts = source.kind === 'site' ? source.starts : [folderUrl(source.url)]
  addListed(run, asEntries(starts), 'start')
  const named = source.kind === 'site' ? (source.sitemaps ?? []) : []
  const origins = [...new Set(starts.map((url) => new URL(url).origin))]
  const fromRobots = await Promise.all(origins.map(async (origin) => (await run.robotsOf(origin)).sitemaps))
  const stated = [...new Set([...named, ...fromRobots.flat()])]
  if (stated.length > 0) await addSitemaps(run, stated)
  else for (const name of SITEMAPS) await addSitemaps(run, besideStarts(starts, name), 'guess')
  for (const url of besideStarts(starts, 'llms.txt')) {
    const outcome = await fetchFile(run, url)
    if (outcome.kind !== 'received' || outcome.type === 'text/html') continue
    const { pages, twinPages } = readLlmsTxt(decodePlain(outcome.body), url)
    // A folder shows which files its pages are: a guessed address would be preferred to the one that its links have.
    addListed(run, asEntries(source.kind === 'folder' ? pages : [...pages, ...twinPages]), 'llms.txt')
    if (twinPages.length > 0) run.twins = 'llms.txt'
  }
}

/** A file in the folder of each start and at the root of its host. */
function besideStarts(starts: readonly string[], name: string): string[] {
  return [...new Set(starts.flatMap((url) => [new URL(name, url).href, new URL(`/${name}`, url).href]))]
}

const asEntries = (urls: readonly string[]): { url: string }[] => urls.map((url) => ({ url }))

function addListed(run: Run, entries: readonly Pick<SitemapEntry, 'url' | 'lastmod'>[], source: string): void {
  run.store.transaction(() => {
    for (const { url, lastmod } of entries)
      admit(run, { url, source, depth: 0, hops: 0, listed: true, ...(lastmod !== undefined && { lastmod }) })
  })
}

/** Reads sitemaps and those that they name. @param origin `guess`: a missing one is no fault. */
async function addSitemaps(run: Run, first: readonly string[], origin: 'named' | 'guess' = 'named'): Promise<void> {
  const queue = [...first]
  const seen = new Set(queue)
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const found = await readOne(run, url, origin === 'guess' && first.includes(url))
    for (const next of found) {
      if (seen.has(next)) continue
      if (seen.size === MAX_SITEMAPS) run.note(`More than ${MAX_SITEMAPS} sitemaps; the others were not read.`)
      if (seen.size >= MAX_SITEMAPS) break
      seen.add(next)
      queue.push(next)
    }
  }
}

/** Adds the pages of one sitemap; returns the sitemaps that it names. */
async function readOne(run: Run, url: string, optional: boolean): Promise<string[]> {
  const outcome = await fetchFile(run, url)
  if (outcome.kind !== 'received') {
    const reason = 'detail' in outcome ? outcome.detail : outcome.kind
    if (outcome.kind === 'failed') run.store.update({ gaps: 1 })
    if (!optional || outcome.kind === 'failed') run.note(`The sitemap ${url} could not be read: ${reason}.`)
    return []
  }
  let text: string
  try {
    text = decodePlain(gunzipFile(outcome.body, MAX_FILE_BYTES))
  } catch (error) {
    run.note(`The sitemap ${url} could not be read: ${(error as Error).message}.`)
    return []
  }
  // Some servers send sitemaps with the type of a page.
  const isPage = outcome.type === 'text/html' ? !SITEMAP.test(text) : /^\s*<(?:!doctype\s+html|html)/i.test(text)
  if (isPage && optional) return []
  const { entries: found, malformed } = isPage ? { entries: [], malformed: [] } : readSitemap(text, url)
  const entries = onOwnHost(run, url, found)
  if (entries.length === 0) run.note(`The sitemap ${url} lists no pages.`)
  if (malformed.length > 0) run.note(`The sitemap ${url} lists texts that are no addresses: ${malformed.join(', ')}.`)
  const kinds = run.options.sitemapAlternates === true ? ['page', 'alternate'] : ['page']
  const pages = entries.filter(({ kind }) => kinds.includes(kind))
  addListed(run, pages, 'sitemap')
  return entries.filter(({ kind }) => kind === 'sitemap').map((entry) => entry.url)
}

/**
 * The entries of a sitemap of the site. If all of them name one other host, the site was built for another address, such
 * as that of a preview: they are read with the host of the sitemap.
 */
function onOwnHost({ options: { source }, areas, note }: Run, url: string, entries: SitemapEntry[]): SitemapEntry[] {
  const { origin, host } = new URL(url)
  const [named, ...others] = new Set(entries.map((entry) => new URL(entry.url).host))
  const isKnown = (one: string): boolean => areas.some((area) => area.host === one)
  if (source.kind !== 'site' || named === undefined || others.length > 0 || isKnown(named) || !isKnown(host))
    return entries
  const own = entries.map((entry) => {
    const { pathname, search } = new URL(entry.url)
    return { ...entry, url: `${origin}${pathname}${search}` }
  })
  if (!own.some((entry) => entry.kind === 'sitemap' || isInside(areas, entry.url))) return entries
  note(`The sitemap ${url} lists addresses of ${named} only; they were read as addresses of ${host}.`)
  return own
}
