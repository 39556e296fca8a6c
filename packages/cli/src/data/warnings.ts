/**
 * What a server noticed and a person should know, for `docent doctor`: a line each in `warnings.jsonl` of the data
 * folder. The server warns of each kind once in its life, so the file stays small.
 */

import { appendFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as v from 'valibot'

/** A thousand starts of a server; after that nothing new is learned. */
const MAX_FILE_BYTES = 256 * 1024
/** Days after which a warning is old news. */
const DAYS_SHOWN = 30

const warning = v.object({ at: v.string(), message: v.string() })
/** A warning and its moment (ISO 8601, UTC). */
export type Warning = v.InferOutput<typeof warning>

const fileIn = (data: string): string => join(data, 'warnings.jsonl')

/** Keeps a warning. A disk that refuses must not stop the server that warns. */
export function noteWarning(data: string, message: string): void {
  try {
    const size = statSync(fileIn(data), { throwIfNoEntry: false })?.size ?? 0
    if (size > MAX_FILE_BYTES) return
    appendFileSync(fileIn(data), `${JSON.stringify({ at: new Date().toISOString(), message })}\n`, { mode: 0o600 })
  } catch {
    // It stands in the log all the same.
  }
}

/** The warnings of the last 30 days, each once with its latest moment. */
export async function readWarnings(data: string): Promise<Warning[]> {
  const text = await readFile(fileIn(data), 'utf8').catch(() => '')
  const since = new Date(Date.now() - DAYS_SHOWN * 86_400_000).toISOString()
  const latest = new Map<string, Warning>()
  for (const line of text.split('\n')) {
    try {
      const parsed = v.parse(warning, JSON.parse(line))
      if (parsed.at >= since) latest.set(parsed.message, parsed)
    } catch {
      // A torn write is passed over.
    }
  }
  return [...latest.values()]
}
