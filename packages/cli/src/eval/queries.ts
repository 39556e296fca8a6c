/**
 * Reads a file of queries with their right answers. People write YAML (`yaml-queries.ts`) or JSON Lines, one query a
 * line: `{"query": "if let", "expect": ["/book/if-let"]}`. Generators of known-item sets write JSON Lines with
 * `{"query", "targets", "page_targets", "set", "variant"}`. Every fault names file and line.
 */

import * as v from 'valibot'

import { readJsonLines, readText } from '../records/json-lines.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { pageOf } from './url.ts'
import { readYamlRows } from './yaml-queries.ts'

/** One query and the URLs that answer it. */
export interface EvalQuery {
  /** Unique in its set: from the file, else the query's text. */
  id: string
  /** Row of the query in the table. */
  set: string
  /** A spelling or kind within a set: a row of its own, but part of its set in the mean over sets. */
  variant?: string
  query: string
  /** Sections that are right answers, each with its anchor if it has one. */
  targets: string[]
  /** Pages that are right answers. */
  pageTargets: string[]
}

/** The set of queries without one. */
const DEFAULT_SET = 'queries'

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty())
const urls = v.pipe(
  v.union([
    v.array(filled),
    v.pipe(
      filled,
      v.transform((url) => [url]),
    ),
  ]),
  v.minLength(1),
)
const written = v.object({ query: filled, expect: urls, set: v.optional(filled), id: v.optional(filled) })
const generated = v.object({
  id: v.optional(v.string()),
  set: v.optional(v.string()),
  variant: v.optional(v.string()),
  query: filled,
  targets: urls,
  page_targets: v.optional(urls),
})

/** The queries of a file, YAML by its name or JSON Lines. @throws UsageError with file and line. */
export async function readQueries(file: string): Promise<EvalQuery[]> {
  const rows = /\.ya?ml$/i.test(file) ? readYamlRows(await readText(file), file) : await readJsonLines(file)
  const queries = rows.map(({ value, line }) => toQuery(value, `${file}:${line}`))
  if (queries.length === 0)
    throw new UsageError(`${file} holds no query: write one as {"query": "install", "expect": ["/guide/install"]}.`)
  return withUniqueIds(queries)
}

function toQuery(value: unknown, place: string): EvalQuery {
  const byHand = v.safeParse(written, value)
  if (byHand.success) {
    const { query, expect, id = query, set = DEFAULT_SET } = byHand.output
    return { id, set, query, targets: expect, pageTargets: expect.map(pageOf) }
  }
  const made = v.safeParse(generated, value)
  if (!made.success) {
    throw new UsageError(
      `${place} is no query: it needs a "query" and in "expect" at least one URL, both texts that are not empty.`,
    )
  }
  const { query, targets, variant, page_targets: pages, id = query, set = DEFAULT_SET } = made.output
  return { id, set, ...(variant && { variant }), query, targets, pageTargets: pages ?? targets.map(pageOf) }
}

/** Numbers queries with the same id in the same set, so that a baseline can distinguish them. */
function withUniqueIds(queries: EvalQuery[]): EvalQuery[] {
  const seen = new Map<string, number>()
  return queries.map((query) => {
    const key = JSON.stringify([query.set, query.variant, query.id])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? query : { ...query, id: `${query.id} (${count})` }
  })
}
