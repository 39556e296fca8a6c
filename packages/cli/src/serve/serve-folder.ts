/**
 * Serves a folder: reads it, stores its records in the backend, and serves website and search API on one port. In dev
 * mode drafts are shown and the folder is watched: every save updates page and search.
 */

import { setTimeout as delay } from 'node:timers/promises'

import type { Docs } from '@docent/ingest'
import {
  type Backend,
  createApi,
  type Fetch,
  joinApi,
  joinShed,
  listen,
  type Log,
  refuseOtherNames,
  type RefuseEarly,
  type Semantic,
} from '@docent/server'

import { servedAssistants } from '../assistants/served-assistants.ts'
import { storeUnanswered } from '../assistants/unanswered.ts'
import { chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { requireFolderIndex } from '../backend/folder-index.ts'
import { pageKey, watchPageKey } from '../backend/page-key.ts'
import { ignoredConfig, readConfig } from '../config/read-config.ts'
import { announceServer, makeDataFolder, withdrawServer } from '../data/data-folder.ts'
import { writeProblems } from '../reading/problem-file.ts'
import { type DocsIndex, openDocsIndex } from './docs-index.ts'
import { type FolderSource, openSource } from './folder-source.ts'
import { openConfiguredSemantic } from './open-semantic.ts'
import { openReports } from './reports.ts'
import type { ServeOptions } from './serve-options.ts'
import { openSite, type ServedSite } from './served-site.ts'
import { addressOf, adminKey, openLog } from './server-parts.ts'
import { firstHitIn, suggestQueries } from './suggest-queries.ts'
import { unlessAborted } from './unless-aborted.ts'
import { watchFolder } from './watch-folder.ts'

/** Wait (ms) of the suggested queries in a dev server, so that searches that waited for the index are answered first. */
const SUGGESTION_PAUSE_MS = 50

/** A server that answers pages. */
export interface Listening {
  url: string
  docs: Docs
  /** The data folder. */
  data: string
  /** A sentence about a configuration that is not read; absent for none. */
  ignoredConfig?: string
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
  onUpdate?(update: { docs: Docs; data: string; changed: number; ms: number } | { error: unknown }): void
}

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

  const config = await readConfig(folder, options.config)
  const { index } = config
  const base = options.base ?? config.base
  const data = makeDataFolder(folder, options.mode, options.data)
  const log = openLog(opened, data, options.log ?? 'off')
  // Drafts of an author do not belong in the readers' cluster.
  const cluster = live ? undefined : chosenCluster(folder, options, config)
  // Its threads start while the docs are read.
  const opening = openBackend(cluster, data, log, { stays: true })
  const closed = opening.then(
    ({ close }) => close,
    () => undefined,
  )
  opened.defer(async () => (await closed)?.())
  const source = await openSource(folder, options, { config, data, signal })
  writeProblems(data, source.docs.problems)
  const { backend } = await opening
  const semantic = openConfiguredSemantic(opened, backend, { config, mode: options.mode, data, log })
  // The dev server has a data folder of its own, without other records.
  if (!live) await requireFolderIndex(backend, index, folder)
  let shownMs = 0
  const docsIndex = openDocsIndex(backend, index, source, {
    live,
    onUpdate: (update) =>
      events.onUpdate?.('error' in update ? update : { docs: source.docs, data, ...update, ms: shownMs }),
  })
  // A production server builds its index first; a dev server shows the first page first.
  if (!live) await unlessAborted(signal, docsIndex.built)

  const admin = await adminKey(backend)
  const site = await openSite(source, { index, searchKey: await pageKey(backend, index), base, live })
  const server = await listenFor({ options, base, data, log, backend, source, site, docsIndex, semantic })
  opened.defer(() => server.close())
  opened.defer(() => site.close())

  const url = addressOf(options.host, server.port, base)
  await announce()
  opened.defer(() => withdrawServer(folder, data))
  opened.defer(watchPageKey(backend, index, site.searchKey, changeKey))
  const ignored = ignoredConfig(folder, source.docs.folder, options.config)
  const listening: Listening = {
    ...(ignored !== undefined && { ignoredConfig: ignored }),
    url,
    docs: source.docs,
    data,
    readyMs: performance.now() - started,
    portChanged: options.port !== 0 && server.port !== options.port,
  }
  events.onListening?.(listening)
  log({ level: 'info', event: 'started', message: `Serving at ${url}`, url, ms: Math.round(listening.readyMs) })

  if (live) await followSaves()
  await unlessAborted(signal, docsIndex.built)
  return {
    ...listening,
    searchKey: site.searchKey,
    suggestions: await suggest(),
    close() {
      stopping.abort()
      return opened.disposeAsync()
    },
  }

  async function suggest(): Promise<string[]> {
    if (live) await delay(SUGGESTION_PAUSE_MS)
    return suggestQueries(source.docs.records, firstHitIn(backend, index))
  }

  function announce(): Promise<void> {
    const keys = { searchKey: site.searchKey, adminKey: admin }
    return announceServer(folder, data, { url, pid: process.pid, ...keys, index, folderIndex: index })
  }

  async function changeKey(key: string): Promise<void> {
    await site.changeKey(key)
    const message = 'The key of the pages was deleted or may no longer search: they carry a new one'
    log({ level: 'warn', event: 'page-key-changed', message })
    await announce()
  }

  /** Watches the folder, from the first answered page on. */
  async function followSaves(): Promise<void> {
    docsIndex.firstPage.begin()
    opened.defer(() => docsIndex.firstPage.close())
    await unlessAborted(signal, docsIndex.firstPage.done)
    opened.defer(() => docsIndex.close())
    const watcher = await watchFolder(
      source.docs.folder,
      async () => {
        await refresh()
        watcher.also(source.dependencies())
      },
      (message) => log({ level: 'warn', event: 'watch-failed', message }),
    )
    watcher.also(source.dependencies())
    opened.defer(() => watcher.close())
  }

  /** Shows saved changes: first the pages, then the index. */
  async function refresh(): Promise<void> {
    const begun = performance.now()
    try {
      const isChanged = await site.refresh()
      writeProblems(data, source.docs.problems)
      if (!isChanged) return
      shownMs = performance.now() - begun
      docsIndex.update()
    } catch (error) {
      if (signal.aborted) return
      site.fail(messageOf(error))
      events.onUpdate?.({ error })
    }
  }
}

