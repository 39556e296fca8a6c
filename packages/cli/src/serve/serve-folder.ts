/**
 * Serves a folder: reads it, stores its records in the backend, and serves website and search API on one port. In dev
 * mode drafts are shown and the folder is watched: every save updates page and search.
 */

import { setTimeout as delay } from 'node:timers/promises'

import type { Docs } from '@docent/ingest'

import { watchPageKey } from '../backend/page-key.ts'
import { ignoredConfig } from '../config/read-config.ts'
import { announceServer, withdrawServer } from '../data/running-server.ts'
import { type FolderParts, openFolderParts } from './folder-parts.ts'
import { listenWith } from './folder-server.ts'
import { followSaves, type SavedUpdate } from './follow-saves.ts'
import type { ServeOptions } from './serve-options.ts'
import { addressOf, adminKey } from './server-parts.ts'
import { firstHitIn, suggestQueries } from './suggest-queries.ts'
import { unlessAborted } from './unless-aborted.ts'

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
  onUpdate?(update: SavedUpdate): void
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

/** `opened` closes the parts in reverse order, also when a later one cannot be opened. */
async function open(
  opened: AsyncDisposableStack,
  folder: string,
  options: ServeOptions,
  events: ServeEvents,
): Promise<Served> {
  const started = performance.now()
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  const parts = await openFolderParts(opened, folder, options, signal)
  const { base, data, log, source, site, docsIndex } = parts
  const server = await listenWith(parts)
  opened.defer(() => server.close())
  opened.defer(() => site.close())

  const url = addressOf(options.host, server.port, base)
  await announce(opened, folder, url, parts)
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

  if (options.mode === 'dev') await followSaves(opened, parts, signal, (update) => events.onUpdate?.(update))
  await unlessAborted(signal, docsIndex.built)
  return {
    ...listening,
    searchKey: site.searchKey,
    suggestions: await suggest(parts),
    close() {
      stopping.abort()
      return opened.disposeAsync()
    },
  }
}

/** Names the server in the data folder, for other commands, and again after a change of its search key. */
async function announce(
  opened: AsyncDisposableStack,
  folder: string,
  url: string,
  { backend, locks, data, index, log, site }: FolderParts,
): Promise<void> {
  const admin = await adminKey(backend)
  const write = (): Promise<void> => {
    const keys = { searchKey: site.searchKey, adminKey: admin }
    return announceServer(folder, data, { url, pid: process.pid, ...keys, index, folderIndex: index, locks })
  }
  const changeKey = async (key: string): Promise<void> => {
    await site.changeKey(key)
    const message = 'The key of the pages was deleted or may no longer search: they carry a new one'
    log({ level: 'warn', event: 'page-key-changed', message })
    await write()
  }
  await write()
  opened.defer(() => withdrawServer(folder, data))
  opened.defer(watchPageKey(backend, index, site.searchKey, changeKey))
}

async function suggest({ options, source, backend, index }: FolderParts): Promise<string[]> {
  if (options.mode === 'dev') await delay(SUGGESTION_PAUSE_MS)
  return suggestQueries(source.docs.records, firstHitIn(backend, index))
}
