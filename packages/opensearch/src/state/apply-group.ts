/** Applies a group of tasks: writes the records and documents, makes them visible, and puts them into the head. */
import type { StorageLimits, Log } from '@docent/server/backend'
import { applyChange } from './apply-changes.ts'
import type { ApplyContext, Copies } from './apply-context.ts'
import { applyWrites, type WriteTask } from './apply-writes.ts'
import type { Cluster } from '../http/cluster.ts'
import { Draft, withFailed } from './draft.ts'
import type { Garbage, Head, TaskFacts } from './documents.ts'
import { countRecords, refresh } from './generation.ts'
import type { HeadWriter } from './head-writer.ts'
import { targetOf } from './head.ts'
import { LeaseLost, type LeaseKeeper } from './lease.ts'
import type { Names } from './names.ts'
import type { RecordAnalyst } from './record-analyst.ts'
import type { TaskGroup } from './task-groups.ts'
import type { TaskLog } from './task-log.ts'
import type { View } from './view.ts'

/** The parts of a server that all groups share. */
export interface GroupContext {
  cluster: Cluster
  names: Names
  view: View
  taskLog: TaskLog
  copies: Copies
  ceilings: StorageLimits
  log: Log
  analyst: RecordAnalyst
  lease: LeaseKeeper
  headWriter: HeadWriter
}

/** An attempt to apply a group. */
export class GroupAttempt {
  readonly #context: GroupContext
  readonly #group: TaskGroup
  /** The head at the start of the attempt. Other groups change other indexes of it; its epoch must stay the same. */
  readonly #head: Head
  readonly #draft: Draft

  constructor(context: GroupContext, group: TaskGroup) {
    this.#context = context
    this.#group = group
    this.#head = context.view.head
    this.#draft = new Draft(this.#head, context.names, context.ceilings)
  }

  /** Throws `LeaseLost`. */
  #check(): void {
    const { lease, view } = this.#context
    lease.check()
    if (view.head.epoch !== this.#head.epoch) throw new LeaseLost('The lease was lost and taken again')
  }

  /** Throws the errors of the engine, the server and the cluster for a task, and `LeaseLost`. */
  async apply(): Promise<void> {
    const { taskLog, headWriter } = this.#context
    const { tasks, names } = this.#group
    this.#check()
    const changes = await taskLog.read(tasks)
    if (changes === undefined) return
    const written = new Set<string>()
    const context: ApplyContext = { ...this.#context, check: () => this.#check(), draft: this.#draft, written }
    const writes: WriteTask[] = []
    for (const [i, facts] of tasks.entries()) {
      const change = changes[i]
      if (change?.kind === 'write') writes.push({ facts, operations: change.operations })
      else if (change !== undefined) await applyChange(context, change, facts)
    }
    if (writes.length > 0) await applyWrites(context, writes)
    await this.#showRecords(written)
    await headWriter.change(this.#head.epoch, (head) => this.#draft.mergedInto(head, { tasks, names }))
  }

  /** Refreshes the generations that were written to, and counts their records. */
  async #showRecords(written: ReadonlySet<string>): Promise<void> {
    const { cluster } = this.#context
    const draft = this.#draft
    const holders = draft.list().filter(({ primary }) => primary === undefined)
    const indexes = holders.filter((index) => written.has(draft.target(index)))
    this.#check()
    await refresh(
      cluster,
      indexes.map((index) => draft.target(index)),
    )
    await Promise.all(
      indexes.map(async (index) => {
        index.entries = await countRecords(cluster, draft.target(index))
      }),
    )
  }

  /** Gives up the first task: the head counts it as applied, and the generations that it has created are removed. */
  async giveUp(task: TaskFacts, error: string): Promise<void> {
    const { names, headWriter } = this.#context
    const targetsOf = (indexes: Head['indexes']): string[] => indexes.map((index) => targetOf(names, index))
    const present = new Set(targetsOf(this.#head.indexes))
    const begun = new Set(this.#draft.list().map((index) => this.#draft.target(index)))
    const garbage = [...begun]
      .filter((target) => !present.has(target))
      .map((name): Garbage => ({ kind: 'generation', name, at: Date.now() }))
    await headWriter.change(this.#head.epoch, (head) => withFailed(head, task, error, garbage))
  }
}
