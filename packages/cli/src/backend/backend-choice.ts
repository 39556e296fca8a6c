/**
 * The storage of records and state: the data folder, or an OpenSearch cluster that the command line or the
 * configuration names. Credentials come only from the environment: command lines are visible to every user of a
 * machine, and configurations are committed.
 */

import { resolve } from 'node:path'

import { type Backend, type Log, openEmbeddedBackend, ServerError } from '@docent/server'

import type { ClusterConfig, Config } from '../config/schema.ts'
import { readAnnouncement } from '../data/running-server.ts'
import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { readCertificates } from './certificates.ts'

/** Options of the commands that choose a backend. */
export interface BackendOptions {
  backend?: 'embedded' | 'opensearch'
  /** Addresses of nodes. */
  opensearch?: string[]
  /** A file of certificates. */
  opensearchCa?: string
}

/** A cluster, and the form of Docent's indices in it. */
export interface ChosenCluster extends Omit<ClusterConfig, 'type' | 'ca'> {
  /** Certificates (PEM). */
  ca?: string
}

/** An open backend; `close` closes it and its connections. */
export interface OpenedBackend {
  backend: Backend
  /** Whether it has the lock of the data folder. */
  locks: boolean
  close(): Promise<void>
}

/** The chosen cluster; `undefined` for the data folder. `folder` is that of the docs. @throws UsageError */
export function chosenCluster(folder: string, options: BackendOptions, config: Config): ChosenCluster | undefined {
  const named = options.opensearch === undefined ? config.backend?.type : 'opensearch'
  const type = options.backend ?? named ?? 'embedded'
  if (type === 'opensearch') return namedCluster(folder, options, config)
  if (options.opensearch !== undefined)
    throw new UsageError('--opensearch names a cluster that --backend embedded does not use: give one of them.')
  return undefined
}

/** The cluster that the options or the configuration name, used or not. @throws UsageError */
export function namedCluster(folder: string, options: BackendOptions, config: Config): ChosenCluster {
  const { type: _, ca, ...configured } = config.backend?.type === 'opensearch' ? config.backend : NO_CLUSTER
  const nodes = options.opensearch ?? configured.nodes
  if (nodes.length === 0)
    throw new UsageError('No cluster is named: give --opensearch https://…, or "backend" in the configuration.')
  for (const node of nodes) checkAddress(node)
  const file = options.opensearchCa === undefined ? ca && resolve(folder, ca) : resolve(options.opensearchCa)
  return { ...configured, nodes, ...(file && { ca: readCertificates(file) }) }
}

const NO_CLUSTER: ClusterConfig = { type: 'opensearch', nodes: [] }

function checkAddress(address: string): void {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${address}" is no address of a node: write one such as https://search-1.example:9200.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of ${url.host} holds credentials: put them into DOCENT_OPENSEARCH_USERNAME and DOCENT_OPENSEARCH_PASSWORD.`,
    )
}

/** How a backend is opened. */
interface Opening {
  /** True for a server, which prefetches data for searches; its records follow at once. */
  stays?: boolean
  /** Ends the wait for a cluster. */
  signal?: AbortSignal
}

/** Opens the chosen backend. @throws an error of one sentence when the cluster or the data folder cannot be used. */
export async function openBackend(
  cluster: ChosenCluster | undefined,
  dataDir: string,
  log?: Log,
  { stays = false, signal }: Opening = {},
): Promise<OpenedBackend> {
  const logged = log && { log }
  if (cluster) return openClusterBackend(cluster, log, stays, signal)
  try {
    const backend = await openEmbeddedBackend({ dataDir, ...logged, expectsRecords: stays })
    return { backend, locks: true, close: () => backend.close() }
  } catch (error) {
    throw await namingServer(error, dataDir)
  }
}

/** For a data folder in use, an error with the address of the server that uses it: often the user has started the command twice. */
async function namingServer(error: unknown, dataDir: string): Promise<unknown> {
  if (!(error instanceof ServerError) || error.code !== 'data-folder-in-use') return error
  const server = await readAnnouncement(dataDir)
  if (!server) return error
  return new ServerError(
    error.code,
    `These docs are already served at ${server.url} by process ${server.pid}: open that address, end the process, or choose another data folder with --data.`,
    { cause: error },
  )
}

async function openClusterBackend(
  { nodes, ca, ...kept }: ChosenCluster,
  log: Log | undefined,
  fetchesAhead: boolean,
  signal: AbortSignal | undefined,
): Promise<OpenedBackend> {
  // Loaded here, because servers of a data folder do not need it.
  const { openCluster, openOpenSearchBackend } = await import('@docent/opensearch')
  const logged = log && { log }
  const cluster = openCluster({ nodes, ...(ca && { ca }), ...credentials(), ...logged })
  const giveUp = (): void => cluster.close()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    signal?.throwIfAborted()
    const backend = await openOpenSearchBackend({ cluster, ...kept, ...logged, fetchesAhead })
    const close = async (): Promise<void> => {
      await backend.close()
      cluster.close()
    }
    return { backend, locks: false, close }
  } catch (error) {
    cluster.close()
    throw new Error(`The OpenSearch cluster (${nodes.join(', ')}) cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

function credentials(): { username?: string; password?: string; apiKey?: string } {
  const { DOCENT_OPENSEARCH_USERNAME: username, DOCENT_OPENSEARCH_PASSWORD: password } = process.env
  const { DOCENT_OPENSEARCH_API_KEY: apiKey } = process.env
  return { ...(username && { username }), ...(password && { password }), ...(apiKey && { apiKey }) }
}
