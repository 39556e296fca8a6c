/**
 * One seeded schedule: servers over a simulated cluster accept writes, apply them, lose requests and answers, send requests twice, are
 * paused for longer than their lease, have their clocks stepped, and are killed, and indexes of the cluster lose their primary; then
 * all faults end. Checked at every write of the head and at the end (`state-oracle.ts`, `simulated-clients.ts`):
 *
 * - the head never goes back: neither its epoch nor the set of applied tasks;
 * - the tasks of an index are applied in order;
 * - the content of an index whose tasks were just applied is exactly that of its tasks in order, each once;
 * - no task is given up;
 * - every acknowledged write is in the log under its number, and applied at the end, on every server;
 * - acknowledged keys and events are stored at the end, and no data that the head does not name.
 */
import type { Backend } from '@docent/server/backend'
import { SimulatedCluster, type Mutation } from './simulated-cluster.ts'
import { SimulatedClients } from './simulated-clients.ts'
import { NO_FAULTS } from './simulated-network.ts'
import { openSimulatedServer, type Server, type SimulatedServerOptions } from './simulated-server.ts'
import { StateOracle } from './state-oracle.ts'
import { VirtualTime } from './virtual-time.ts'

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
type ServerOptions = Partial<Pick<SimulatedServerOptions, 'limits' | 'log' | 'watch'>>

const SERVERS = 3
const WRITES = 12
/** Virtual time (ms) for the writes of all clients. */
const WRITES_MS = 600_000
/** Virtual time (ms) within which everything must be applied once the faults have ended. */
const RECOVERY_MS = 60_000
/** Virtual time (ms) after which unused data must be removed. */
const CLEANED_MS = 4000

const FAULTS = { notSent: 0.03, answerLost: 0.03, late: 0.01, slow: 0.05, twice: 0.02, lateMs: 1500 }

export class Schedule {
  readonly time = new VirtualTime()
  readonly cluster: SimulatedCluster
  readonly oracle: StateOracle
  readonly #options: ScheduleOptions
  readonly #servers: Server[] = []
  readonly #clients: SimulatedClients
  #faults = NO_FAULTS
  #failure: Error | undefined
  #names = 0

  constructor(options: ScheduleOptions) {
    const { random, mutation, writes = WRITES } = options
    this.#options = options
    this.cluster = new SimulatedCluster(mutation, () => random() < 0.5)
    this.oracle = new StateOracle(this.cluster, (message) => {
      this.#failure ??= new Error(`${message} (at ${Math.round(this.time.now)} ms)`)
    })
    this.#clients = new SimulatedClients({ time: this.time, random, writes, servers: () => this.#alive() })
  }

  /** Opens a server and resolves when it accepts requests. */
  async openServer(options: ServerOptions = {}): Promise<Server> {
    const { random, acknowledgesEarly = false } = this.#options
    const server = await openSimulatedServer({
      name: `server ${++this.#names}`,
      time: this.time,
      cluster: this.cluster,
      random,
      faults: () => this.#faults,
      acknowledgesEarly,
      ...options,
    })
    this.#servers.push(server)
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
    await this.#until(() => isSettled, 'a request was not answered', limit)
    return promise
  }

  /** Drives the clock until a condition holds. Throws when a property does not hold. */
  async #until(isDone: () => boolean, why: string, limit = this.time.now + RECOVERY_MS): Promise<void> {
    await this.time.runUntil(
      () => isDone() || this.#failure !== undefined,
      limit,
      () => why,
    )
    this.#throwFailure()
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Runs the whole schedule. Throws when a property does not hold. */
  async run(): Promise<void> {
    for (let n = 0; n < SERVERS; n++) await this.drive(this.openServer())
    this.#faults = FAULTS
    const clients = this.#clients.run()
    const end = { isReached: false }
    const trouble = Promise.all([this.#trouble(end), this.#losses(end)])
    await this.drive(clients, this.time.now + WRITES_MS)
    end.isReached = true
    this.#faults = NO_FAULTS
    await this.drive(trouble)
    for (const { process } of this.#servers) process.pausedUntil = 0
    await this.#until(() => !this.#clients.isBusy, 'requests of clients have not ended')
    // By then requests on the network have ended, and every server has read the head since.
    await this.drive(this.time.sleep(CLEANED_MS, this.time.process('end')))
    await this.#checkEnd()
    for (const server of this.#alive()) await this.drive(this.ask(server, (backend) => backend.close()))
  }

  #alive(): Server[] {
    return this.#servers.filter(({ process }) => !process.isDead)
  }

  #below(count: number): number {
    return Math.floor(this.#options.random() * count)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item
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

  async #checkEnd(): Promise<void> {
    this.#clients.checkLog(this.oracle.model)
    const { last } = this.oracle
    for (const server of this.#alive()) {
      const ask = <Result>(request: (backend: Backend) => Promise<Result>): Promise<Result> =>
        this.drive(this.ask(server, request))
      if (last > 0) await ask((backend) => backend.waitForTask(last))
      await this.#until(() => this.oracle.published >= last, `task ${last} and those before it are not all applied`)
      await this.oracle.checkReads(server.process.name, ask)
      await this.#clients.checkStored(ask)
    }
    await this.drive(this.time.sleep(CLEANED_MS, this.time.process('end')))
    this.oracle.checkGarbage()
    this.#throwFailure()
  }
}
