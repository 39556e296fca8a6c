/** The types of the wire for synonyms and rules. */
import type { JsonValue, RenderingContent } from './wire.ts'

/** Words with the same meaning. Each text may have several words. */
export type Synonym = { objectID: string } & (
  | /** Each text matches all others. */ { type: 'synonym'; synonyms: string[] }
  | /** A query with `input` matches `synonyms` too. */ { type: 'oneWaySynonym'; input: string; synonyms: string[] }
  | /** Ranks below a synonym: it counts as one typo or two. */ {
      type: 'altCorrection1' | 'altCorrection2'
      word: string
      corrections: string[]
    }
  | /** A query with one of `replacements` matches the text `placeholder`. */ {
      type: 'placeholder'
      placeholder: string
      replacements: string[]
    }
)

/** Where the pattern of a condition must be in the query. */
export type Anchoring = 'is' | 'startsWith' | 'endsWith' | 'contains'

/** A condition of a rule: all its parts must match. */
export interface RuleCondition {
  /** Words of the query; an empty text is the empty query. */
  pattern?: string
  anchoring?: Anchoring
  /** The pattern also matches by plurals, synonyms and typos. */
  alternatives?: boolean
  /** Must be among the query's `ruleContexts`. */
  context?: string
  /** Filters that the query must have. */
  filters?: string
}

/** A change of the query's text: words removed, or replaced by others. */
export type QueryEdit = { type: 'remove'; delete: string } | { type: 'replace'; delete: string; insert: string }

/** Search parameters that a rule sets. Filters narrow, `optionalFilters` are added, all others replace. */
export interface RuleParams {
  query?: string | { remove?: string[]; edits?: QueryEdit[] }
  renderingContent?: RenderingContent
  [parameter: string]: unknown
}

/** The changes of a query to which a rule applies: its parameters, its records, data for the front end. */
export interface RuleConsequence {
  params?: RuleParams
  /** Records pinned at `position` (0-based), even if they do not match. */
  promote?: ({ objectID: string; position: number } | { objectIDs: string[]; position: number })[]
  hide?: { objectID: string }[]
  /** Promoted records must match the filters of the query. */
  filterPromotes?: boolean
  userData?: JsonValue
  redirect?: { url: string }
}

/** Changes queries that match one of its conditions, or every query if it has none. */
export interface Rule {
  objectID: string
  conditions?: RuleCondition[]
  /** The older spelling of a single condition; it counts before `conditions`. */
  condition?: RuleCondition
  consequence: RuleConsequence
  /** True when absent. */
  enabled?: boolean
  description?: string
  /** Seconds since 1970; always when absent or empty. A period without a start or an end is open on that side. */
  validity?: { from?: number; until?: number }[]
}
