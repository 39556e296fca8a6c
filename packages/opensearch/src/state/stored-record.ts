/** Reads the record of a document of a generation. */
import type { SearchRecord } from '@docent/engine'
import { ClusterError } from '../http/cluster-error.ts'

/** Throws `ClusterError` for a document whose record is no JSON of an object: another program has changed it. */
export function storedRecord({ id, record }: { id?: unknown; record?: unknown }): SearchRecord {
  const parsed = parse(record)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as SearchRecord
  const message = `The document ${JSON.stringify(id)} holds no record: import the records of its index again`
  throw new ClusterError(0, 'damaged_document', message)
}

function parse(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : undefined
  } catch {
    return undefined
  }
}
