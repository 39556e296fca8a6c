/** One server of a simulation: the backend in a process of its own, over the simulated network. */
import { type Backend, ServerError } from '@docent/server/backend'
import { openOpenSearchBackend, type OpenSearchOptions } from '../backend.ts'
import { namesWith } from '../state/names.ts'
import { openSimulatedNetwork, type NetworkOptions } from './simulated-network.ts'
import type { Process } from './virtual-time.ts'

/** Prefix of the state in the simulated cluster. */
export const PREFIX = 'sim'
export const NAMES = namesWith(PREFIX)
/** Short, so that a schedule has many takeovers; data is removed after the latest request that may still create it. */
const TIMES = { leaseMs: 600, graceMs: 2000, retryMs: 40 }
/** Pause (ms) before another attempt to open a server. */
const AGAIN_MS = 20

export interface Server {
  process: Process
  backend: Backend
}

export interface SimulatedServerOptions
  extends Pick<OpenSearchOptions, 'limits' | 'log'>, Omit<NetworkOptions, 'process'> {
  name: string
  /** Mutant: the server receives the answer to the creation of a task before the creation. */
  acknowledgesEarly: boolean
}

/** Opens a server and resolves when it accepts requests. */
export async function openSimulatedServer(options: SimulatedServerOptions): Promise<Server> {
  const { name, acknowledgesEarly, limits, log, ...network } = options
  const process = network.time.process(name)
  const faithful = openSimulatedNetwork({ ...network, process })
  const cluster: typeof faithful = {
    ...faithful,
    async request(method, path, request) {
      const answer = faithful.request(method, path, request)
      if (!acknowledgesEarly || !path.startsWith(`/${NAMES.tasks}/_create`)) return answer
      answer.catch(() => undefined)
      return { _seq_no: 0, _primary_term: 1 }
    },
  }
  const backend = await network.time.within(process, async () => {
    for (;;)
      try {
        const given = { ...(limits && { limits }), ...(log && { log }) }
        return await openOpenSearchBackend({ cluster, prefix: PREFIX, times: TIMES, ...given })
      } catch (error) {
        if (error instanceof ServerError) throw error
        await network.time.sleep(AGAIN_MS, process)
      }
  })
  return { process, backend }
}
