/**
 * Warnings of a server for `docent doctor`: a line each in `warnings.jsonl` of the data folder. A server warns of each
 * kind once in its life; many starts drop the oldest warnings.
 */

import * as v from 'valibot'

import { type BoundedLines, boundedLines } from './bounded-lines.ts'

/** Maximum size of the file and of the older one beside it: a thousand starts of a server. */
const MAX_BYTES = 256 * 1024
/** Age (days) up to which a warning is shown. */
const DAYS_SHOWN = 30

const warning = v.object({ at: v.string(), message: v.string() })
/** A warning with its time (ISO 8601, UTC). */
export type Warning = v.InferOutput<typeof warning>

const linesIn = (data: string): BoundedLines => boundedLines(data, 'warnings', MAX_BYTES)

/** Stores a warning, before the server may end. A failing disk must not stop the server. */
export function noteWarning(data: string, message: string): void {
  try {
    linesIn(data).appendNow(JSON.stringify({ at: new Date().toISOString(), message }))
  } catch {
    // The log has the warning too.
  }
}

/** The warnings of the last 30 days, each once with its latest time. */
export async function readWarnings(data: string): Promise<Warning[]> {
  const since = new Date(Date.now() - DAYS_SHOWN * 86_400_000).toISOString()
  const latest = new Map<string, Warning>()
  for (const line of await linesIn(data).read()) {
    try {
      const parsed = v.parse(warning, JSON.parse(line))
      if (parsed.at >= since) latest.set(parsed.message, parsed)
    } catch {
      // Ignores a partial line.
    }
  }
  return [...latest.values()]
}
