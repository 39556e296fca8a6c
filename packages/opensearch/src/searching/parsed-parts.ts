/** The synonyms and rules of an index as the engine reads them, cached: thousands of them take 20 ms to parse. */
import { readRules, readSynonyms, type Rule, type Rules, type Synonym, type Synonyms } from '@docent/engine'
import type { IndexPart } from '@docent/server/backend'
import type { SearchableIndex } from './index-facts.ts'

interface Parts {
  synonyms: Synonyms | undefined
  rules: Rules | undefined
}

/** Parsed parts, for as long as the view caches the documents that they were parsed from. */
const synonymsOf = new WeakMap<readonly IndexPart[], Synonyms>()
const rulesOf = new WeakMap<readonly IndexPart[], Rules>()

/** The parsed synonyms and rules. */
export function parsedParts(index: SearchableIndex): Parts {
  return {
    synonyms:
      index.synonyms && parsed(synonymsOf, index.synonyms, (list) => readSynonyms(list as unknown as Synonym[])),
    rules: index.rules && parsed(rulesOf, index.rules, (list) => readRules(list as unknown as Rule[])),
  }
}

function parsed<Value>(
  cache: WeakMap<readonly IndexPart[], Value>,
  list: readonly IndexPart[],
  parse: (list: readonly IndexPart[]) => Value,
): Value {
  const known = cache.get(list)
  if (known !== undefined) return known
  const value = parse(list)
  cache.set(list, value)
  return value
}
