/** The strength of a match by its field, and the weight of a word by its frequency. */
import { keptWith } from '../base/kept-with.ts'
import { FIELD_ROLE } from '../segment/fields.ts'
import { NORM_WIDTH } from '../segment/norms.ts'
import * as NORM from '../segment/norm-offsets.ts'
import type { Index } from '../segment/open-index.ts'
import * as STRENGTH from './strength-numbers.ts'

/** Strength of a word in the fields of `mask`, without the body, whose strength depends on the record. */
export function strengthOfMask(index: Index, mask: number): number {
  let strength = 0
  if (mask & index.ownBit) strength += STRENGTH.own
  for (const [field, { path, role }] of index.meta.fields.entries()) {
    if ((mask & (1 << field)) === 0) continue
    if (role === FIELD_ROLE.code) strength = Math.max(strength, STRENGTH.code)
    else if (role === FIELD_ROLE.linked) strength += STRENGTH.linked
    else if (role === FIELD_ROLE.heading && !(mask & index.ownBit)) {
      strength +=
        path === 'hierarchy.lvl1' ? STRENGTH.title : path === 'hierarchy.lvl0' ? STRENGTH.group : STRENGTH.trail
    }
  }
  return strength
}

/** `strengthOfMask` of all masks of the index, by rank. Not rounded, since a delta computes the numbers of its lists itself. */
export const strengthsOf = keptWith((index: Index): Float64Array =>
  Float64Array.from(index.meta.masks, (mask) => strengthOfMask(index, mask)),
)

/** Mask of the fields with a role. */
export function fieldsWithRole(index: Index, role: number): number {
  let mask = 0
  for (const [field, meta] of index.meta.fields.entries()) if (meta.role === role) mask |= 1 << field
  return mask
}

/** Weight of a word that `count` of `total` records have; rare words weigh more. */
export function weightOf(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5)) + STRENGTH.common
}

/** The lengths of the bodies of an index. */
export interface Bodies {
  /** Tokens by record: two bytes a record, so that those of a large corpus stay in the processor's cache. */
  lengths: Uint16Array
  /**
   * By length, the saturation of repetition of a word: 0.24 in an empty body, `STRENGTH.repetition` in one of mean length, more in a
   * longer one.
   */
  saturations: Float64Array
}

/** Read at the first query and kept with the index. */
export const bodiesOf = keptWith((index: Index): Bodies => {
  const { norms, recordCount } = index
  const lengths = new Uint16Array(recordCount)
  let sum = 0
  let longest = 0
  for (let doc = 0; doc < recordCount; doc++) {
    const length = norms[doc * NORM_WIDTH + NORM.body] as number
    lengths[doc] = length
    sum += length
    longest = Math.max(longest, length)
  }
  const mean = Math.max(1, index.corpus?.meanBody ?? sum / Math.max(1, index.liveCount))
  const saturations = new Float64Array(longest + 1)
  for (let length = 0; length <= longest; length++) {
    saturations[length] = STRENGTH.repetition * (1 - STRENGTH.length + (STRENGTH.length * length) / mean)
  }
  return { lengths, saturations }
})
