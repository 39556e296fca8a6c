/** The parts of a served folder: its docs in a backend, their index, and their website. */

import type { Backend, Log, Semantic } from '@docent/server'

import { chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { requireFolderIndex } from '../backend/folder-index.ts'
import { pageKey } from '../backend/page-key.ts'
import { readConfig } from '../config/read-config.ts'
import { makeDataFolder } from '../data/data-folder.ts'
import { writeProblems } from '../reading/problem-file.ts'
import { type DocsIndex, openDocsIndex } from './docs-index.ts'
import { type FolderSource, openSource } from './folder-source.ts'
import { openConfiguredSemantic } from './open-semantic.ts'
import type { ServeOptions } from './serve-options.ts'
import { openSite, type ServedSite } from './served-site.ts'
import { openLog } from './server-parts.ts'
import { unlessAborted } from './unless-aborted.ts'

/** All parts are open; a production server has built its index. */
export interface FolderParts {
  options: ServeOptions
  /** The name of the folder's index. */
  index: string
  /** Has a slash at both ends. */
  base: string
  /** The data folder. */
  data: string
  log: Log
  backend: Backend
  /** Whether this process has the lock of the data folder. */
  locks: boolean
  source: FolderSource
  site: ServedSite
  docsIndex: DocsIndex
  semantic: Semantic | undefined
}

/** Opens the parts in order; `opened` closes them, but for the site. @throws as `serveFolder`, or the signal's reason. */
export async function openFolderParts(
  opened: AsyncDisposableStack,
  folder: string,
  options: ServeOptions,
  signal: AbortSignal,
): Promise<FolderParts> {
  const live = options.mode === 'dev'
  const config = await readConfig(folder, options.config)
  const { index } = config
  const base = options.base ?? config.base
  const data = makeDataFolder(folder, options.mode, options.data)
  const log = openLog(opened, data, options.log ?? 'off')
  // Drafts of an author do not belong in the readers' cluster.
  const cluster = live ? undefined : chosenCluster(folder, options, config)
  // Its threads start while the docs are read.
  const opening = openBackend(cluster, data, log, { stays: true, signal })
  const closed = opening.then(
    ({ close }) => close,
    () => undefined,
  )
  opened.defer(async () => (await closed)?.())
  const source = await openSource(folder, options, { config, data, signal })
  writeProblems(data, source.docs.problems)
  const { backend, locks } = await opening
  const semantic = openConfiguredSemantic(opened, backend, { config, mode: options.mode, data, log })
  // The dev server has a data folder of its own, without other records.
  if (!live) await requireFolderIndex(backend, index, folder)
  const docsIndex = openDocsIndex(backend, index, source, { live })
  // A production server builds its index first; a dev server shows the first page first.
  if (!live) await unlessAborted(signal, docsIndex.built)
  const site = await openSite(source, { index, searchKey: await pageKey(backend, index), base, live })
  return { options, index, base, data, log, backend, locks, source, site, docsIndex, semantic }
}
