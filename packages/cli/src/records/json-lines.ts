/** Files of text, JSON and JSON Lines that are named on the command line. One whose name ends in `.gz` is unpacked. */

import { createReadStream, existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A value of a file with its line (1-based). */
export interface Row {
  value: unknown
  line: number
}

/** The rows of a JSON Lines file (gzip if its name ends in `.gz`); empty lines are left out. */
export async function readJsonLines(file: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, row] of (await readText(file)).split('\n').entries()) {
    if (row.trim() !== '') rows.push({ value: parseRow(row, `${file}:${index + 1}`), line: index + 1 })
  }
  return rows
}

/** Whether there is a file or folder of that name. */
export const exists = (path: string): boolean => existsSync(path)

/** The text of a file that was named as an argument. Throws a UsageError if it cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Bytes that are read and unpacked at a time. */
const CHUNK_SIZE = 1024 * 1024
const LINE_FEED = 10

/** The lines of a file as `readText` reads it, without their ends; memory holds one chunk. Throws a UsageError if it cannot be read. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file, { highWaterMark: CHUNK_SIZE })
  const chunks = file.endsWith('.gz')
    ? // The reader receives the error.
      pipeline(source, createGunzip({ chunkSize: CHUNK_SIZE }), () => undefined)
    : source
  /** The pieces of a line that has not ended. */
  let begun: Buffer[] = []
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        const rest = chunk.subarray(from, end)
        yield (begun.length === 0 ? rest : Buffer.concat([...begun, rest])).toString()
        begun = []
        from = end + 1
      }
      if (from < chunk.length) begun.push(chunk.subarray(from))
    }
    if (begun.length > 0) yield Buffer.concat(begun).toString()
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException
  return new UsageError(`${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}.`)
}

/** Appends a text to a file that was named as an argument. Throws a UsageError if it cannot be written. */
export async function appendText(file: string, text: string): Promise<void> {
  try {
    await appendFile(file, text)
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}.`)
  }
}

/** The value of a JSON file. @throws UsageError */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function parseRow(row: string, place: string): unknown {
  try {
    return JSON.parse(row)
  } catch {
    throw new UsageError(`${place} is not JSON: write one JSON object a line.`)
  }
}
