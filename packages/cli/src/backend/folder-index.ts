/**
 * The index of a docs folder. Serving the folder replaces its records, so its settings carry a mark; an index without
 * the mark holds records of other programs, and is never replaced.
 */

import { DOCS_SETTINGS, type IndexSettings } from '@docent/engine'
import type { Backend } from '@docent/server'

import { UsageError } from '../terminal/usage-error.ts'

/**
 * The setting with the name of the marked index, which the API neither shows nor sets. A copy of the index has another
 * name.
 */
const MARK = '_folderIndex'

/** Settings with the mark; default: those of docs. */
export const folderSettings = (index: string, settings: IndexSettings = DOCS_SETTINGS): IndexSettings => ({
  ...settings,
  [MARK]: index,
})

/** For output and comparison: the mark is internal to the server of the folder. */
export function withoutMark(settings: IndexSettings): IndexSettings {
  const { [MARK]: _mark, ...others } = settings
  return others
}

/** @throws UsageError where the index holds records that are not from a folder. */
export async function requireFolderIndex(backend: Backend, index: string, folder: string): Promise<void> {
  const info = (await backend.listIndexes()).find(({ name }) => name === index)
  if (info === undefined || info.entries === 0) return
  if ((await backend.getSettings(index))[MARK] === index) return
  throw new UsageError(
    `The index ${index} holds ${info.entries} records that were not made from a docs folder, and serving ${folder} would replace them: serve them with --search-only, name another "index" in the configuration, or replace them with docent index ${folder}.`,
  )
}

/** Removes the mark, because other programs may write to the index from now on. */
export async function releaseFolderIndex(backend: Backend, index: string): Promise<void> {
  const isThere = (await backend.listIndexes()).some(({ name }) => name === index)
  if (!isThere || !(MARK in (await backend.getSettings(index)))) return
  const { taskID } = await backend.updateSettings(index, { [MARK]: null })
  await backend.waitForTask(taskID)
}