/** The parts that answer requests. */
interface AnsweringParts {
  options: ServeOptions
  base: string
  data: string
  log: Log
  backend: Backend
  source: FolderSource
  site: ServedSite
  docsIndex: DocsIndex
  semantic: Semantic | undefined
}

/** Listens with the search API, the site, and its form for reports on one port. */
function listenFor({
  options,
  base,
  data,
  log,
  backend,
  source,
  site,
  docsIndex,
  semantic,
}: AnsweringParts): ReturnType<typeof listen> {
  const { index, trustedProxies = [] } = source.config
  const logsQueries = options.logQueries ?? false
  const assistants = servedAssistants({
    index,
    base,
    host: options.host,
    config: () => source.config,
    publicKey: () => site.searchKey,
    docs: () => source.docs,
    onUnanswered: logsQueries ? storeUnanswered(data) : undefined,
    log,
  })
  const settings = { publicUrl: base, log, logsQueries, trustedProxies, folderIndex: index, semantic, assistants }
  const api = createApi(backend, settings)
  const reports = openReports(data, { trustedProxies, siteUrl: () => source.config.siteUrl })
  const shed = joinShed(base, api.shed)
  // A dev server shows drafts to its author; a production server is public.
  const refuseName = options.mode === 'dev' ? refuseOtherNames(ownNames, log) : () => false
  const refuseEarly: RefuseEarly = (incoming, outgoing) => refuseName(incoming, outgoing) || shed(incoming, outgoing)
  const { countEnd } = api
  return listen(joinApi(base, answerApi, answerSite), { ...options, trustedProxies, log, refuseEarly, countEnd })

  /** Names of the server in options and configuration. */
  function ownNames(): string[] {
    const { siteUrl } = source.config
    return [options.host.toLowerCase(), ...(siteUrl === undefined ? [] : [new URL(siteUrl).hostname])]
  }

  /** A search waits for the index at the start, and after a save. */
  async function answerApi(...[request, env]: Parameters<Fetch>): Promise<Response> {
    await docsIndex.ready()
    return api.fetch(request, env)
  }

  async function answerSite(...[request, env]: Parameters<Fetch>): Promise<Response> {
    const isReport = request.method === 'POST' && new URL(request.url).pathname === `${base}_docent/report`
    const response = await (isReport ? reports.receive(request, env) : site.fetch(request))
    docsIndex.firstPage.answered()
    return response
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
