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
import type { Index } from '../segment/open-index.ts'
import { nextPosting } from '../segment/postings.ts'
import { type Evidence, scratchOf } from './evidence.ts'
import type { Expansion } from './expand.ts'
import { createPageEvidence } from './page-evidence.ts'
import type { QueryWord } from './parse-query.ts'
import { cursorOver, lengthOf } from './posting-list.ts'
import { fieldsWithRole, meanBodyOf, STRENGTH, strengthOfMask, strengthsOf, weightOf } from './strength.ts'

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
      index.liveCount,
      list.reduce((sum, each) => sum + lengthOf(each.list), 0),
    ),
  )
  const required = words.filter((word) => !word.optional).length
  const tellsSubject = words.some((word) => !isFunctionWord(word.term))
  const weights = counts.map((count, at) => {
    const weight = weightOf(count, index.liveCount)
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
      const { quality, spelling, typos, form } = expansion
      const shared = expansion.list.masks === index.masks
      const fields = (options.fieldMask & expansion.fields) | ownBit
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
          scratch.bestForm[doc] = form
          scratch.leastTypos[doc] = typos
        } else {
          if (typos < (scratch.leastTypos[doc] as number)) scratch.leastTypos[doc] = typos
          if (value > (scratch.best[doc] as number)) scratch.best[doc] = value
          if (own > (scratch.bestOwn[doc] as number)) scratch.bestOwn[doc] = own
          if (title > (scratch.bestTitle[doc] as number)) scratch.bestTitle[doc] = title
          if (trail > (scratch.bestTrail[doc] as number)) scratch.bestTrail[doc] = trail
          if (form > (scratch.bestForm[doc] as number)) scratch.bestForm[doc] = form
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
      scratch.form[doc] = (scratch.form[doc] as number) + letters * (scratch.bestForm[doc] as number)
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
