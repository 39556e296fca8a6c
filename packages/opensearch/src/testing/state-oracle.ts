/** Compares the state in a simulated cluster with a model of the log, at every write of the head and at the end of a schedule. */
import { isDeepStrictEqual } from 'node:util'
import type { Backend } from '@docent/server/backend'
import { HEAD, KEYS, LEASE, type Head, type TaskFacts } from '../state/documents.ts'
import { documentsOf, isApplied, targetOf } from '../state/head.ts'
import type { SimulatedCluster } from './simulated-cluster.ts'
import { NAMES, PREFIX } from './simulated-server.ts'
import { TaskModel } from './task-model.ts'

/** JSON of the searchable documents by id, of each index of the cluster. */
type Visible = ReadonlyMap<string, ReadonlyMap<string, string>>

const sharesIndex = (one: TaskFacts, other: TaskFacts): boolean =>
  one.indexes.some((name) => other.indexes.includes(name))

export class StateOracle {
  readonly model = new TaskModel()
  readonly #cluster: SimulatedCluster
  readonly #fail: (message: string) => void
  /** The last head that cannot be lost any more. */
  #head: Head | undefined

  /** Listens to all writes of the cluster. Calls `fail` when a property does not hold. */
  constructor(cluster: SimulatedCluster, fail: (message: string) => void) {
    this.#cluster = cluster
    this.#fail = fail
    cluster.onWrite = (index, id, json) => {
      if (json === undefined) return undefined
      if (index === NAMES.tasks) {
        this.model.note(id, json)
        return { lost: () => this.model.forget(id) }
      }
      if (index !== NAMES.state || id !== HEAD) return undefined
      const visible = new Map([...cluster.indexes].map(([name, each]) => [name, each.visible]))
      return { kept: () => this.#checkHead(JSON.parse(json) as Head, visible) }
    }
  }

  /** All tasks up to this one are applied. */
  get published(): number {
    return this.#head?.published ?? 0
  }

  /** The last number of the log. */
  get last(): number {
    return Math.max(0, ...[...this.model.tasks.values()].map(({ facts }) => facts.number + facts.span - 1))
  }

  /** Checks a head that cannot be lost any more; `visible` are the searchable documents of each index when it was written. */
  #checkHead(head: Head, visible: Visible): void {
    const before = this.#head
    this.#head = head
    if (before === undefined) return
    if (head.epoch < before.epoch) this.#fail(`The epoch of the head went from ${before.epoch} to ${head.epoch}`)
    const touched = new Set<string>()
    const waiting = [...this.model.tasks.values()]
      .map(({ facts }) => facts)
      .filter(({ number }) => !isApplied(head, number))
    for (const { facts } of this.model.tasks.values()) {
      const [was, is] = [isApplied(before, facts.number), isApplied(head, facts.number)]
      if (was && !is) this.#fail(`Task ${facts.number} was applied and is not any more`)
      if (was || !is) continue
      const earlier = waiting.find((task) => task.number < facts.number && sharesIndex(task, facts))
      if (earlier !== undefined) this.#fail(`Task ${facts.number} was applied before task ${earlier.number}`)
      for (const name of facts.indexes) touched.add(name)
      this.model.apply(facts.number)
    }
    for (const { number, error } of head.failed ?? []) this.#fail(`Task ${number} was given up: ${error}`)
    for (const name of touched) this.#checkIndex(head, name, visible)
  }

  /** Compares the searchable content with that of the model. */
  #checkIndex(head: Head, name: string, all: Visible): void {
    const state = head.indexes.find((index) => index.name === name)
    const wanted = this.model.indexes.get(name)
    if ((state === undefined) !== (wanted === undefined))
      this.#fail(`The index ${name} exists, or not, against the log`)
    if (state === undefined || wanted === undefined) return
    const visible = all.get(targetOf(NAMES, state)) ?? new Map<string, string>()
    const found = [...visible].map(([id, json]): [string, unknown] => [
      id,
      JSON.parse((JSON.parse(json) as { record: string }).record),
    ])
    if (!isDeepStrictEqual(new Map(found), wanted.records))
      this.#fail(
        `The index ${name} holds ${JSON.stringify(found)} instead of ${JSON.stringify([...wanted.records])} after ${head.published}`,
      )
    if (state.entries !== wanted.records.size) this.#fail(`The index ${name} counts ${state.entries} records`)
  }

  /** Checks the records and settings that a server reads. */
  async checkReads(reader: string, ask: <Result>(request: (backend: Backend) => Promise<Result>) => Promise<Result>) {
    for (const [name, { records, settings }] of this.model.indexes) {
      const { hits } = await ask((backend) => backend.browse(name, {}))
      if (!isDeepStrictEqual(new Map(hits.map((hit) => [hit.objectID, hit])), records))
        this.#fail(`${reader} reads ${JSON.stringify(hits)} of ${name}`)
      const stored = await ask((backend) => backend.getSettings(name))
      if (!isDeepStrictEqual(stored, settings))
        this.#fail(`${reader} reads settings of ${name}: ${JSON.stringify(stored)}`)
    }
  }

  /** Checks that all data that the head does not name is removed. */
  checkGarbage(): void {
    const { indexes = [] } = this.#head ?? {}
    const generations = [...this.#cluster.indexes.keys()].filter((name) => name.startsWith(`${PREFIX}-i`))
    const targets = new Set(indexes.map((index) => targetOf(NAMES, index)))
    const left = generations.filter((name) => !targets.has(name))
    if (left.length > 0) this.#fail(`Generations are left: ${left.join(', ')}`)
    const named = new Set([HEAD, KEYS, LEASE, ...indexes.flatMap(documentsOf)])
    const documents = this.#cluster.indexes.get(NAMES.state)?.documents ?? new Map<string, { json?: string }>()
    for (const [id, { json }] of documents)
      if (json !== undefined && !named.has(id)) this.#fail(`The document ${id} is left`)
  }
}
