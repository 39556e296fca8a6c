/**
 * The patterns of a planned query as OpenSearch queries over the terms of `mapping.ts`.
 *
 * Terms are analysed already. All patterns except prefixes, which may match very many terms, are lists of terms
 * (`known-patterns.ts`). Both rewrite to constant scores, which match every term.
 */
import type { KnownPattern } from './known-patterns.ts'
import { fieldName, OF, PLACE, ROOT } from '../records/mapping.ts'
import { anyOf, type Clause } from '../records/filter-clauses.ts'

/** The fields in which terms are searched. */
export interface Place {
  field: string
  /** The field with the roots of inflections. */
  rootField: string
  /** Prefixes of a term and of a root in the field. */
  before: string
  beforeRoot: string
}

const ANYWHERE: Place = { field: 'search.terms', rootField: 'search.stems', before: '', beforeRoot: '' }

/** The record's own heading; all its headings. */
export const OWN: Place = { field: 'search.own', rootField: 'search.own', before: '', beforeRoot: ROOT }
/** All headings of the record. */
export const TRAIL: Place = { ...OWN, field: 'search.trail', rootField: 'search.trail' }

const inAttribute = (path: string): Place => {
  const before = fieldName(path) + OF
  return { field: 'search.within', rootField: 'search.within', before, beforeRoot: before + ROOT }
}

/** The attributes that the words of a query are searched in. */
export interface Scope {
  /** Attributes of `restrictSearchableAttributes`; empty means all. */
  restricted: readonly string[]
  /** All attributes with terms; they are read from the cluster only if attributes are restricted. */
  paths: readonly string[]
}

const isWithin = (path: string, attributes: readonly string[]): boolean =>
  attributes.some((attribute) => path === attribute || path.startsWith(`${attribute}.`))

/** Matches records with one of the patterns: filters without scores. */
export function patternClause(patterns: readonly KnownPattern[], scope: Scope): Clause {
  const groups = new Map<string, { places: readonly Place[]; patterns: KnownPattern[] }>()
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

function placesOf({ without }: KnownPattern, { restricted, paths }: Scope): readonly Place[] {
  if (restricted.length === 0 && without === undefined) return [ANYWHERE]
  return paths
    .filter((path) => restricted.length === 0 || isWithin(path, restricted))
    .filter((path) => without === undefined || !isWithin(path, without))
    .map(inAttribute)
}

type Beginning = Extract<KnownPattern, { kind: 'beginning' }>
type Sequence = Extract<KnownPattern, { kind: 'sequence' }>

/** The patterns at one place, all terms together. */
export function clausesAt(patterns: readonly KnownPattern[], place: Place): Clause[] {
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
    } else if (pattern.kind === 'beginning' || pattern.kind === 'sequence') clauses.push(...manyTerms(pattern, place))
    else for (const term of pattern.terms) add(place.field, place.before + term)
  }
  return [...Array.from(terms, ([field, all]): Clause => ({ terms: { [field]: [...all] } })), ...clauses]
}

function manyTerms(pattern: Beginning | Sequence, { field, before }: Place): Clause[] {
  if (pattern.kind === 'sequence') return sequenceClauses(pattern, field, before)
  return [{ prefix: { [field]: { value: before + pattern.term, rewrite: 'constant_score' } } }]
}

function sequenceClauses({ terms, reach }: Sequence, field: string, before: string): Clause[] {
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
  // Positions are those of the whole text; for an attribute the index has only its set of terms.
  return [{ bool: { filter: [anywhere, ...terms.map((term) => ({ term: { [field]: before + term } }))] } }]
}
