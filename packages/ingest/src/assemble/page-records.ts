/** The records of each page, and the pages without records. */
import { generatorOf } from '../generators/all.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { makeRecords, type PageRecords } from '../records/record.ts'
import type { ReadFiles } from './account-files.ts'
import type { TextsByAnchor } from './link-texts.ts'

/**
 * The records of a page; a page without a change, also of the texts of links to it, keeps those of the last reading. Late ones
 * are made anew with each call, so that they are in memory only while they are used.
 * @param byAddress the version that the address of the page tells, for a page without one.
 */
export function recordsOf(
  { parsed, page }: PlacedPage,
  { site: { generator }, options }: ReadFiles,
  linkedAs: TextsByAnchor = new Map(),
  byAddress?: string,
): PageRecords {
  const isUnsearched = generatorOf(generator.kind)?.isUnsearched?.(parsed.frontMatter) === true
  const isLeftOut = isUnsearched || isHidden(parsed.frontMatter) || page.key === '/404'
  const version = page.version ?? byAddress
  const facts = version === undefined ? page : { ...page, version }
  const key = isLeftOut ? '' : JSON.stringify([parsed.plain, facts, ...linkedAs])
  return {
    file: page.file,
    key,
    make() {
      if (isLeftOut) return []
      if (parsed.cachedRecords?.page === key) return parsed.cachedRecords.records
      const records = makeRecords(facts, parsed.sections(), linkedAs)
      if (!options.lateRecords) parsed.cachedRecords = { page: key, records }
      return records
    },
  }
}

function isHidden(frontMatter: Record<string, unknown>): boolean {
  const search = frontMatter.search
  return (
    frontMatter.pagefind === false ||
    search === false ||
    frontMatter.unlisted === true ||
    frontMatter.search_exclude === true ||
    (typeof search === 'object' && search !== null && 'exclude' in search && search.exclude === true)
  )
}
