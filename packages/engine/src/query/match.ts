/**
 * Which records match, and the evidence for each: what the ranking needs and can be had without positions.
 *
 * Words are taken from the rarest to the most frequent. Each word is one walk over the posting lists of its expansions;
 * after the first, only records that had all words before it are looked at. Optional words only add evidence. Arrays
 * by record belong to the index and are cleaned after a query by the list of records it touched, so that a query
 * allocates nothing in proportion to the corpus.
 */
import { isFunctionWord } from '../analysis/function-words.ts'
import { EngineError } from '../errors.ts'
import { FIELD_ROLE } from '../segment/fields.ts'
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber } from '../segment/open-index.ts'
import { nextPosting } from '../segment/postings.ts'
import type { Expansion } from './expand.ts'
import type { QueryWord } from './parse-query.ts'
import { cursorOver, lengthOf } from './posting-list.ts'

/** Evidence by record; valid for the records of the match that it came with. */
export interface Evidence {
  /** Number of words that match. */
  words: Uint8Array
  /** Sum over words of weight × quality × strength of the field. */
  text: Float32Array
  /** Letters of the query that stand in the record's own heading, each times the quality of the match. */
  own: Float32Array
  /** The same for the page's title. */
  title: Float32Array
  /** The same for all headings above and of the record. */
  trail: Float32Array
  /** The sum of the weights of the matching words. */
  weight: Float32Array
  /** Typos in the words that match no better; a word split in two is one. */
  misspelt: Uint8Array
}

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
  /** Mask of the fields in which typos are not forgiven. */
  exactFieldMask: number
  shouldStop: (() => boolean) | undefined
}

interface Scratch extends Evidence {
  best: Float32Array
  bestOwn: Float32Array
  bestTitle: Float32Array
  bestTrail: Float32Array
  leastTypos: Uint8Array
  /** Number of the pass that last touched the record. */
  pass: Uint32Array
  lastPass: number
  touched: Uint32Array
  seen: Uint32Array
  seenCount: number
  pageBest: Float32Array
}

const scratches = new WeakMap<Index, Scratch>()

function scratchOf(index: Index): Scratch {
  let scratch = scratches.get(index)
  if (scratch === undefined) {
    const floats = (): Float32Array => new Float32Array(index.recordCount)
    const integers = (): Uint32Array => new Uint32Array(index.recordCount)
    scratch = {
      words: new Uint8Array(index.recordCount),
      text: floats(),
      own: floats(),
      title: floats(),
      trail: floats(),
      weight: floats(),
      best: floats(),
      bestOwn: floats(),
      bestTitle: floats(),
      bestTrail: floats(),
      leastTypos: new Uint8Array(index.recordCount),
      misspelt: new Uint8Array(index.recordCount),
      pass: integers(),
      lastPass: 0,
      touched: integers(),
      seen: integers(),
      seenCount: 0,
      pageBest: new Float32Array(index.meta.pageCount),
    }
    scratches.set(index, scratch)
  }
  for (let i = 0; i < scratch.seenCount; i++) {
    const doc = scratch.seen[i] as number
    scratch.words[doc] = 0
    scratch.text[doc] = 0
    scratch.own[doc] = 0
    scratch.title[doc] = 0
    scratch.trail[doc] = 0
    scratch.weight[doc] = 0
    scratch.misspelt[doc] = 0
  }
  scratch.seenCount = 0
  if (scratch.lastPass > 0xffff_0000) {
    scratch.pass.fill(0)
    scratch.lastPass = 0
  }
  return scratch
}

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
  samePage: 0.3,
  leadOfPage: 0.45,
  common: 0.2,
  functionWord: 0.2,
} as const

const strengthTables = new WeakMap<Index, Float32Array>()

