/** The docs and the configuration of a served folder: read at the start, and again after changes. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { type Docs, readDocs, type ReadOptions } from '@docent/ingest'
import type { SiteSettings } from '@docent/site'

import { configFolder, findConfig, possibleConfigs, readConfig } from '../config/read-config.ts'
import type { Config } from '../config/schema.ts'
import { version } from '../config/version.ts'
import { dataFolder } from '../data/data-folder.ts'
import { appearanceOf, siteReading } from '../site/appearance.ts'
import { siteSettings } from '../site/site-settings.ts'
import type { Dependencies } from './watch-folder.ts'
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
  /** Files and folders that the site depends on, beside the visible files of the docs folder. */
  dependencies(): Dependencies
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
    base: options.base ?? config.base,
    cache: { file: join(data, 'parsed-pages.bin'), version },
    closed: [dataFolder(folder, 'serve', options.data)],
    signal,
  }
  const read = async (config: Config, previous?: Docs): Promise<Docs> => {
    const file = findConfig(folder, options.config, previous?.folder)
    const home = configFolder(folder, options.config, previous?.folder)
    const own = siteReading(config, await appearanceOf(home, config), file)
    return readDocs(folder, { ...reading, ...own }, previous)
  }
  const source: FolderSource = {
    config,
    docs: await read(config),
    async readConfig() {
      source.config = await readConfig(folder, options.config, source.docs.folder)
    },
    async readDocs() {
      source.docs = await read(source.config, source.docs)
    },
    async siteSettings(search) {
      const home = configFolder(folder, options.config, source.docs.folder)
      const appearance = await appearanceOf(home, source.config)
      return siteSettings(source.config, appearance, { hosts: [], appId: 'docent', ...search })
    },
    dependencies() {
      const { folder: pages, sources, missing } = source.docs
      const configs = options.config ? [resolve(options.config)] : possibleConfigs(folder, pages)
      const isThere = (path: string): boolean => existsSync(path)
      return {
        sources: [pages, ...sources, ...configs.filter(isThere)],
        missing: [...missing, ...configs.filter((path) => !isThere(path))],
      }
    },
  }
  return source
}
