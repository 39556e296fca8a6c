/**
 * Patterns as lists of existing terms. The engine looks up typos, abbreviations and forms of a named language in the terms of the index (`term-lists.ts`), and
 * the cluster receives the terms. Look-ups by a node (`fuzzy`, `regexp`) took 30 ms and more each, in every clause with the pattern
 * and for every segment.
 */
import {
  hasTerm,
  hasTermBeginning,
  isInflection,
  type KnownTerms,
  termsBeginning,
  termsNear,
  type Pattern,
  type PlannedWord,
} from '@docent/engine/planning'

/** The terms of an index; `undefined` while they are unknown, when typos are not found. */
export type IndexTerms =
  | {
      lists: readonly KnownTerms[]
      /** Whether the lists are complete. If not, the latest terms may be missing, so patterns are also sent to the cluster. */
      isWhole: boolean
      /** Number of records that were written or removed since the numbers of records of the terms were counted. */
      changed: number
    }
  | undefined

type Sought = Extract<Pattern, { kind: 'abbreviated' | 'near' }>

/** A pattern, or the terms that match one. */
export type KnownPattern =
  | Exclude<Pattern, Sought>
  | { kind: Sought['kind'] | 'form'; terms: readonly string[]; without?: readonly string[] }

/** A word of the query with its patterns. */
export interface KnownWord {
  word: PlannedWord['word']
  patterns: readonly KnownPattern[]
}

const NOTHING_KNOWN = { lists: [], isWhole: false }

/** The patterns without those that match no term. */
export function knownPatterns(patterns: readonly Pattern[], known: IndexTerms): KnownPattern[] {
  const { lists, isWhole } = known ?? NOTHING_KNOWN
  return patterns.flatMap((pattern): KnownPattern[] => {
    if (pattern.kind === 'abbreviated' || pattern.kind === 'near') {
      const terms = [...new Set(lists.flatMap((list) => termsOf(pattern, list)))]
      const { kind, without } = pattern
      return terms.length === 0 ? [] : [{ kind, terms, ...(without && { without }) }]
    }
    if (pattern.kind === 'inflected' && pattern.language !== undefined) {
      // The documents have the roots of `inflectionRoot` only.
      const { root, language } = pattern
      const forms = lists.flatMap((list) =>
        termsBeginning(list, root).filter((term) => isInflection(term, root, language)),
      )
      return forms.length === 0 ? [] : [{ kind: 'form', terms: [...new Set(forms)] }]
    }
    return !isWhole || mayMatch(pattern, lists) ? [pattern] : []
  })
}

function termsOf(pattern: Sought, list: KnownTerms): string[] {
  if (pattern.kind === 'near') return termsNear(list, pattern.term, pattern.edits, pattern.beginning)
  const { term, longest } = pattern
  return termsBeginning(list, term).filter(
    (longer) => longer.length > term.length && longer.length <= longest && /^\p{L}+$/u.test(longer),
  )
}

function mayMatch(pattern: Exclude<Pattern, Sought>, lists: readonly KnownTerms[]): boolean {
  switch (pattern.kind) {
    case 'term':
      return lists.some((list) => hasTerm(list, pattern.term))
    case 'beginning':
      return lists.some((list) => hasTermBeginning(list, pattern.term))
    case 'inflected':
      return lists.some((list) => hasTermBeginning(list, pattern.root))
    case 'sequence':
      return pattern.terms.every((term) => lists.some((list) => hasTerm(list, term)))
  }
}
