/** The effects of a change of settings on an index and its replicas, computed before anything is written. */
import type { IndexSettings } from '@docent/engine'
import {
  badRequest,
  mergeSettings,
  ownSettings,
  parseReplica,
  replicaSettings,
  whyNoReplica,
  withoutShared,
  type ReplicaName,
} from '@docent/server/backend'
import { storedSettings, type ApplyContext } from './apply-context.ts'
import type { IndexState } from './documents.ts'
import { linksIn } from './head.ts'

type Changes = Readonly<Record<string, unknown>>

/** Depends on the stored settings and the draft only, so every server makes the same plan. */
export interface SettingsPlan {
  /** The settings to store, by the name of the index. */
  settings: Map<string, IndexSettings>
  /** All replicas of the index after the change; `undefined` if they do not change. */
  replicas: ReplicaName[] | undefined
  /** Replicas that become indexes of their own. */
  detached: IndexState[]
}

/** Throws a `ServerError` (400) for replicas that cannot be made. Reads the stored settings. */
export async function planSettings(
  context: Pick<ApplyContext, 'view' | 'draft'>,
  { index: name, changes: { replicas, ...changes }, forwards }: { index: string; changes: Changes; forwards: boolean },
): Promise<SettingsPlan> {
  const { draft } = context
  const index = draft.find(name)
  const current = index === undefined ? [] : draft.replicasOf(index)
  const settings = mergeSettings(await storedSettings(context, index), changes)
  const plan: SettingsPlan = { settings: new Map(), replicas: undefined, detached: [] }
  plan.settings.set(name, await ownOf(context, index, settings))
  if (replicas !== undefined) {
    plan.replicas = ((replicas ?? []) as string[]).map(parseReplica)
    if (index?.primary !== undefined && plan.replicas.length > 0)
      throw badRequest(`Index ${name} is a replica, so it cannot have replicas`)
    const wanted = new Set(plan.replicas.map((replica) => replica.name))
    plan.detached = current.filter((replica) => !wanted.has(replica.name))
    for (const replica of plan.detached)
      plan.settings.set(replica.name, replicaSettings(await storedSettings(context, replica), settings))
    for (const replica of plan.replicas) {
      const begun = await beginning(context, replica.name, name, settings)
      if (begun !== undefined) plan.settings.set(replica.name, begun)
    }
  }
  for (const replica of forwards ? current : [])
    if (!plan.detached.includes(replica))
      plan.settings.set(replica.name, mergeSettings(await storedSettings(context, replica), withoutShared(changes)))
  return plan
}

/** The settings to store if an index gets all settings of another. Throws as `planSettings`. */
export const planReplacement = (
  context: Pick<ApplyContext, 'view' | 'draft'>,
  name: string,
  settings: IndexSettings,
): Promise<IndexSettings> => ownOf(context, context.draft.find(name), settings)

/** The settings to store of an index; for a replica only its own. */
async function ownOf(
  context: Pick<ApplyContext, 'view' | 'draft'>,
  index: IndexState | undefined,
  settings: IndexSettings,
): Promise<IndexSettings> {
  if (index?.primary === undefined) return settings
  const holder = context.draft.holder(index)
  const primarySettings = await storedSettings(context, holder)
  return ownSettings(settings, { replica: index.name, primary: holder.name, primarySettings })
}

/** The initial settings of a new replica; `undefined` for an existing one. */
async function beginning(
  context: Pick<ApplyContext, 'view' | 'draft'>,
  replica: string,
  primary: string,
  primarySettings: IndexSettings,
): Promise<IndexSettings | undefined> {
  const { draft } = context
  const existing = draft.find(replica)
  if (existing === undefined) return withoutShared(primarySettings)
  const ownRecords = existing.primary === undefined ? existing.entries : 0
  const why = whyNoReplica(replica, primary, { links: linksIn(draft.list(), existing), ownRecords })
  if (why !== undefined) throw badRequest(why)
  if (existing.primary !== undefined) return undefined
  return ownSettings(await storedSettings(context, existing), { replica, primary, primarySettings })
}
