/** Pages that lost their sections: on a part of a site, an error of its build may leave the titles of pages only. */
import type { RecordSet } from '../result/crawl-result.ts'

/** Records of a page with sections: its first one, and at least this many others. */
const SECTIONS = 3

/** Addresses that the note names. */
const EXAMPLES = 5

/**
 * A note of the pages that have one record and had several in the accepted set; `undefined` for none. The guard holds a set that
 * shrinks by a tenth, so without the note nothing would name fewer pages.
 */
export function thinnedPages(candidate: RecordSet, accepted: RecordSet | undefined): string | undefined {
  const large = new Set<string>()
  for (const { url, records } of accepted?.pages() ?? []) if (records > SECTIONS) large.add(url)
  const thinned: string[] = []
  for (const { url, records } of candidate.pages()) if (records <= 1 && large.has(url)) thinned.push(url)
  if (thinned.length === 0) return undefined
  const named = thinned.slice(0, EXAMPLES).join(', ')
  const those = thinned.length > EXAMPLES ? `among them ${named}` : named
  return `Pages that lost their sections since the last accepted crawl: ${thinned.length}, ${those}. "docent doctor" with one of the addresses shows the text that was found.`
}
