/** What the match of a word is worth: by the field it stands in, and by how telling the word is. */
import { FIELD_ROLE } from '../segment/fields.ts'
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import type { Index } from '../segment/open-index.ts'

/**
 * Worth of a word by field: in the own heading, in the title of the page, in a heading above, in the text, in code.
 * Measured; a heading above the section says less than the text of the section itself.
 */
export const STRENGTH = {
  own: 1,
  title: 0.35,
  trail: 0.3,
  group: 0.1,
  body: 0.5,
  bodyAny: 0.15,
  code: 0.2,
  samePage: 0.2,
  leadOfPage: 0.45,
  common: 0.2,
  functionWord: 0.2,
} as const

const strengthTables = new WeakMap<Index, Float32Array>()

/** Worth of a word in the fields of `mask`, but for the body, which depends on the record. */
export function strengthOfMask(index: Index, mask: number): number {
  let strength = 0
  if (mask & index.ownBit) strength += STRENGTH.own
  for (const [field, { path, role }] of index.meta.fields.entries()) {
    if ((mask & (1 << field)) === 0) continue
    if (role === FIELD_ROLE.code) strength = Math.max(strength, STRENGTH.code)
    else if (role === FIELD_ROLE.heading && !(mask & index.ownBit)) {
      strength +=
        path === 'hierarchy.lvl1' ? STRENGTH.title : path === 'hierarchy.lvl0' ? STRENGTH.group : STRENGTH.trail
    }
  }
  return strength
}

/** `strengthOfMask` of all masks of the index, by rank. */
export function strengthsOf(index: Index): Float32Array {
  let table = strengthTables.get(index)
  if (table === undefined) {
    table = Float32Array.from(index.meta.masks, (mask) => strengthOfMask(index, mask))
    strengthTables.set(index, table)
  }
  return table
}

/** Mask of the fields with a role. */
export function fieldsWithRole(index: Index, role: number): number {
  let mask = 0
  for (const [field, meta] of index.meta.fields.entries()) if (meta.role === role) mask |= 1 << field
  return mask
}

/** Weight of a word that `count` of `total` records have: the rarer, the more telling. */
export function weightOf(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5)) + STRENGTH.common
}

const bodyNorms = new WeakMap<Index, Float64Array>()

/**
 * How slowly the worth of a word grows with how often the body has it, by record: 0.24 in an empty one, 0.6 in one of
 * mean length, more in a longer one.
 */
export function bodyNormsOf(index: Index): Float64Array {
  let table = bodyNorms.get(index)
  if (table === undefined) {
    const { norms, recordCount } = index
    let sum = 0
    for (let at = NORM.body; at < norms.length; at += NORM_WIDTH) sum += norms[at] as number
    const mean = Math.max(1, index.corpus?.meanBody ?? sum / Math.max(1, index.liveCount))
    table = new Float64Array(recordCount)
    for (let doc = 0; doc < recordCount; doc++) {
      table[doc] = 0.6 * (0.4 + (0.6 * (norms[doc * NORM_WIDTH + NORM.body] as number)) / mean)
    }
    bodyNorms.set(index, table)
  }
  return table
}
