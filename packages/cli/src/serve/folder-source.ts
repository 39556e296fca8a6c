/** The docs and the configuration of a served folder: read at the start, and again after changes. */

import { join, resolve } from 'node:path'

import { type Docs, readDocs, type ReadOptions } from '@docent/ingest'
import type { SiteSettings } from '@docent/site'

import { docsOptions } from '../config/docs-options.ts'
import { configFiles, readConfig } from '../config/read-config.ts'
import type { Config } from '../config/schema.ts'
import { version } from '../config/version.ts'
import { dataFolder } from '../data/data-folder.ts'
import { appearanceOf, referencesOf } from '../site/appearance.ts'
import { reportAddress } from '../site/report-address.ts'
import type { ServeOptions } from './serve-options.ts'

/** The state of a folder after the last reading. */
export interface FolderSource {
  config: Config
  docs: Docs
  /** Reads the configuration again. @throws UsageError; the state is then unchanged. */
  readConfig(): Promise<void>
  /** Reads changed pages again. @throws as `readDocs`; the state is then unchanged. */
  readDocs(): Promise<void>
  /** The site's settings beside the docs, except those that need a restart: `base` and `index`. */
  siteSettings(search: { apiKey: string; index: string }): Promise<SiteSettings>
  /** All files and folders outside the docs folder that the site depends on, and the configuration. */
  dependencies(): string[]
}

/**
 * Reads the docs of a folder. `config` is its configuration, `data` its data folder. @throws as `readDocs`, or the
 * signal's reason.
 */
export async function openSource(
  folder: string,
  options: ServeOptions,
  { config, data, signal }: { config: Config; data: string; signal: AbortSignal },
): Promise<FolderSource> {
  const reading: ReadOptions = {
    drafts: options.mode === 'dev',
    cache: { file: join(data, 'parsed-pages.bin'), version },
    closed: [dataFolder(folder, 'serve', options.data)],
    signal,
  }
  const source: FolderSource = {
    config,
    docs: await readFolder(folder, config, reading),
    async readConfig() {
      source.config = await readConfig(folder, options.config)
    },
    async readDocs() {
      source.docs = await readFolder(folder, source.config, reading, source.docs)
    },
    siteSettings: (search) => siteSettings(folder, source.config, search),
    dependencies: () => [...source.docs.sources, ...(options.config ? [resolve(options.config)] : configFiles(folder))],
  }
  return source
}

async function readFolder(folder: string, config: Config, reading: ReadOptions, previous?: Docs): Promise<Docs> {
  const references = referencesOf(config, await appearanceOf(folder, config))
  return readDocs(folder, { ...reading, ...docsOptions(config), references }, previous)
}

async function siteSettings(
  folder: string,
  config: Config,
  search: { apiKey: string; index: string },
): Promise<SiteSettings> {
  const { editUrl, siteUrl, redirects, markMatches } = config
  const missingResultsUrl = reportAddress(config)
  return {
    search: {
      hosts: [],
      appId: 'docent',
      ...search,
      ...(missingResultsUrl !== undefined && { missingResultsUrl }),
      ...(markMatches !== undefined && { markMatches }),
    },
    appearance: await appearanceOf(folder, config),
    ...(editUrl !== undefined && { editUrl }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(redirects && { redirects }),
  }
}
