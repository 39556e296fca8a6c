/**
 * Which records match, and the evidence for each: what the ranking needs and can be had without positions.
 *
 * Words are taken from the rarest to the most frequent. Each word is one walk over the posting lists of its expansions;
 * after the first, lists are only searched for the records that had all words before it. Optional words only add evidence. Arrays
 * by record belong to the index and are cleaned after a query by the list of records it touched, so that a query
 * allocates nothing in proportion to the corpus.
 */
import { isFunctionWord } from '../analysis/function-words.ts'
import { EngineError } from '../errors.ts'
import { FIELD_ROLE } from '../segment/fields.ts'
import type { Index } from '../segment/open-index.ts'
import type { PostingCursor } from '../segment/postings.ts'
import { type Evidence, ROW, ROW_WIDTH, type Scratch, scratchOf } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { addPageEvidence, finishPageEvidence } from './page-evidence.ts'
import type { QueryWord } from './parse-query.ts'
import { type Batch, batchOf, cursorOver, lengthOf, readAll, readShared, reopen } from './posting-list.ts'
import { bodyNormsOf, fieldsWithRole, STRENGTH, strengthOfMask, strengthsOf, weightOf } from './strength.ts'

export interface Match {
  /** Records, in no order. */
  docs: Uint32Array
  evidence: Evidence
  /** Weight of each word: how telling it is. */
  weights: number[]
}

export interface MatchOptions {
  /** 1 for each record that filters let through; absent: all. */
  allowed: Uint8Array | undefined
  /** Mask of the fields that may match. */
  fieldMask: number
  shouldStop: (() => boolean) | undefined
  /** By word, whether it matches nothing by itself, but only adds evidence to what the others found (`holdTogether`). */
  evidenceOnly?: readonly boolean[] | undefined
  /** How many records have each of the words, where the index does not tell. */
  counts?: readonly number[] | undefined
}

/** Postings between two looks at `shouldStop`. */
const STOP_INTERVAL = 65_536

/**
 * Matches `words`. A record matches if it has every word that is not optional and, where all are optional, at least
 * one; of `evidenceOnly` words only where the others found nothing at all. Throws `search_stopped`.
 */
export function matchWords(
  index: Index,
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  options: MatchOptions,
): Match {
  const scratch = scratchOf(index)
  const total = index.corpus?.recordCount ?? index.liveCount
  const counts = expansions.map((list, at) =>
    Math.min(total, options.counts?.[at] ?? list.reduce((sum, each) => sum + lengthOf(each.list), 0)),
  )
  const required = words.filter((word) => !word.optional).length
  const tellsSubject = words.some((word) => !isFunctionWord(word.term))
  const weights = counts.map((count, at) => {
    const weight = weightOf(count, total)
    const holdsTogether = required === 0 && tellsSubject && isFunctionWord(words[at]?.term ?? '')
    return holdsTogether ? weight * STRENGTH.functionWord : weight
  })
  let { evidenceOnly } = options
  const order = words
    .map((_, at) => at)
    .sort(
      (a, b) =>
        Number(words[a]?.optional) - Number(words[b]?.optional) ||
        Number(evidenceOnly?.[a] ?? false) - Number(evidenceOnly?.[b] ?? false) ||
        (counts[a] as number) - (counts[b] as number),
    )
  const facts = factsOf(index)
  const { rows } = scratch
  // The records that have all required words so far, in order; undefined before the first, and where all are optional.
  let docs: Uint32Array | undefined
  let done = 0
  let lastTouched = 0
  let untilStop = STOP_INTERVAL
  const seesPages = required === 0 && words.length > 1
  if (seesPages) scratch.pageSums.fill(0)

  for (const at of order) {
    const word = words[at] as QueryWord
    const weight = weights[at] as number
    const pass = ++scratch.lastPass
    if (docs === undefined && evidenceOnly?.[at] === true) {
      if (scratch.seenCount === 0) evidenceOnly = undefined
      else {
        docs = seenInOrder(index, scratch)
        done = 1
      }
    }
    let touched = 0
    let cursor: PostingCursor | undefined
    for (const expansion of expansions[at] as Expansion[]) {
      if (cursor === undefined) cursor = cursorOver(expansion.list)
      else reopen(cursor, expansion.list)
      untilStop -= cursor.left
      if (untilStop < 0) {
        untilStop = STOP_INTERVAL
        if (options.shouldStop?.() === true) {
          throw new EngineError('search_stopped', 'The search was stopped before it was done.')
        }
      }
      const batch = batchOf(cursor.left)
      // A list that is shorter than what it could be searched for is read.
      const isSearched = docs !== undefined && docs.length < cursor.left
      const count = isSearched ? readShared(cursor, expansion.list, docs as Uint32Array, batch) : readAll(cursor, batch)
      touched = scoreBatch(index, scratch, batch, count, expansion, options, facts, done, touched)
    }
    addEvidence(scratch, touched, word.letters, weight)
    if (seesPages) addPageEvidence(index, scratch, touched, weight)
    if (!word.optional) {
      done++
      lastTouched = touched
      if (touched === 0) break
      if (docs !== undefined) docs = touchedOf(docs, rows, pass)
      else {
        docs = scratch.touched.slice(0, touched)
        // The lists of several expansions follow each other.
        if (words.length > 1 && (expansions[at] as Expansion[]).length > 1) docs.sort()
      }
    }
  }
  if (required === 0) docs ??= scratch.seen.slice(0, scratch.seenCount)
  else if (docs === undefined || done < required || lastTouched === 0) docs = new Uint32Array(0)
  if (seesPages) finishPageEvidence(index, scratch, docs, words.length)
  return { docs, evidence: scratch, weights }
}

