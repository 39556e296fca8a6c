/** The clients of a simulation: random requests, and the writes that were acknowledged to them, which must not be lost. */
import type { Backend, WriteOperation } from '@docent/server/backend'
import { DEFAULT_KEY_FIELDS } from '../../../server/src/keys/key.ts'
import type { Server } from './simulated-server.ts'
import type { TaskModel } from './task-model.ts'
import type { VirtualTime } from './virtual-time.ts'

const CLIENTS = 3
const INDEXES = ['a', 'b', 'c', 'd']
/** Virtual time (ms) after which a client abandons a request. */
const CLIENT_PATIENCE_MS = 8000

type Request<Result> = (backend: Backend) => Promise<Result>

export interface ClientsOptions {
  time: VirtualTime
  /** Numbers from 0 to 1. */
  random: () => number
  /** Writes of each client. */
  writes: number
  /** The servers that accept requests. */
  servers: () => readonly Server[]
}

export class SimulatedClients {
  readonly #options: ClientsOptions
  readonly #acknowledged: { taskID: number; content: string }[] = []
  readonly #keys = new Set<string>()
  readonly #events = new Set<string>()
  /** The servers of the requests that have no answer yet; those of a killed server never get one. */
  readonly #asked = new Set<{ server: Server }>()

  constructor(options: ClientsOptions) {
    this.#options = options
  }

  /** Resolves when every client has its answers, or has abandoned the requests. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => this.#client(n)))
  }

  /** Whether a server still works on a request, which may write although its client has abandoned it. */
  get isBusy(): boolean {
    return [...this.#asked].some(({ server }) => !server.process.isDead)
  }

  #below(count: number): number {
    return Math.floor(this.#options.random() * count)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item
  }

  async #client(client: number): Promise<void> {
    const { time, writes, servers } = this.#options
    const process = time.process(`client ${client}`)
    for (let n = 0; n < writes; n++) {
      await time.sleep(this.#below(300), process)
      const server = this.#pick(servers())
      const asked = { server }
      this.#asked.add(asked)
      const answered = this.#change(server, client, n)
        .catch(() => undefined)
        .finally(() => this.#asked.delete(asked))
      await Promise.race([answered, time.sleep(CLIENT_PATIENCE_MS, process)])
    }
  }

  async #change({ process, backend }: Server, client: number, n: number): Promise<void> {
    const index = this.#pick(INDEXES)
    const id = `r${this.#below(4)}`
    const mark = `${client}.${n}`
    const ask = <Result>(request: Request<Result>): Promise<Result> =>
      this.#options.time.within(process, () => request(backend))
    const note = (taskID: number, content: unknown): void =>
      void this.#acknowledged.push({ taskID, content: JSON.stringify(content) })
    const write = async (operations: WriteOperation[]): Promise<void> => {
      const { tasks } = await ask((each) => each.write(operations))
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
      const { taskID } = await ask((each) => each.updateSettings(index, changes))
      return note(taskID, changes)
    }
    if (kind === 15) return void (await ask((each) => each.copyIndex(other, index)))
    if (kind === 16) return void (await ask((each) => each.moveIndex(other, index)))
    if (kind === 17) return void (await ask((each) => each.deleteBy(index, { filters: 'kind:x' })))
    if (kind === 18) {
      const key = await ask((each) => each.keys.add({ ...DEFAULT_KEY_FIELDS, description: mark }))
      this.#keys.add(key.value)
      const event = { eventType: 'view' as const, eventName: mark, index, userToken: 'u' }
      await ask((each) => each.events.add([event]))
      this.#events.add(mark)
      return
    }
    const records = ['r0', 'r1', 'new'].map((objectID) => ({ objectID, mark }))
    const { taskID } = await ask((each) => each.replaceRecords(index, records, { hitsPerPage: 20 + n }))
    await ask((each) => each.waitForTask(taskID))
  }

  /** Throws for an acknowledged write that is not in the log under its number. */
  checkLog(model: TaskModel): void {
    for (const { taskID, content } of this.#acknowledged) {
      const change = model.tasks.get(taskID)?.change as { operations?: unknown; changes?: unknown } | undefined
      if (JSON.stringify(change?.operations ?? change?.changes) !== content)
        throw new Error(`Task ${taskID} was acknowledged and is not in the log: ${content}`)
    }
  }

  /** Throws for an acknowledged key or event that a server does not have. */
  async checkStored(ask: <Result>(request: Request<Result>) => Promise<Result>): Promise<void> {
    const keys = new Set((await ask((backend) => backend.keys.list())).map(({ value }) => value))
    for (const key of this.#keys) if (!keys.has(key)) throw new Error(`An acknowledged key is lost`)
    const events = new Set((await ask((backend) => backend.events.list(1000))).map(({ eventName }) => eventName))
    for (const event of this.#events) if (!events.has(event)) throw new Error(`The acknowledged event ${event} is lost`)
  }
}
