/** One crawl from its start addresses to a set of records, and the sets of earlier crawls. */
import { toAddress } from '../result/address.ts'
import type { CrawlResult, CrawlSets, LinkText } from '../result/crawl-result.ts'
import { openConnections, type Resolver } from '../net/connect.ts'
import type { TwinSource } from '../result/verdict.ts'
import type { Renderer } from '../render/renderer.ts'
import { folderFetcher } from '../net/folder-fetcher.ts'
import { networkFetcher, type Fetcher } from '../net/fetcher.ts'
import type { Requester } from '../net/request.ts'
import { readRobots, type RobotsRules } from '../net/robots.ts'
import type { ScopeArea } from '../discover/scope.ts'
import { openStore, openStoreUnlocked, type CrawlRow, type CrawlStore } from '../store/store.ts'
import { DEFAULT_LIMITS, type CrawlOptions, type CrawlSource } from './crawl-options.ts'
import { extractPhase } from './extract-phase.ts'
import { fetchPhase, fetchUnseen } from './fetch-phase.ts'
import { endMissing } from './missing-pages.ts'
import { rendererFor } from './lazy-renderer.ts'
import type { Run } from './run.ts'
import { areasOf, folderUrl, seed } from './seed.ts'
import { settle } from './settle.ts'
import { compareSets, countVerdicts } from './summary.ts'
import { thinnedPages } from './thinned-pages.ts'

/** The source of a crawl has a text that is no http address; the message names it. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/**
 * Crawls a site. An interrupted crawl with the same source is continued. The result reads the store: close it.
 *
 * @param resolver addresses of host names; default: the system's.
 * @throws SourceError, StoreBusyError, the reason of `signal`, errors of SQLite. Faults of the site are verdicts and notes.
 */
export async function crawl(options: CrawlOptions, resolver?: Resolver): Promise<CrawlResult> {
  const source = normalised(options.source)
  const store = openStore(options.store)
  let fetcher: Fetcher | undefined
  let renderer: Renderer | undefined
  try {
    const row = store.begin(JSON.stringify(source), options.fresh === true)
    const requester = requesterFor({ ...options, source }, resolver)
    fetcher = fetcherFor(source, requester)
    const run = runOf({ ...options, source }, { store, row, fetcher })
    if (options.chromium !== undefined) {
      renderer = rendererFor(run, options.chromium, requester.userAgent)
      run.render = renderer.render
    }
    if (row.phase === 'seed') await seed(run)
    let { outcome } = row
    if (row.phase === 'seed' || row.phase === 'fetch') {
      outcome = await fetchPhase(run, row)
      const hasGaps = outcome === 'limit' || store.state().gaps === 1
      const unseen = fetcher.unreached?.() ?? (hasGaps ? acceptedPages(store) : [])
      outcome = (await fetchUnseen(run, unseen)) ?? outcome
      if (run.follow) await endMissing(run)
      settle(run)
      store.update({ phase: 'extract', outcome })
    }
    const candidate = await extractPhase(run)
    store.pages.prune(run.id)
    store.update({ phase: 'done' })
    const accepted = store.sets.of('accepted')
    const thinned = thinnedPages(candidate, accepted)
    if (thinned !== undefined) run.note(thinned)
    const largest = store.sets.largest()
    return {
      outcome,
      counts: countVerdicts(store.frontier),
      changes: compareSets(candidate, accepted),
      candidate,
      ...(accepted !== undefined && { accepted }),
      ...(largest !== undefined && { largest }),
      earlier: store.sets.earlierAnswers(),
      verdicts: store.frontier.verdicts,
      linkTexts: () => linkTexts(store),
      notes: store.notes(),
      close: store.close,
    }
  } catch (error) {
    store.close()
    throw error
  } finally {
    await renderer?.close()
    await fetcher?.close()
  }
}

function acceptedPages({ sets }: CrawlStore): string[] {
  return [...(sets.of('accepted')?.pages() ?? [])].map(({ url }) => url)
}

