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

const linesIn = (data: string): BoundedLines<Warning> => boundedLines(data, 'warnings', MAX_BYTES, warning)

/** Stores a warning, before the server may end. A failing disk must not stop the server. */
export function noteWarning(data: string, message: string): void {
  try {
    linesIn(data).append({ at: new Date().toISOString(), message })
  } catch {
    // The log has the warning too.
  }
}

/** The warnings of the last 30 days, each once with its latest time. */
export async function readWarnings(data: string): Promise<Warning[]> {
  const since = new Date(Date.now() - DAYS_SHOWN * 86_400_000).toISOString()
  const recent = (await linesIn(data).read()).filter(({ at }) => at >= since)
  return [...new Map(recent.map((each) => [each.message, each])).values()]
}
