/**
 * Warnings of a server for `docent doctor`: a line each in `warnings.jsonl` of the data folder. A server warns of each
 * kind once in its life, so the file stays small.
 */

import { appendFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as v from 'valibot'

/** Maximum size of the file: a thousand starts of a server. */
const MAX_FILE_BYTES = 256 * 1024
/** Age (days) up to which a warning is shown. */
const DAYS_SHOWN = 30

const warning = v.object({ at: v.string(), message: v.string() })
/** A warning with its time (ISO 8601, UTC). */
export type Warning = v.InferOutput<typeof warning>

const fileIn = (data: string): string => join(data, 'warnings.jsonl')

/** Stores a warning. A failing disk must not stop the server. */
export function noteWarning(data: string, message: string): void {
  try {
    const size = statSync(fileIn(data), { throwIfNoEntry: false })?.size ?? 0
    if (size > MAX_FILE_BYTES) return
    appendFileSync(fileIn(data), `${JSON.stringify({ at: new Date().toISOString(), message })}\n`, { mode: 0o600 })
  } catch {
    // The log has the warning too.
  }
}

/** The warnings of the last 30 days, each once with its latest time. */
export async function readWarnings(data: string): Promise<Warning[]> {
  const text = await readFile(fileIn(data), 'utf8').catch(() => '')
  const since = new Date(Date.now() - DAYS_SHOWN * 86_400_000).toISOString()
  const latest = new Map<string, Warning>()
  for (const line of text.split('\n')) {
    try {
      const parsed = v.parse(warning, JSON.parse(line))
      if (parsed.at >= since) latest.set(parsed.message, parsed)
    } catch {
      // Ignores a partial line.
    }
  }
  return [...latest.values()]
}
