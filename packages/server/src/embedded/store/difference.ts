/**
 * The difference between stored and wanted records. It takes 200 ms for 20,000 records, on the main thread, because sending the
 * wanted records to another thread would take as long. Searches also pass through the main thread, so the comparison pauses after
 * each page. No change of the index may run during it.
 */
import type { IndexSettings } from '@docent/engine'
import type { ReplaceReceipt } from '../../backend/backend.ts'
import { differenceOf } from '../../backend/record-difference.ts'
import type { IndexRow } from '../database/index-table.ts'
import { recordDigest, type DigestRow } from '../database/record-table.ts'
import type { Difference, PreparedRecord } from './prepared.ts'
import type { Store } from './store.ts'
import { createPause } from '../threads/pause.ts'

/** Number of stored records that are read without a pause: 3 ms. */
const PAGE = 1000

interface StoredDigest {
  objectID: string
  digest: Uint8Array
}

const isSame = ({ digest }: StoredDigest, { body }: PreparedRecord): boolean =>
  Buffer.compare(digest, recordDigest(body)) === 0

/** The digests of the stored records, in the order of their positions. */
async function* digestsOf(store: Store, row: IndexRow | undefined): AsyncGenerator<StoredDigest> {
  if (row === undefined) return
  const pause = createPause()
  const pageAfter = (position: number): DigestRow[] => store.records.digestsAfter(row.id, position, PAGE)
  for (let page = pageAfter(0); page.length > 0; page = pageAfter(page.at(-1)?.position ?? 0)) {
    for (const { object_id: objectID, digest } of page) yield { objectID, digest }
    await pause()
  }
}

/**
 * The difference between the index and the wanted records (by objectID) and settings. Without a difference, the receipt of the
 * last change of the index.
 */
export async function findDifference(
  store: Store,
  index: string,
  records: ReadonlyMap<string, PreparedRecord>,
  settings: IndexSettings,
): Promise<Difference | ReplaceReceipt> {
  const row = store.indexes.find(index)
  const { added, changed, removed } = await differenceOf(digestsOf(store, row), records, isSame)
  const text = JSON.stringify(settings)
  const isNothing = added.length + changed.length + removed.length === 0
  if (row !== undefined && isNothing && row.settings === text)
    return { added: 0, changed: 0, removed: 0, total: records.size, taskID: row.last_task, at: row.updated_at }
  return { added, changed: changed.map(({ wanted }) => wanted), removed, total: records.size, settings: text }
}
