/**
 * Serves a folder: reads it, stores its records in the backend, and serves website and search API on one port. In dev
 * mode drafts are shown and the folder is watched: every save updates page and search.
 */

import { join, resolve } from 'node:path'
import { inspect } from 'node:util'

import { type Docs, readDocs } from '@docent/ingest'
import { createApi, type Fetch, joinApi, joinShed, listen, refuseOtherNames, type RefuseEarly } from '@docent/server'
import { createSite, type SiteSettings } from '@docent/site'

import { appearanceOf, referencesOf } from '../site/appearance.ts'
import { type BackendOptions, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { configFiles, readConfig } from '../config/read-config.ts'
import { announceServer, dataFolder, makeDataFolder, type Mode, withdrawServer } from '../data/data-folder.ts'
import { folderSettings, requireFolderIndex } from '../backend/folder-index.ts'
import { gitDates } from '../site/git-dates.ts'
import { pageKey, watchPageKey } from '../backend/page-key.ts'
import { reportAddress } from '../site/report-address.ts'
import { awaitFirstPage } from './first-page.ts'
import { openReports } from './reports.ts'
import { addressOf, adminKey, openLog } from './server-parts.ts'
import { settle } from './settle.ts'
import { contentOf } from './site-content.ts'
import { printError, visible } from '../terminal/terminal.ts'
import { firstHitIn, suggestQueries } from './suggest-queries.ts'
import { version } from '../config/version.ts'
import { unlessAborted } from './unless-aborted.ts'
import { watchFolder } from './watch-folder.ts'

export interface ServeOptions extends BackendOptions {
  mode: Mode
  host: string
  port: number
  data?: string
  config?: string
  base?: string
  /** Target of the log of all events and requests; warnings and errors are also printed. Default: none. */
  log?: 'file' | 'stdout' | 'off'
  /** Aborts the start: `serveFolder` rejects with the signal's reason. */
  signal?: AbortSignal
  /** Whether the log contains readers' queries. */
  logQueries?: boolean
}

/** A server that answers pages. */
export interface Listening {
  url: string
  docs: Docs
  /** Milliseconds from the start to the first possible answer. */
  readyMs: number
  /** True if the requested port was in use. */
  portChanged: boolean
}

/** A server with a ready search. */
export interface Served extends Listening {
  /** The search key of the website's pages at the start. */
  searchKey: string
  /** Queries with good results on these docs. */
  suggestions: string[]
  close(): Promise<void>
}

/** Events of a served folder. */
export interface ServeEvents {
  /** Pages are answered; in dev mode the search follows. */
  onListening?(listening: Listening): void
  /** The result of a save, with the time until it was visible. */
  onUpdate?(update: { docs: Docs; changed: number; ms: number } | { error: unknown }): void
}

/**
 * Pause (ms) between a save and the update of the index: the browser gets its page first, which writing records would
 * delay.
 */
const INDEX_PAUSE_MS = 150

/**
 * Serves a folder until `close` is called. @throws a typed error of one sentence if the folder cannot be read, the data
 * folder is in use, or no port is free.
 */
export async function serveFolder(folder: string, options: ServeOptions, events: ServeEvents = {}): Promise<Served> {
  const opened = new AsyncDisposableStack()
  try {
    return await open(opened, folder, options, events)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Opens the parts in order; `opened` closes them in reverse order, also when a later one fails. */
async function open(
  opened: AsyncDisposableStack,
  folder: string,
  options: ServeOptions,
  events: ServeEvents,
): Promise<Served> {
  const started = performance.now()
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  const live = options.mode === 'dev'
  let config = await readConfig(folder, options.config)
  const base = options.base ?? config.base
  const data = dataFolder(folder, options.mode, options.data)
  makeDataFolder(data)
  const cache = { file: join(data, 'parsed-pages.bin'), version }
  const closed = [dataFolder(folder, 'serve', options.data)]
  const readFolder = async (previous?: Docs): Promise<Docs> => {
    const references = referencesOf(config, await appearanceOf(folder, config))
    const title = config.title && { title: config.title }
    return readDocs(folder, { drafts: live, ...title, cache, references, closed, signal }, previous)
  }
  let docs = await readFolder()
  const log = openLog(opened, data, options.log ?? 'off')
  // Drafts of an author do not belong into the readers' cluster.
  const cluster = live ? undefined : chosenCluster(folder, options, config)
  const { backend, close } = await openBackend(cluster, data, log, { stays: true })
  opened.defer(close)
  const { index } = config
  // The dev server has a data folder of its own, without other records.
  if (!live) await requireFolderIndex(backend, index, folder)
  // A production server builds its index first; a dev server shows the first page first.
  const firstPage = awaitFirstPage()
  const indexed = live ? firstPage.done.then(indexDocs) : indexDocs()
  const settled = indexed.then(
    () => undefined,
    () => undefined,
  )
  if (!live) await unlessAborted(signal, indexed)
  const admin = await adminKey(backend)
  let search = await pageKey(backend, index)

  const onError = (error: unknown, path: string): void =>
    printError(`The page ${visible(path)} could not be made: ${inspect(error)}`)
  let settings = await readSettings()
  // The date of a page that is being written is now, and reading a long history takes time.
  const updated = live ? undefined : await gitDates(docs.folder)
  const site = createSite({ ...settings, content: contentOf(docs, updated), base, live, onError })
  let shownMs = 0
  let shownTitle = config.title
  const indexing = settle(INDEX_PAUSE_MS, reindex)
  const { trustedProxies = [] } = config
  const logsQueries = options.logQueries ?? false
  const api = createApi(backend, { publicUrl: base, log, logsQueries, trustedProxies, folderIndex: index })
  const reports = openReports(data, { trustedProxies, siteUrl: () => config.siteUrl })
  const answer = joinApi(base, answerApi, answerSite)
  const shed = joinShed(base, api.shed)
  // A dev server shows drafts to its author; a production server is public.
  const refuseName = live ? refuseOtherNames(ownNames, log) : () => false
  const refuseEarly: RefuseEarly = (incoming, outgoing) => refuseName(incoming, outgoing) || shed(incoming, outgoing)
  const server = await listen(answer, { ...options, trustedProxies, log, refuseEarly })
  opened.defer(() => server.close())
  opened.defer(() => site.close())

  const url = addressOf(options.host, server.port, base)
  await announce()
  opened.defer(() => withdrawServer(folder, data))
  opened.defer(watchPageKey(backend, index, search, changeKey))
  const listening: Listening = {
    url,
    docs,
    readyMs: performance.now() - started,
    portChanged: options.port !== 0 && server.port !== options.port,
  }
  events.onListening?.(listening)
  log({ level: 'info', event: 'started', message: `Serving at ${url}`, url, ms: Math.round(listening.readyMs) })

  if (live) {
    firstPage.begin()
    opened.defer(() => firstPage.close())
    await unlessAborted(signal, firstPage.done)
    opened.defer(() => indexing.close())
    const watcher = await watchFolder(docs.folder, async () => {
      await refresh()
      watcher.also(sources())
    })
    watcher.also(sources())
    opened.defer(() => watcher.close())
  }
  await unlessAborted(signal, indexed)
  return {
    ...listening,
    searchKey: search,
    suggestions: await suggestQueries(docs.records, firstHitIn(backend, index)),
    close() {
      stopping.abort()
      return opened.disposeAsync()
    },
  }

  /** Names of the server in options and configuration. */
  function ownNames(): string[] {
    const { siteUrl } = config
    return [options.host.toLowerCase(), ...(siteUrl === undefined ? [] : [new URL(siteUrl).hostname])]
  }

  /** The site with its form for reports. */
  async function answerSite(...[request, env]: Parameters<Fetch>): Promise<Response> {
    const isReport = request.method === 'POST' && new URL(request.url).pathname === `${base}_docent/report`
    const response = await (isReport ? reports.receive(request, env) : site.fetch(request))
    firstPage.answered()
    return response
  }

  /** A search waits for the index at the start, and after a save. */
  async function answerApi(...[request, env]: Parameters<Fetch>): Promise<Response> {
    firstPage.end()
    await settled
    await indexing.done()
    return api.fetch(request, env)
  }

  /** The site's settings beside the docs, except those that need a restart: `base` and `index`. */
  async function readSettings(): Promise<SiteSettings> {
    const { editUrl, siteUrl, redirects, markMatches } = config
    const missingResultsUrl = reportAddress(config)
    return {
      search: {
        hosts: [],
        appId: 'docent',
        apiKey: search,
        index,
        ...(missingResultsUrl !== undefined && { missingResultsUrl }),
        ...(markMatches !== undefined && { markMatches }),
      },
      appearance: await appearanceOf(folder, config),
      ...(editUrl !== undefined && { editUrl }),
      ...(siteUrl !== undefined && { siteUrl }),
      ...(redirects && { redirects }),
    }
  }

  function announce(): Promise<void> {
    return announceServer(folder, data, {
      url,
      pid: process.pid,
      searchKey: search,
      adminKey: admin,
      index,
      folderIndex: index,
    })
  }

  /** Pages carry the new key from the next request on. */
  async function changeKey(key: string): Promise<void> {
    search = key
    settings = await readSettings()
    site.update(contentOf(docs, updated), settings)
    const message = 'The key of the pages was deleted or may no longer search: they carry a new one'
    log({ level: 'warn', event: 'page-key-changed', message })
    await announce()
  }

  function sources(): string[] {
    return [...docs.sources, ...(options.config ? [resolve(options.config)] : configFiles(folder))]
  }

  async function refresh(): Promise<void> {
    const begun = performance.now()
    try {
      config = await readConfig(folder, options.config)
      const read = await readSettings()
      const changed = JSON.stringify(read) !== JSON.stringify(settings) || config.title !== shownTitle
      settings = read
      shownTitle = config.title
      docs = await readFolder(docs)
      if (!site.update(contentOf(docs), changed ? settings : undefined)) return
      shownMs = performance.now() - begun
      indexing.request()
    } catch (error) {
      if (signal.aborted) return
      site.fail(messageOf(error))
      events.onUpdate?.({ error })
    }
  }

  async function reindex(): Promise<void> {
    try {
      const changed = await indexDocs()
      events.onUpdate?.({ docs, changed, ms: shownMs })
    } catch (error) {
      events.onUpdate?.({ error })
    }
  }

  /** Updates the index to the docs; resolves with the number of changed records once searches see them. */
  async function indexDocs(): Promise<number> {
    const { added, changed, removed, taskID } = await backend.replaceRecords(index, docs.records, folderSettings(index))
    await backend.waitForTask(taskID)
    return added + changed + removed
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
