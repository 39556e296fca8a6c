/** The options of a crawl: those of the command, then those of the configuration. */

import { resolve } from 'node:path'

import type { CrawlSource, Login } from '@docent/crawl'

import type { CrawlConfig } from '../config/schema.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { crawlSource, isAddress, readAddress } from './crawl-source.ts'

/** Options of the command that shape a crawl. */
export interface CrawlFlags {
  siteUrl?: string
  pages?: number
  minutes?: number
  rate?: number
  allowPrivate?: boolean
  ignoreRobots?: boolean
  crawlConfig?: string
}

/**
 * The configuration with the options of the command in it. @param folder the folder that paths of the configuration are relative to;
 * those of the command are relative to the current one.
 */
export function withFlags(config: CrawlConfig, flags: CrawlFlags, folder: string): CrawlConfig {
  const { siteUrl, pages, minutes, rate, allowPrivate, ignoreRobots, crawlConfig } = flags
  const file = crawlConfig === undefined ? config.config && resolve(folder, config.config) : resolve(crawlConfig)
  return {
    ...config,
    ...(file && { config: file }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(pages !== undefined && { pages }),
    ...(minutes !== undefined && { minutes }),
    ...(rate !== undefined && { rate }),
    ...(allowPrivate && { allowPrivate }),
    ...(ignoreRobots && { ignoreRobots }),
  }
}

/** The source of the configuration. Several starts are sites. @throws UsageError */
export async function configuredSource(
  { start, siteUrl }: CrawlConfig,
  folder: string,
): Promise<CrawlSource | undefined> {
  if (start === undefined) return undefined
  if (typeof start !== 'string') return { kind: 'site', starts: start.map((one) => readAddress(one).href) }
  const path = isAddress(start) ? start : resolve(folder, start)
  const source = await crawlSource(path, siteUrl)
  if (source === undefined)
    throw new UsageError(`"crawl.start": ${start} is no site, sitemap, file of addresses or built folder.`)
  return source
}

/** The source as a text for people. */
export function nameOfSource(source: CrawlSource): string {
  if (source.kind === 'site') return source.starts.join(', ')
  if (source.kind === 'sitemap') return source.sitemaps.join(', ')
  return source.kind === 'list' ? `${source.urls.length} addresses` : source.folder
}

/** The login in the environment; secrets are in no option, since other users of the machine can read those. @throws UsageError */
export function loginOf(env: NodeJS.ProcessEnv): Login | undefined {
  const {
    DOCENT_CRAWL_USERNAME: user,
    DOCENT_CRAWL_PASSWORD: password,
    DOCENT_CRAWL_HEADER: header,
    DOCENT_CRAWL_COOKIE: cookie,
  } = env
  const given = [user ?? password, header, cookie].filter((one) => one !== undefined)
  if (given.length > 1)
    throw new UsageError(
      'Several logins are in the environment: set DOCENT_CRAWL_USERNAME with DOCENT_CRAWL_PASSWORD, or DOCENT_CRAWL_HEADER, or DOCENT_CRAWL_COOKIE.',
    )
  if (cookie !== undefined) return { kind: 'cookie', value: cookie }
  if (header !== undefined) return readHeader(header)
  if (user === undefined && password === undefined) return undefined
  if (user === undefined || password === undefined)
    throw new UsageError('DOCENT_CRAWL_USERNAME and DOCENT_CRAWL_PASSWORD belong together: set both.')
  return { kind: 'basic', user, password }
}

function readHeader(header: string): Login {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(\S[^\r\n]*)$/.exec(header) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError('DOCENT_CRAWL_HEADER is no header: write it as in "Authorization: Bearer …".')
  return { kind: 'header', name, value }
}
