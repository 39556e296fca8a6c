/** Everything that a backend answers for an index, for comparison with `write-model.ts`. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import type { Backend } from '../backend/backend.ts'

/** The answers of a backend for one index. */
export interface Observed {
  links: object
  settings: Record<string, unknown>
  /** JSON of the stored records. */
  stored: string[]
  /** ObjectIDs of the searchable records. */
  found: string[]
  /** The attribute `n` of the searchable records, ascending. */
  numbers: number[]
  synonyms: string[]
  rules: string[]
  /** The synonyms and the rules that searches apply. */
  glowing: string[]
  applied: string[]
}

/** Throws when the found records are not in the order of their custom ranking. */
function checkOrder(index: string, numbers: readonly number[], customRanking: unknown): void {
  if (!Array.isArray(customRanking)) return
  const sign = customRanking[0] === 'asc(n)' ? 1 : -1
  for (let i = 1; i < numbers.length; i++)
    if (sign * ((numbers[i - 1] ?? 0) - (numbers[i] ?? 0)) > 0)
      throw new Error(`The hits of ${index} are not sorted by ${String(customRanking[0])}: ${numbers.join()}`)
}

async function browseAll(backend: Backend, index: string, params: SearchParams): Promise<SearchRecord[]> {
  const found: SearchRecord[] = []
  let cursor: string | undefined
  do {
    const page = await backend.browse(index, { params, ...(cursor !== undefined && { cursor }) })
    found.push(...page.hits)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Asks a backend for everything that it has of an index. */
export async function observe(backend: Backend, index: string): Promise<Observed> {
  const stored = await browseAll(backend, index, {})
  const found = await browseAll(backend, index, { numericFilters: ['n>=0'] })
  const current = await backend.getSettings(index)
  const queries = ['lamp', 'glow1', 'glow2', 'glow3'].map((query) => ({ indexName: index, query, hitsPerPage: 1000 }))
  const [lamps, ...glows] = await backend.search(queries)
  if (lamps === undefined || !('hits' in lamps)) throw new Error('The answer has no hits')
  checkOrder(
    index,
    lamps.hits.map((hit) => Number(hit['n'])),
    current.customRanking,
  )
  if (lamps.nbHits !== found.length) throw new Error(`${index} has ${found.length} records and finds ${lamps.nbHits}`)
  const links = await backend.getLinks(index)
  return {
    links: { ...links, ...(links.replicas && { replicas: links.replicas.toSorted() }) },
    settings: { ...current },
    stored: stored.map((each) => JSON.stringify(each)).sort(),
    found: found.map(({ objectID }) => objectID).sort(),
    numbers: found.map(({ n }) => Number(n)).sort((one, other) => one - other),
    synonyms: (await backend.listParts(index, 'synonyms')).map(({ objectID }) => objectID).sort(),
    rules: (await backend.listParts(index, 'rules')).map(({ objectID }) => objectID).sort(),
    glowing: glows.flatMap((glow, i) => ('nbHits' in glow && glow.nbHits > 0 ? [`${i + 1}`] : [])),
    applied: ((lamps.userData ?? []) as { rule: string }[]).map(({ rule }) => rule).sort(),
  }
}
