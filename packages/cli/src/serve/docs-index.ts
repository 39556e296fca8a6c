/** The index of a served folder. */

import type { Backend } from '@docent/server'

import { folderSettings } from '../backend/folder-index.ts'
import { awaitFirstPage, type FirstPage } from './first-page.ts'
import type { FolderSource } from './folder-source.ts'
import { settle } from './settle.ts'

/**
 * Pause (ms) between a save and the update of the index: the browser gets its page first, which writing records would
 * delay.
 */
const INDEX_PAUSE_MS = 150

/**
 * Maximum number of records that a dev server indexes before its first page is requested: other threads take 0.2 s for them, which
 * the page does not wait for on two cores, and the first search comes with the page.
 */
const SMALL_RECORDS = 2000

/** Number of changed records, or the error of the update. */
export type IndexUpdate = { changed: number } | { error: unknown }

/** An index that follows the docs. */
export interface DocsIndex {
  /** Settles when the first index is built. */
  readonly built: Promise<number>
  /** The wait of a dev server before it builds the first index. */
  readonly firstPage: FirstPage
  /** Resolves when searches see the docs. It ends the wait for the first page. */
  ready(): Promise<void>
  /**
   * Updates the index after a pause. `onUpdate` receives the result; of several calls within the pause, that of the last one.
   */
  update(onUpdate: (result: IndexUpdate) => void): void
  /** Resolves when the current update is done. */
  close(): Promise<void>
}

/** Starts to build the index of the docs; in a dev server (`live`) with many records, after its first page. */
export function openDocsIndex(
  backend: Backend,
  index: string,
  source: FolderSource,
  { live }: { live: boolean },
): DocsIndex {
  const firstPage = awaitFirstPage()
  const waits = live && source.docs.records.length > SMALL_RECORDS
  const built = waits ? firstPage.done.then(replaceRecords) : replaceRecords()
  const settled = built.then(
    () => undefined,
    () => undefined,
  )
  let report: (result: IndexUpdate) => void = () => undefined
  const updates = settle(INDEX_PAUSE_MS, async () => report(await replaceRecords().then(toUpdate, toError)))
  return {
    built,
    firstPage,
    async ready() {
      firstPage.end()
      await settled
      await updates.done()
    },
    update(onUpdate) {
      report = onUpdate
      updates.request()
    },
    close: () => updates.close(),
  }

  /** Resolves with the number of changed records once searches see them. */
  async function replaceRecords(): Promise<number> {
    const { records } = source.docs
    const { added, changed, removed, taskID } = await backend.replaceRecords(index, records, folderSettings(index))
    await backend.waitForTask(taskID)
    return added + changed + removed
  }
}

const toUpdate = (changed: number): IndexUpdate => ({ changed })
const toError = (error: unknown): IndexUpdate => ({ error })
