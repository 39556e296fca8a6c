/**
 * Replicas: further names for the records of an index, its primary, each with an order of its own. A replica holds no
 * records; it has settings, synonyms and rules, and reads the index that its primary's records and settings make. So it
 * is in step with every write, and costs next to nothing.
 *
 * What shapes that index (`SHARED_SETTINGS`) is therefore the primary's alone. A virtual replica differs from a standard
 * one in what `customRanking` means: there it comes before all other criteria.
 */
import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SETTINGS, parseCustomRanking } from '@docent/engine'
import type { IndexSettings } from '@docent/engine'
import { badRequest } from '../wire/errors.ts'
import type { ServerError } from '../wire/errors.ts'
import type { ReplicaName } from '../wire/replica-name.ts'

/** How an index is linked to others. Names are in the order of their letters; those of virtual replicas as `virtual(name)`. */
export interface ReplicaLinks {
  /** Of a replica: whose records it has. */
  primary?: string
  /** Of a virtual replica. */
  virtual?: true
  /** Of a primary. */
  replicas?: string[]
}

/** Settings that a replica has from its primary: those that shape the index, and what no answer may show. */
const SHARED_SETTINGS = [
  'searchableAttributes',
  'attributesForFaceting',
  'attributeForDistinct',
  'unretrievableAttributes',
] as const

const isShared = (name: string): boolean => (SHARED_SETTINGS as readonly string[]).includes(name)

/** The links of a primary to replicas; nothing where there are none. */
export const linksTo = (replicas: readonly ReplicaName[]): ReplicaLinks =>
  replicas.length === 0
    ? {}
    : { replicas: replicas.map(({ name, isVirtual }) => (isVirtual ? `virtual(${name})` : name)) }

/** The links of a replica to its primary. */
export const linksFrom = (primary: string, isVirtual: boolean): ReplicaLinks => ({
  primary,
  ...(isVirtual && { virtual: true }),
})

/** Settings without those that a replica has from its primary. */
export const withoutShared = <Settings extends Readonly<Record<string, unknown>>>(settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !isShared(name))) as Settings

/**
 * What is stored of a replica's settings: those of its own. Throws a `ServerError` (400) where one of the shared settings
 * differs from the primary's.
 */
export function ownSettings(
  settings: IndexSettings,
  { replica, primary, primarySettings }: { replica: string; primary: string; primarySettings: IndexSettings },
): IndexSettings {
  const other = SHARED_SETTINGS.find(
    (name) => settings[name] !== undefined && !isDeepStrictEqual(settings[name], primarySettings[name]),
  )
  if (other !== undefined)
    throw badRequest(`Index ${replica} is a replica of ${primary} and has its ${other}: set that on ${primary}`)
  return withoutShared(settings)
}

/** The settings that searches of a replica read. */
export function replicaSettings(own: IndexSettings, primarySettings: IndexSettings): IndexSettings {
  const shared = Object.fromEntries(Object.entries(primarySettings).filter(([name]) => isShared(name)))
  return { ...own, ...shared }
}

/** The same as they are searched by: what a virtual replica sorts by decides first. */
export function servedSettings(settings: IndexSettings, isVirtual: boolean): IndexSettings {
  const { customRanking = [], ranking = DEFAULT_SETTINGS.ranking } = settings
  return isVirtual && customRanking.length > 0 ? { ...settings, ranking: [...customRanking, ...ranking] } : settings
}

/** The attributes that records are ordered by, sorted. */
export function sortAttributes({ customRanking = [], ranking = [] }: IndexSettings): string[] {
  const entries = [...customRanking, ...ranking.filter((name) => /^(?:asc|desc)\(/.test(name))]
  return [...new Set(entries.map((entry) => parseCustomRanking(entry).attribute))].sort()
}

/** The settings by which an index is built that replicas with these settings read too. */
export function sharedBuildSettings(settings: IndexSettings, replicas: readonly IndexSettings[]): IndexSettings {
  const own = new Set(sortAttributes(settings))
  const more = new Set(replicas.flatMap(sortAttributes).filter((attribute) => !own.has(attribute)))
  if (more.size === 0) return settings
  const sorts = [...more].sort().map((attribute) => `asc(${attribute})`)
  return { ...settings, customRanking: [...(settings.customRanking ?? []), ...sorts] }
}

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`)

/** Why an index cannot become a replica; `undefined` when it can. `ownRecords` is how many it holds itself. */
export function whyNoReplica(
  name: string,
  primary: string,
  existing: { links: ReplicaLinks; ownRecords: number },
): string | undefined {
  const { links, ownRecords } = existing
  if (links.replicas !== undefined) return `Index ${name} has replicas of its own, so it cannot be one of ${primary}`
  if (links.primary !== undefined && links.primary !== primary)
    return `Index ${name} is a replica of ${links.primary} already`
  if (links.primary === undefined && ownRecords > 0)
    return `Index ${name} holds ${records(ownRecords)} of its own, which a replica of ${primary} cannot: clear or delete it first`
  return undefined
}

/** The refusal of a change that only an index with records of its own can take. */
export const isReplica = (name: string, primary: string): ServerError =>
  badRequest(`Index ${name} is a replica of ${primary}: write records there, or take it off the replicas first`)
