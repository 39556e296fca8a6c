/**
 * The form of hits that public docs dialogs expect, for records that are sections of documentation: with `hierarchy`
 * and a `type` of `lvl1` … `lvl6`.
 *
 * They show the text of a section only if its `type` is `content`, so `type` is set to `content` if no heading matched.
 * If only `code` matched, `content` is set to the matching line.
 */
import type { SearchRecord } from '../wire.ts'
import type { Marker } from './marker.ts'
import { marksOf } from './marks.ts'

/** The record with the `type` and `content` that the answer has. */
export function toDialogRecord(record: SearchRecord, marker: Marker): SearchRecord {
  const { hierarchy, type, content, code } = record
  if (typeof type !== 'string' || !/^lvl[0-6]$/.test(type) || marker.terms.size === 0) return record
  if (hierarchy === null || typeof hierarchy !== 'object' || Array.isArray(hierarchy)) return record
  const headings = Object.values(hierarchy).filter((heading) => typeof heading === 'string')
  if (headings.some((heading) => marksOf(heading, marker).length > 0)) return record
  if (typeof content === 'string' && marksOf(content, marker).length > 0) return { ...record, type: 'content' }
  if (typeof code !== 'string') return record
  const line = bestLine(code, marker)
  return line === undefined ? record : { ...record, type: 'content', content: line }
}

/** The line with the most words of the query. */
function bestLine(code: string, marker: Marker): string | undefined {
  let best: string | undefined
  let bestCount = 0
  for (const line of code.split('\n')) {
    const count = new Set(marksOf(line, marker).map((mark) => mark.word)).size
    if (count <= bestCount) continue
    best = line.trim()
    bestCount = count
  }
  return best
}
