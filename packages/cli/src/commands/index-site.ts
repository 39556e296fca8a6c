/** `docent index <site>`: crawls a site, a sitemap, a list of addresses or a built folder, and fills an index with its pages. */

import { resolve } from 'node:path'

import { type CrawlOptions, type CrawlSource, postJson } from '@docent/crawl'
import type { IndexSettings } from '@docent/engine'

import { type AddressFlags, refuseAddressFlags } from '../config/published-site.ts'
import { configFolder, readConfig } from '../config/read-config.ts'
import type { Config, CrawlConfig } from '../config/schema.ts'
import { version } from '../config/version.ts'
import { alarmBody } from '../crawl/alarm.ts'
import { ENDS_WITH_PARENT, reportServed } from '../crawl/crawl-child.ts'
import { configuredSource, type CrawlFlags, loginOf, nameOfSource, withFlags } from '../crawl/crawl-options.ts'
import { type CrawlPlace, crawlPlace } from '../crawl/crawl-place.ts'
import { crawlSource, isAddress } from '../crawl/crawl-source.ts'
import { findChromium } from '../crawl/find-chromium.ts'
import { type Run, runCrawl, type RunResult } from '../crawl/run-crawl.ts'
import { printRun, progressPrinter, runJson } from '../crawl/run-output.ts'
import { type Switch, switchSet } from '../crawl/switch-set.ts'
import { type ConfiguredCrawl, readCrawlConfig } from '../crawl/site-config.ts'
import { readWaitFor } from '../crawl/wait-for.ts'
import { ownDataFolder } from '../data/data-folder.ts'
import { readSettingsFile } from '../records/read-settings.ts'
import { displayPath } from '../terminal/display-path.ts'
import { messageOf } from '../terminal/message-of.ts'
import { plural } from '../terminal/plural.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { STOP_SIGNALS, StoppedError } from '../terminal/stop-signal.ts'
import { print, printError } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { explained, openCrawledIndex, readTarget, refuseServed, type TargetOptions } from './index-target.ts'

/** Options of the command. */
export interface SiteOptions extends TargetOptions, CrawlFlags, AddressFlags {
  settings?: string
  json?: boolean
  verdicts?: boolean
  accept?: boolean
  rollback?: boolean
  waitFor?: string[]
}

/** A command about the crawl of one index. */
interface SiteCommand {
  folder: string
  config: Config
  crawl: CrawlConfig
  index: string
  place: CrawlPlace
  settings: IndexSettings | undefined
  /** The parts that an existing crawler configuration gives. */
  configured: ConfiguredCrawl | undefined
  options: SiteOptions
}

/**
 * Runs the command if its source is a site; returns the exit code, or `undefined` for a folder of Markdown and a file of records.
 * @param argument absent: the site of the configuration. @param folder has the configuration and the data folder.
 */
export async function siteCommand(
  argument: string | undefined,
  folder: string,
  options: SiteOptions,
): Promise<number | undefined> {
  const isSwitch = options.accept === true || options.rollback === true
  if (isSwitch) return switchCommand(await prepare(folder, options), options.accept === true ? 'candidate' : 'previous')
  if (argument !== undefined) {
    const source = await crawlSource(isAddress(argument) ? argument : resolve(argument), options.siteUrl)
    return source && crawlCommand(await prepare(folder, options), source)
  }
  const command = await prepare(folder, options)
  const source =
    (await configuredSource(command.crawl, configFolder(folder, options.config))) ?? command.configured?.source
  if (source === undefined && command.crawl.config !== undefined)
    throw new UsageError(
      `${displayPath(command.crawl.config)} has no address to begin with, only patterns: give the address of a page (https://…) as well.`,
    )
  if (source === undefined)
    throw new UsageError(
      'There is nothing to index: give a site (https://…), a docs folder or a file, or set "crawl" in the configuration.',
    )
  return crawlCommand(command, source)
}

async function prepare(folder: string, options: SiteOptions): Promise<SiteCommand> {
  if (options.accept && options.rollback)
    throw new UsageError('--accept and --rollback switch to different records: give one of them.')
  const config = await readConfig(folder, options.config)
  const index = options.index ?? config.index
  const given = options.settings === undefined ? undefined : await readSettingsFile(options.settings, options)
  const crawl = withFlags(config.crawl ?? {}, options, configFolder(folder, options.config))
  const place = crawlPlace(ownDataFolder(folder, 'serve', options.data), index)
  const configured = crawl.config === undefined ? undefined : await readCrawlConfig(crawl.config)
  return { folder, config, crawl, index, place, settings: given ?? configured?.settings, configured, options }
}

