/** The searchable fields of an index: those that the settings name, or all texts. */
import { isAtOrBelow } from '../base/attributes.ts'
import { DEFAULT_SETTINGS, parseSearchableAttributes } from '../base/settings.ts'
import type { IndexSettings } from '../wire.ts'
import { FIELD_ROLE, type FieldMeta } from './fields.ts'

/** Field masks have 32 bits, one of them is taken, and the position code has 12 bits for the field. */
const MAX_FIELDS = 30

/**
 * The searchable fields of records with texts at the paths `present`: an attribute covers its children; an empty list
 * means every text.
 */
export function resolveFields(present: ReadonlySet<string>, settings: IndexSettings): FieldMeta[] {
  const entries = parseSearchableAttributes(settings.searchableAttributes ?? DEFAULT_SETTINGS.searchableAttributes)
  const sorted = [...present].sort()
  const selected = entries.length === 0 ? sorted.map((path) => ({ path, priority: 0, ordered: false })) : entries
  const fields: FieldMeta[] = []
  for (const { path, priority, ordered } of selected) {
    const below = sorted.filter((candidate) => candidate !== path && isAtOrBelow(candidate, path))
    const paths = present.has(path) || below.length === 0 ? [path, ...below] : below
    for (const each of paths) {
      if (fields.some((field) => field.path === each)) continue
      fields.push({ path: each, priority, ordered, role: roleOf(each, fields.length) })
    }
  }
  return fields.slice(0, MAX_FIELDS)
}

function roleOf(path: string, position: number): FieldMeta['role'] {
  if (/(^|\.)lvl\d$/.test(path)) return FIELD_ROLE.heading
  if (path === 'code') return FIELD_ROLE.code
  if (path === 'linked_as') return FIELD_ROLE.linked
  return position === 0 ? FIELD_ROLE.heading : FIELD_ROLE.body
}

/** The heading of the record itself: the deepest of its hierarchy; else its first searchable attribute. */
export function isOwnHeading(field: number, path: string, level: number): boolean {
  return level > 0 ? path === `hierarchy.lvl${level}` : field === 0
}
