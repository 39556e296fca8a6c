/** The records of a page, as a clause of OpenSearch. */
import { valueTerm } from '../records/document.ts'
import { anyOf, type Clause } from '../records/filter-clauses.ts'

/** Longest address (UTF-16 units) whose sections can be found by it: longer values are stored as hashes. */
const LONGEST_ADDRESS = 200

/** The records whose page (`pageOf`) has this address; `undefined` if its sections cannot be found by it. */
export function pageClause(page: string): Clause | undefined {
  if (page.length > LONGEST_ADDRESS) return undefined
  return anyOf([
    { term: { 'search.values': valueTerm('url', page) } },
    { prefix: { 'search.values': valueTerm('url', `${page}#`) } },
  ])
}
