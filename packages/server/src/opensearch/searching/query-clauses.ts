/**
 * The patterns of a planned query as queries of OpenSearch's over the terms of `mapping.ts`.
 *
 * Terms are analysed already, so nothing here is: `terms`, `prefix`, `fuzzy` and `regexp` look into the dictionary, and
 * all rewrite to constant scores, which finds every term (other rewrites of `fuzzy` stop after 50). What `fuzzy` cannot
 * do, the beginning of a longer term with typos in it, is a regular expression that spells the edits out.
 */
import type { Pattern } from '@docent/engine'
import { fieldName, OF, PLACE, ROOT } from './mapping.ts'
import { anyOf, type Clause } from './query-filters.ts'

/** Where terms are looked for. */
export interface Place {
  field: string
  /** Of the roots of inflections. */
  rootField: string
  /** What stands before a term, and before a root. */
  before: string
  beforeRoot: string
}

const ANYWHERE: Place = { field: 'search.terms', rootField: 'search.stems', before: '', beforeRoot: '' }

/** The record's own heading; all its headings. */
export const OWN: Place = { field: 'search.own', rootField: 'search.own', before: '', beforeRoot: ROOT }
export const TRAIL: Place = { ...OWN, field: 'search.trail', rootField: 'search.trail' }

const inAttribute = (path: string): Place => {
  const before = fieldName(path) + OF
  return { field: 'search.within', rootField: 'search.within', before, beforeRoot: before + ROOT }
}

/** In which attributes the words of a query count. */
export interface Scope {
  /** Attributes that were asked for; all where it is empty. */
  restricted: readonly string[]
  /** All attributes with terms; asked of the cluster only where something is restricted. */
  paths: readonly string[]
}

const isWithin = (path: string, attributes: readonly string[]): boolean =>
  attributes.some((attribute) => path === attribute || path.startsWith(`${attribute}.`))

/** What has one of the patterns: filters without scores. */
export function patternClause(patterns: readonly Pattern[], scope: Scope): Clause {
  const groups = new Map<string, { places: readonly Place[]; patterns: Pattern[] }>()
  for (const pattern of patterns) {
    const places = placesOf(pattern, scope)
    const key = places.map((place) => place.before).join()
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { places, patterns: [pattern] })
    else known.patterns.push(pattern)
  }
  const clauses = [...groups.values()].flatMap((group) =>
    group.places.flatMap((place) => clausesAt(group.patterns, place)),
  )
  return clauses.length === 0 ? { match_none: {} } : anyOf(clauses)
}

function placesOf({ without }: Pattern, { restricted, paths }: Scope): readonly Place[] {
  if (restricted.length === 0 && without === undefined) return [ANYWHERE]
  return paths
    .filter((path) => restricted.length === 0 || isWithin(path, restricted))
    .filter((path) => without === undefined || !isWithin(path, without))
    .map(inAttribute)
}

/** The patterns at one place, those that are single terms together. */
export function clausesAt(patterns: readonly Pattern[], place: Place): Clause[] {
  const terms = new Map<string, Set<string>>()
  const add = (field: string, term: string): void => {
    const known = terms.get(field) ?? new Set()
    terms.set(field, known.add(term))
  }
  const clauses: Clause[] = []
  for (const pattern of patterns) {
    if (pattern.kind === 'term') add(place.field, place.before + pattern.term)
    else if (pattern.kind === 'inflected') {
      add(place.rootField, place.beforeRoot + pattern.root)
      if (pattern.alone) add(place.field, place.before + pattern.root)
    } else clauses.push(...manyTerms(pattern, place))
  }
  return [...Array.from(terms, ([field, all]): Clause => ({ terms: { [field]: [...all] } })), ...clauses]
}

function manyTerms(pattern: Exclude<Pattern, { kind: 'term' | 'inflected' }>, { field, before }: Place): Clause[] {
  switch (pattern.kind) {
    case 'beginning':
      return [{ prefix: { [field]: { value: before + pattern.term, rewrite: 'constant_score' } } }]
    case 'abbreviated': {
      const more = pattern.longest - pattern.term.length
      return [regexp(field, `${escaped(before + pattern.term)}${LETTER}{1,${more}}`)]
    }
    case 'near':
      return nearClauses(pattern, field, before)
    case 'sequence':
      return sequenceClauses(pattern, field, before)
  }
}

/** Anything but what in ASCII is no letter. */
const LETTER = '[^\u0000-`{-\u007f]'

function nearClauses({ term, edits, beginning }: Pattern & { kind: 'near' }, field: string, before: string): Clause[] {
  const whole: Clause = {
    fuzzy: {
      [field]: {
        value: before + term,
        fuzziness: edits,
        prefix_length: before.length,
        transpositions: true,
        rewrite: 'constant_score',
      },
    },
  }
  if (!beginning) return [whole]
  // Two edits in a long word have more spellings than a pattern may have letters.
  const within = Math.min(edits, term.length > LONGEST_WITH_TWO ? 1 : 2)
  return [whole, regexp(field, `${escaped(before)}${nearPattern(Array.from(term), 0, within)}.*`)]
}

/** Letters of the longest word of which two typos are looked for in the beginning of a longer one. */
const LONGEST_WITH_TWO = 12

/** A pattern of the texts that are `edits` edits from the letters from `at` on. */
function nearPattern(letters: readonly string[], at: number, edits: number): string {
  if (edits === 0 || at >= letters.length) return escaped(letters.slice(at).join(''))
  const letter = escaped(letters[at] ?? '')
  const ways = [
    letter + nearPattern(letters, at + 1, edits),
    // Another letter or none in the place of this one; one more before it; this one and the next one swapped.
    `.?${nearPattern(letters, at + 1, edits - 1)}`,
    `.${nearPattern(letters, at, edits - 1)}`,
  ]
  const next = letters[at + 1]
  if (next !== undefined) ways.push(escaped(next) + letter + nearPattern(letters, at + 2, edits - 1))
  return `(${ways.join('|')})`
}

function regexp(field: string, value: string): Clause {
  return {
    regexp: { [field]: { value, flags: 'NONE', max_determinized_states: MOST_STATES, rewrite: 'constant_score' } },
  }
}

/** States of a regular expression's automaton: two typos in a word of 20 letters have a few hundred. */
const MOST_STATES = 100_000

function escaped(text: string): string {
  return text.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&')
}

function sequenceClauses({ terms, reach }: Pattern & { kind: 'sequence' }, field: string, before: string): Clause[] {
  const anywhere: Clause =
    reach === 1
      ? { match_phrase: { [ANYWHERE.field]: terms.join(PLACE) } }
      : {
          span_near: {
            clauses: terms.map((term) => ({ span_term: { [ANYWHERE.field]: term } })),
            slop: reach - 1,
            in_order: true,
          },
        }
  if (field === ANYWHERE.field) return [anywhere]
  // Positions are those of the whole text; of an attribute it is known which terms it has.
  return [{ bool: { filter: [anywhere, ...terms.map((term) => ({ term: { [field]: before + term } }))] } }]
}
