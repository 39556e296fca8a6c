/** Backends over the cluster of a test, any number of them over one state, whose connections can be cut. */
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Backend } from '../../../server/src/backend/backend.ts'
import { openOpenSearchBackend, type OpenSearchOptions } from '../backend.ts'
import { ClusterError, openCluster, type Cluster, type ClusterRequest } from '../http/cluster.ts'
import type { TestCluster } from './cluster.ts'

/** Long times, because searches and reads are slow while other tests use the machine. */
export const PATIENT = { softCutMs: 30_000, hardCutMs: 30_000, clusterSearchMs: 30_000, settledWaitMs: 30_000 }

/** Called with each request before it is sent. The request waits for the returned promise, and fails with a thrown error. */
export type Watch = (method: string, path: string, request: ClusterRequest) => void | Promise<void>

/** A watch that cuts the connection of a server to the cluster. */
export const cut = (): never => {
  throw new ClusterError(0, 'unreachable', 'The connection to the cluster is cut')
}

/** A cluster behind a watch, which can be changed at any time. */
export interface WatchedCluster extends Cluster {
  watch: Watch
}

const watched = (cluster: Cluster, watch: Watch): WatchedCluster => ({
  watch,
  async request(method, path, request = {}) {
    await this.watch(method, path, request)
    return cluster.request(method, path, request)
  },
  close() {},
})

export interface OpenedServer {
  backend: Backend
  /** Its connection to the cluster. */
  cluster: WatchedCluster
}

export interface Servers {
  prefix: string
  /** The connection of the tests themselves. */
  cluster: Cluster
  /** `watch` applies from the first request on. */
  open: (options?: Partial<OpenSearchOptions>, watch?: Watch) => Promise<OpenedServer>
}

/** To be called while tests are registered: closes the backends and removes their state after the last test. */
export function serversOver({ nodes }: TestCluster): () => Servers {
  const opened: Backend[] = []
  const prefixes: string[] = []
  let cluster: Cluster | undefined
  const shared = (): Cluster => (cluster ??= openCluster({ nodes: nodes.map(({ url }) => url) }))
  afterAll(async () => {
    await Promise.all(opened.map((backend) => backend.close()))
    for (const prefix of prefixes) await shared().request('DELETE', `/${prefix}-*`)
    cluster?.close()
  })
  return () => {
    const prefix = `t-${randomBytes(4).toString('hex')}`
    prefixes.push(prefix)
    const open: Servers['open'] = async (options = {}, watch = () => undefined) => {
      const own = watched(shared(), watch)
      const limits = { ...PATIENT, ...options.limits }
      const backend = await openOpenSearchBackend({ cluster: own, prefix, ...options, limits })
      opened.push(backend)
      return { backend, cluster: own }
    }
    return { prefix, cluster: shared(), open }
  }
}
