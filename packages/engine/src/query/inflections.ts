/** The inflections of a word that the index has: terms with the same stem. */
import { mayEndWith, singular, stem } from '../analysis/stem.ts'
import type { Segment } from '../segment/open-index.ts'
import { entryAt, hasPrefix, nextTerm, seekTerm, type TermCursor, termText } from '../segment/term-dictionary.ts'
import { DEFAULT_SETTINGS } from '../base/settings.ts'
import type { SearchParams } from '../wire.ts'
import { add, expansion, type Expansion, type Lexicon, QUALITY } from './expansion.ts'

/** Longest ending that an inflection adds to a stem. */
export const LONGEST_ENDING = 8
/** What has a shorter stem has no inflections. */
export const SHORTEST_STEM = 3

/** Adds the inflections of `word` that were not found otherwise. */
export function addInflections(
  lexicon: Lexicon,
  word: string,
  settings: Pick<SearchParams, 'alternativesAsExact'>,
  found: Expansion[],
): void {
  if (stem(word).length < SHORTEST_STEM || !/^[a-z]+$/.test(word)) return
  const known = new Set(found.filter((other) => other.kind !== 'prefix').map((other) => other.term))
  const asExact = settings.alternativesAsExact ?? DEFAULT_SETTINGS.alternativesAsExact
  for (const { segment, cursor } of lexicon) addInflectionsOf(segment, cursor, word, known, asExact, found)
}

function addInflectionsOf(
  segment: Segment,
  cursor: TermCursor,
  word: string,
  known: ReadonlySet<string>,
  asExact: readonly string[],
  found: Expansion[],
): void {
  const root = stem(word)
  const base = singular(word)
  if (!seekTerm(cursor, root)) return
  do {
    if (!hasPrefix(cursor, root)) return
    if (cursor.unitCount > root.length + LONGEST_ENDING) continue
    if (!mayEndWith(termText(cursor, root.length))) continue
    const term = termText(cursor)
    if (known.has(term) || term === word || stem(term) !== root) continue
    const isPlural = singular(term) === base
    const quality = isPlural ? QUALITY.plural : QUALITY.inflection
    const inflection = expansion(segment, entryAt(cursor, term), 'inflection', quality)
    inflection.exact = asExact.includes(isPlural ? 'ignorePlurals' : 'ignoreConjugations')
    add(found, inflection)
  } while (nextTerm(cursor))
}
