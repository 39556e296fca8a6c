/**
 * The evidence of a word for its records: the best of its expansions by record, which is then added to the evidence of
 * the words before.
 */
import { FIELD_ROLE } from '../segment/fields.ts'
import type { Index } from '../segment/open-index.ts'
import { ROW, ROW_WIDTH, type Scratch } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { batchOf } from './posting-list.ts'
import type { ReadOptions } from './read-postings.ts'
import { bodyNormsOf, fieldsWithRole, STRENGTH, strengthOfMask, strengthsOf } from './strength.ts'

/** The data of an index and of a query that scoring reads. */
export interface Scorer {
  readonly index: Index
  readonly scratch: Scratch
  readonly options: ReadOptions
  readonly bodyMask: number
  readonly headingMask: number
  readonly titleMask: number
  readonly strengths: Float32Array
  readonly bodyNorms: Float64Array
}

export function openScorer(index: Index, scratch: Scratch, options: ReadOptions): Scorer {
  const titleField = index.meta.fields.findIndex((field) => field.path === 'hierarchy.lvl1')
  return {
    index,
    scratch,
    options,
    bodyMask: fieldsWithRole(index, FIELD_ROLE.body),
    headingMask: fieldsWithRole(index, FIELD_ROLE.heading),
    titleMask: titleField < 0 ? 0 : 1 << titleField,
    strengths: strengthsOf(index),
    bodyNorms: bodyNormsOf(index),
  }
}

/**
 * Merges the postings `from` to `end` of the batch, which belong to an expansion, into the best values of the word, for
 * records with at least `least` in `wordCounts`. Returns the number of records that the word has touched, `before` of
 * them earlier.
 */
export function scorePostings(
  scorer: Scorer,
  expansion: Expansion,
  from: number,
  end: number,
  wordCounts: Uint8Array,
  least: number,
  before: number,
): number {
  const { index, scratch, options, bodyMask, headingMask, titleMask, strengths, bodyNorms } = scorer
  const { rows, touched: touchedDocs, lastPass: pass } = scratch
  const { docs, ranks, frequencies } = batchOf(0)
  const { quality, spelling, typos, form, list } = expansion
  const { allowed } = options
  const { ownBit } = index
  const { masks } = list
  const fields = (options.fieldMask & expansion.fields) | ownBit
  const restricted = fields !== -1
  const known = masks === index.masks && !restricted
  let touched = before
  for (let block = from; block < end; block += BLOCK) {
    const kept = keep(docs, block, Math.min(end, block + BLOCK), wordCounts, least, rows, bodyNorms)
    for (let at = 0; at < kept; at++) {
      const i = places[at] as number
      const doc = docs[i] as number
      if (allowed !== undefined && allowed[doc] === 0) continue
      const rank = ranks[i] as number
      let mask = masks[rank] as number
      if (restricted) {
        mask &= fields
        if ((mask & ~ownBit) === 0) continue
        if ((mask & headingMask) === 0) mask &= ~ownBit
      }
      // The table is indexed by the rank of a mask; it lacks restricted masks and masks of lists created for this
      // query.
      let value = known ? (strengths[rank] as number) : strengthOfMask(index, mask)
      const tf = frequencies[i] as number
      value += bit(mask & bodyMask) * ((STRENGTH.body * tf) / (tf + (bodies[at] as number)) + STRENGTH.bodyAny)
      value *= quality
      const own = bit(mask & ownBit) * spelling
      const title = bit(mask & titleMask) * spelling
      const trail = bit(mask & headingMask) * spelling
      const row = doc * ROW_WIDTH
      if (passes[at] !== pass) {
        rows[row + ROW.pass] = pass
        touchedDocs[touched++] = doc
        rows[row + ROW.bestValue] = value
        rows[row + ROW.bestOwn] = own
        rows[row + ROW.bestTitle] = title
        rows[row + ROW.bestTrail] = trail
        rows[row + ROW.bestForm] = form
        rows[row + ROW.bestTypos] = typos
      } else {
        if (typos < (rows[row + ROW.bestTypos] as number)) rows[row + ROW.bestTypos] = typos
        if (value > (rows[row + ROW.bestValue] as number)) rows[row + ROW.bestValue] = value
        if (own > (rows[row + ROW.bestOwn] as number)) rows[row + ROW.bestOwn] = own
        if (title > (rows[row + ROW.bestTitle] as number)) rows[row + ROW.bestTitle] = title
        if (trail > (rows[row + ROW.bestTrail] as number)) rows[row + ROW.bestTrail] = trail
        if (form > (rows[row + ROW.bestForm] as number)) rows[row + ROW.bestForm] = form
      }
    }
  }
  return touched
}

