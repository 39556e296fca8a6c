/** The records of a folder of Markdown for `docent index --into`: read once, and with `--watch` again after each change. */

import { createHash } from 'node:crypto'

import type { DocRecord } from '@docent/engine'
import { type Docs, publishedRecords, readDocs } from '@docent/ingest'

import { UNKNOWN } from '../build/published-at.ts'
import { docsOptions } from '../config/docs-options.ts'
import { type AddressFlags, publishedSite, readAnchors } from '../config/published-site.ts'
import { readConfig } from '../config/read-config.ts'
import { watchFolder } from '../serve/watch-folder.ts'
import { messageOf } from '../terminal/message-of.ts'
import { stopSignal } from '../terminal/stop-signal.ts'
import { printError } from '../terminal/terminal.ts'

/** The options of the command that decide the records. */
export interface MarkdownOptions extends AddressFlags {
  config?: string
}

/** Reads the folder once. The records have root-relative addresses, as its generator makes them. */
export async function readMarkdown(folder: string, options: MarkdownOptions): Promise<DocRecord[]> {
  return (await read(folder, options)).records
}

/** The search that `--watch` keeps up to date: the records that were written, and a function that writes others. */
export interface WrittenSearch {
  records: readonly DocRecord[]
  write(records: readonly DocRecord[]): void
}

/** Writes the records again after each change that changes one, such as beside the dev server of the site. Resolves at a signal to stop. */
export async function watchMarkdown(folder: string, options: MarkdownOptions, search: WrittenSearch): Promise<void> {
  const stopped = stopSignal()
  let docs: Docs | undefined
  let written = digestOf(search.records)
  const refresh = async (): Promise<void> => {
    try {
      const latest = await read(folder, options, docs ?? 'first')
      docs = latest.docs
      // The files may be below the folder, so that writing them is a change, too.
      const digest = digestOf(latest.records)
      if (digest !== written) search.write(latest.records)
      written = digest
    } catch (error) {
      printError(`Not updated: ${messageOf(error)}`, 'red')
    }
    if (docs) watcher.also(docs)
  }
  const watcher = await watchFolder(folder, refresh, (message) => printError(message))
  await stopped
  await watcher.close()
}

const digestOf = (records: readonly DocRecord[]): string =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex')

/** @param previous the last reading, of which unchanged pages are taken; without one, the folder is read once only. */
async function read(
  folder: string,
  options: MarkdownOptions,
  previous?: Docs | 'first',
): Promise<{ docs: Docs; records: DocRecord[] }> {
  const { search: _, ...config } = await readConfig(folder, options.config)
  const reading = { ...docsOptions(config), anchors: readAnchors(options), once: previous === undefined }
  const docs = await readDocs(folder, reading, previous === 'first' ? undefined : previous)
  const published = publishedRecords(docs, { ...publishedSite(options, config), origin: UNKNOWN, base: '/' })
  const records = docs.records.map((record, i) => {
    const { url, url_without_anchor: page } = published[i] ?? record
    // Languages stay single values, by which the dialog filters.
    return { ...record, url: belowRoot(String(url)), url_without_anchor: belowRoot(String(page)) }
  })
  return { docs, records }
}

const belowRoot = (url: string): string => (url.startsWith(`${UNKNOWN}/`) ? url.slice(UNKNOWN.length) : url)
