/** Shows the saves of an author: first the pages, then the search. */

import type { Docs } from '@docent/ingest'

import { writeProblems } from '../reading/problem-file.ts'
import { messageOf } from '../terminal/message-of.ts'
import type { FolderParts } from './folder-parts.ts'
import { unlessAborted } from './unless-aborted.ts'
import { watchFolder } from './watch-folder.ts'

/**
 * The result of a save, with the data folder, which has the file of all problems, the number of changed records and the time (ms)
 * until its pages were shown.
 */
export type SavedUpdate = { docs: Docs; data: string; changed: number; ms: number } | { error: unknown }

/** Watches the folder, from the first answered page on, until `opened` ends it. */
export async function followSaves(
  opened: AsyncDisposableStack,
  { data, log, source, site, docsIndex }: FolderParts,
  signal: AbortSignal,
  onUpdate: (update: SavedUpdate) => void,
): Promise<void> {
  docsIndex.firstPage.begin()
  opened.defer(() => docsIndex.firstPage.close())
  await unlessAborted(signal, docsIndex.firstPage.done)
  opened.defer(() => docsIndex.close())
  const watcher = await watchFolder(
    source.docs.folder,
    async () => {
      await refresh()
      watcher.also(source.dependencies())
    },
    (message) => log({ level: 'warn', event: 'watch-failed', message }),
  )
  watcher.also(source.dependencies())
  opened.defer(() => watcher.close())

  async function refresh(): Promise<void> {
    const begun = performance.now()
    try {
      const isChanged = await site.refresh()
      writeProblems(data, source.docs.problems)
      if (!isChanged) return
      const ms = performance.now() - begun
      docsIndex.update((result) => onUpdate('error' in result ? result : { docs: source.docs, data, ...result, ms }))
    } catch (error) {
      if (signal.aborted) return
      site.fail(messageOf(error))
      onUpdate({ error })
    }
  }
}
