/**
 * The index that is made from a docs folder. Serving the folder replaces all that is in it, so its settings carry a mark; an
 * index without the mark holds records that came another way, and is never replaced by the folder's.
 */

import { DOCS_SETTINGS, type IndexSettings } from '@docent/engine'
import type { Backend } from '@docent/server'

import { UsageError } from '../terminal/usage-error.ts'

/** The setting with the name of the index that was made; the API neither shows nor sets it. A copy of the index has another name. */
const MARK = '_folderIndex'

/** `settings`, those of docs by default, with the mark of an index that is made from a folder. */
export const folderSettings = (index: string, settings: IndexSettings = DOCS_SETTINGS): IndexSettings => ({
  ...settings,
  [MARK]: index,
})

/** `settings` without the mark: of an index whose records came another way. */
export function withoutMark(settings: IndexSettings): IndexSettings {
  const { [MARK]: _mark, ...others } = settings
  return others
}

/** Throws a UsageError where the index holds records that were not made from a folder. */
export async function requireFolderIndex(backend: Backend, index: string, folder: string): Promise<void> {
  const info = (await backend.listIndexes()).find(({ name }) => name === index)
  if (info === undefined || info.entries === 0) return
  if ((await backend.getSettings(index))[MARK] === index) return
  throw new UsageError(
    `The index ${index} holds ${info.entries} records that were not made from a docs folder, and serving ${folder} would replace them: serve them with --search-only, name another "index" in the configuration, or replace them with docent index ${folder}.`,
  )
}

/** Takes the mark off, because others may write to the index from now on. */
export async function releaseFolderIndex(backend: Backend, index: string): Promise<void> {
  const isThere = (await backend.listIndexes()).some(({ name }) => name === index)
  if (!isThere || !(MARK in (await backend.getSettings(index)))) return
  const { taskID } = await backend.updateSettings(index, { [MARK]: null })
  await backend.waitForTask(taskID)
}