const STOPPED = 'Stopped. Start the command again to continue the crawl.'

async function crawlCommand(command: SiteCommand, source: CrawlSource): Promise<number> {
  const { folder, crawl: config, index, place, settings, configured, options } = command
  keepHeapSmall()
  refuseAddressFlags(nameOfSource(source), { ...options, ...(source.kind === 'folder' && { siteUrl: undefined }) })
  // Before the crawl, which takes long.
  if (readTarget(options) === undefined) await refuseServed(folder, index, options)
  const stopping = new AbortController()
  for (const signal of STOP_SIGNALS) process.once(signal, () => stopping.abort(new StoppedError(signal, STOPPED)))
  const endWithParent = (): void => stopping.abort(new Error(STOPPED))
  if (process.env[ENDS_WITH_PARENT] === '1') process.stdin.resume().once('end', endWithParent).unref()
  const began = performance.now()
  const run: Run = {
    index,
    source: nameOfSource(source),
    place,
    settings,
    parts: configured?.parts,
    options: { ...crawlOptions(command, source), signal: stopping.signal, onProgress: progressPrinter() },
    ...(options.waitFor && { waitFor: readWaitFor(options.waitFor), onServed: reportServed }),
    open: () => openCrawledIndex(folder, index, options),
    explained: (error, url) => explained(error, { url, index }),
  }
  for (const note of configured?.notes ?? []) printError(note)
  const result = await runCrawl(run)
  if (!result.hasAllPages) await sendAlarm(run, result, config)
  if (options.json) print(JSON.stringify(runJson(run, result, performance.now() - began), null, 2))
  else await printRun(run, result, { ms: performance.now() - began, verdicts: options.verdicts === true })
  return result.hasAllPages ? 0 : 1
}

/** The options of the crawl: those of the command and of our configuration before those of an existing one. */
function crawlOptions({ config, crawl, configured }: SiteCommand, source: CrawlSource): Omit<CrawlOptions, 'store'> {
  const { pages, minutes, rate, allowPrivate, ignoreRobots, contact, keepDays } = crawl
  const login = loginOf(process.env)
  const chromium = findChromium(process.env)
  const { limits, ...earlier } = configured?.options ?? {}
  return {
    ...earlier,
    source,
    version,
    reading: {
      ...(config.title !== undefined && { siteName: config.title }),
      ...(configured && { config: configured.config }),
    },
    limits: { ...limits, ...(pages !== undefined && { pages }), ...(minutes !== undefined && { minutes }) },
    ...(contact !== undefined && { contact }),
    ...(rate !== undefined && { rate }),
    ...(allowPrivate && { allowPrivate }),
    ...(ignoreRobots && { ignoreRobots }),
    ...(keepDays !== undefined && { keepDays }),
    ...(login && { login }),
    ...(chromium !== undefined && { chromium }),
  }
}

/** Sends the webhook of the configuration. That it fails is printed, since the crawl itself has an outcome. */
async function sendAlarm({ index, source }: Run, { last }: RunResult, config: CrawlConfig): Promise<void> {
  if (config.webhook === undefined || last.outcome === 'complete') return
  const body = alarmBody({ event: last.outcome, index, source, outcome: last.outcome, reasons: last.reasons })
  await postJson(config.webhook, body, { allowPrivate: config.allowPrivate === true }).catch((error: unknown) =>
    printError(`The webhook was not delivered: ${messageOf(error)}`),
  )
}

async function switchCommand(command: SiteCommand, to: Switch['to']): Promise<number> {
  const { folder, index, place, settings, configured, options } = command
  const open = (): ReturnType<typeof openCrawledIndex> => openCrawledIndex(folder, index, options)
  const switched = await switchSet({
    to,
    index,
    place,
    settings,
    parts: configured?.parts,
    open,
    explained: (error, url) => explained(error, { url, index }),
  })
  if (options.json) print(JSON.stringify({ index, ...switched }))
  else
    print(
      `${plural(switched.records, 'record')} of ${plural(switched.pages, 'page')} in ${index}, crawled ${switched.created}.`,
    )
  return 0
}
