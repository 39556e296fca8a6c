/**
 * The evidence of a word for its records: the best of its expansions by record, added to the evidence of the words before.
 * A posting changes two numbers of its record (`evidence.ts`): the class, and the value of its text.
 */
import { FIELD_ROLE } from '../segment/fields.ts'
import type { Index } from '../segment/open-index.ts'
import { ROW_BEST, ROW_TEXT, ROW_WIDTH, type Scratch } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { CLASS_LAST_WEIGHT, CLASS_WIDTH, classWith, startWord, type WordMatch } from './match-classes.ts'
import { batchOf } from './posting-list.ts'
import type { ReadOptions } from './read-postings.ts'
import { type Bodies, bodiesOf, fieldsWithRole, strengthOfMask, strengthsOf } from './strength.ts'
import * as STRENGTH from './strength-numbers.ts'
import type { WordValues } from './word-weights.ts'

/** The data of an index and of a query that scoring reads. */
export interface Scorer {
  readonly index: Index
  readonly scratch: Scratch
  readonly options: ReadOptions
  readonly bodyMask: number
  readonly headingMask: number
  readonly titleMask: number
  readonly bodies: Bodies
  /** Of the index's table of masks, by the fields that may match. */
  readonly masks: Map<number, MaskTable>
  /** Of the current word. */
  transitions: Transitions[]
}

/** The values of a match by the rank of its field mask. */
interface MaskTable {
  /** `strengthOfMask`. */
  strengths: Float64Array
  /** Bits `OWN`, `TITLE`, `TRAIL` and `BODY`, or `NO_MATCH`. */
  fields: Uint8Array
}

/** Bit of a match in the own heading. */
export const OWN = 1
const TITLE = 2
const TRAIL = 4
/** Place of the bit of a match in the text. */
export const BODY_SHIFT = 3
const NO_MATCH = 16
/** Number of combinations of the first three bits. */
const HEADINGS = 8

/** The next class of a record by its class and the fields of a match, for expansions with the same values. */
interface Transitions {
  spelling: number
  form: number
  typos: number
  /** By class × `HEADINGS` + bits; 0 where it is not known yet. */
  next: Int32Array
  /** Number of classes that `next` covers; numbers after those are of an earlier word. */
  count: number
}

/** The scorer serves one query: it keeps the strengths of masks and the classes that words lead to. */
export function openScorer(index: Index, scratch: Scratch, options: ReadOptions): Scorer {
  const titleField = index.meta.fields.findIndex((field) => field.path === 'hierarchy.lvl1')
  return {
    index,
    scratch,
    options,
    bodyMask: fieldsWithRole(index, FIELD_ROLE.body),
    headingMask: fieldsWithRole(index, FIELD_ROLE.heading),
    titleMask: titleField < 0 ? 0 : 1 << titleField,
    bodies: bodiesOf(index),
    masks: new Map(),
    transitions: [],
  }
}

/** Begins the next word. */
export function startScoring(scorer: Scorer, word: WordValues): void {
  startWord(scorer.scratch.classes, word)
  scorer.transitions = []
}

/** By the rank of a field mask in the list of an expansion, the bits of its fields that may match: `OWN`, and one at `BODY_SHIFT`. */
export function fieldBitsOf(scorer: Scorer, { list, fields }: Expansion): Uint8Array {
  return maskTableOf(scorer, list.masks, (scorer.options.fieldMask & fields) | scorer.index.ownBit).fields
}

function maskTableOf(scorer: Scorer, masks: Uint32Array, fields: number): MaskTable {
  const { index } = scorer
  if (masks !== index.masks) return createMaskTable(scorer, masks, fields)
  let table = scorer.masks.get(fields)
  if (table === undefined) scorer.masks.set(fields, (table = createMaskTable(scorer, masks, fields)))
  return table
}

function createMaskTable(scorer: Scorer, masks: Uint32Array, fields: number): MaskTable {
  const { index, bodyMask, headingMask, titleMask } = scorer
  const { ownBit } = index
  const table = { strengths: new Float64Array(masks.length), fields: new Uint8Array(masks.length) }
  const known = masks === index.masks && fields === -1 ? strengthsOf(index) : undefined
  for (let rank = 0; rank < masks.length; rank++) {
    let mask = (masks[rank] as number) & fields
    if (fields !== -1 && (mask & headingMask) === 0) mask &= ~ownBit
    table.strengths[rank] = known === undefined ? strengthOfMask(index, mask) : (known[rank] as number)
    table.fields[rank] =
      (mask & ~ownBit) === 0
        ? NO_MATCH
        : bit(mask & ownBit) * OWN +
          bit(mask & titleMask) * TITLE +
          bit(mask & headingMask) * TRAIL +
          (bit(mask & bodyMask) << BODY_SHIFT)
  }
  return table
}

/** 1 where a bit is set, else 0. */
function bit(mask: number): number {
  return (mask | -mask) >>> 31
}

function transitionsOf(scorer: Scorer, { spelling, form, typos }: Expansion): Transitions {
  let found = scorer.transitions.find(
    (known) => known.spelling === spelling && known.form === form && known.typos === typos,
  )
  if (found === undefined) {
    found = { spelling, form, typos, next: tables[scorer.transitions.length] ?? NO_TABLE, count: 0 }
    scorer.transitions.push(found)
  }
  coverClasses(scorer, found)
  return found
}

