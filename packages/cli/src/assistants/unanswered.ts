/** Searches of assistants that these docs do not answer: one line each in `unanswered.jsonl` of the data folder. */
import { UNANSWERED_BYTES } from '@docent/server'
import * as v from 'valibot'

import { type BoundedLines, boundedLines } from '../data/bounded-lines.ts'

/** Longest stored query, in UTF-16 units. */
const QUERY_LENGTH = 512

const line = v.object({ at: v.string(), query: v.string() })

/** A query and how often it was asked. */
export interface UnansweredQuery {
  query: string
  count: number
}

const linesIn = (data: string): BoundedLines<v.InferOutput<typeof line>> =>
  boundedLines(data, 'unanswered', UNANSWERED_BYTES, line)

/** Stores queries in a data folder. A query that cannot be stored is lost, without an effect on the search. */
export function storeUnanswered(data: string): (query: string) => void {
  const lines = linesIn(data)
  return (query) => {
    try {
      lines.append({ at: new Date().toISOString(), query: query.slice(0, QUERY_LENGTH) })
    } catch {
      // The search is answered all the same.
    }
  }
}

/** The stored queries, the most frequent first; those that differ in case or blanks are one. */
export async function readUnanswered(data: string): Promise<UnansweredQuery[]> {
  const found = new Map<string, UnansweredQuery>()
  for (const { query } of await linesIn(data).read()) {
    const key = query.toLowerCase().replaceAll(/\s+/g, ' ').trim()
    const same = found.get(key)
    if (same === undefined) found.set(key, { query, count: 1 })
    else same.count++
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count)
}
