/** Records as lines of a bulk request, with the end of the lines of each record. */
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { bareDocumentOf, documentOf } from '../records/document.ts'

/** One record's place in a generation. */
export interface PlacedRecord {
  objectID: string
  /** The record as JSON; `undefined` for a removal. */
  json: string | undefined
  position: number
  task: number
}

/** The lines of several writes in a row. */
export interface Lines {
  bytes: Uint8Array<ArrayBuffer>
  /** End of the lines of each write, in bytes. */
  ends: number[]
}

const headOf = ({ objectID, task }: PlacedRecord): object => ({
  _id: objectID,
  version: task,
  version_type: 'external_gte',
})

/** The lines that store a record which OpenSearch cannot index. */
export function bareLinesOf(placed: PlacedRecord & { json: string }): Buffer {
  return Buffer.from(`${JSON.stringify({ index: headOf(placed) })}\n${JSON.stringify(bareDocumentOf(placed))}\n`)
}

/** The lines of records, analysed by the settings of their index. */
export function linesOf(records: readonly PlacedRecord[], settings: IndexSettings): Lines {
  const lines = records.map((placed) => {
    const { json } = placed
    if (json === undefined) return Buffer.from(`${JSON.stringify({ delete: headOf(placed) })}\n`)
    const document = documentOf(JSON.parse(json) as SearchRecord, settings, { ...placed, json })
    return Buffer.from(`${JSON.stringify({ index: headOf(placed) })}\n${JSON.stringify(document)}\n`)
  })
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0))
  const ends: number[] = []
  let end = 0
  for (const line of lines) {
    bytes.set(line, end)
    end += line.length
    ends.push(end)
  }
  return { bytes, ends }
}
