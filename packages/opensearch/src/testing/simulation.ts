/**
 * One seeded schedule: servers over a simulated cluster accept writes, apply them, lose requests and answers, send requests twice, are
 * paused for longer than their lease, have their clocks stepped, and are killed, and indexes of the cluster lose their primary; then
 * all faults end. The state is compared with a simple model of the log (`task-model.ts`) at every write of the head and at the end:
 *
 * - the head never goes back: neither its epoch nor the set of applied tasks;
 * - the tasks of an index are applied in order;
 * - the content of an index whose tasks were just applied is exactly that of its tasks in order, each once;
 * - no task is abandoned;
 * - every acknowledged write is in the log under its number, and applied at the end, on every server;
 * - acknowledged keys and events are stored at the end.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Backend, WriteOperation } from '@docent/server/backend'
import { ServerError } from '@docent/server/backend'
import { openOpenSearchBackend, type OpenSearchOptions } from '../backend.ts'
import { HEAD, KEYS, LEASE, type Head, type TaskFacts } from '../state/documents.ts'
import { documentsOf, isApplied, targetOf } from '../state/head.ts'
import { namesWith } from '../state/names.ts'
import { SimulatedCluster, type Mutation } from './simulated-cluster.ts'
import { NO_FAULTS, openSimulatedNetwork, type NetworkOptions } from './simulated-network.ts'
import { TaskModel } from './task-model.ts'
import { VirtualTime, type Process } from './virtual-time.ts'
import { DEFAULT_KEY_FIELDS } from '../../../server/src/keys/key.ts'

export interface ScheduleOptions {
  random: () => number
  /** Rules of the cluster that are broken. */
  mutation?: Mutation
  /** Mean time (ms) between two losses of a primary. Default: no losses. */
  lossMs?: number
  /** Mutant: a server receives the answer to the creation of a task before the creation. */
  acknowledgesEarly?: boolean
  /** Writes of each client. */
  writes?: number
}

/** Options of one server; the network and the times are those of the schedule. */
type ServerOptions = Pick<OpenSearchOptions, 'limits' | 'log'> & Pick<NetworkOptions, 'watch'>

/** JSON of the searchable documents by id, of each index of the cluster. */
type Visible = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface Server {
  process: Process
  backend: Backend
}

/** Prefix of the state in the simulated cluster. */
export const PREFIX = 'sim'
const NAMES = namesWith(PREFIX)
const SERVERS = 3
const CLIENTS = 3
const INDEXES = ['a', 'b', 'c', 'd']
/** Short, so that a schedule has many takeovers; data is removed after the latest request that may still create it. */
const TIMES = { leaseMs: 600, graceMs: 2000, retryMs: 40 }
/** Virtual time (ms) within which everything must be applied once the faults have ended. */
const RECOVERY_MS = 60_000
/** Virtual time (ms) after which unused data must be removed. */
const CLEANED_MS = 4000
/** Virtual time (ms) after which a client abandons a request. */
const CLIENT_PATIENCE_MS = 8000

const FAULTS = { notSent: 0.03, answerLost: 0.03, late: 0.01, slow: 0.05, twice: 0.02, lateMs: 1500 }

const sharesIndex = (one: TaskFacts, other: TaskFacts): boolean =>
  one.indexes.some((name) => other.indexes.includes(name))

export class Schedule {
  readonly time = new VirtualTime()
  readonly model = new TaskModel()
  readonly cluster: SimulatedCluster
  readonly servers: Server[] = []
  readonly #options: ScheduleOptions
  readonly #acknowledged: { taskID: number; content: string }[] = []
  readonly #keys = new Set<string>()
  readonly #events = new Set<string>()
  /** Requests of clients without an answer yet; none of a killed server gets one. */
  readonly #requests = new Set<{ server: Server }>()
  #faults = NO_FAULTS
  #head: Head | undefined
  #failure: Error | undefined
  #names = 0

  constructor(options: ScheduleOptions) {
    this.#options = options
    this.cluster = new SimulatedCluster(options.mutation, () => options.random() < 0.5)
    this.cluster.onWrite = (index, id, json) => {
      if (json === undefined) return undefined
      if (index === NAMES.tasks) {
        this.model.note(id, json)
        return { lost: () => this.model.forget(id) }
      }
      if (index !== NAMES.state || id !== HEAD) return undefined
      const visible = new Map([...this.cluster.indexes].map(([name, each]) => [name, each.visible]))
      return { kept: () => this.#checkHead(JSON.parse(json) as Head, visible) }
    }
  }

  #below(count: number): number {
    return Math.floor(this.#options.random() * count)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item
  }

  #fail(message: string): void {
    this.#failure ??= new Error(`${message} (at ${Math.round(this.time.now)} ms)`)
  }

