/**
 * `docent index [source]`: replaces the records of an index atomically: in the data folder, through the server that serves it, or in
 * a cluster; or, with `--to`, on any search host. The source is a docs folder or a file of records; sites are in `index-site.ts`.
 */

import { resolve } from 'node:path'

import { DOCS_SETTINGS, type IndexSettings, type SearchRecord } from '@docent/engine'
import { type Docs, GENERATOR_NAMES, publishedRecords, readDocs } from '@docent/ingest'
import { isFolder } from '@docent/ingest/below-root'

import { openBackend } from '../backend/backend-choice.ts'
import { docsOptions } from '../config/docs-options.ts'
import { publishedSite, readAnchors, refuseAddressFlags } from '../config/published-site.ts'
import { readConfig } from '../config/read-config.ts'
import { dataFolder, ownDataFolder } from '../data/data-folder.ts'
import { folderSettings, withoutMark } from '../backend/folder-index.ts'
import { exists } from '../records/json-lines.ts'
import { readRecords, type RecordFile } from '../records/read-records.ts'
import { readSettingsFile } from '../records/read-settings.ts'
import { isNewIndex, sendRecords, type Sent, type Target } from '../records/send-records.ts'
import { plural } from '../terminal/plural.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { SiteOptions } from './index-site.ts'
import { explained, findStorage, hostOf, readTarget, refuseServed, SENDING } from './index-target.ts'

/** The records to index. */
interface Source {
  records: SearchRecord[] | RecordFile
  index: string
  /** Whether the records are pages, for which Docent's own settings are made. */
  isFolder: boolean
  /** A line about the addresses of a folder's records. */
  addresses?: string
}

/**
 * Indexes `source`; without one, the site of the configuration. `folder` is the docs folder whose data folder is used for a site and
 * a file of records. Returns the exit code.
 */
export async function indexCommand(source: string | undefined, folder: string, options: SiteOptions): Promise<number> {
  const { siteCommand } = await import('./index-site.ts')
  const code = await siteCommand(source, folder, options)
  // Without a source there is a site, or an error.
  return code ?? indexRecords(source ?? folder, folder, options)
}

async function indexRecords(source: string, folder: string, options: SiteOptions): Promise<number> {
  const started = performance.now()
  keepHeapSmall()
  const target = readTarget(options)
  const read = await readSource(resolve(source), options)
  const given = options.settings === undefined ? undefined : await readSettingsFile(options.settings, options)
  const home = read.isFolder ? resolve(source) : folder
  const settings = given ?? (read.isFolder ? DOCS_SETTINGS : undefined)
  if (read.isFolder && target === undefined) await refuseServed(home, read.index, options)
  const sent = target
    ? await send({ ...target, index: read.index }, read, settings)
    : await indexHere(home, read, settings, options)
  const seconds = (performance.now() - started) / 1000
  if (options.json) print(JSON.stringify({ index: read.index, ...sent, ms: Math.round(seconds * 1000) }))
  else {
    print(`${plural(sent.records, 'record')} in ${read.index}, in ${seconds.toFixed(1)} s.`)
    if (read.addresses !== undefined) print(read.addresses)
  }
  return 0
}

async function readSource(path: string, options: SiteOptions): Promise<Source> {
  const { index, config, data } = options
  if (!exists(path))
    throw new UsageError(
      `${path} does not exist: give a site (https://…), a docs folder, or a file of records (.jsonl or .jsonl.gz).`,
    )
  if (!isFolder(path)) {
    refuseAddressFlags(path, options)
    return { records: await readRecords(path), index: index ?? 'docs', isFolder: false }
  }
  const settings = await readConfig(path, config)
  const site = publishedSite(options, settings)
  const docs = await readDocs(path, {
    ...docsOptions(settings),
    anchors: readAnchors(options),
    closed: [dataFolder(path, 'serve', data)],
  })
  const records = site === undefined ? docs.records : publishedRecords(docs, site)
  if (site !== undefined) warnOfRelative(docs, records)
  return { records, index: index ?? settings.index, isFolder: true, addresses: addressLine(docs, records) }
}

/** The generator that gives the addresses, and one of them, by which an operator sees a wrong host or ending. */
function addressLine({ generator: { kind } }: Docs, records: readonly SearchRecord[]): string {
  const example = records.find(({ anchor }) => anchor !== '') ?? records[0]
  const site = kind === 'plain' ? '' : ` as ${GENERATOR_NAMES[kind]} makes them,`
  return `Addresses${site} such as ${visible(String(example?.url))}`
}

/** The search boxes of these generators read addresses with a host only. */
const NEED_HOST: ReadonlySet<string> = new Set(['docusaurus', 'rspress'])

function warnOfRelative({ generator: { kind } }: Docs, [first]: readonly SearchRecord[]): void {
  if (NEED_HOST.has(kind) && String(first?.url).startsWith('/'))
    printError(
      `The configuration of ${GENERATOR_NAMES[kind]} does not name the site, and its search box opens whole addresses only: give --site-url https://….`,
    )
}

/** Settings for a new index: those of docs where the records have their form. */
const settingsFor = ({ records }: Source): IndexSettings =>
  (Array.isArray(records) ? records.some((record) => 'hierarchy' in record) : records.hasHierarchy) ? DOCS_SETTINGS : {}

async function indexHere(
  folder: string,
  source: Source,
  settings: IndexSettings | undefined,
  options: SiteOptions,
): Promise<Sent> {
  const { records, index } = source
  const { cluster, server } = await findStorage(folder, options)
  if (server) return send({ ...hostOf(server), index }, source, settings)
  const { backend, close } = await openBackend(cluster, cluster ? '' : ownDataFolder(folder, 'serve', options.data))
  try {
    const exists = (await backend.listIndexes()).some(({ name }) => name === index)
    const current = exists ? await backend.getSettings(index) : settingsFor(source)
    const chosen = withoutMark(settings ?? current)
    const { taskID, total } = await backend.replaceRecords(
      index,
      records,
      source.isFolder ? folderSettings(index, chosen) : chosen,
    )
    await backend.waitForTask(taskID)
    return { records: total, resumed: 0 }
  } finally {
    await close()
  }
}

/** Records that are sent are read several times, all at once for the size of a batch. */
async function listOf({ records }: Source): Promise<SearchRecord[]> {
  if (Array.isArray(records)) return records
  const list: SearchRecord[] = []
  for await (const record of records) list.push(record)
  return list
}

async function send(target: Target, source: Source, settings: IndexSettings | undefined): Promise<Sent> {
  try {
    const chosen = settings ?? ((await isNewIndex(target)) ? settingsFor(source) : undefined)
    return await sendRecords(target, await listOf(source), { ...SENDING, settings: chosen })
  } catch (error) {
    throw explained(error, target)
  }
}
