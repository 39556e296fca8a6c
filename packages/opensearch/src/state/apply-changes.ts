/**
 * Applies the tasks that change a whole index: its settings, its parts, all its records, its name. If the new settings require other
 * documents, a new generation is written while searches read the current one.
 */
import type { ReplicaName } from '@docent/server/backend'
import {
  buildSettingsOf,
  placeRecords,
  refuseReplica,
  settingsOf,
  storedSettings,
  type ApplyContext,
} from './apply-context.ts'
import { applyPartRemoval, applyParts } from './apply-parts.ts'
import { applyReplacement } from './apply-replacement.ts'
import type { Change, IndexState, TaskFacts } from './documents.ts'
import { matchingIds, scanRecords } from './generation.ts'
import { PART_KINDS } from './head.ts'
import { type ChangeOf, ensure, isoOf, nameSettings, placedAt, rebuild, rebuildWhereNeeded } from './rebuild.ts'
import type { PlacedRecord } from './record-lines.ts'
import { planReplacement, planSettings } from './settings-plan.ts'

async function applySettings(
  context: ApplyContext,
  { index: name, changes, forwards = false }: ChangeOf<'settings'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  const task = facts.number
  const plan = await planSettings(context, { index: name, changes, forwards })
  const index = ensure(context, name, facts)
  const holder = draft.holder(index)
  const before = await buildSettingsOf(context, holder)
  for (const replica of plan.replicas ?? []) attach(context, replica, index, facts)
  for (const replica of plan.detached) {
    delete replica.primary
    delete replica.virtual
    replica.generation = task
    replica.nextPosition = index.nextPosition
  }
  for (const [changed, settings] of plan.settings)
    await nameSettings(context, ensure(context, changed, facts), settings, task)
  for (const replica of plan.detached)
    await placeRecords(context, replica, placedAt(scanRecords(cluster, draft.target(index)), task))
  await rebuildWhereNeeded(context, holder, before, task)
}

/** Makes an index a replica. A new one gets the parts of its primary; the generation of an empty existing one is removed. */
function attach(context: ApplyContext, { name, isVirtual }: ReplicaName, index: IndexState, facts: TaskFacts): void {
  const { draft } = context
  const existing = draft.find(name)
  const replica = ensure(context, name, facts)
  if (existing === undefined) for (const kind of PART_KINDS) draft.setDocument(replica, kind, index[kind])
  else if (existing.primary === undefined) draft.discard('generation', draft.target(existing))
  replica.primary = index.id
  if (isVirtual) replica.virtual = true
  else delete replica.virtual
}

async function applyCopy(
  context: ApplyContext,
  { source, destination, scope }: ChangeOf<'copy'>,
  facts: TaskFacts,
): Promise<void> {
  if (source === destination) return
  const { draft, cluster } = context
  if (scope === undefined) refuseReplica(draft, destination)
  const from = draft.find(source)
  const settings = await settingsOf(context, from)
  const copies = scope === undefined || scope.includes('settings')
  const plan = copies
    ? await planReplacement(context, destination, settings)
    : await storedSettings(context, draft.find(destination))
  const to = ensure(context, destination, facts)
  const holder = draft.holder(to)
  const before = await buildSettingsOf(context, holder)
  for (const kind of PART_KINDS)
    if (scope === undefined || scope.includes(kind)) draft.setDocument(to, kind, from?.[kind])
  await nameSettings(context, to, plan, facts.number)
  if (scope !== undefined) return rebuildWhereNeeded(context, holder, before, facts.number)
  to.nextPosition = from === undefined ? 1 : draft.holder(from).nextPosition
  const records = async function* (): AsyncGenerator<PlacedRecord> {
    if (from) yield* placedAt(scanRecords(cluster, draft.target(from)), facts.number)
  }
  await rebuild(context, to, facts.number, records())
}

async function applyMove(
  context: ApplyContext,
  { source, destination }: ChangeOf<'move'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft } = context
  const from = draft.find(source)
  if (from === undefined || source === destination) return
  for (const name of [source, destination]) refuseReplica(draft, name)
  const before = await buildSettingsOf(context, from)
  const replaced = draft.find(destination)
  for (const replica of replaced === undefined ? [] : draft.replicasOf(replaced)) replica.primary = from.id
  draft.rename(from, destination)
  draft.touch(from, facts.number, isoOf(facts))
  await rebuildWhereNeeded(context, from, before, facts.number)
}

async function applyDeletion(
  context: ApplyContext,
  { index: name, params }: ChangeOf<'delete-by'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  if (draft.find(name) === undefined) return
  refuseReplica(draft, name)
  const index = ensure(context, name, facts)
  const removed = async function* (): AsyncGenerator<PlacedRecord> {
    for await (const objectID of matchingIds(cluster, draft.target(index), params))
      yield { objectID, json: undefined, position: 0, task: facts.number }
  }
  await placeRecords(context, index, removed())
}

/** Changes the draft, and writes the documents that it names. */
export async function applyChange(
  context: ApplyContext,
  change: Exclude<Change, { kind: 'write' }>,
  facts: TaskFacts,
): Promise<void> {
  switch (change.kind) {
    case 'settings':
      return applySettings(context, change, facts)
    case 'save-parts':
      return applyParts(context, change, facts)
    case 'delete-part':
      return applyPartRemoval(context, change, facts)
    case 'copy':
      return applyCopy(context, change, facts)
    case 'move':
      return applyMove(context, change, facts)
    case 'replace':
      return applyReplacement(context, change, facts)
    case 'delete-by':
      return applyDeletion(context, change, facts)
  }
}
