/** Patterns of words (`patterns.ts`) become terms of the index, with their posting lists. */
import { isInflection, singular } from '../analysis/stem.ts'
import { LEADING } from '../analysis/symbols.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import {
  createTermCursor,
  entryAt,
  findTerm,
  hasPrefix,
  nextTerm,
  seekTerm,
  type TermCursor,
  type TermEntry,
  termText,
} from '../segment/term-dictionary.ts'
import type { SearchParams } from '../wire.ts'
import { createExpansion, EVERYWHERE, type Expansion } from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { findTypos } from './find-typos.ts'
import { QUALITY } from './match-quality.ts'
import { isOfLetters, type Pattern, type WordPattern } from './patterns.ts'
import { adjacentList, lengthOf, listOf, type PostingList } from './posting-list.ts'

/** The dictionaries of an index. Each pattern is looked up in all segments before its matches are used. */
export interface Resolver {
  readonly index: Index
  readonly dictionaries: readonly SegmentDictionary[]
  /** `alternativesAsExact` of the query. */
  readonly asExact: readonly string[]
  readonly shouldStop: ShouldStop
}

interface SegmentDictionary {
  readonly segment: Segment
  readonly cursor: TermCursor
}

/** Opens a cursor for each segment. The resolver serves one query. */
export function createResolver(
  index: Index,
  { alternativesAsExact }: Pick<SearchParams, 'alternativesAsExact'>,
  shouldStop: ShouldStop,
): Resolver {
  return {
    index,
    dictionaries: index.segments.map((segment) => ({ segment, cursor: createTermCursor(segment.dictionary) })),
    asExact: alternativesAsExact ?? SEARCH_DEFAULTS.alternativesAsExact,
    shouldStop,
  }
}

/** Adds the matches of patterns to `found`. Throws `search_stopped` and `PartsMissing`. */
export function resolvePatterns(
  resolver: Resolver,
  patterns: readonly WordPattern[],
  found: Expansion[] = [],
): Expansion[] {
  for (const each of patterns) {
    stopIfAsked(resolver.shouldStop)
    if (each.isFallback !== true || found.length === 0) resolvePattern(resolver, each, found)
  }
  return found
}

function resolvePattern(resolver: Resolver, { pattern, kind, of, worth }: WordPattern, found: Expansion[]): void {
  const { index, dictionaries } = resolver
  const fields = pattern.without === undefined ? EVERYWHERE : ~fieldsAt(index, pattern.without)
  switch (pattern.kind) {
    case 'term':
      for (const { segment, cursor } of dictionaries) {
        const entry = findTerm(cursor, pattern.term)
        if (entry !== undefined)
          add(found, { kind, term: entry.term, list: listOf(segment, entry), quality: worth, fields })
      }
      return
    case 'beginning':
      eachBeginning(resolver, pattern.term, ({ segment, cursor }) => {
        if (cursor.unitCount === pattern.term.length) return
        const quality = prefixQuality(pattern.term.length / cursor.unitCount) * worth
        const entry = entryAt(cursor)
        const list = listOf(segment, entry)
        add(found, { kind, term: entry.term, list, quality, fields, matchedUnits: pattern.term.length })
      })
      return
    case 'abbreviated': {
      const known = new Set(found.map((other) => other.term))
      eachBeginning(resolver, pattern.term, ({ segment, cursor }) => {
        if (cursor.unitCount === pattern.term.length || cursor.unitCount > pattern.longest) return
        const term = termText(cursor)
        if (known.has(term) || !isOfLetters(term)) return
        const quality = prefixQuality(pattern.term.length / term.length) * worth
        const list = listOf(segment, entryAt(cursor, term))
        add(found, { kind, term, list, quality, fields, matchedUnits: pattern.term.length })
      })
      return
    }
    case 'inflected':
      addInflections(resolver, pattern, of, found)
      return
    case 'near': {
      const known = new Set(found.map((other) => other.term))
      for (const { segment } of dictionaries) {
        for (const match of findTypos(segment.dictionary, pattern.term, pattern.edits, pattern.beginning)) {
          // A word with a symbol before it, as in `<slot>`, is found as the word.
          if (known.has(match.term) || LEADING.includes(match.term.charAt(0))) continue
          const { term, typos, prefix } = match
          const tier = QUALITY.typos[Math.min(typos, 3)] as number
          const least = QUALITY.misspeltPrefixLeast
          const share = Math.min(1, least + of.length / (2 * term.length))
          add(found, {
            kind,
            term,
            list: listOf(segment, match),
            quality: prefix ? tier * QUALITY.prefixMost * share : tier,
            typos,
            fields,
            matchedUnits: prefix ? Math.min(of.length, term.length) : term.length,
          })
        }
      }
      return
    }
    case 'sequence': {
      const term = pattern.terms.join(' ')
      const typos = kind === 'split' ? 1 : 0
      const matchedUnits = kind === 'split' ? of.length : term.length
      for (const dictionary of dictionaries) {
        const list = sequenceList(resolver, dictionary, pattern.terms, pattern.reach)
        if (list !== undefined)
          found.push(createExpansion({ kind, term, list, quality: worth, typos, fields, matchedUnits }))
      }
    }
  }
}

