/** Servers over a simulated cluster without faults, for tests of one situation each. */
import type { Backend, WriteOperation } from '@docent/server/backend'
import { afterEach, beforeEach } from 'vitest'
import type { LogEvent } from '../../../server/src/system/log.ts'
import { createRandom } from '../../../server/src/testing/power-loss.ts'
import type { NetworkOptions } from './simulated-network.ts'
import { Schedule } from './simulation.ts'
import type { Server } from './simulated-server.ts'
import { installVirtualTime } from './virtual-time.ts'

export const save = (index: string, objectID = 'a'): WriteOperation => ({
  action: 'save',
  index,
  record: { objectID },
})

/** To be called while tests are registered: each test has a cluster of its own. */
export function simulatedServers() {
  let uninstall: () => void
  let schedule: Schedule
  let log: LogEvent[]
  beforeEach(() => {
    uninstall = installVirtualTime()
    schedule = new Schedule({ random: createRandom(1) })
    log = []
  })
  afterEach(() => uninstall())

  const open = (watch?: NetworkOptions['watch'], limits = {}): Promise<Server> =>
    schedule.drive(schedule.openServer({ limits, log: (event) => log.push(event), ...(watch && { watch }) }))

  const ask = <Result>(server: Server, request: (backend: Backend) => Promise<Result>): Promise<Result> =>
    schedule.drive(schedule.ask(server, request))

  return {
    get schedule() {
      return schedule
    },
    /** The log events of all servers. */
    get log() {
      return log
    },
    open,
    ask,
    /** Resolves with the last task of a write. */
    async write(server: Server, ...operations: WriteOperation[]): Promise<number> {
      const { tasks } = await ask(server, (backend) => backend.write(operations))
      return tasks.at(-1)?.taskID ?? 0
    },
    /** Resolves when a task is published, with the virtual duration (ms) of the wait. */
    async waited(server: Server, taskID: number): Promise<number> {
      const { now } = schedule.time
      await ask(server, (backend) => backend.waitForTask(taskID))
      return schedule.time.now - now
    },
    /** The objectIDs of all records of an index, sorted. */
    async idsOf(server: Server, index: string): Promise<string[]> {
      const { hits } = await ask(server, (backend) => backend.browse(index, {}))
      return hits.map(({ objectID }) => objectID).sort()
    },
    sleep: (ms: number): Promise<void> => schedule.drive(schedule.time.sleep(ms, schedule.time.process('test'))),
  }
}
