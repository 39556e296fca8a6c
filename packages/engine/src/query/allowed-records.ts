/** The records that a query may match, before its words are compared: filters, phrases, exclusions, hidden records. */
import type { ShouldStop } from '../base/deadline.ts'
import type { Index } from '../segment/open-index.ts'
import { nextPosting } from '../segment/postings.ts'
import type { SearchParams } from '../wire.ts'
import { allowedBy } from './apply-filters.ts'
import type { ParsedQuery } from './parse-query.ts'
import { type Pattern, phrasesOf } from './patterns.ts'
import { cursorOver } from './posting-list.ts'
import { filtersOf } from './read-filters.ts'
import { createResolver, listsOfPhrase, type Resolver } from './resolve-patterns.ts'

/**
 * 1 for each record that may match; undefined if all may. `hidden`: records that rules hide. Throws `filter_invalid`,
 * `filter_too_large`, `search_stopped`.
 */
export function allowedRecords(
  index: Index,
  parsed: ParsedQuery,
  params: SearchParams,
  { hidden, shouldStop }: { hidden?: ReadonlySet<number> | undefined; shouldStop: ShouldStop },
): Uint8Array | undefined {
  let allowed = onlyLive(index, allowedBy(index, filtersOf(params), shouldStop))
  const everything = (): Uint8Array => new Uint8Array(index.recordCount).fill(1)
  const { phrases, excluded } = phrasesOf(parsed)
  const resolver = createResolver(index, params, shouldStop)
  for (const phrase of phrases) allowed = keepOnly(allowed ?? everything(), docsWith(resolver, phrase), 1)
  for (const phrase of excluded) allowed = keepOnly(allowed ?? everything(), docsWith(resolver, phrase), 0)
  if (hidden === undefined || hidden.size === 0) return allowed
  allowed ??= everything()
  for (const doc of hidden) allowed[doc] = 0
  return allowed
}

/** Without the records that a delta hides. */
function onlyLive({ delta }: Index, filtered: Uint8Array | undefined): Uint8Array | undefined {
  if (delta === undefined || delta.hidden.length === 0) return filtered
  if (filtered === undefined) return delta.live.slice()
  for (const doc of delta.hidden) filtered[doc] = 0
  return filtered
}

function keepOnly(allowed: Uint8Array, docs: Uint8Array, wanted: 0 | 1): Uint8Array {
  for (let doc = 0; doc < allowed.length; doc++) if (docs[doc] !== wanted) allowed[doc] = 0
  return allowed
}

/** 1 for each record that has the phrase. */
function docsWith(resolver: Resolver, phrase: Pattern): Uint8Array {
  const docs = new Uint8Array(resolver.index.recordCount)
  for (const list of listsOfPhrase(resolver, phrase)) {
    const postings = cursorOver(list)
    while (nextPosting(postings)) docs[postings.docId] = 1
  }
  return docs
}
