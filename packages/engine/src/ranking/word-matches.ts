/** The match of each word of a query in some records, for `_rankingInfo`. */
import { isHidden } from '../base/attributes.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { Found } from '../query/find-matches.ts'
import { functionWordsOf } from '../query/function-words.ts'
import { cursorOver } from '../query/posting-list.ts'
import type { Index } from '../segment/open-index.ts'
import { nextPosting } from '../segment/postings.ts'
import type { SearchParams } from '../wire.ts'
import type { WordMatch } from '../wire-answers.ts'

/**
 * By record: for each word of the query its best match, in the order of the words. An attribute that the sender may not see is not
 * named, and neither is a term that only such attributes have.
 */
export function wordMatchesOf(
  index: Index,
  { words, expansions, match, fieldMask }: Found,
  params: SearchParams,
  docs: ReadonlySet<number>,
  shouldStop: ShouldStop,
): Map<number, WordMatch[]> {
  const total = match.weights.reduce((sum, weight) => sum + weight, 0)
  const isFunctionWord = functionWordsOf(words)
  const none = (): WordMatch[] =>
    words.map((word, at) => ({
      word: word.term,
      weight: round((match.weights[at] ?? 0) / total),
      ...(isFunctionWord[at] !== true && { frequency: match.frequencies[at] ?? 0 }),
      how: 'none',
      typos: 0,
      attributes: [],
    }))
  const found = new Map(Array.from(docs, (doc) => [doc, none()]))
  for (const [at, list] of expansions.entries()) {
    for (const { kind, term, typos, fields: allowed, list: postings } of list.toSorted(
      (a, b) => b.quality - a.quality,
    )) {
      stopIfAsked(shouldStop)
      const cursor = cursorOver(postings)
      while (nextPosting(cursor)) {
        const own = found.get(cursor.docId)?.[at]
        if (own === undefined || (cursor.mask & fieldMask & allowed) === 0) continue
        const mask = cursor.mask & fieldMask & allowed
        const fields = index.meta.fields.filter(
          ({ path }, field) => (mask & (1 << field)) !== 0 && !isHidden(path, params),
        )
        if (own.how === 'none') Object.assign(own, { how: kind, term: fields[0] && term, typos })
        own.attributes = [...new Set([...own.attributes, ...fields.map(({ path }) => path)])]
      }
    }
  }
  return found
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}
