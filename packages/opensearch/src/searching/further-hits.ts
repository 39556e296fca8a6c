/** Hits after the candidates, in the order of the cluster. */
import { groupOf } from '../records/document.ts'
import type { Clause } from '../records/filter-clauses.ts'
import { storedRecord } from '../state/stored-record.ts'
import type { Candidates, SearchContext } from './candidate-query.ts'
import { type Grouping, isGrouped } from './grouping.ts'
import type { ClusterSearch, FoundHit, Steps } from './query-rounds.ts'

/** A range of hits, or of groups. */
export interface HitRange {
  from: number
  size: number
}

/** The search that found the candidates, without the records that the engine has ranked beside them. */
interface RestSearch {
  target: string
  body: Candidates['body']
  query: { bool: { filter: Clause[]; must_not: Clause[] } }
}

/** Finds the hits, or the groups with all of their hits, that are no candidates: `size` of them after `from` others. */
export function findFurther(
  { index }: SearchContext,
  found: Candidates,
  grouping: Grouping,
  range: HitRange,
): Steps<FoundHit[]> {
  const rest = restOf(index.target, found)
  return isGrouped(grouping) ? findGroups(rest, found, grouping, range) : findFlat(rest, found, range)
}

function* findFlat({ target, body }: RestSearch, found: Candidates, { from, size }: HitRange): Steps<FoundHit[]> {
  const beside = new Set(besideCandidates(found).map(idOf))
  const candidates = found.hits.filter((hit) => !beside.has(idOf(hit)))
  const [answer] = yield [{ target, body: { ...body, from: candidates.length + from, size } }]
  return answer?.hits.hits ?? []
}

function* findGroups(
  { target, body, query: { bool } }: RestSearch,
  found: Candidates,
  { size, attribute, field }: Grouping & { field: string },
  range: HitRange,
): Steps<FoundHit[]> {
  const known = new Set(
    [...found.hits, ...besideCandidates(found)].map(({ _source }) => groupOf(storedRecord(_source), attribute)),
  )
  const query = { bool: { ...bool, must_not: [...bool.must_not, { terms: { [field]: [...known] } }] } }
  const [answer] = yield [{ target, body: { ...body, query, collapse: { field }, ...range } }]
  const firsts = answer?.hits.hits ?? []
  if (size === 1 || firsts.length === 0) return firsts
  // Not with `inner_hits`: OpenSearch also searches those one by one, and in the latest state instead of the point in time.
  const members = yield firsts.map(({ fields }): ClusterSearch => {
    const filter = [...bool.filter, { term: { [field]: fields?.[field]?.[0] ?? '' } }]
    return { target, body: { ...body, query: { bool: { ...bool, filter } }, from: 0, size, track_total_hits: false } }
  })
  return firsts.flatMap((first, at) => {
    const hits = members[at]?.hits.hits ?? []
    // A record without a value is a group of its own.
    return hits.length > 0 ? hits : [first]
  })
}

/** The records that the engine has ranked beside the candidates. */
const besideCandidates = ({ nearest, sections }: Candidates): FoundHit[] => [...nearest, ...sections]

const idOf = ({ _source }: FoundHit): string => _source.id

function restOf(target: string, found: Candidates): RestSearch {
  // `candidateQueryOf` makes the body.
  const { query } = found.body as Pick<RestSearch, 'query'>
  const beside = besideCandidates(found)
  if (beside.length === 0) return { target, body: found.body, query }
  const ids = { terms: { id: beside.map(idOf) } }
  const rest = { bool: { ...query.bool, must_not: [...query.bool.must_not, ids] } }
  return { target, body: { ...found.body, query: rest }, query: rest }
}
