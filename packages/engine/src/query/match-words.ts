/**
 * The records that match the words of a query, and the evidence for each that needs no positions.
 *
 * Words are read from the rarest to the most frequent. First the records that have all required words are found
 * (`read-postings.ts`), then the evidence of each word for those (`score-postings.ts`). Optional words only add
 * evidence; if all are optional, every record that has one of them is scored. Arrays by record belong to the index
 * (`evidence.ts`).
 */
import type { Index } from '../segment/open-index.ts'
import { type Evidence, type PageEvidence, type Scratch, scratchOf } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { addOccurrences, addWordOfPages, readOccurrences, startPages } from './page-evidence.ts'
import { addGramOfPages, shareWithinPages, startGrams } from './page-grams.ts'
import type { QueryWord } from './parse-query.ts'
import { lengthOf } from './posting-list.ts'
import { inOrder, openReader, type Postings, readList, type ReadOptions, readRequired } from './read-postings.ts'
import { openScorer, scorePostings, startScoring } from './score-postings.ts'
import { weighWords, type WordWeights } from './word-weights.ts'

/** The matched records, with their evidence in memory of the index: valid until its next query. */
export interface Match extends Pick<WordWeights, 'weights' | 'shares' | 'question'> {
  /** Records, in no order. */
  docs: Uint32Array
  /** By word, the share of all records that have it in any form, 0 to 1. */
  frequencies: number[]
  evidence: Evidence
  /** Evidence of whole pages; undefined where only sections count. */
  pages: PageEvidence | undefined
}

/** Lists are by word, in the order of the query. */
export interface MatchOptions extends ReadOptions {
  /** By word, whether it only adds evidence to the records that the others match (`evidenceOnlyWords`). */
  evidenceOnly?: readonly boolean[] | undefined
  /** Number of records that have each word, where the index has only some of them. */
  counts?: readonly number[] | undefined
}

/**
 * Matches `words`. A record matches if it has every word that is not optional and, if all are optional, at least one.
 * `evidenceOnly` words count only if the others match no record. Throws `search_stopped`.
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
  const { weights, shares, isFunctionWord, question, isLoose } = weighWords(words, counts, total)
  const frequencies = counts.map((count) => count / Math.max(1, total))
  let { evidenceOnly } = options
  const order = readingOrder(words, counts, evidenceOnly)
  const reader = openReader(index, scratch, options)
  // The records that have all required words, ascending; undefined without such words, and for a query of one word.
  let docs: Uint32Array | undefined
  let kept: Postings[][] = []
  // A record may match if its `wordCounts` is at least `least`.
  const wordCounts = scratch.marks
  let least = 0
  if (required > 0 && words.length > 1) {
    ;({ docs, kept } = readRequired(
      reader,
      order.slice(0, required).map((at) => expansions[at] as Expansion[]),
    ))
    if (docs.length === 0) return { docs, frequencies, evidence: scratch, weights, shares, question, pages: undefined }
    least = required
  }
  const scorer = openScorer(index, scratch, options)
  const pages = question > 0 ? startPages(scratch) : undefined
  const hasGrams = isLoose && question === 0
  if (hasGrams) startGrams(scratch)

  for (const [place, at] of order.entries()) {
    if (docs === undefined && evidenceOnly?.[at] === true) {
      if (scratch.seenCount === 0) evidenceOnly = undefined
      else {
        docs = seenInOrder(index, scratch)
        least = 1
      }
    }
    const weight = weights[at] as number
    startScoring(scorer, { letters: (words[at] as QueryWord).letters, share: shares[at] as number, weight })
    let touched = 0
    const isOfPages = pages !== undefined && isFunctionWord[at] !== true
    let pageCount = 0
    const postings = kept[place]
    if (postings !== undefined) {
      for (const { expansion, from, end } of postings) {
        touched = scorePostings(scorer, expansion, from, end, wordCounts, least, touched)
      }
    } else {
      for (const expansion of expansions[at] as Expansion[]) {
        const end = reader.end + readList(reader, expansion, docs, least)
        touched = scorePostings(scorer, expansion, reader.end, end, wordCounts, least, touched)
        if (isOfPages && docs === undefined) pageCount = addOccurrences(scorer, expansion, reader.end, end, pageCount)
      }
    }
    if (isOfPages) {
      // Of a word that only some records may have, not all postings were read.
      if (docs !== undefined) pageCount = readOccurrences(scorer, reader, expansions[at] as Expansion[])
      addWordOfPages(scorer, pageCount, weight)
    }
    if (hasGrams) addGramOfPages(index, scratch, touched, weight)
  }
  docs ??= seenInOrder(index, scratch)
  if (hasGrams) shareWithinPages(index, scratch, docs, words.length)
  return { docs, frequencies, evidence: scratch, weights, shares, question, pages }
}

/** The numbers of the words: first required ones, last those that only add evidence; of each kind the rarest first. */
function readingOrder(
  words: readonly QueryWord[],
  counts: readonly number[],
  evidenceOnly: readonly boolean[] | undefined,
): number[] {
  return words
    .map((_, at) => at)
    .sort(
      (a, b) =>
        Number(words[a]?.optional) - Number(words[b]?.optional) ||
        Number(evidenceOnly?.[a] ?? false) - Number(evidenceOnly?.[b] ?? false) ||
        (counts[a] as number) - (counts[b] as number),
    )
}

/** The records that have a word, in order; 1 in `scratch.marks` for each. */
function seenInOrder(index: Index, { marks, seen, seenCount }: Scratch): Uint32Array {
  marks.fill(0)
  for (let at = 0; at < seenCount; at++) marks[seen[at] as number] = 1
  return inOrder(index, seen.subarray(0, seenCount), marks, 1)
}
