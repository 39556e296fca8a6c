/**
 * The texts of links in the contents of other pages become the attribute `linked_as` of the records that they lead to. It depends
 * on all pages, so it is added when all records are made; a page with the links of the last crawl is not touched.
 */
import { hash } from 'node:crypto'
import type { DocRecord } from '@docent/engine'
import { keptTexts } from '@docent/ingest/link-text'
import type { LinkTo } from '../store/content-links.ts'
import type { Run } from './run.ts'

/** Share and number of pages from which one link is a part of the frame that was taken for content. */
const FRAME_SHARE = 0.3
const FRAME_COUNT = 10

/** Language and version of a page: links between different ones name another text. */
export const scopeOf = (lang: string, version: string | undefined): string => `${lang} ${version ?? ''}`

/** Adds the texts to the records of a set. @param changed is called with the new hash of a page's records. */
export function nameByLinks(run: Run, set: number, changed: (url: string, records: string) => void): void {
  const { contentLinks, frontier, pages, sets, transaction } = run.store
  transaction(() => contentLinks.resolve())
  const total = frontier.count('indexed')
  for (const url of frontier.indexedPages()) {
    const reading = pages.get(url)?.reading
    if (reading === undefined) continue
    const links = withoutFrame(contentLinks.to(url), total)
    const key = links.length === 0 ? '' : hash('sha256', JSON.stringify(links), 'base64url')
    if (key === reading.linked) continue
    transaction(() => {
      const page = sets.pageOf(set, url)
      if (page === undefined) return
      const records = sets.addPage(set, page, named(sets.recordsOf(set, url), links))
      pages.putReading(url, { ...reading, linked: key, records })
      if (records !== page.hash) changed(url, records)
    })
  }
}

/** The links without those that a large part of the site has. */
function withoutFrame(links: readonly LinkTo[], total: number): LinkTo[] {
  const sources = new Map<string, Set<string>>()
  for (const { text, source } of links) sources.set(text, (sources.get(text) ?? new Set()).add(source))
  return links.filter(({ text }) => {
    const count = sources.get(text)?.size ?? 0
    return count < FRAME_COUNT || count < total * FRAME_SHARE
  })
}

/** The records of a page with the texts of links: each section's in its first record, those without a section in the first of all. */
function named(records: readonly DocRecord[], links: readonly LinkTo[]): DocRecord[] {
  const anchors = new Set(records.map(({ anchor }) => anchor))
  const seen = new Set<string>()
  return records.map(({ linked_as: _texts, ...record }) => {
    const { anchor, hierarchy, lang, type } = record
    if (seen.has(anchor)) return record as DocRecord
    seen.add(anchor)
    const scope = scopeOf(lang, record['version'] as string | undefined)
    const own = links.filter((link) => link.scope === scope && (anchors.has(link.anchor) ? link.anchor : '') === anchor)
    const texts = keptTexts(
      own.map(({ source, text }) => ({ from: source, text })),
      [hierarchy.lvl1 ?? '', hierarchy[type as keyof typeof hierarchy] ?? ''].filter((heading) => heading !== ''),
    )
    return (texts.length === 0 ? record : { ...record, linked_as: texts }) as DocRecord
  })
}
