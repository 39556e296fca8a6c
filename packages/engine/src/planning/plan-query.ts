/**
 * A query for a backend with terms of its own: the patterns of each word (`query/patterns.ts`). The engine checks some
 * patterns against its dictionary first; the plan always contains them, and a search over the candidates
 * (`candidates.ts`) drops the records that do not match.
 */
import { isRankedByRelevance, withDefaults } from '../base/settings.ts'
import { parseQuery, type QueryWord } from '../query/parse-query.ts'
import {
  beginningsOfCompound,
  expandSettingsOf,
  type Pattern,
  patternsOfJoined,
  patternsOfRelated,
  patternsOfWord,
  phrasesOf,
  typosOfJoined,
  typosOfWord,
  type WordPattern,
} from '../query/patterns.ts'
import { type RuledQuery, ruleQuery, type Rules } from '../query/rules.ts'
import { patternsOfAlternative, spansOf, type Synonyms } from '../query/synonyms.ts'
import { strictWords } from '../query/typo-limits.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'

/** A word of the query with its patterns, by the round of the search that adds them (`query/find-matches.ts`). */
export interface PlannedWord {
  word: QueryWord
  typed: Pattern[]
  /** Of the word alone: searched where fewer than `SPELT_RIGHT` records have it as typed. */
  typos: Pattern[]
  /** Of forms that join it with others: searched with the typos of any word. */
  joinedTypos: Pattern[]
  /** Words that docs use for it: searched where every word may be missing. They do not count for its rarity. */
  related: Pattern[]
  /** Beginnings of the word, the longest first: with the words of `related`, the first one that a term has, if the word is unknown. */
  beginnings: Pattern[]
}

/** The query as patterns, with all that decides which records match. */
export interface QueryPlan {
  /** The parameters with the settings as defaults, after the rules. */
  params: SearchParams
  ruled: RuledQuery
  words: PlannedWord[]
  /** A record must match all of these. */
  phrases: Pattern[]
  /** A record must match none of these. */
  excluded: Pattern[]
  /**
   * Forms that were typed as one word: if no record has one of them, typos are searched even if enough records match.
   */
  compounds: Pattern[]
  byRelevance: boolean
}

/** Synonyms and rules of the index; without `now`, rules with a validity do not apply. */
export interface PlanOptions {
  synonyms?: Synonyms | undefined
  rules?: Rules | undefined
  /** Milliseconds since 1970. */
  now?: number
}

/** Plans a query. Throws `query_too_long` and `filter_invalid` as a search does. */
export function planQuery(params: SearchParams, settings: IndexSettings, options: PlanOptions): QueryPlan {
  const ruled = ruleQuery(options.rules, withDefaults(params, settings), options)
  const full = ruled.params
  const parsed = parseQuery(full.query ?? '', full)
  const expandSettings = expandSettingsOf(full, settings)
  const strict = strictWords(parsed, expandSettings)
  const byRelevance = isRankedByRelevance(settings)
  const isRelating = byRelevance && full.removeWordsIfNoResults === 'allOptional' && full.synonyms !== false
  const words = parsed.words.map((word, at): PlannedWord => {
    const typos = typosOfWord(word, strict.has(at), expandSettings).map(patternOf)
    const isRelated = isRelating && options.synonyms?.groups.has(word.term) !== true
    return {
      word,
      typed: patternsOfWord(word, expandSettings).map(patternOf),
      typos,
      joinedTypos: [],
      related: isRelated ? patternsOfRelated(word, expandSettings).map(patternOf) : [],
      beginnings: isRelated ? beginningsOfCompound(word, expandSettings).map(patternOf) : [],
    }
  })
  for (const form of parsed.joined) {
    const typed = patternsOfJoined(form, expandSettings).map(patternOf)
    const typos = typosOfJoined(form, strict, expandSettings).map(patternOf)
    for (const word of words.slice(form.first, form.first + form.count)) {
      word.typed.push(...typed)
      word.joinedTypos.push(...typos)
    }
  }
  if (options.synonyms !== undefined && full.synonyms !== false) {
    for (const { first, count, alternative } of spansOf(parsed, options.synonyms, expandSettings)) {
      const patterns = patternsOfAlternative(alternative, expandSettings).map(patternOf)
      for (const { typed } of words.slice(first, first + count)) typed.push(...patterns)
    }
  }
  return {
    params: full,
    ruled,
    words,
    ...phrasesOf(parsed),
    compounds: parsed.joined
      .filter((form) => form.typed)
      .map(({ term, prefix }) => (prefix ? { kind: 'beginning', term } : { kind: 'term', term })),
    byRelevance,
  }
}

function patternOf({ pattern }: WordPattern): Pattern {
  return pattern
}
