/**
 * Reads records from a JSON Lines file and checks them before anything is sent: a server would refuse a whole batch for
 * one of them, and could not name its line.
 */

import { Buffer } from 'node:buffer'

import type { SearchRecord } from '@docent/engine'
import { LIMITS } from '@docent/server'

import { readText } from './json-lines.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Maximum number of listed faults; the others are counted. */
const FAULTS_SHOWN = 20

/** The records of a file (gzip if its name ends in `.gz`). @throws UsageError with every faulty line, up to 20. */
export async function readRecords(file: string): Promise<SearchRecord[]> {
  const lines = (await readText(file)).split('\n')
  const records: SearchRecord[] = []
  const faults: string[] = []
  const lineOf = new Map<string, number>()
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '') continue
    const read = readRecord(text)
    const earlier = typeof read === 'string' ? undefined : lineOf.get(read.objectID)
    if (typeof read === 'string') faults.push(`${file}:${i + 1} ${read}`)
    else if (earlier !== undefined) faults.push(`${file}:${i + 1} has the objectID of line ${earlier}`)
    else {
      lineOf.set(read.objectID, i + 1)
      records.push(read)
    }
  }
  if (faults.length > 0) throw new UsageError(listed(faults))
  return records
}

function listed(faults: readonly string[]): string {
  const rest = faults.length - FAULTS_SHOWN
  return [...faults.slice(0, FAULTS_SHOWN), ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')
}

/** The record of a line, or its fault. */
function readRecord(text: string): SearchRecord | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no record: it must be an object'
  const { objectID } = value as Record<string, unknown>
  if ((typeof objectID !== 'string' && typeof objectID !== 'number') || objectID === '')
    return 'is no record: it needs an "objectID"'
  const id = String(objectID)
  if (Buffer.byteLength(id) > LIMITS.objectIdBytes) return `has an objectID of more than ${LIMITS.objectIdBytes} bytes`
  const bytes = Buffer.byteLength(text)
  if (bytes > LIMITS.recordBytes) return `has ${bytes} bytes: a record may have ${LIMITS.recordBytes}`
  // Parsed JSON with an objectID is a record.
  return { ...value, objectID: id } as SearchRecord
}