/** Opens the sets of a store without crawling. */
export function openCrawlSets(file: string): CrawlSets {
  const store = openStoreUnlocked(file)
  const { sets, frontier } = store
  return {
    candidate: () => sets.of('candidate'),
    accepted: () => sets.of('accepted'),
    previous: () => sets.of('previous'),
    accept: sets.accept,
    rollback: sets.rollback,
    verdicts: frontier.verdicts,
    linkTexts: () => linkTexts(store),
    close: store.close,
  }
}

interface RunParts {
  store: CrawlStore
  row: CrawlRow
  fetcher: Fetcher
}

function runOf(options: CrawlOptions, { store, row, fetcher }: RunParts): Run {
  const { source } = options
  const areas = JSON.parse(row.scope) as ScopeArea[]
  const robots = new Map<string, Promise<RobotsRules>>()
  return {
    id: row.id,
    options,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    store,
    fetcher,
    areas: areas.length > 0 ? areas : areasOf(options),
    follow: source.kind === 'site' || source.kind === 'folder',
    again: [],
    unchanged: [],
    menus: new Set(),
    ends: { whole: 0, open: 0 },
    paces: new Map(),
    robotsOf(origin) {
      const known = robots.get(origin)
      if (known !== undefined) return known
      const read = readRobots(origin, userAgentOf(options), fetcher.file).then((rules) =>
        options.ignoreRobots === true || source.kind === 'folder'
          ? { allows: () => true, delay: 0, sitemaps: rules.sitemaps }
          : rules,
      )
      robots.set(origin, read)
      return read
    },
    ...(row.twins !== '' && { twins: row.twins as TwinSource }),
    note: store.note,
  }
}

function requesterFor(options: CrawlOptions, resolver: Resolver | undefined): Requester {
  const { limits, login, signal, source } = options
  const { bytes, seconds } = { ...DEFAULT_LIMITS, ...limits }
  const starts = addressesOf(source).map((url) => new URL(url))
  const ports = new Set(starts.map(({ port }) => port))
  return {
    connections: openConnections({ allowPrivate: options.allowPrivate === true, ports, resolve: resolver }),
    userAgent: userAgentOf(options),
    ...(login !== undefined && { login }),
    loginOrigins: new Set(starts.map(({ origin }) => origin)),
    bytes,
    seconds,
    ...(signal !== undefined && { signal }),
  }
}

const fetcherFor = (source: CrawlSource, requester: Requester): Fetcher =>
  source.kind === 'folder'
    ? folderFetcher(source.folder, folderUrl(source.url), requester.bytes)
    : networkFetcher(requester)

const userAgentOf = ({ version, contact }: CrawlOptions): string =>
  `Docent/${version}${contact === undefined ? '' : ` (+${contact})`}`

/** The addresses that a source names. */
function addressesOf(source: CrawlSource): readonly string[] {
  if (source.kind === 'site') return source.starts
  if (source.kind === 'folder') return [folderUrl(source.url)]
  return source.kind === 'list' ? source.urls : source.sitemaps
}

/** The source with normalised addresses. */
function normalised(source: CrawlSource): CrawlSource {
  const address = (text: string): string => {
    const found = toAddress(text)
    if (found === undefined) throw new SourceError(`"${text}" is no http or https address; write it with https://.`)
    return found
  }
  if (source.kind === 'list') return { kind: 'list', urls: source.urls.map(address) }
  if (source.kind === 'sitemap') return { kind: 'sitemap', sitemaps: source.sitemaps.map(address) }
  if (source.kind === 'folder') return { ...source, url: address(source.url) }
  return { kind: 'site', starts: source.starts.map(address), sitemaps: (source.sitemaps ?? []).map(address) }
}

/** Texts of links between pages of the last crawl that were indexed. */
function* linkTexts({ frontier, pages }: CrawlStore): Generator<LinkText> {
  for (const verdict of frontier.verdicts()) {
    if (verdict.state !== 'indexed') continue
    for (const { url, text } of pages.links(verdict.url)) {
      if (text !== '' && url !== verdict.url && frontier.isIndexed(url)) yield { url, text }
    }
  }
}
