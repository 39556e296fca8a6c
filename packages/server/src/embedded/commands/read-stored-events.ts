/** The events of a data folder, read without a lock, also while a server runs. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { StoredEvent } from '../../backend/backend.ts'
import { DATABASE_VERSION, versionOf } from '../database/schema.ts'
import { dataFolderFiles } from '../files/data-folder.ts'
import { openFailure } from '../../system/open-failure.ts'
import { parseStored } from '../database/stored-json.ts'
import type { SearchEvent } from '../../wire/operations.ts'

/**
 * The latest events, the latest first, each read from the database when the caller requests it. No events without a database or
 * with one of an older format, which the next start migrates. Throws a `ServerError` (`storage-failed`) when it cannot be read.
 */
export function* readStoredEvents(dataDir: string, limit: number): Generator<StoredEvent> {
  const { database: path } = dataFolderFiles(dataDir)
  if (!existsSync(path)) return
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    if (versionOf(database) !== DATABASE_VERSION) return
    const rows = database.prepare('SELECT received_at, body FROM events ORDER BY id DESC LIMIT ?').iterate(limit)
    for (const { received_at, body } of rows)
      yield {
        ...parseStored<SearchEvent>(String(body), 'An event'),
        receivedAt: new Date(Number(received_at)).toISOString(),
      }
  } catch (error) {
    throw openFailure(path, error)
  } finally {
    database?.close()
  }
}
