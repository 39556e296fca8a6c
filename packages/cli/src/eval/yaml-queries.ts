/**
 * Queries as YAML that a person writes by hand, in one of two shapes:
 *
 *     - query: if let            C++: /guide/cpp
 *       expect: [/book/if-let]   if let: [/book/if-let, /book/let-else]
 *
 * A list, where a query can name its set, or a map from query to URLs. Everything is text (`failsafe`): `404`, `null`
 * and `on` are queries like any other. Lines are 1-based.
 */

import { isMap, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'

import { UsageError } from '../terminal/usage-error.ts'
import type { Row } from '../records/json-lines.ts'

/** The rows of a YAML text, of which only the shape is checked. @throws UsageError with `file` and line. */
export function readYamlRows(text: string, file: string): Row[] {
  const lineCounter = new LineCounter()
  const document = parseDocument<Node>(text, { schema: 'failsafe', lineCounter, prettyErrors: false })
  const lineAt = (node: Node | null | undefined): number => lineCounter.linePos(node?.range?.[0] ?? 0).line
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault) {
    throw new UsageError(
      `${file}:${lineCounter.linePos(fault.pos[0]).line} is not YAML as expected: ${fault.message.replace(/\.?$/, '.')} Put a query with special characters in quotes.`,
    )
  }
  const { contents } = document
  if (isSeq<Node>(contents))
    return contents.items.map((node) => ({ value: node.toJS(document) as unknown, line: lineAt(node) }))
  if (isMap<Node, Node | null>(contents)) {
    return contents.items.map(({ key, value }: Pair<Node, Node | null>) => ({
      value: { query: key.toJS(document) as unknown, expect: value?.toJS(document) as unknown },
      line: lineAt(key),
    }))
  }
  if (contents === null) return []
  throw new UsageError(
    `${file}:${lineAt(contents)} is neither a list of queries nor a map: write a line such as "- query: install" and below it "  expect: [/guide/install]".`,
  )
}