/** The records that have any of the words so far, in order. */
function seenInOrder(index: Index, { words, seenCount }: Scratch): Uint32Array {
  const docs = new Uint32Array(seenCount + 1)
  let count = 0
  for (let doc = 0; doc < index.recordCount; doc++) {
    docs[count] = doc
    count += -(words[doc] as number) >>> 31
  }
  return docs.subarray(0, seenCount)
}

/** What scoring needs to know of an index. */
interface Facts {
  bodyMask: number
  headingMask: number
  titleMask: number
  strengths: Float32Array
  bodyNorms: Float64Array
}

function factsOf(index: Index): Facts {
  const titleField = index.meta.fields.findIndex((field) => field.path === 'hierarchy.lvl1')
  return {
    bodyMask: fieldsWithRole(index, FIELD_ROLE.body),
    headingMask: fieldsWithRole(index, FIELD_ROLE.heading),
    titleMask: titleField < 0 ? 0 : 1 << titleField,
    strengths: strengthsOf(index),
    bodyNorms: bodyNormsOf(index),
  }
}

/**
 * Takes the postings of one expansion into the best of their word, for records that have the `done` words before it.
 * Returns the number of records that the word has touched, of which there were `before`.
 */
function scoreBatch(
  index: Index,
  scratch: Scratch,
  batch: Batch,
  count: number,
  expansion: Expansion,
  options: MatchOptions,
  { bodyMask, headingMask, titleMask, strengths, bodyNorms }: Facts,
  done: number,
  before: number,
): number {
  const { rows, words: matched, touched: touchedDocs, lastPass: pass } = scratch
  const { docs, ranks, positionBytes } = batch
  const { quality, spelling, typos, form, list } = expansion
  const { allowed } = options
  const { ownBit } = index
  const fields = (options.fieldMask & expansion.fields) | ownBit
  const restricted = fields !== -1
  const known = list.masks === index.masks && !restricted
  let touched = before
  for (let from = 0; from < count; from += BLOCK) {
    const kept = keep(docs, from, Math.min(count, from + BLOCK), matched, done, rows)
    for (let at = 0; at < kept; at++) {
      const i = places[at] as number
      const doc = docs[i] as number
      if (allowed !== undefined && allowed[doc] === 0) continue
      const rank = ranks[i] as number
      let mask = list.masks[rank] as number
      if (restricted) {
        mask &= fields
        if ((mask & ~ownBit) === 0) continue
        if ((mask & headingMask) === 0) mask &= ~ownBit
      }
      // The table is by rank of the mask; a mask that was cut, or of a list made for this query, is not in it.
      let value = known ? (strengths[rank] as number) : strengthOfMask(index, mask)
      if (mask & bodyMask) {
        const tf = positionBytes[i] as number
        value += (STRENGTH.body * tf) / (tf + (bodyNorms[doc] as number)) + STRENGTH.bodyAny
      }
      value *= quality
      const own = mask & ownBit ? spelling : 0
      const title = mask & titleMask ? spelling : 0
      const trail = mask & headingMask ? spelling : 0
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

/** Postings that are looked at together: few enough that what is fetched for them is still there when they are scored. */
const BLOCK = 256
/** Of a block, the postings of records that have all words so far, and for each the pass that last touched its record. */
const places = new Uint32Array(BLOCK)
const passes = new Float32Array(BLOCK)

/**
 * Finds those of the postings from `from` to `to` whose records have `done` words; returns their number. As no branch
 * depends on what is read, the processor fetches the rows of many records at a time; else it would wait for each.
 */
function keep(
  docs: Uint32Array,
  from: number,
  to: number,
  words: Uint8Array,
  done: number,
  rows: Float32Array,
): number {
  let kept = 0
  for (let i = from; i < to; i++) {
    places[kept] = i
    kept += (done - 1 - (words[docs[i] as number] as number)) >>> 31
  }
  for (let at = 0; at < kept; at++)
    passes[at] = rows[(docs[places[at] as number] as number) * ROW_WIDTH + ROW.pass] as number
  return kept
}

/** Those of `docs` that the pass touched. */
function touchedOf(docs: Uint32Array, rows: Float32Array, pass: number): Uint32Array {
  let count = 0
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number
    if (rows[doc * ROW_WIDTH + ROW.pass] === pass) docs[count++] = doc
  }
  return docs.subarray(0, count)
}

/** Adds the best of one word to the evidence of the records it touched. */
function addEvidence(scratch: Scratch, touched: number, letters: number, weight: number): void {
  const { rows, seen, words, touched: docs } = scratch
  let { seenCount } = scratch
  for (let i = 0; i < touched; i++) {
    const doc = docs[i] as number
    const row = doc * ROW_WIDTH
    const before = words[doc] as number
    words[doc] = before + 1
    if (before === 0) {
      seen[seenCount++] = doc
      rows[row + ROW.text] = weight * (rows[row + ROW.bestValue] as number)
      rows[row + ROW.own] = letters * (rows[row + ROW.bestOwn] as number)
      rows[row + ROW.title] = letters * (rows[row + ROW.bestTitle] as number)
      rows[row + ROW.trail] = letters * (rows[row + ROW.bestTrail] as number)
      rows[row + ROW.form] = letters * (rows[row + ROW.bestForm] as number)
      rows[row + ROW.weight] = weight
      rows[row + ROW.misspelt] = rows[row + ROW.bestTypos] as number
    } else {
      rows[row + ROW.text] = (rows[row + ROW.text] as number) + weight * (rows[row + ROW.bestValue] as number)
      rows[row + ROW.own] = (rows[row + ROW.own] as number) + letters * (rows[row + ROW.bestOwn] as number)
      rows[row + ROW.title] = (rows[row + ROW.title] as number) + letters * (rows[row + ROW.bestTitle] as number)
      rows[row + ROW.trail] = (rows[row + ROW.trail] as number) + letters * (rows[row + ROW.bestTrail] as number)
      rows[row + ROW.form] = (rows[row + ROW.form] as number) + letters * (rows[row + ROW.bestForm] as number)
      rows[row + ROW.weight] = (rows[row + ROW.weight] as number) + weight
      rows[row + ROW.misspelt] = (rows[row + ROW.misspelt] as number) + (rows[row + ROW.bestTypos] as number)
    }
  }
  scratch.seenCount = seenCount
}