/** 1 where a bit is set, else 0, without a branch. */
function bit(mask: number): number {
  return (mask | -mask) >>> 31
}

/** Postings of one block: few enough that their rows stay in the processor's cache until they are scored. */
const BLOCK = 256
/** Of a block: the postings that are kept, the pass that last touched the record of each, and its `bodyNorms`. */
const places = new Uint32Array(BLOCK)
const passes = new Float32Array(BLOCK)
const bodies = new Float64Array(BLOCK)

/**
 * Finds the postings from `from` to `to` of records with at least `least` in `wordCounts`; returns their number. No
 * branch depends on the data, so the processor loads the rows of many records at a time.
 */
function keep(
  docs: Uint32Array,
  from: number,
  to: number,
  wordCounts: Uint8Array,
  least: number,
  rows: Float32Array,
  bodyNorms: Float64Array,
): number {
  let kept = 0
  for (let i = from; i < to; i++) {
    places[kept] = i
    kept += (least - 1 - (wordCounts[docs[i] as number] as number)) >>> 31
  }
  for (let at = 0; at < kept; at++) {
    const doc = docs[places[at] as number] as number
    passes[at] = rows[doc * ROW_WIDTH + ROW.pass] as number
    bodies[at] = bodyNorms[doc] as number
  }
  return kept
}

/** A word of the query in numbers: its letters, its share of the query (`sharesOf`), its weight. */
export interface WordValues {
  letters: number
  share: number
  weight: number
}

/** Adds the best of one word to the evidence of the records it touched. */
export function addEvidence(scratch: Scratch, touched: number, { letters, share, weight }: WordValues): void {
  const { rows, seen, words, touched: docs } = scratch
  let { seenCount } = scratch
  for (let i = 0; i < touched; i++) {
    const doc = docs[i] as number
    const row = doc * ROW_WIDTH
    const before = words[doc] as number
    words[doc] = before + 1
    seen[seenCount] = doc
    // The row of a record that has no word yet holds values of an earlier query.
    const isKnown = bit(before)
    seenCount += 1 - isKnown
    rows[row + ROW.text] = isKnown * (rows[row + ROW.text] as number) + weight * (rows[row + ROW.bestValue] as number)
    rows[row + ROW.own] = isKnown * (rows[row + ROW.own] as number) + letters * (rows[row + ROW.bestOwn] as number)
    rows[row + ROW.title] =
      isKnown * (rows[row + ROW.title] as number) + letters * (rows[row + ROW.bestTitle] as number)
    rows[row + ROW.ownShare] =
      isKnown * (rows[row + ROW.ownShare] as number) + share * (rows[row + ROW.bestOwn] as number)
    rows[row + ROW.titleShare] =
      isKnown * (rows[row + ROW.titleShare] as number) + share * (rows[row + ROW.bestTitle] as number)
    rows[row + ROW.trail] = isKnown * (rows[row + ROW.trail] as number) + share * (rows[row + ROW.bestTrail] as number)
    rows[row + ROW.form] = isKnown * (rows[row + ROW.form] as number) + share * (rows[row + ROW.bestForm] as number)
    rows[row + ROW.weight] = isKnown * (rows[row + ROW.weight] as number) + weight
    rows[row + ROW.misspelt] = isKnown * (rows[row + ROW.misspelt] as number) + (rows[row + ROW.bestTypos] as number)
  }
  scratch.seenCount = seenCount
}
