/**
 * Reads a file of queries with their right answers: JSON Lines, one query a line. Two spellings are understood: the one
 * that a person writes, `{"query": "if let", "expect": ["/book/if-let"]}`, and the one of known-item sets that are made
 * by a program, `{"query", "targets", "page_targets", "set", "variant"}`.
 */

import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

import * as v from 'valibot'

import { UsageError } from '../usage-error.ts'

/** One question and the URLs that answer it. */
export interface EvalQuery {
  id: string
  /** What the query belongs to in the table; a variant is a set of its own. */
  set: string
  query: string
  /** Sections that are right answers, each with its anchor if it has one. */
  targets: string[]
  /** Pages that are right answers. */
  pageTargets: string[]
}

const urls = v.pipe(v.array(v.string()), v.minLength(1, 'needs at least one URL'))
const written = v.object({ query: v.string(), expect: urls, set: v.optional(v.string()), id: v.optional(v.string()) })
const generated = v.object({
  id: v.optional(v.string()),
  set: v.optional(v.string()),
  variant: v.optional(v.string()),
  query: v.string(),
  targets: urls,
  page_targets: v.optional(urls),
})

/** The queries of a file. Throws a UsageError that names file and line if it cannot be read or a line is wrong. */
export async function readQueries(file: string): Promise<EvalQuery[]> {
  const rows = await readJsonLines(file)
  const queries = rows.map(({ value, line }) => toQuery(value, `${file}:${line}`, String(line)))
  if (queries.length === 0) throw new UsageError(`${file} holds no query: write one JSON object a line.`)
  return queries
}

/** The rows of a JSON Lines file (gzip if its name ends in `.gz`) with their 1-based line numbers; empty lines are left out. */
export async function readJsonLines(file: string): Promise<{ value: unknown; line: number }[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
    )
  })
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const rows: { value: unknown; line: number }[] = []
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() !== '') rows.push({ value: parseRow(row, `${file}:${index + 1}`), line: index + 1 })
  }
  return rows
}

function parseRow(row: string, place: string): unknown {
  try {
    return JSON.parse(row)
  } catch {
    throw new UsageError(`${place} is not JSON: write one JSON object a line.`)
  }
}

function toQuery(value: unknown, place: string, id: string): EvalQuery {
  const byHand = v.safeParse(written, value)
  if (byHand.success) {
    const { query, expect, set = 'all' } = byHand.output
    return { id: byHand.output.id ?? id, set, query, targets: expect, pageTargets: expect.map(pageOf) }
  }
  const made = v.safeParse(generated, value)
  if (!made.success) {
    throw new UsageError(
      `${place} is no query: it needs "query" and "expect", as in {"query": "install", "expect": ["/guide/install"]}.`,
    )
  }
  const { query, targets, variant, set = 'all' } = made.output
  return {
    id: made.output.id ?? id,
    set: variant ? `${set}-${variant}` : set,
    query,
    targets,
    pageTargets: made.output.page_targets ?? targets.map(pageOf),
  }
}

/** The page of a section's URL. */
export function pageOf(url: string): string {
  return url.replace(/#.*$/s, '')
}
