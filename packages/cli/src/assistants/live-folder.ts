/**
 * A docs folder without a server, for an assistant on the author's machine. Changed files are read again before a call, so
 * that an assistant that edits the docs finds its own changes.
 */
import { join } from 'node:path'

import { buildIndex, DOCS_SETTINGS, openIndex, search, type Index } from '@docent/engine'
import { type Docs as ReadFolder, readDocs } from '@docent/ingest'
import type { Docs } from '@docent/mcp'

import { docsOptions } from '../config/docs-options.ts'
import { readConfig } from '../config/read-config.ts'
import { dataFolder } from '../data/data-folder.ts'
import { folderDocs } from './folder-docs.ts'

/** Time (ms) for which the folder counts as unchanged. */
const FRESH_MS = 1000

/** The docs of a folder. @throws as `readDocs` and `readConfig`. */
export async function liveFolder(folder: string, options: { config?: string; data?: string }): Promise<Docs> {
  const config = await readConfig(folder, options.config)
  const closed = [dataFolder(folder, 'serve', options.data), join(folder, '.docent')]
  const prefix = (config.siteUrl ?? '') + config.base.replace(/\/$/, '')
  let read = await readDocs(folder, { closed, ...docsOptions(config) })
  let index = indexOf(read)
  let readAt = performance.now()
  let reading: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const next = await readDocs(folder, { closed, ...docsOptions(config) }, read)
    if (next.records !== read.records) index = indexOf(next)
    read = next
    readAt = performance.now()
  }

  /** The docs as they are now; one reading serves all calls that wait for it. */
  async function current(): Promise<Docs> {
    if (performance.now() - readAt > FRESH_MS) {
      reading ??= refresh().finally(() => (reading = undefined))
      await reading
    }
    return folderDocs(read, (params) => Promise.resolve(search(index, params)), prefix)
  }

  return {
    title: read.title,
    prefix,
    search: async (params) => (await current()).search(params),
    readPage: async (url) => (await current()).readPage(url),
    navigations: async () => (await current()).navigations(),
  }
}

function indexOf({ records }: ReadFolder): Index {
  return openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
}
