/**
 * The writes of the backend: each becomes a task of the log. A task that cannot be applied fails after its acknowledgement, so writes
 * are checked here where possible, against the state that this server knows.
 */
import { buildIndex, openIndex, search } from '@docent/engine'
import {
  badRequest,
  checkParts,
  checkSettings,
  isNarrowed,
  parseReplica,
  patchRecord,
  type Backend,
  type Receipt,
  type WriteOperation,
} from '@docent/server/backend'
import { checkOpen, type BackendContext } from './backend-context.ts'
import { refusing } from './searching/searcher.ts'
import { bytesOf } from './state/apply-parts.ts'
import { refuseReplica, settingsOf } from './state/apply-context.ts'
import type { Change, TaskFacts } from './state/documents.ts'
import { Draft } from './state/draft.ts'
import { linksIn } from './state/head.ts'
import { replaceRecords } from './state/replace-records.ts'
import { planReplacement, planSettings } from './state/settings-plan.ts'
import type { View } from './state/view.ts'

type Writes = Pick<
  Backend,
  'write' | 'deleteBy' | 'replaceRecords' | 'updateSettings' | 'saveParts' | 'deletePart' | 'copyIndex' | 'moveIndex'
>

/** Methods reject with a `ServerError`: 400 or 404 for a wrong change, 429 when too many tasks wait. */
export function writesOf(context: BackendContext): Writes {
  const { names, view, taskLog, waits, limits, end } = context

  /** Appends a change to the log. Resolves with its task. */
  async function append(change: Change): Promise<TaskFacts> {
    checkOpen(end)
    const facts = await taskLog.append(change)
    if (facts === undefined) throw new Error('A change without a condition is always written')
    return facts
  }

  async function receiptOf(change: Change): Promise<Receipt> {
    const facts = await append(change)
    return { taskID: facts.number, at: new Date(facts.storedAt).toISOString() }
  }

  /** Makes the replicas of indexes to be deleted indexes of their own, in a task before the deletion. */
  async function detachReplicas(operations: readonly WriteOperation[]): Promise<void> {
    for (const { action, index } of operations) {
      const state = action === 'drop' ? view.find(index) : undefined
      if (state !== undefined && linksIn(view.head.indexes, state).replicas !== undefined)
        await append({ kind: 'settings', index, changes: { replicas: [] } })
    }
  }

  /**
   * Plans a change of an index with links to others, for the refusals of the plan, after all earlier tasks of the indexes are applied.
   * A change of an index without links needs no plan, and waits for no other.
   */
  async function checkWhereLinked(
    indexes: readonly string[],
    plan: (context: { view: View; draft: Draft }) => Promise<unknown>,
  ): Promise<void> {
    const isLinked = indexes.length > 1 || indexes.some((name) => view.find(name)?.primary !== undefined)
    if (!isLinked) return
    for (const name of indexes) await waits.settled(name, limits.settledWaitMs)
    await plan({ view, draft: new Draft(view.head, names) })
  }

  return {
    async write(operations) {
      for (const operation of operations) checkOperation(operation)
      for (const index of new Set(operations.map((operation) => operation.index))) refuseReplica(view, index)
      await detachReplicas(operations)
      const facts = await append({ kind: 'write', operations: [...operations] })
      const tasks = facts.indexes.map((index, i) => ({ index, taskID: facts.number + i }))
      return { tasks, at: new Date(facts.storedAt).toISOString() }
    },

    async deleteBy(index, params) {
      refuseReplica(view, index)
      if (!isNarrowed(params)) throw badRequest('deleteByQuery needs a filter')
      const settings = await settingsOf({ view }, view.find(index))
      // A search of an empty index, for the engine's refusal of an invalid filter.
      await refusing(limits, () => search(openIndex(buildIndex([], settings), settings), { ...params, query: '' }))
      return receiptOf({ kind: 'delete-by', index, params })
    },

    async replaceRecords(index, records, settings) {
      checkOpen(end)
      refuseReplica(view, index)
      return replaceRecords(context, index, records, settings)
    },

    async updateSettings(index, changes, { forwards = false } = {}) {
      checkSettings(JSON.stringify(changes), limits)
      await checkWhereLinked([index, ...replicasNamedIn(changes)], (planning) =>
        planSettings(planning, { index, changes, forwards }),
      )
      return receiptOf({ kind: 'settings', index, changes, ...(forwards && { forwards }) })
    },

    async saveParts(index, part, list, { replaceAll = false, forwards = false } = {}) {
      checkParts(part, list.length, bytesOf(list), limits)
      return receiptOf({ kind: 'save-parts', index, part, parts: list, replaceAll, ...(forwards && { forwards }) })
    },

    deletePart: (index, part, objectID, { forwards = false } = {}) =>
      receiptOf({ kind: 'delete-part', index, part, objectID, ...(forwards && { forwards }) }),

    async copyIndex(source, destination, scope) {
      if (scope === undefined) refuseReplica(view, destination)
      else if (scope.includes('settings'))
        await checkWhereLinked([destination], async (planning) =>
          planReplacement(planning, destination, await settingsOf(planning, view.find(source))),
        )
      return receiptOf({ kind: 'copy', source, destination, ...(scope && { scope }) })
    },

    async moveIndex(source, destination) {
      for (const name of [source, destination]) refuseReplica(view, name)
      return receiptOf({ kind: 'move', source, destination })
    },
  }
}

/** The indexes that a change of settings makes replicas. */
const replicasNamedIn = (changes: Readonly<Record<string, unknown>>): string[] =>
  ((changes['replicas'] ?? []) as string[]).map((entry) => parseReplica(entry).name)

/** Refuses a partial update that no record could take: a list with one wrong operation changes nothing. */
function checkOperation(operation: WriteOperation): void {
  if (operation.action !== 'patch') return
  const { objectID, changes } = operation
  patchRecord(objectID, undefined, changes, true)
}
