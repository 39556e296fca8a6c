/** The index of the hosted provider that is imported: its configuration, replicas and records. */

import { SearchError } from '@docent/client'
import { parseReplica, whyRefused } from '@docent/server'
import * as v from 'valibot'

import { type Connection, openCalls, type SourceCalls } from './source-calls.ts'

/** Records, synonyms or rules of one call: the provider's maximum. */
const PAGE = 1000
/** Maximum number of synonyms, and of rules, that are read: five times those that an index of Docent takes. */
const MAX_PARTS = 100_000
/** Attributes that answers add to records. */
const ADDED = new Set(['_highlightResult', '_snippetResult', '_rankingInfo', '_distinctSeqID'])

/** A record, a synonym or a rule as the source has it. */
export interface Imported {
  objectID: string
  [attribute: string]: unknown
}

function isPart(value: unknown): boolean {
  const id = (value as { objectID?: unknown } | null)?.objectID
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    ((typeof id === 'string' && id !== '') || typeof id === 'number')
  )
}

// The library's own schema of objects leaves out attributes with the names of inherited ones.
const part = v.pipe(
  v.unknown(),
  v.check(isPart, 'no object with an "objectID"'),
  v.transform((value): Imported => {
    const hit = value as Record<string, unknown>
    return { ...hit, objectID: String(hit['objectID']) }
  }),
)
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const browseAnswer = v.object({
  hits: v.pipe(v.array(part), v.maxLength(PAGE)),
  nbHits: count,
  cursor: v.nullish(v.pipe(v.string(), v.nonEmpty(), v.maxLength(10_000))),
})
const partsAnswer = v.object({ hits: v.pipe(v.array(part), v.maxLength(PAGE)), nbHits: count })
const settingsAnswer = v.record(v.string(), v.unknown())

/** Everything of an index but its records. */
export interface Configuration {
  settings: Record<string, unknown>
  synonyms: Imported[]
  rules: Imported[]
}

/** A replica of the index, whose records are those of the index. */
export interface SourceReplica {
  name: string
  isVirtual: boolean
  /** The reason for which it cannot be read, in its place. */
  configuration: Configuration | string
}

/** Everything of an index but its records, and their number. Equal ones before and after a reading: nothing has changed in between. */
export interface Surroundings extends Configuration {
  replicas: SourceReplica[]
  records: number
  /** Time of the last change; absent if the key does not show it. */
  updatedAt?: string
}

/** A page of records; without a cursor it is the last one. */
export interface RecordPage {
  hits: Imported[]
  cursor?: string
}

/** An index of the source. */
export interface SourceIndex {
  surroundings: () => Promise<Surroundings>
  /** @throws CursorRefused */
  browse: (cursor?: string) => Promise<RecordPage>
}

/** The source no longer takes a cursor that it gave. */
export class CursorRefused extends Error {}

/** The index, and the connection to its application. */
export interface SourceOptions extends Connection {
  index: string
}

/** The calls throw an `Error` of one sentence for a source that cannot be read. @throws UsageError for an invalid address or name. */
export function openSource({ index, ...connection }: SourceOptions): SourceIndex {
  const calls = openCalls(connection)
  return {
    async surroundings() {
      const own = await configurationOf(calls, index)
      const replicas: SourceReplica[] = []
      for (const entry of replicaEntries(own.settings)) replicas.push(await replicaOf(calls, entry))
      const { nbHits } = await calls.read(index, '/browse', browseAnswer, { hitsPerPage: 1 })
      const { entries, updatedAt } = (await calls.listed(index)) ?? {}
      return {
        ...own,
        replicas,
        records: Number.isSafeInteger(entries) ? Number(entries) : nbHits,
        ...(typeof updatedAt === 'string' && { updatedAt }),
      }
    },
    async browse(cursor) {
      const whole = { attributesToRetrieve: ['*'], attributesToHighlight: [], attributesToSnippet: [] }
      const body = cursor === undefined ? { hitsPerPage: PAGE, ...whole } : { hitsPerPage: PAGE, ...whole, cursor }
      try {
        const page = await calls.read(index, '/browse', browseAnswer, body)
        return { hits: page.hits.map(bare), ...(page.cursor && { cursor: page.cursor }) }
      } catch (error) {
        if (cursor !== undefined && causeOf(error)?.kind === 'refused') throw new CursorRefused()
        throw error
      }
    },
  }
}

/** @param of the index, or a replica of it. */
async function configurationOf(calls: SourceCalls, of: string): Promise<Configuration> {
  return {
    settings: await calls.read(of, '/settings?getVersion=2', settingsAnswer),
    synonyms: await partsOf(calls, of, 'synonyms'),
    rules: await partsOf(calls, of, 'rules'),
  }
}

async function partsOf(calls: SourceCalls, of: string, kind: 'synonyms' | 'rules'): Promise<Imported[]> {
  const name = calls.nameOf(of)
  const found = new Map<string, Imported>()
  for (let page = 0; ; page++) {
    const body = { query: '', page, hitsPerPage: PAGE }
    const { hits, nbHits } = await calls.read(of, `/${kind}/search`, partsAnswer, body)
    if (nbHits > MAX_PARTS) throw new Error(`${name} has ${nbHits} ${kind}: at most ${MAX_PARTS} are read.`)
    const before = found.size
    for (const hit of hits) found.set(hit.objectID, bare(hit))
    if (found.size === nbHits) return [...found.values()]
    if (found.size === before || found.size > nbHits)
      throw new Error(
        `${name} gave ${found.size} of its ${nbHits} ${kind}. Nothing is changed: start the command again.`,
      )
  }
}

/** A replica that is missing, or that the key does not show, does not end the import. */
async function replicaOf(calls: SourceCalls, entry: string): Promise<SourceReplica> {
  const { name, isVirtual } = parseReplica(entry)
  try {
    return { name, isVirtual, configuration: await configurationOf(calls, name) }
  } catch (error) {
    const cause = causeOf(error)
    if (cause?.kind !== 'refused' && cause?.kind !== 'not-allowed') throw error
    return { name, isVirtual, configuration: `the source does not show it: ${cause.message}` }
  }
}

/** The client's error behind an error of a call. */
function causeOf(error: unknown): SearchError | undefined {
  return error instanceof Error && error.cause instanceof SearchError ? error.cause : undefined
}

/** The replicas in the settings of an index: names, and `virtual(name)`; none where these are not as documented. */
function replicaEntries({ replicas }: Record<string, unknown>): string[] {
  return Array.isArray(replicas) && whyRefused('settings', { replicas }) === undefined ? replicas : []
}

const bare = (hit: Imported): Imported => {
  const kept = Object.entries(hit).filter(([name]) => !ADDED.has(name))
  return Object.fromEntries(kept) as unknown as Imported
}
