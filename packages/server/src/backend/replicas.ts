/**
 * Replicas: other names for the records of an index, the primary, each with its own order. A replica stores no records; it has
 * settings, synonyms and rules, and searches read the index that is built for its primary. So it shows every write at the same
 * time as its primary.
 *
 * The settings that determine how the index is built (`SHARED_SETTINGS`) are therefore the primary's. A virtual replica differs
 * from a standard one in `customRanking`, which comes before all other criteria.
 */
import { isDeepStrictEqual } from 'node:util'
import type { IndexSettings } from '@docent/engine'
import { DEFAULT_SETTINGS, parseCustomRanking } from '@docent/engine/settings'
import { badRequest, type ServerError } from '../wire/errors.ts'
import type { ReplicaName } from '../wire/replica-name.ts'

/** The links of an index to others. Names are sorted; virtual replicas are written as `virtual(name)`. */
export interface ReplicaLinks {
  /** The primary of a replica. */
  primary?: string
  /** Whether a replica is virtual. */
  virtual?: true
  /** The replicas of a primary. */
  replicas?: string[]
}

/** Settings that a replica takes from its primary: those that determine the index, and the attributes that no answer contains. */
const SHARED_SETTINGS = [
  'searchableAttributes',
  'attributesForFaceting',
  'attributeForDistinct',
  'unretrievableAttributes',
] as const

/** Whether a replica has the value of its primary for the setting, and can have no other. */
export const isSharedSetting = (name: string): boolean => (SHARED_SETTINGS as readonly string[]).includes(name)

/** The links of a primary to its replicas; empty without replicas. */
export const linksTo = (replicas: readonly ReplicaName[]): ReplicaLinks =>
  replicas.length === 0
    ? {}
    : { replicas: replicas.map(({ name, isVirtual }) => (isVirtual ? `virtual(${name})` : name)) }

/** The links of a replica in the list of indexes; `virtual` is absent for a standard replica, as on the wire. */
export const linksFrom = (primary: string, isVirtual: boolean): ReplicaLinks => ({
  primary,
  ...(isVirtual && { virtual: true }),
})

/** Settings without the shared ones. */
export const withoutShared = <Settings extends Readonly<Record<string, unknown>>>(settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !isSharedSetting(name))) as Settings

/**
 * The stored settings of a replica: those that are not shared. Throws a `ServerError` (400) when a shared setting differs from
 * the primary's.
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

/** All settings of a replica: its own, and the shared ones of its primary. */
export function replicaSettings(own: IndexSettings, primarySettings: IndexSettings): IndexSettings {
  const shared = Object.fromEntries(Object.entries(primarySettings).filter(([name]) => isSharedSetting(name)))
  return { ...own, ...shared }
}

/** The settings that searches use: in a virtual replica `customRanking` comes before the other criteria. */
export function servedSettings(settings: IndexSettings, isVirtual: boolean): IndexSettings {
  const { customRanking = [], ranking = DEFAULT_SETTINGS.ranking } = settings
  return isVirtual && customRanking.length > 0 ? { ...settings, ranking: [...customRanking, ...ranking] } : settings
}

/** The attributes that records are sorted by, in alphabetical order. */
export function sortAttributes({ customRanking = [], ranking = [] }: IndexSettings): string[] {
  const entries = [...customRanking, ...ranking.filter((name) => /^(?:asc|desc)\(/.test(name))]
  return [...new Set(entries.map((entry) => parseCustomRanking(entry).attribute))].sort()
}

/** The settings to build an index with that is also read by replicas with these settings. */
export function sharedBuildSettings(settings: IndexSettings, replicas: readonly IndexSettings[]): IndexSettings {
  const own = new Set(sortAttributes(settings))
  const more = new Set(replicas.flatMap(sortAttributes).filter((attribute) => !own.has(attribute)))
  if (more.size === 0) return settings
  const sorts = [...more].sort().map((attribute) => `asc(${attribute})`)
  return { ...settings, customRanking: [...(settings.customRanking ?? []), ...sorts] }
}

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`)

/** The reason why an index cannot become a replica; `undefined` when it can. `ownRecords` is the number of its own records. */
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

/** The refusal of a change of records in a replica. */
export const isReplica = (name: string, primary: string): ServerError =>
  badRequest(`Index ${name} is a replica of ${primary}: write records there, or take it off the replicas first`)
