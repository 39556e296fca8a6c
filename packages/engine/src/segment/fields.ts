/**
 * Fields of an index, and the shape of documentation records, the only kind of record with special treatment.
 *
 * Records with a `hierarchy` of `lvl0` … `lvl6` are sections of pages: the deepest level that is not null is the
 * section's own heading, `lvl1` the page's title, `url` without its fragment the page. Records without it have the
 * first searchable attribute as heading and are a page each.
 */
import type { SearchRecord } from '../wire.ts'
import type { ColumnMeta } from './columns.ts'

/** The role of a field in the ranking. */
export const FIELD_ROLE = { heading: 0, body: 1, code: 2, linked: 3 } as const
/** The role of a searchable attribute, by which its strength is chosen. */
export type FieldRole = (typeof FIELD_ROLE)[keyof typeof FIELD_ROLE]

/** Whether a field is text of the record itself, which makes its length. */
export function isText(role: FieldRole): boolean {
  return role === FIELD_ROLE.body || role === FIELD_ROLE.code
}

/** A searchable attribute; its number is its place in the list. */
export interface FieldMeta {
  path: string
  /** Its place in `searchableAttributes`; attributes in one string share it. */
  priority: number
  ordered: boolean
  role: FieldRole
}

/** The content of the meta section, as JSON. */
export interface IndexMeta {
  fields: FieldMeta[]
  /** Field masks by rank (`postings.ts`). */
  masks: number[]
  termCount: number
  /** In a delta: pages of the base, then those that only the delta has. */
  pageCount: number
  columns: ColumnMeta[]
  /** Groups by `attributeForDistinct`, as a column without texts; `null` where no two records share a value. */
  distinct: { path: string; column: ColumnMeta | null } | null
  /** Names of top-level attributes, by number (`stored-records.ts`). */
  attributes: string[]
  /** Fingerprint of the base that a delta belongs to. */
  base?: string
}

/** Level of the record's own heading: 1 to 6; 0 if the record has no hierarchy. */
export function levelOf(record: SearchRecord): number {
  const { hierarchy } = record
  if (hierarchy === null || typeof hierarchy !== 'object' || Array.isArray(hierarchy)) return 0
  for (let level = 6; level > 0; level--) {
    const heading = hierarchy[`lvl${level}`]
    if (typeof heading === 'string' && heading !== '') return level
  }
  return 0
}

/** The attributes that `pageOf` reads. */
export const PAGE_ATTRIBUTES: ReadonlySet<string> = new Set(['url', 'url_without_anchor'])

/** The address of a record's page, which its sections share. */
export function pageOf(record: SearchRecord): string | undefined {
  const { url, url_without_anchor: page } = record
  if (typeof url !== 'string') return undefined
  // Where a router in the browser shows the pages, they are behind the hash, and sections are in a query: `/#/guide?id=part`.
  if (page && typeof page === 'string' && url.startsWith(page)) return page
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

/** The last part of a page's path, without extension: `/guide/install.html` → `install`; empty for a site's root. */
export function nameOfPage(record: SearchRecord): string {
  const path = (pageOf(record) ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\?.*$/s, '')
  const segments = path.replace(/\/(?:index\.\w+)?$/, '').split('/')
  const name = (segments.at(-1) ?? '').replace(/\.\w+$/, '')
  try {
    return decodeURIComponent(name)
  } catch {
    // An invalid % escape: the name is used as written.
    return name
  }
}
