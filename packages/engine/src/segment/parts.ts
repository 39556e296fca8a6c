/**
 * An index in parts: a remote reader fetches the head of the index file, and then the few parts that a query needs.
 * `cut-index.ts` cuts it, `open-parts.ts` opens a head and adds parts.
 *
 * The memory of the whole file exists from the beginning, with zeros where a part is missing. Every read checks here
 * first: it records missing parts and throws `PartsMissing`. A search is a pure function, so it is repeated after the
 * parts are added.
 *
 *   t0, t1 …     a run of the term dictionary, with the posting lists of its terms that are shorter than `LONG_LIST`
 *   l0, l4711 …  a long posting list, named by where it begins in its section
 *   d            the whole dictionary, which only searches for typos need
 *   s0, s1 …     a block of stored records
 *   c0 …         a column that the settings did not name
 */
import { lastWhere } from './bytes.ts'
import type { Column } from './columns.ts'
import { LONG_LIST, type PartPlan } from './part-format.ts'

/** Thrown by a search that needs missing parts: `requestedParts` names them. */
export class PartsMissing extends Error {
  constructor() {
    super('Parts of the index are missing; fetch those of requestedParts and search again.')
    this.name = 'PartsMissing'
  }
}

/** The parts of an index that are loaded, and those that are missing. */
export interface Parts {
  readonly plan: PartPlan
  readonly loaded: Set<string>
  /** Missing parts in the order of their requests, each with the 0-based number of the first hit that needs it. */
  readonly requested: Map<string, number>
  readonly columns: Map<string, Column>
}

/** Requests a part, for a hit or (0) before the hits are known; returns whether it is loaded. */
function request(parts: Parts, name: string, hit = 0): boolean {
  if (parts.loaded.has(name)) return true
  if (!parts.requested.has(name)) parts.requested.set(name, hit)
  return false
}

/** The index in an ascending list of the last number that is at most `value`. */
function placeIn(list: readonly number[], value: number): number {
  return lastWhere(0, list.length - 1, (at) => (list[at] as number) <= value)
}

/** The first and the last part that may hold terms which begin with `prefix`. */
function partsOfTerms({ firstTerms }: PartPlan, prefix: string): [number, number] {
  let first = firstTerms.findLastIndex((term) => term <= prefix)
  if (first < 0) first = 0
  const beyond = firstTerms.findIndex((term, part) => part > first && !term.startsWith(prefix))
  return [first, (beyond < 0 ? firstTerms.length : beyond) - 1]
}

/** The part that holds all terms that begin with `prefix`; undefined if there are several parts, or none. */
export function partWithTerms(plan: PartPlan, prefix: string): string | undefined {
  const [first, last] = partsOfTerms(plan, prefix)
  return first === last ? `t${first}` : undefined
}

/** Requests all terms that begin with `prefix`; returns the first and the last part that may hold them. */
export function requestTerms(parts: Parts, prefix: string): [number, number] {
  const [first, last] = partsOfTerms(parts.plan, prefix)
  if (!parts.loaded.has('d')) for (let part = first; part <= last; part++) request(parts, `t${part}`)
  return [first, last]
}

/**
 * The first block that may hold terms which begin with `prefix`, and the one after the last. With `exact`, of the term
 * itself. Throws `PartsMissing`.
 */
export function blocksOf(parts: Parts, prefix: string, exact: boolean): [number, number] {
  const { blocks } = parts.plan
  const before = parts.requested.size
  const [first, last] = exact ? requestTerm(parts, prefix) : requestTerms(parts, prefix)
  if (parts.requested.size > before || !hasTerms(parts, first, last)) throw new PartsMissing()
  return [blocks[first] as number, blocks[last + 1] as number]
}

/** Requests a term; returns the part that may hold it as first and last part. */
export function requestTerm(parts: Parts, term: string): [number, number] {
  const at = Math.max(
    0,
    parts.plan.firstTerms.findLastIndex((first) => first <= term),
  )
  if (!parts.loaded.has('d')) request(parts, `t${at}`)
  return [at, at]
}

function hasTerms({ loaded }: Parts, first: number, last: number): boolean {
  if (loaded.has('d')) return true
  for (let part = first; part <= last; part++) if (!loaded.has(`t${part}`)) return false
  return true
}

/** Requires the whole dictionary. Throws `PartsMissing`. */
export function requireDictionary(parts: Parts): void {
  if (hasTerms(parts, 0, parts.plan.firstTerms.length - 1)) return
  request(parts, 'd')
  throw new PartsMissing()
}

/** Requests a posting list, unless it is loaded: no list begins with a zero. */
export function requestList(parts: Parts, postings: Uint8Array, start: number, end: number): void {
  if (postings[start] !== 0) return
  request(parts, end - start >= LONG_LIST ? `l${start}` : `t${placeIn(parts.plan.postings, start)}`)
}

/** Requests a stored record for a hit; returns whether it is loaded. */
export function requestRecord(parts: Parts, doc: number, hit = 0): boolean {
  return request(parts, `s${placeIn(parts.plan.records, doc)}`, hit)
}

/** The column of an attribute that the settings did not name; undefined if there is none. Throws `PartsMissing`. */
export function partColumn(parts: Parts, path: string): Column | undefined {
  const at = parts.plan.columns.indexOf(path)
  if (at < 0) return undefined
  if (!request(parts, `c${at}`)) throw new PartsMissing()
  return parts.columns.get(path)
}