function strengthOfMask(index: Index, mask: number): number {
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

function strengthsOf(index: Index): Float32Array {
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

/** Postings between two looks at `shouldStop`. */
const STOP_INTERVAL = 65_536

/**
 * Matches `words`. A record matches if it has every word that is not optional and, where all are optional, at least
 * one. Throws `search_stopped`.
 */
export function matchWords(
  index: Index,
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  options: MatchOptions,
): Match {
  const scratch = scratchOf(index)
  const strengths = strengthsOf(index)
  const counts = expansions.map((list) =>
    Math.min(
      index.recordCount,
      list.reduce((sum, each) => sum + lengthOf(each.list), 0),
    ),
  )
  const required = words.filter((word) => !word.optional).length
  const tellsSubject = words.some((word) => !isFunctionWord(word.term))
  const weights = counts.map((count, at) => {
    const weight = weightOf(count, index.recordCount)
    const holdsTogether = required === 0 && tellsSubject && isFunctionWord(words[at]?.term ?? '')
    return holdsTogether ? weight * STRENGTH.functionWord : weight
  })
  const order = words
    .map((_, at) => at)
    .sort(
      (a, b) =>
        Number(words[a]?.optional) - Number(words[b]?.optional) || (counts[a] as number) - (counts[b] as number),
    )
  const masks = {
    body: fieldsWithRole(index, FIELD_ROLE.body),
    heading: fieldsWithRole(index, FIELD_ROLE.heading),
    title: 0,
  }
  const titleField = index.meta.fields.findIndex((field) => field.path === 'hierarchy.lvl1')
  if (titleField >= 0) masks.title = 1 << titleField
  const meanBody = meanBodyOf(index)
  const { norms, ownBit } = index
  let docs = new Uint32Array(0)
  let done = 0
  let untilStop = STOP_INTERVAL
  const pageEvidence = required === 0 && words.length > 1 ? createPageEvidence(scratch, words.length) : undefined

  for (const at of order) {
    const word = words[at] as QueryWord
    const weight = weights[at] as number
    const pass = ++scratch.lastPass
    const narrow = done > 0 && required > 0
    let touched = 0
    for (const expansion of expansions[at] as Expansion[]) {
      const cursor = cursorOver(expansion.list)
      const { quality, spelling, typos } = expansion
      const shared = expansion.list.masks === index.masks
      const fields = (expansion.typos > 0 ? options.fieldMask & ~options.exactFieldMask : options.fieldMask) | ownBit
      const restricted = fields !== -1
      while (nextPosting(cursor)) {
        if (--untilStop === 0) {
          untilStop = STOP_INTERVAL
          if (options.shouldStop?.() === true) {
            throw new EngineError('search_stopped', 'The search was stopped before it was done.')
          }
        }
        const doc = cursor.docId
        if (narrow && scratch.words[doc] !== done && !(word.optional && (scratch.words[doc] as number) >= required))
          continue
        if (options.allowed !== undefined && options.allowed[doc] === 0) continue
        let mask = cursor.mask
        if (restricted) {
          mask &= fields
          if ((mask & ~ownBit) === 0) continue
          if ((mask & masks.heading) === 0) mask &= ~ownBit
        }
        // The table is by rank of the mask; a mask that was cut, or of a list made for this query, is not in it.
        let value = shared && !restricted ? (strengths[cursor.maskRank] as number) : strengthOfMask(index, mask)
        if (mask & masks.body) {
          const tf = cursor.positionBytes
          const length = norms[doc * NORM_WIDTH + NORM.body] as number
          value += (STRENGTH.body * tf * 1.6) / (tf + 0.6 * (0.4 + (0.6 * length) / meanBody)) / 1.6 + STRENGTH.bodyAny
        }
        value *= quality
        const own = mask & ownBit ? spelling : 0
        const title = mask & masks.title ? spelling : 0
        const trail = mask & masks.heading ? spelling : 0
        if (scratch.pass[doc] !== pass) {
          scratch.pass[doc] = pass
          scratch.touched[touched++] = doc
          scratch.best[doc] = value
          scratch.bestOwn[doc] = own
          scratch.bestTitle[doc] = title
          scratch.bestTrail[doc] = trail
          scratch.leastTypos[doc] = typos
        } else {
          if (typos < (scratch.leastTypos[doc] as number)) scratch.leastTypos[doc] = typos
          if (value > (scratch.best[doc] as number)) scratch.best[doc] = value
          if (own > (scratch.bestOwn[doc] as number)) scratch.bestOwn[doc] = own
          if (title > (scratch.bestTitle[doc] as number)) scratch.bestTitle[doc] = title
          if (trail > (scratch.bestTrail[doc] as number)) scratch.bestTrail[doc] = trail
        }
      }
    }
    const { letters } = word
    for (let i = 0; i < touched; i++) {
      const doc = scratch.touched[i] as number
      if (scratch.words[doc] === 0) scratch.seen[scratch.seenCount++] = doc
      scratch.words[doc] = (scratch.words[doc] as number) + 1
      scratch.text[doc] = (scratch.text[doc] as number) + weight * (scratch.best[doc] as number)
      scratch.own[doc] = (scratch.own[doc] as number) + letters * (scratch.bestOwn[doc] as number)
      scratch.title[doc] = (scratch.title[doc] as number) + letters * (scratch.bestTitle[doc] as number)
      scratch.trail[doc] = (scratch.trail[doc] as number) + letters * (scratch.bestTrail[doc] as number)
      scratch.weight[doc] = (scratch.weight[doc] as number) + weight
      scratch.misspelt[doc] = (scratch.misspelt[doc] as number) + (scratch.leastTypos[doc] as number)
    }
    if (pageEvidence !== undefined) pageEvidence.add(index, touched, weight)
    if (!word.optional) {
      done++
      if (done === required) docs = scratch.touched.slice(0, touched)
      if (touched === 0) break
    }
  }
  if (required > 0 && done < required) docs = new Uint32Array(0)
  if (required === 0) docs = scratch.seen.slice(0, scratch.seenCount)
  pageEvidence?.finish(index, docs)
  return { docs, evidence: scratch, weights }
}

/**
 * Where words may be missing, a page that has them all is better than one that has some: a section gets a share of
 * what its page's best section has for each word.
 */
function createPageEvidence(
  scratch: Scratch,
  wordCount: number,
): { add: (index: Index, touched: number, weight: number) => void; finish: (index: Index, docs: Uint32Array) => void } {
  const sums = new Map<number, number>()
  return {
    add(index, touched, weight) {
      const pages: number[] = []
      for (let i = 0; i < touched; i++) {
        const doc = scratch.touched[i] as number
        const page = pageNumber(index, doc)
        const value = scratch.best[doc] as number
        if (scratch.pageBest[page] === 0) pages.push(page)
        if (value > (scratch.pageBest[page] as number)) scratch.pageBest[page] = value
      }
      for (const page of pages) {
        sums.set(page, (sums.get(page) ?? 0) + weight * (scratch.pageBest[page] as number))
        scratch.pageBest[page] = 0
      }
    },
    finish(index, docs) {
      for (const doc of docs) {
        if (scratch.words[doc] === wordCount) continue
        const page = sums.get(pageNumber(index, doc)) ?? 0
        const missing = Math.max(0, page - (scratch.text[doc] as number))
        const lead = index.norms[doc * NORM_WIDTH + NORM.level] === 1
        scratch.text[doc] = (scratch.text[doc] as number) + (lead ? STRENGTH.leadOfPage : STRENGTH.samePage) * missing
      }
    },
  }
}

const meanBodies = new WeakMap<Index, number>()

function meanBodyOf(index: Index): number {
  let mean = meanBodies.get(index)
  if (mean === undefined) {
    let sum = 0
    for (let at = NORM.body; at < index.norms.length; at += NORM_WIDTH) sum += index.norms[at] as number
    mean = Math.max(1, sum / Math.max(1, index.recordCount))
    meanBodies.set(index, mean)
  }
  return mean
}