/** Tables that the next word reuses, at most `MAX_TABLES` with `MAX_KEPT` numbers each. */
const tables: Int32Array[] = []
const MAX_TABLES = 16
const MAX_KEPT = 65_536
const NO_TABLE = new Int32Array(0)

/** Makes space for the transitions of all classes. */
function coverClasses(scorer: Scorer, transitions: Transitions): void {
  const { next, count } = transitions
  const needed = scorer.scratch.classes.count
  if (needed <= count) return
  if (next.length < needed * HEADINGS) {
    transitions.next = new Int32Array(needed * HEADINGS * 2)
    transitions.next.set(next.subarray(0, count * HEADINGS))
    const place = scorer.transitions.indexOf(transitions)
    if (place < MAX_TABLES && transitions.next.length <= MAX_KEPT) tables[place] = transitions.next
  }
  transitions.next.fill(0, count * HEADINGS, needed * HEADINGS)
  transitions.count = needed
}

/** The next class of a record of class `from` that has a match with these bits. */
function nextClass(scorer: Scorer, transitions: Transitions, from: number, bits: number): number {
  const { classes } = scorer.scratch
  const spelling = Math.fround(transitions.spelling)
  const inHeading = (field: number): number => (bits & field ? spelling : 0)
  const match: WordMatch = [
    inHeading(OWN),
    inHeading(TITLE),
    inHeading(TRAIL),
    Math.fround(transitions.form),
    -transitions.typos,
  ]
  const next = classWith(classes, from, match)
  coverClasses(scorer, transitions)
  transitions.next[from * HEADINGS + bits] = next
  return next
}

/**
 * Merges the postings `from` to `end` of the batch, which belong to an expansion, into the evidence of the current word, for
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
  const { index, scratch, options } = scorer
  const { lengths, saturations } = scorer.bodies
  const { rows, numbers, touched: touchedDocs, seen, classes } = scratch
  const { docs, ranks, frequencies } = batchOf(0)
  const { quality, list } = expansion
  const allowed = options.allowed ?? NONE
  const fieldMask = (options.fieldMask & expansion.fields) | index.ownBit
  const { strengths, fields } = maskTableOf(scorer, list.masks, fieldMask)
  const transitions = transitionsOf(scorer, expansion)
  const { firstOfWord } = classes
  let { next } = transitions
  let { values } = classes
  let { seenCount } = scratch
  let touched = before
  for (let block = from; block < end; block += BLOCK) {
    const kept = keep(docs, block, Math.min(end, block + BLOCK), wordCounts, least, allowed)
    for (let at = 0; at < kept; at++) {
      const doc = docs[places[at] as number] as number
      known[at] = numbers[doc * ROW_WIDTH] as number
      bodies[at] = saturations[lengths[doc] as number] as number
    }
    for (let at = 0; at < kept; at++) {
      const i = places[at] as number
      const rank = ranks[i] as number
      const bits = fields[rank] as number
      if (bits === NO_MATCH) continue
      const doc = docs[i] as number
      const tf = frequencies[i] as number
      let value = strengths[rank] as number
      value += (bits >> BODY_SHIFT) * ((STRENGTH.body * tf) / (tf + (bodies[at] as number)) + STRENGTH.bodyAny)
      value *= quality
      const row = doc * ROW_WIDTH
      const now = known[at] as number
      const headings = bits & (HEADINGS - 1)
      let then = next[now * HEADINGS + headings] as number
      if (then === 0) {
        then = nextClass(scorer, transitions, now, headings)
        ;({ next } = transitions)
        ;({ values } = classes)
      }
      numbers[row] = then
      if (now < firstOfWord) {
        const weight = values[now * CLASS_WIDTH + CLASS_LAST_WEIGHT] as number
        // The row of a record without a word holds values of an earlier query.
        const isKnown = bit(now)
        rows[row + ROW_TEXT] = isKnown * ((rows[row + ROW_TEXT] as number) + weight * (rows[row + ROW_BEST] as number))
        rows[row + ROW_BEST] = value
        touchedDocs[touched++] = doc
        seen[seenCount] = doc
        seenCount += 1 - isKnown
      } else if (value > (rows[row + ROW_BEST] as number)) rows[row + ROW_BEST] = value
    }
  }
  scratch.seenCount = seenCount
  return touched
}

/** Postings of one block: few enough that their rows stay in the processor's cache until they are scored. */
const BLOCK = 256
/** Of a block: the postings that are kept, the class and the saturation of the record of each. */
const places = new Uint32Array(BLOCK)
const known = new Int32Array(BLOCK)
const bodies = new Float64Array(BLOCK)
const NONE = new Uint8Array(0)

/**
 * Finds the postings from `from` to `to` of records with at least `least` in `wordCounts` and in `allowed`, if it is not empty;
 * returns their number. No branch depends on the data, so the processor loads the values of many records at a time.
 */
function keep(
  docs: Uint32Array,
  from: number,
  to: number,
  wordCounts: Uint8Array,
  least: number,
  allowed: Uint8Array,
): number {
  let kept = 0
  if (least === 0) for (let i = from; i < to; i++) places[kept++] = i
  else {
    for (let i = from; i < to; i++) {
      places[kept] = i
      kept += (least - 1 - (wordCounts[docs[i] as number] as number)) >>> 31
    }
  }
  if (allowed.length === 0) return kept
  const most = kept
  kept = 0
  for (let at = 0; at < most; at++) {
    const place = places[at] as number
    places[kept] = place
    kept += allowed[docs[place] as number] as number
  }
  return kept
}
