/** The queries of Docent's state over documents in memory. An unknown query is an error, not an empty answer. */

type Source = Readonly<Record<string, unknown>>

/** The values of a field, which may be an array or a path with dots. */
function valuesOf(source: Source, field: string): unknown[] {
  const value = field.split('.').reduce<unknown>((part, name) => (part as Source | undefined)?.[name], source)
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

const compare = (left: unknown, right: unknown): number =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left) < String(right)
      ? -1
      : Number(String(left) > String(right))

const BOUNDS: Readonly<Record<string, (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
}

function isInRange(value: unknown, bounds: Source): boolean {
  return Object.entries(bounds).every(([bound, limit]) => {
    const test = BOUNDS[bound]
    if (test === undefined) throw new Error(`The simulated cluster knows no range bound ${bound}`)
    return test(compare(value, limit))
  })
}

interface Bool {
  filter?: unknown[]
  must_not?: unknown
  should?: unknown[]
}

/** Whether a document matches a query of OpenSearch's query language. */
export function matches(source: Source, query: unknown = { match_all: {} }): boolean {
  const [[kind, content] = ['', {}]] = Object.entries(query as Record<string, Source>)
  const [[field, wanted] = ['', undefined]] = Object.entries(content)
  switch (kind) {
    case 'match_all':
      return true
    case 'term':
      return valuesOf(source, field).some((value) => value === wanted)
    case 'terms':
      return valuesOf(source, field).some((value) => (wanted as unknown[]).includes(value))
    case 'range':
      return valuesOf(source, field).some((value) => isInRange(value, wanted as Source))
    case 'exists':
      return valuesOf(source, String(wanted)).length > 0
    case 'bool': {
      const { filter = [], must_not: not = [], should } = content as Bool
      return (
        filter.every((one) => matches(source, one)) &&
        ![not].flat().some((one) => matches(source, one)) &&
        (should === undefined || should.some((one) => matches(source, one)))
      )
    }
    default:
      throw new Error(`The simulated cluster knows no query ${kind}`)
  }
}

interface Found {
  id: string
  source: Source
}

interface SearchBody {
  query?: unknown
  size?: number
  sort?: Record<string, 'asc' | 'desc'>[]
  search_after?: unknown[]
  aggs?: Record<string, { sum: { field: string; missing?: number } }>
}

/** Matching documents in order, and the values they are sorted by. */
export function searchDocuments(documents: Iterable<Found>, body: SearchBody): object {
  const { query, size = 10, sort: [sort] = [], search_after: [after] = [], aggs } = body
  const [[field, direction] = ['', 'asc']] = Object.entries(sort ?? {})
  const sign = direction === 'asc' ? 1 : -1
  const all = [...documents]
    .filter(({ source }) => matches(source, query))
    .map((found) => ({ ...found, key: valuesOf(found.source, field)[0] }))
  const hits = all
    .filter(({ key }) => after === undefined || compare(key, after) * sign > 0)
    .toSorted((one, other) => compare(one.key, other.key) * sign)
    .slice(0, size)
    .map(({ id, source, key }) => ({ _id: id, _source: source, ...(sort && { sort: [key] }) }))
  const sums = Object.entries(aggs ?? {}).map(([name, { sum }]) => {
    const value = all.reduce((total, { source }) => total + Number(valuesOf(source, sum.field)[0] ?? sum.missing), 0)
    return [name, { value }]
  })
  const aggregations = Object.fromEntries(sums) as object
  return { hits: { total: { value: all.length }, hits }, ...(aggs && { aggregations }) }
}