/** Adds an expansion, unless all records that have the term are hidden. */
function add(found: Expansion[], given: Parameters<typeof createExpansion>[0]): void {
  if (given.list.hidden === 0 || lengthOf(given.list) > 0) found.push(createExpansion(given))
}

/** Visits the cursor on each term that begins with `beginning`. */
function eachBeginning(
  { dictionaries }: Resolver,
  beginning: string,
  visit: (dictionary: SegmentDictionary) => void,
): void {
  for (const dictionary of dictionaries) {
    const { cursor } = dictionary
    for (let more = seekTerm(cursor, beginning); more && hasPrefix(cursor, beginning); more = nextTerm(cursor)) {
      visit(dictionary)
    }
  }
}

/** Quality of a prefix that is `share` of a term. */
function prefixQuality(share: number): number {
  return QUALITY.prefixLeast + (QUALITY.prefixMost - QUALITY.prefixLeast) * share
}

/** Adds the inflections of `word` that were not found otherwise. */
function addInflections(
  resolver: Resolver,
  { root, language }: Extract<Pattern, { kind: 'inflected' }>,
  word: string,
  found: Expansion[],
): void {
  const known = new Set(found.filter((other) => other.kind !== 'prefix').map((other) => other.term))
  const base = singular(word)
  eachBeginning(resolver, root, ({ segment, cursor }) => {
    const term = termText(cursor)
    if (term === word || known.has(term) || !isInflection(term, root, language)) return
    const isPlural = singular(term) === base
    add(found, {
      kind: 'inflection',
      term,
      list: listOf(segment, entryAt(cursor, term)),
      quality: isPlural ? QUALITY.plural : QUALITY.inflection,
      exact: resolver.asExact.includes(isPlural ? 'ignorePlurals' : 'ignoreConjugations'),
    })
  })
}

/** The records in which the terms follow each other, each by at most `reach`; positions are those of the first. */
function sequenceList(
  { index, shouldStop }: Resolver,
  { segment, cursor }: SegmentDictionary,
  terms: readonly string[],
  reach: number,
): PostingList | undefined {
  const entries: TermEntry[] = []
  for (const term of terms) {
    const entry = findTerm(cursor, term)
    if (entry === undefined) return undefined
    entries.push(entry)
  }
  let list: PostingList | undefined
  for (const entry of entries.toReversed()) {
    stopIfAsked(shouldStop)
    const own = listOf(segment, entry)
    list = list === undefined ? own : adjacentList({ ownBit: index.ownBit, hidden: segment.hidden }, own, list, reach)
    if (list === undefined) return undefined
  }
  return list
}

/** The posting lists of the records that match a pattern of a phrase (`phrasesOf`). */
export function listsOfPhrase(resolver: Resolver, pattern: Pattern): PostingList[] {
  const lists: PostingList[] = []
  if (pattern.kind === 'beginning') {
    eachBeginning(resolver, pattern.term, ({ segment, cursor }) => lists.push(listOf(segment, entryAt(cursor))))
  } else if (pattern.kind === 'term' || pattern.kind === 'sequence') {
    const terms = pattern.kind === 'term' ? [pattern.term] : pattern.terms
    for (const dictionary of resolver.dictionaries) {
      const list = sequenceList(resolver, dictionary, terms, 1)
      if (list !== undefined) lists.push(list)
    }
  }
  return lists
}
