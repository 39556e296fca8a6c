/** Interim until the search's own documents come. */
import { createHash } from 'node:crypto'
import type { IndexSettings, SearchRecord } from '@docent/engine'

export const RECORD_FIELD = 'record'
export const HASH_FIELD = 'hash'

export const hashOf = (record: SearchRecord): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64')

export const documentOf = (
  record: SearchRecord,
  _settings: IndexSettings,
  { task, position }: { task: number; position: number },
): object => ({ record: JSON.stringify(record), hash: hashOf(record), task, position })
