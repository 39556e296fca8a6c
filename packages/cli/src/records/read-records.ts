/**
 * Reads records from a JSON Lines file and checks them before anything is sent: a server would refuse a whole batch for
 * one of them, and could not name its line.
 */

import { Buffer } from 'node:buffer'

import type { SearchRecord } from '@docent/engine'
import { LIMITS } from '@docent/server'

import { readLines } from './json-lines.ts'
import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Maximum number of listed faults; the others are counted. */
const FAULTS_SHOWN = 20

/** The checked records of a file. Each reading parses them again, so that memory holds one of them. */
export interface RecordFile extends AsyncIterable<SearchRecord> {
  readonly length: number
  /** Whether a record has the form of docs: a heading trail. */
  readonly hasHierarchy: boolean
}

/** Checks the records of a file (gzip if its name ends in `.gz`). @throws UsageError with every faulty line, up to 20. */
export async function readRecords(file: string): Promise<RecordFile> {
  const faults: string[] = []
  const lineOf = new Map<string, number>()
  let hasHierarchy = false
  for await (const [line, read] of recordLines(file)) {
    const earlier = typeof read === 'string' ? undefined : lineOf.get(read.objectID)
    if (typeof read === 'string') faults.push(`${file}:${line} ${read}`)
    else if (earlier !== undefined) faults.push(`${file}:${line} has the objectID of line ${earlier}`)
    else {
      lineOf.set(read.objectID, line)
      hasHierarchy ||= 'hierarchy' in read
    }
  }
  if (faults.length > 0) throw new UsageError(listed(faults))
  return { length: lineOf.size, hasHierarchy, [Symbol.asyncIterator]: () => checkedRecords(file) }
}

async function* checkedRecords(file: string): AsyncGenerator<SearchRecord> {
  for await (const [line, read] of recordLines(file)) {
    // The file was changed after its check.
    if (typeof read === 'string') throw new UsageError(`${file}:${line} ${read}`)
    yield read
  }
}

/** The record of each line or its fault, with the number of the line; empty lines are left out. */
async function* recordLines(file: string): AsyncGenerator<[line: number, read: SearchRecord | string]> {
  let line = 0
  for await (const text of readLines(file)) {
    line++
    if (text.trim() !== '') yield [line, readRecord(text)]
  }
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
    return `is not JSON: ${messageOf(error)}`
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
