/**
 * The difference of the stored records and wanted ones. For 20,000 records it takes 200 ms of the thread through which
 * searches pass, since that has the wanted records and sending them to another would take as long: so it pauses. No change
 * of the index may run during it.
 */
import type { IndexSettings } from '@docent/engine'
import type { ReplaceReceipt } from '../../backend/backend.ts'
import { createPause } from '../threads/yielding.ts'
import type { Difference, PreparedRecord } from './prepared.ts'
import type { Store } from './store.ts'
import { recordDigest } from '../database/record-table.ts'

/** Stored records that are read without a pause: 3 ms. */
const PAGE = 1000

const isSame = (digest: Uint8Array, { body }: PreparedRecord): boolean =>
  Buffer.compare(digest, recordDigest(body)) === 0

/** Compared with the index; the receipt of its last change when there is no difference. */
export async function findDifference(
  store: Store,
  index: string,
  records: ReadonlyMap<string, PreparedRecord>,
  settings: IndexSettings,
): Promise<Difference | ReplaceReceipt> {
  const row = store.indexes.find(index)
  const pause = createPause()
  const stored = new Set<string>()
  const changed: PreparedRecord[] = []
  const removed: string[] = []
  const pageAfter = (position: number) => (row ? store.records.digestsAfter(row.id, position, PAGE) : [])
  for (let page = pageAfter(0); page.length > 0; page = pageAfter(page.at(-1)?.position ?? 0)) {
    for (const { object_id: objectID, digest } of page) {
      stored.add(objectID)
      const record = records.get(objectID)
      if (record === undefined) removed.push(objectID)
      else if (!isSame(digest, record)) changed.push(record)
    }
    await pause()
  }
  const added = [...records.values()].filter(({ objectID }) => !stored.has(objectID))
  const text = JSON.stringify(settings)
  const isNothing = added.length + changed.length + removed.length === 0
  if (row !== undefined && isNothing && row.settings === text)
    return { added: 0, changed: 0, removed: 0, total: records.size, taskID: row.last_task, at: row.updated_at }
  return { added, changed, removed, total: records.size, settings: text }
}