  /** Opens a server and resolves when it accepts requests. */
  async openServer({ watch, ...options }: ServerOptions = {}): Promise<Server> {
    const { random, acknowledgesEarly = false } = this.#options
    const process = this.time.process(`server ${++this.#names}`)
    const network = openSimulatedNetwork({
      time: this.time,
      process,
      cluster: this.cluster,
      random,
      faults: () => this.#faults,
      ...(watch && { watch }),
    })
    const cluster: typeof network = {
      ...network,
      async request(method, path, request) {
        const answer = network.request(method, path, request)
        if (!acknowledgesEarly || !path.startsWith(`/${NAMES.tasks}/_create`)) return answer
        answer.catch(() => undefined)
        return { _seq_no: 0, _primary_term: 1 }
      },
    }
    const backend = await this.time.within(process, async () => {
      for (;;)
        try {
          return await openOpenSearchBackend({ cluster, prefix: PREFIX, times: TIMES, ...options })
        } catch (error) {
          if (error instanceof ServerError) throw error
          await this.time.sleep(20, process)
        }
    })
    const server = { process, backend }
    this.servers.push(server)
    return server
  }

  /** Sends a request to a server, within its process. */
  ask<Result>({ process, backend }: Server, request: (backend: Backend) => Promise<Result>): Promise<Result> {
    return this.time.within(process, () => request(backend))
  }

