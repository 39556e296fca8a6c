/** The options of a crawl that an existing crawler configuration gives. */

import {
  type CrawlOptions,
  type CrawlSource,
  matcherOfUrls,
  readSiteConfig,
  type SiteConfig,
  SiteConfigError,
  type UrlPattern,
} from '@docent/crawl'
import { DOCS_SETTINGS, type IndexSettings } from '@docent/engine'
import { whyRefused } from '@docent/server'

import { readText } from '../records/json-lines.ts'
import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { type ConfigParts, readConfigParts } from './config-parts.ts'

/** The parts of a crawl that a configuration gives. */
export interface ConfiguredCrawl {
  /** Absent for a configuration without addresses. */
  source?: CrawlSource
  options: Pick<
    CrawlOptions,
    'limits' | 'rate' | 'ignoreRobots' | 'included' | 'stopped' | 'wholeSitemaps' | 'sitemapAlternates'
  >
  config: SiteConfig
  settings?: IndexSettings
  /** Synonyms and rules, saved with the index. */
  parts: ConfigParts
  /** Parts that are not used, a sentence each. */
  notes: string[]
}

/** Reads a configuration. @throws UsageError */
export async function readCrawlConfig(file: string): Promise<ConfiguredCrawl> {
  const text = await readText(file)
  const name = displayPath(file)
  const config = orUsageError(() => readSiteConfig(text, name))
  // Messages about patterns do not name the file.
  return orUsageError(() => configured(config), `${name}: `)
}

/** The value of a function, whose errors about the configuration become usage errors. */
function orUsageError<T>(read: () => T, before = ''): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof SiteConfigError ? new UsageError(before + error.message) : error
  }
}

function configured(config: SiteConfig): ConfiguredCrawl {
  const {
    starts,
    sitemaps,
    maxPages,
    maxDepth,
    rate,
    ignores,
    settings,
    allowed,
    stops,
    wholeSitemaps,
    sitemapAlternates,
  } = config
  const limits = {
    ...(maxPages !== undefined && { pages: maxPages }),
    ...(maxDepth !== undefined && { depth: maxDepth }),
  }
  const source: CrawlSource | undefined =
    starts.length > 0
      ? { kind: 'site', starts, sitemaps }
      : sitemaps.length > 0
        ? { kind: 'sitemap', sitemaps }
        : undefined
  const { parts, notes } = readConfigParts(config)
  const refused = refusedIn(settings)
  const kept = Object.entries(settings ?? {}).filter(([name]) => !refused.has(name))
  return {
    ...(source && { source }),
    options: {
      ...(Object.keys(limits).length > 0 && { limits }),
      ...(rate !== undefined && { rate }),
      ...(ignores.robots && { ignoreRobots: true }),
      ...(allowed.length > 0 && { included: matchesSome(allowed) }),
      ...(stops.length > 0 && { stopped: matchesSome(stops) }),
      ...(wholeSitemaps && { wholeSitemaps }),
      ...(sitemapAlternates && { sitemapAlternates }),
    },
    config,
    ...(settings && { settings: { ...DOCS_SETTINGS, ...Object.fromEntries(kept) } }),
    parts,
    notes: [...config.notes, ...notes, ...refused.values(), ...unused(config)],
  }
}

/** A sentence for each setting that the API would refuse, by its name: those of other search engines, for example. */
function refusedIn(settings: IndexSettings | undefined): Map<string, string> {
  return new Map(
    Object.entries(settings ?? {}).flatMap(([name, value]): [string, string][] => {
      const reason = whyRefused('settings', Object.fromEntries([[name, value]]))
      return reason === undefined ? [] : [[name, `The setting "${name}" is not saved: ${reason.replace(/\.$/, '')}.`]]
    }),
  )
}

function matchesSome(patterns: readonly UrlPattern[]): (url: string) => boolean {
  const match = matcherOfUrls(patterns)
  return (url) => match(url) !== undefined
}

/** Sentences about parts of a configuration that a crawl does not use. */
function unused({ starts, sitemaps, hosts, indexName, ignores, schedule, ignoredParameters }: SiteConfig): string[] {
  return [
    ...(indexName === undefined
      ? []
      : [`The configuration names the index ${indexName}: give that name with --index.`]),
    ...hosts
      .filter((host) => ![...starts, ...sitemaps].some((url) => URL.parse(url)?.hostname === host))
      .map((host) => `The host ${host} is not crawled: no start address is on it.`),
    ...(ignores.noindex ? ['Pages that ask not to be indexed are left out all the same.'] : []),
    ...(ignores.canonical ? ['Canonical addresses are followed all the same.'] : []),
    ...(schedule === undefined ? [] : [`The schedule "${schedule}" is not used: set "crawl.every".`]),
    ...(ignoredParameters.length === 0 ? [] : ['Ignored parameters of addresses are not removed.']),
  ]
}
