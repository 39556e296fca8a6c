/** The network between a simulated process and the simulated cluster: delays, lost and repeated requests, lost answers, late writes. */
import { ClusterError, type Cluster, type ClusterRequest } from '../http/cluster.ts'
import type { SimulatedCluster } from './simulated-cluster.ts'
import type { Process, VirtualTime } from './virtual-time.ts'

/** Shares of requests, from 0 to 1. */
export interface Faults {
  /** Refused before they reach the cluster. */
  notSent: number
  /** Executed, and the answer is lost. */
  answerLost: number
  /** Reported as lost, and executed up to `lateMs` later. */
  late: number
  /** Delayed by up to `lateMs`, on the way to the primary or to the replica. */
  slow: number
  /** Executed a second time up to `lateMs` later, with either answer. */
  twice: number
  lateMs: number
}

export const NO_FAULTS: Faults = { notSent: 0, answerLost: 0, late: 0, slow: 0, twice: 0, lateMs: 0 }

export interface NetworkOptions {
  time: VirtualTime
  process: Process
  cluster: SimulatedCluster
  /** Numbers from 0 to 1. */
  random: () => number
  /** Read at each request. */
  faults: () => Faults
  /** Called with each request before it is sent. Its error is that of the request; a returned promise delays the request. */
  watch?: (method: string, path: string, request: ClusterRequest) => void | Promise<void>
}

/** Longest delay of one direction without a fault (ms). */
const WAY_MS = 4
/** Longest delay (ms) between a write on the primary and on the replica. */
const REPLICATION_MS = 6

/** The cluster through the network of the process. */
export function openSimulatedNetwork({ time, process, cluster, random, faults, watch }: NetworkOptions): Cluster {
  /** A process of the cluster, which continues when the caller is paused or dead. */
  const outside = time.process(`network of ${process.name}`)
  const lost = (method: string, path: string): ClusterError =>
    new ClusterError(0, 'connection_lost', `${method} ${path}: simulated`)

  function send(method: string, path: string, request: ClusterRequest): Promise<unknown> {
    const { notSent, answerLost, late, slow, twice, lateMs } = faults()
    const kind = random()
    const delay = (): number => (random() < slow ? random() * lateMs : 0)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const back = (settle: () => void): void => void time.after(random() * WAY_MS, process, settle)
    const isLost = kind < notSent + late + answerLost
    const execute = (): void => {
      try {
        const answer = cluster.answer(method, path, request)
        const writes = cluster.takeWrites()
        const acknowledge = (): void => {
          if (cluster.replicate(writes)) back(isLost ? () => reject(lost(method, path)) : () => resolve(answer))
          // The node that has sent the request to the primary fails too, or sends it to the new primary.
          else if (random() < 0.5) back(() => reject(lost(method, path)))
          else execute()
        }
        if (writes.length === 0) acknowledge()
        else time.after(random() * REPLICATION_MS + delay(), outside, acknowledge)
      } catch (error) {
        back(() => reject(error))
      }
    }
    if (kind < notSent) back(() => reject(new ClusterError(0, 'not_sent', `${method} ${path}: simulated`)))
    else if (kind < notSent + late) {
      back(() => reject(lost(method, path)))
      time.after(random() * lateMs, outside, execute)
    } else time.after(random() * WAY_MS + delay(), outside, execute)
    // The first answer settles the request.
    if (random() < twice) time.after(random() * lateMs, outside, execute)
    return promise
  }

  return {
    async request(method, path, request = {}) {
      await watch?.(method, path, request)
      return send(method, path, request)
    },
    close: () => undefined,
  }
}