  /** Drives the clock until a promise settles, with its result. */
  async drive<Result>(promise: Promise<Result>, limit = this.time.now + RECOVERY_MS): Promise<Result> {
    let isSettled = false
    promise.then(
      () => (isSettled = true),
      () => (isSettled = true),
    )
    await this.time.runUntil(
      () => isSettled || this.#failure !== undefined,
      limit,
      () => 'a request was not answered',
    )
    if (this.#failure !== undefined) throw this.#failure
    return promise
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

  /** Runs the whole schedule. Throws when a property does not hold. */
  async run(): Promise<void> {
    for (let n = 0; n < SERVERS; n++) await this.drive(this.openServer())
    this.#faults = FAULTS
    const clients = Array.from({ length: CLIENTS }, (_, n) => this.#client(n))
    const end = { isReached: false }
    const trouble = Promise.all([this.#trouble(end), this.#losses(end)])
    await this.drive(Promise.all(clients), this.time.now + 600_000)
    end.isReached = true
    this.#faults = NO_FAULTS
    await this.drive(trouble)
    for (const { process } of this.servers) process.pausedUntil = 0
    // Requests that their clients have abandoned still write.
    await this.time.runUntil(
      () => [...this.#requests].every(({ server }) => server.process.isDead),
      this.time.now + RECOVERY_MS,
      () => 'requests of clients have not ended',
    )
    // By then requests on the network have ended, and every server has read the head since.
    await this.drive(this.time.sleep(CLEANED_MS, this.time.process('end')))
    await this.#checkEnd()
    await this.close()
  }

  /** Closes all servers. */
  async close(): Promise<void> {
    for (const server of this.#alive()) await this.drive(this.ask(server, (backend) => backend.close()))
  }

  #alive(): Server[] {
    return this.servers.filter(({ process }) => !process.isDead)
  }

  /** Kills and pauses servers and steps their clocks at random times. */
  async #trouble(end: { isReached: boolean }): Promise<void> {
    const process = this.time.process('trouble')
    while (!end.isReached) {
      await this.time.sleep(200 + this.#below(1500), process)
      if (end.isReached) return
      const server = this.#pick(this.#alive())
      const kind = this.#below(4)
      if (kind === 0) {
        server.process.isDead = true
        await this.openServer()
      } else if (kind === 1) server.process.wallOffset = (this.#below(3) - 1) * this.#below(300_000)
      else server.process.pausedUntil = this.time.now + 100 + this.#below(2000)
    }
  }

  /** Loses primaries with writes in flight at random times. */
  async #losses(end: { isReached: boolean }): Promise<void> {
    const { random, lossMs } = this.#options
    const process = this.time.process('losses')
    if (lossMs === undefined) return
    while (!end.isReached) {
      await this.time.sleep(random() * 2 * lossMs, process)
      const busy = [...this.cluster.indexes].filter(([, { unreplicated }]) => unreplicated.length > 0)
      if (busy.length > 0) this.cluster.losePrimary(this.#pick(busy)[0], () => random() < 0.5)
    }
  }

  async #client(client: number): Promise<void> {
    const process = this.time.process(`client ${client}`)
    for (let n = 0; n < (this.#options.writes ?? 12); n++) {
      await this.time.sleep(this.#below(300), process)
      const server = this.#pick(this.#alive())
      const asked = this.#change(server, client, n).catch(() => undefined)
      const request = { server }
      this.#requests.add(request)
      void asked.finally(() => this.#requests.delete(request))
      await Promise.race([asked, this.time.sleep(CLIENT_PATIENCE_MS, process)])
    }
  }

  async #change(server: Server, client: number, n: number): Promise<void> {
    const index = this.#pick(INDEXES)
    const id = `r${this.#below(4)}`
    const mark = `${client}.${n}`
    const note = (taskID: number, content: unknown): void =>
      void this.#acknowledged.push({ taskID, content: JSON.stringify(content) })
    const write = async (operations: WriteOperation[]): Promise<void> => {
      const { tasks } = await this.ask(server, (backend) => backend.write(operations))
      note(tasks[0]?.taskID ?? 0, operations)
    }
    const save = (to: string): WriteOperation => ({
      action: 'save',
      index: to,
      record: { objectID: id, mark, kind: this.#pick(['x', 'y']) },
    })
    const kind = this.#below(20)
    if (kind < 6) return write([save(index), ...(kind === 0 ? [save(this.#pick(INDEXES))] : [])])
    if (kind < 11) {
      const changes = { count: { _operation: 'Increment', value: 1 }, mark }
      return write([{ action: 'patch', index, objectID: id, changes, createIfNotExists: kind < 10 }])
    }
    if (kind === 11) return write([{ action: 'delete', index, objectID: id }])
    if (kind === 12) return write([{ action: 'clear', index }, save(index)])
    if (kind === 13) return write([{ action: 'drop', index }])
    const other = this.#pick(INDEXES)
    if (kind === 14) {
      const changes = { hitsPerPage: 10 + n, attributesForFaceting: [this.#pick(['kind', 'mark'])] }
      const { taskID } = await this.ask(server, (backend) => backend.updateSettings(index, changes))
      return note(taskID, changes)
    }
    if (kind === 15) return void (await this.ask(server, (backend) => backend.copyIndex(other, index)))
    if (kind === 16) return void (await this.ask(server, (backend) => backend.moveIndex(other, index)))
    if (kind === 17) return void (await this.ask(server, (backend) => backend.deleteBy(index, { filters: 'kind:x' })))
    if (kind === 18) {
      const key = await this.ask(server, (backend) => backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: mark }))
      this.#keys.add(key.value)
      const event = { eventType: 'view' as const, eventName: mark, index, userToken: 'u' }
      await this.ask(server, (backend) => backend.events.add([event]))
      this.#events.add(mark)
      return
    }
    const records = ['r0', 'r1', 'new'].map((objectID) => ({ objectID, mark }))
    const { taskID } = await this.ask(server, (backend) =>
      backend.replaceRecords(index, records, { hitsPerPage: 20 + n }),
    )
    await this.ask(server, (backend) => backend.waitForTask(taskID))
  }

  async #checkEnd(): Promise<void> {
    for (const { taskID, content } of this.#acknowledged) {
      const change = this.model.tasks.get(taskID)?.change as { operations?: unknown; changes?: unknown } | undefined
      if (JSON.stringify(change?.operations ?? change?.changes) !== content)
        throw new Error(`Task ${taskID} was acknowledged and is not in the log: ${content}`)
    }
    const last = Math.max(0, ...[...this.model.tasks.values()].map(({ facts }) => facts.number + facts.span - 1))
    for (const server of this.#alive()) {
      if (last > 0) await this.drive(this.ask(server, (backend) => backend.waitForTask(last)))
      await this.time.runUntil(
        () => this.#head !== undefined && this.#head.published >= last,
        this.time.now + RECOVERY_MS,
        () => `task ${last} and those before it are to be applied, ${this.#head?.published} is`,
      )
      if (this.#failure !== undefined) throw this.#failure
      await this.#checkServer(server)
    }
    await this.drive(this.time.sleep(CLEANED_MS, this.time.process('end')))
    this.#checkGarbage()
  }

  /** Checks that all data that the head does not name is removed. */
  #checkGarbage(): void {
    const { indexes = [] } = this.#head ?? {}
    const generations = [...this.cluster.indexes.keys()].filter((name) => name.startsWith(`${PREFIX}-i`))
    const targets = new Set(indexes.map((index) => targetOf(NAMES, index)))
    const left = generations.filter((name) => !targets.has(name))
    if (left.length > 0) throw new Error(`Generations are left: ${left.join(', ')}`)
    const named = new Set([HEAD, KEYS, LEASE, ...indexes.flatMap(documentsOf)])
    const documents = this.cluster.indexes.get(NAMES.state)?.documents ?? new Map<string, { json?: string }>()
    for (const [id, { json }] of documents)
      if (json !== undefined && !named.has(id)) throw new Error(`The document ${id} is left`)
  }

  async #checkServer(server: Server): Promise<void> {
    const ask = <Result>(request: (backend: Backend) => Promise<Result>): Promise<Result> =>
      this.drive(this.ask(server, request))
    for (const [name, { records, settings }] of this.model.indexes) {
      const { hits } = await ask((backend) => backend.browse(name, {}))
      if (!isDeepStrictEqual(new Map(hits.map((hit) => [hit.objectID, hit])), records))
        throw new Error(`${server.process.name} reads ${JSON.stringify(hits)} of ${name}`)
      const stored = await ask((backend) => backend.getSettings(name))
      if (!isDeepStrictEqual(stored, settings)) throw new Error(`Settings of ${name}: ${JSON.stringify(stored)}`)
    }
    const keys = new Set((await ask((backend) => backend.keys.list())).map(({ value }) => value))
    for (const key of this.#keys) if (!keys.has(key)) throw new Error(`An acknowledged key is lost`)
    const events = new Set((await ask((backend) => backend.events.list(1000))).map(({ eventName }) => eventName))
    for (const event of this.#events) if (!events.has(event)) throw new Error(`The acknowledged event ${event} is lost`)
  }
}
