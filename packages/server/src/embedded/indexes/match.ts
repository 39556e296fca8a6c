/** The records that match filters, for `deleteBy`: searched in the thread of the job. */
import type { DatabaseSync } from 'node:sqlite'
import { buildIndex, openIndex, search, type IndexSettings, type SearchParams } from '@docent/engine'
import { unboundedSettings } from '../../backend/unbounded-settings.ts'
import { parseRecord } from '../database/stored-json.ts'
import type { MatchJob } from './index-job.ts'

const PAGE = 1000

/** All objectIDs that match the filters, in no order. */
function matches(bytes: Uint8Array, settings: IndexSettings, params: SearchParams): string[] {
  const index = openIndex(bytes, unboundedSettings(settings))
  const found: string[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { hits } = search(index, {
      ...params,
      query: '',
      distinct: false,
      attributesToRetrieve: ['objectID'],
      attributesToHighlight: [],
      attributesToSnippet: [],
      offset,
      length: PAGE,
    })
    for (const hit of hits) found.push(hit.objectID)
    if (hits.length < PAGE) return found
  }
}

/**
 * The served base finds the records that have not changed since; the changed ones are indexed here. The result may contain ids of
 * removed records.
 */
export function match(job: MatchJob, database: DatabaseSync): string[] {
  const served = job.served
  const rows = database
    .prepare('SELECT object_id, body FROM records WHERE index_id = ? AND task > ?')
    .all(job.indexID, served?.task ?? -1)
  const changed = new Set(rows.map((row) => row['object_id']))
  const fresh = matches(
    buildIndex(
      rows.map((row) => parseRecord(String(row['body']))),
      job.settings,
    ),
    job.settings,
    job.params,
  )
  if (served === undefined) return fresh
  const old = matches(new Uint8Array(served.buffer), job.settings, job.params)
  return [...old.filter((objectID) => !changed.has(objectID)), ...fresh]
}
