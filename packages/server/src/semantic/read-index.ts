/** Reads the records of an index in pages, for their vectors. */
import type { Backend } from '../backend/backend.ts'
import type { RecordsPage } from './messages.ts'
import { textPaths } from './section-text.ts'

/** Records of one page: 2 MB of documentation. */
const PAGE_RECORDS = 500

/** The calls of a backend that are needed. */
export type RecordsSource = Pick<Backend, 'getSettings' | 'browse' | 'browseJson'>

/** The receiver of records. */
export interface RecordsReceiver {
  /** Resolves when the page is embedded. */
  take: (page: RecordsPage) => Promise<void>
}

/** Gives all records of an index to a receiver. @throws the signal's reason, and the errors of backend and receiver. */
export async function readIndex(
  backend: RecordsSource,
  name: string,
  receiver: RecordsReceiver,
  signal: AbortSignal,
): Promise<void> {
  const paths = textPaths(await backend.getSettings(name))
  let cursor: string | undefined
  let isFirst = true
  do {
    signal.throwIfAborted()
    const page = await readPage(backend, name, cursor)
    cursor = page.cursor
    await receiver.take({ index: name, records: page.records, paths, isFirst, isLast: cursor === undefined })
    isFirst = false
  } while (cursor !== undefined)
}

async function readPage(
  backend: RecordsSource,
  name: string,
  cursor: string | undefined,
): Promise<{ records: Uint8Array<ArrayBuffer>; cursor: string | undefined }> {
  const options = { hitsPerPage: PAGE_RECORDS, ...(cursor !== undefined && { cursor }) }
  if (backend.browseJson !== undefined) {
    const { hits, cursor: next } = await backend.browseJson(name, options)
    return { records: hits, cursor: next }
  }
  const { hits, cursor: next } = await backend.browse(name, options)
  return { records: new TextEncoder().encode(JSON.stringify(hits)), cursor: next }
}
