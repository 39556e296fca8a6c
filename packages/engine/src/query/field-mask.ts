/** Masks of fields: bit f for field f. */
import { isAtOrBelow } from '../base/attributes.ts'
import type { Index } from '../segment/open-index.ts'

/** The fields that are one of `attributes` or lie below one; 0 if none is searchable. */
export function fieldsAt(index: Index, attributes: readonly string[]): number {
  let mask = 0
  for (const [field, { path }] of index.meta.fields.entries()) {
    if (attributes.some((attribute) => isAtOrBelow(path, attribute))) mask |= 1 << field
  }
  return mask
}
