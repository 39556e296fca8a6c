/** The index that a crawl fills: in a backend that this process has opened, or behind the API of a search host. */

import { SearchError } from '@docent/client'
import type { DocRecord, IndexSettings } from '@docent/engine'
import { type Backend, type IndexPart, type PartKind, saveEncodedParts, ServerError } from '@docent/server'

import { withoutMark } from '../backend/folder-index.ts'
import {
  deletePart,
  isNewIndex,
  readIndexState,
  sendChanges,
  sendParts,
  type SendOptions,
  sendRecords,
  type RecordList,
  type Target,
} from '../records/send-records.ts'

/** The state of an index: equal states have the same records. */
export interface IndexState {
  entries: number
  updatedAt: string
}

/** The records that differ. */
export interface RecordChanges {
  saved: DocRecord[]
  /** ObjectIDs. */
  deleted: string[]
}

/** An index, with writes that are atomic for searches. They resolve when searches see them. */
export interface CrawledIndex {
  /** Address of the host or name of the backend: the state of one is nothing to another. */
  readonly target: string
  /** `undefined` for a missing index, and where the state is not shown. */
  state: () => Promise<IndexState | undefined>
  /** Default of `settings`: those of the index, else those that are given as its first. */
  replace: (records: RecordList, settings: IndexSettings | undefined, first: IndexSettings) => Promise<void>
  change: (changes: RecordChanges) => Promise<void>
  /** Saves synonyms or rules; others of the index stay. Resolves to the reason of a refusal, which changes nothing. */
  saveParts: (kind: PartKind, parts: readonly IndexPart[]) => Promise<string | undefined>
  /** Deletes a synonym or rule; a missing one is no error. */
  deletePart: (kind: PartKind, objectID: string) => Promise<void>
}

/** Writes directly to a backend; `indexOfHost` writes through a server. */
export function indexOfBackend(backend: Backend, index: string): CrawledIndex {
  const find = async () => (await backend.listIndexes()).find(({ name }) => name === index)
  return {
    target: 'backend',
    async state() {
      const info = await find()
      return info && { entries: info.entries, updatedAt: info.updatedAt }
    },
    async replace(records, settings, first) {
      const own = (await find()) === undefined ? undefined : withoutMark(await backend.getSettings(index))
      const { taskID } = await backend.replaceRecords(index, records, settings ?? own ?? first)
      await backend.waitForTask(taskID)
    },
    async change({ saved, deleted }) {
      const { tasks } = await backend.write([
        ...saved.map((record) => ({ action: 'save', index, record }) as const),
        ...deleted.map((objectID) => ({ action: 'delete', index, objectID }) as const),
      ])
      for (const { taskID } of tasks) await backend.waitForTask(taskID)
    },
    async saveParts(kind, parts) {
      const json = new TextEncoder().encode(JSON.stringify(parts))
      try {
        const { taskID } = await saveEncodedParts(backend, { json, index, kind, replaceAll: false, forwards: false })
        await backend.waitForTask(taskID)
        return undefined
      } catch (error) {
        if (error instanceof ServerError && error.status === 400) return error.message
        throw error
      }
    },
    async deletePart(kind, objectID) {
      const { taskID } = await backend.deletePart(index, kind, objectID)
      await backend.waitForTask(taskID)
    },
  }
}

/** An index of a search host. */
export function indexOfHost(target: Target, options: Omit<SendOptions, 'settings'>): CrawledIndex {
  return {
    target: target.url,
    state: () => readIndexState(target),
    async replace(records, settings, first) {
      const chosen = settings ?? ((await isNewIndex(target)) ? first : undefined)
      await sendRecords(target, records, { ...options, settings: chosen })
    },
    change: (changes) => sendChanges(target, changes, options),
    async saveParts(kind, parts) {
      try {
        await sendParts(target, kind, parts, options)
        return undefined
      } catch (error) {
        if (error instanceof SearchError && error.kind === 'refused') return error.message
        throw error
      }
    },
    deletePart: (kind, objectID) => deletePart(target, kind, objectID, options),
  }
}
