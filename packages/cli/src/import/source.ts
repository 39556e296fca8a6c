/** The index of the hosted provider that is imported: its answers, each checked, over the wire that Docent speaks too. */

import { createTransport, providerHosts, SearchError } from '@docent/client'
import { parseReplica, whyRefused } from '@docent/server'
import * as v from 'valibot'

import { listIndexes } from '../records/send-records.ts'
import { type RetryOptions, withRetries } from '../records/with-retries.ts'
import { failureAt } from '../terminal/failure-at.ts'
import { checkSearchHost } from '../terminal/search-host.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { guardFetch, UnusableAnswer } from './guarded-fetch.ts'

/** Records, synonyms or rules of one call: the provider's maximum. */
const PAGE = 1000
/** Maximum number of synonyms, and of rules, that are read: five times those that an index of Docent takes. */
const MOST_PARTS = 100_000
/** Nesting of an answer: records of documentation use 5 levels. */
const MOST_LEVELS = 500
/** The longest accepted `Retry-After` (ms); a longer one ends the command, which continues when it is started again. */
const LONGEST_WAIT = 600_000
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

/** The index, and the key to read it. */
export interface SourceOptions extends Pick<RetryOptions, 'onRetry' | 'retryWaits'> {
  appId: string
  index: string
  key: string
  /** Default: the hosts of the provider. */
  host?: string | undefined
  /** Ceiling of one answer, for tests. */
  mostBytes?: number
}

/** The calls throw an `Error` of one sentence for a source that cannot be read. @throws UsageError for an invalid address or name. */
export function openSource({ appId, index, key, host, mostBytes, ...retries }: SourceOptions): SourceIndex {
  if (host !== undefined) checkSearchHost('--host', host)
  // It becomes a part of the hosts' names.
  if (!/^[\w-]{1,64}$/.test(appId))
    throw new UsageError(`"${appId}" is no application ID: --app-id needs the one in the site's configuration.`)
  const guarded = guardFetch(mostBytes)
  const hosts = host === undefined ? providerHosts(appId) : [host]
  const plain = createTransport({ hosts, appId, apiKey: key, credentials: 'headers', fetch: guarded.fetch })
  const transport = withRetries(plain, {
    ...retries,
    leastWait: guarded.retryAfter,
    isFinal: (error) =>
      error.kind === 'bad-answer' || unusable(error) !== undefined || guarded.retryAfter() > LONGEST_WAIT,
  })

  const nameOf = (of: string): string => `${host ?? `The application ${appId}`}, index ${of}`

  /** @param of the index, or a replica of it. */
  async function read<Schema extends v.GenericSchema>(
    of: string,
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<v.InferOutput<Schema>> {
    const name = nameOf(of)
    const at = `/1/indexes/${encodeURIComponent(of)}`
    const call = { path: at + path, method: body === undefined ? 'GET' : 'POST', kind: 'write', body } as const
    // A page of records may take as long as a write.
    const answer = await transport.send({ ...call, mayRepeat: () => true }).catch((error: unknown) => {
      throw readable(error, name, guarded.retryAfter())
    })
    if (isDeeper(answer, MOST_LEVELS))
      throw new Error(`${name} cannot be used: the answer to ${path} has more than ${MOST_LEVELS} levels.`)
    const result = v.safeParse(schema, answer)
    if (result.success) return result.output
    const [issue] = result.issues
    throw new Error(
      `${name}: the answer to ${path} is not as documented (${v.getDotPath(issue) ?? 'body'}: ${issue.message}). Nothing is changed.`,
    )
  }

  async function parts(of: string, kind: 'synonyms' | 'rules'): Promise<Imported[]> {
    const name = nameOf(of)
    const found = new Map<string, Imported>()
    for (let page = 0; ; page++) {
      const { hits, nbHits } = await read(of, `/${kind}/search`, partsAnswer, { query: '', page, hitsPerPage: PAGE })
      if (nbHits > MOST_PARTS) throw new Error(`${name} has ${nbHits} ${kind}: at most ${MOST_PARTS} are read.`)
      const before = found.size
      for (const hit of hits) found.set(hit.objectID, bare(hit))
      if (found.size === nbHits) return [...found.values()]
      if (found.size === before || found.size > nbHits)
        throw new Error(
          `${name} gave ${found.size} of its ${nbHits} ${kind}. Nothing is changed: start the command again.`,
        )
    }
  }

  const configuration = async (of: string): Promise<Configuration> => ({
    settings: await read(of, '/settings?getVersion=2', settingsAnswer),
    synonyms: await parts(of, 'synonyms'),
    rules: await parts(of, 'rules'),
  })

  /** A replica that is missing, or that the key does not show, is no reason to import nothing. */
  async function replica(entry: string): Promise<SourceReplica> {
    const { name, isVirtual } = parseReplica(entry)
    try {
      return { name, isVirtual, configuration: await configuration(name) }
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (!(cause instanceof SearchError) || (cause.kind !== 'refused' && cause.kind !== 'not-allowed')) throw error
      return { name, isVirtual, configuration: `the source does not show it: ${cause.message}` }
    }
  }

  return {
    async surroundings() {
      const own = await configuration(index)
      const replicas: SourceReplica[] = []
      for (const entry of replicaEntries(own.settings)) replicas.push(await replica(entry))
      const { nbHits } = await read(index, '/browse', browseAnswer, { hitsPerPage: 1 })
      const listed = (await listIndexes(transport)).find((one) => one.name === index)
      const { entries, updatedAt } = listed ?? {}
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
        const page = await read(index, '/browse', browseAnswer, body)
        return { hits: page.hits.map(bare), ...(page.cursor && { cursor: page.cursor }) }
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined
        if (cursor !== undefined && cause instanceof SearchError && cause.kind === 'refused') throw new CursorRefused()
        throw error
      }
    },
  }
}

/** The replicas in the settings of an index: names, and `virtual(name)`; none where these are not as documented. */
function replicaEntries({ replicas }: Record<string, unknown>): string[] {
  return Array.isArray(replicas) && whyRefused('settings', { replicas }) === undefined ? replicas : []
}

/** Whether a parsed value has more levels than this. Without recursion, which a deep value would exhaust. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

const bare = (hit: Imported): Imported => {
  const kept = Object.entries(hit).filter(([name]) => !ADDED.has(name))
  return Object.fromEntries(kept) as unknown as Imported
}

const unusable = ({ cause }: SearchError): UnusableAnswer | undefined =>
  cause instanceof UnusableAnswer ? cause : undefined

/** An error of the source with a remedy. */
function readable(error: unknown, name: string, retryAfter: number): unknown {
  if (!(error instanceof SearchError)) return error
  const refusal = unusable(error)
  if (refusal) return new Error(`${name} cannot be used: ${refusal.message}.`, { cause: error })
  const failure = failureAt(name, error)
  if (error.kind === 'not-allowed')
    return new Error(`${failure}: DOCENT_IMPORT_KEY needs a key with browse and settings.`, { cause: error })
  if (error.kind === 'rate-limited' && retryAfter > LONGEST_WAIT)
    return new Error(`${failure}. It takes calls again in ${Math.ceil(retryAfter / 60_000)} minutes: start then.`, {
      cause: error,
    })
  if (error.kind === 'refused') return new Error(`${failure}: check --app-id, --index and --host.`, { cause: error })
  return new Error(`${failure}. Start the command again to continue.`, { cause: error })
}
