/** The crawls of a server whose configuration names a site: `docent index` as a process, at intervals and on request. */

import { resolve } from 'node:path'

import { postJson } from '@docent/crawl'
import type { CrawlControl, Log } from '@docent/server'

import { configFolder } from '../config/read-config.ts'
import { secondsOf } from '../config/duration.ts'
import type { Config } from '../config/schema.ts'
import { alarmBody } from '../crawl/alarm.ts'
import { runCrawlChild } from '../crawl/crawl-child.ts'
import { configuredSource, nameOfSource, withFlags } from '../crawl/crawl-options.ts'
import { crawlPlace, makeCrawlPlace } from '../crawl/crawl-place.ts'
import { scheduleCrawls } from '../crawl/crawl-schedule.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { ServeOptions } from './serve-options.ts'

/** The crawls of a server. */
export interface SiteCrawls {
  /** The site, for people. */
  source: string
  control: CrawlControl
  /** Begins with the first run, if it is due. Returns the function that ends the crawls. */
  start: () => () => Promise<void>
}

/** The parts of a server that crawls. */
interface CrawlingServer {
  folder: string
  data: string
  config: Config
  options: ServeOptions
  log: Log
}

/** The crawls of the configuration; `undefined` for none. @throws UsageError for a site that cannot be crawled. */
export async function openCrawls(server: CrawlingServer): Promise<SiteCrawls | undefined> {
  const { folder, data, config, options, log } = server
  if (config.crawl === undefined) return undefined
  const crawl = withFlags(config.crawl, {}, configFolder(folder, options.config))
  const source = await configuredSource(crawl, configFolder(folder, options.config))
  if (source === undefined && crawl.config === undefined)
    throw new UsageError(
      '"crawl" names no site: set "crawl.start", or "crawl.config" with a configuration that has one.',
    )
  const place = crawlPlace(data, config.index)
  makeCrawlPlace(place)
  const { webhook, every, maxAge, allowPrivate = false } = crawl
  const command = { command: commandOf(server), folder }
  const name = source ? nameOfSource(source) : (crawl.config ?? '')
  const schedule = scheduleCrawls({
    index: config.index,
    source: name,
    statusFile: place.status,
    everySeconds: every === undefined ? undefined : secondsOf(every),
    maxAgeSeconds: maxAge === undefined ? undefined : secondsOf(maxAge),
    run: (asked) => runCrawlChild(command, asked),
    raise: async (alarm) => {
      if (webhook !== undefined) await postJson(webhook, alarmBody(alarm), { allowPrivate })
    },
    log,
  })
  return {
    source: name,
    control: schedule.control,
    start() {
      schedule.start()
      return () => schedule.close()
    },
  }
}

/** The command that crawls the site of the configuration. */
function commandOf({ folder, data, options }: CrawlingServer): string[] {
  const { config, backend, opensearch = [], opensearchCa } = options
  const index = ['index', '--json', '--folder', folder, '--data', data]
  return [
    process.execPath,
    ...process.execArgv,
    process.argv[1] ?? '',
    ...index,
    // The process has another current folder.
    ...(config === undefined ? [] : ['--config', resolve(config)]),
    ...(backend === undefined ? [] : ['--backend', backend]),
    ...opensearch.flatMap((node) => ['--opensearch', node]),
    ...(opensearchCa === undefined ? [] : ['--opensearch-ca', resolve(opensearchCa)]),
  ]
}
