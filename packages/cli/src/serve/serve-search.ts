/**
 * The search API alone: `docent serve --search-only`, where all records come through the API, and `docent serve` with a crawled site,
 * which this server crawls again. No docs folder is read.
 */

import { joinApi, joinShed, listen } from '@docent/server'

import { chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { releaseFolderIndex } from '../backend/folder-index.ts'
import { pageKey } from '../backend/page-key.ts'
import { readConfig } from '../config/read-config.ts'
import { makeDataFolder } from '../data/data-folder.ts'
import { announceServer, withdrawServer } from '../data/running-server.ts'
import { openConfiguredSemantic } from './open-semantic.ts'
import { createServedApi } from './served-api.ts'
import { openCrawls } from './site-crawls.ts'
import type { ServeOptions } from './serve-options.ts'
import { addressOf, adminKey, openLog } from './server-parts.ts'

/** A server without a website. */
export interface SearchServer {
  url: string
  indexes: { name: string; entries: number }[]
  /** The crawled site; absent for none. */
  crawled?: string
  /** True if the requested port was in use. */
  portChanged: boolean
  close(): Promise<void>
}

/**
 * Serves the stored indexes until `close` is called. `folder` has the configuration and, without `--data`, the data
 * folder; it may have no docs. @throws a typed error of one sentence if the data folder is in use or no port is free, and the reason of
 * the signal that aborts the start.
 */
export async function serveSearch(folder: string, options: ServeOptions): Promise<SearchServer> {
  const opened = new AsyncDisposableStack()
  try {
    return await open(opened, folder, options)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function open(opened: AsyncDisposableStack, folder: string, options: ServeOptions): Promise<SearchServer> {
  const config = await readConfig(folder, options.config)
  const base = options.base ?? config.base
  const { index, trustedProxies = [] } = config
  const data = makeDataFolder(folder, 'serve', options.data)
  const log = openLog(opened, data, options.log ?? 'off')
  const { backend, locks, close } = await openBackend(chosenCluster(folder, options, config), data, log, {
    stays: true,
    ...(options.signal && { signal: options.signal }),
  })
  opened.defer(close)
  options.signal?.throwIfAborted()
  await releaseFolderIndex(backend, index)

  const semantic = openConfiguredSemantic(opened, backend, { config, mode: 'serve', data, log })
  const crawls = await openCrawls({ folder, data, config, options, log })
  const search = await pageKey(backend, index)
  const api = createServedApi({
    options,
    backend,
    index,
    base,
    data,
    log,
    semantic,
    config: () => config,
    publicKey: () => search,
    ...(crawls && { crawl: crawls.control }),
  })
  const answer = joinApi(base, (request, env) => api.fetch(request, env), answerOthers)
  const server = await listen(answer, {
    ...options,
    trustedProxies,
    log,
    refuseEarly: joinShed(base, api.shed),
    countEnd: api.countEnd,
  })
  opened.defer(() => server.close())

  const url = addressOf(options.host, server.port, base)
  const admin = await adminKey(backend)
  await announceServer(folder, data, { url, pid: process.pid, searchKey: search, adminKey: admin, index, locks })
  opened.defer(() => withdrawServer(folder, data))
  log({ level: 'info', event: 'started', message: `Serving searches at ${url}`, url })
  // A crawl writes through the API, so it begins after the announcement.
  if (crawls) opened.defer(crawls.start())
  return {
    url,
    ...(crawls && { crawled: crawls.source }),
    indexes: await backend.listIndexes(),
    portChanged: options.port !== 0 && server.port !== options.port,
    close: () => opened.disposeAsync(),
  }
}

/** Answers all requests outside the API. */
async function answerOthers(): Promise<Response> {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response('This server answers searches only: it has no pages.\n', { status: 404, headers })
}
