/**
 * What lies between the records that are stored and those that are wanted. Of 20,000 records that is 200 ms of work, done by
 * the thread through which searches go, since it has the wanted records at hand and sending them elsewhere would take as
 * long: so it pauses. Nothing may write meanwhile.
 */
import type { IndexSettings } from '@docent/engine'
import type { ReplaceReceipt } from '../backend/backend.ts'
import { differenceOf } from '../backend/record-difference.ts'
import { createPause } from './pause.ts'
import type { PreparedRecord, Store } from './store.ts'
import { recordDigest } from './tables.ts'
import type { DigestRow, IndexRow } from './tables.ts'

/** What makes an index hold other records and settings than it does. */
export interface Difference {
  added: PreparedRecord[]
  changed: PreparedRecord[]
  removed: string[]
  /** Records after it. */
  total: number
  /** JSON. */
  settings: string
}

/** Stored records that are read at once: 3 ms. */
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

/** Against what the index holds; the receipt of its last change when nothing is to be changed. */
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
