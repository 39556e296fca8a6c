/**
 * A real OpenSearch cluster for tests: three JVMs with the unmodified server, each of which can be killed and started again. It is
 * plain data about processes and folders, so that every process of a test run can use and kill nodes, and one of them ends the
 * cluster.
 *
 * Each node has a folder: `config`, `data`, `pid`, `output.log`. OpenSearch refuses to run as root: then the nodes run as the user
 * `nobody`, from links to the distribution, since they may not read root's cache folder.
 */
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchDistribution } from './distribution.ts'
import { NOBODY, startNodeProcess, writeNodeConfig } from './node-process.ts'

export interface ClusterNode {
  name: string
  url: string
  folder: string
}

/** A cluster whose nodes are starting or run. */
export interface TestCluster {
  folder: string
  java: string
  nodes: ClusterNode[]
}

/** Maximum time (ms) for the start of a cluster, which takes 25 s on an idle machine and two minutes on a busy one. */
export const START_LIMIT_MS = 300_000

const NODES = 3
const POLL_MS = 200
const PREFIX = 'docent-opensearch-'

/** The folder to which nodes may write snapshots. */
export const snapshotsOf = (folder: string): string => join(folder, 'snapshots')

/** Chooses folders and ports; starts no process. */
export async function planCluster(java: string): Promise<TestCluster> {
  endAbandoned()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  mkdirSync(snapshotsOf(folder))
  const ports = await freePorts(2 * NODES)
  const nodes = Array.from({ length: NODES }, (_, i) => ({
    name: `n${i + 1}`,
    url: `http://127.0.0.1:${ports[i]}`,
    folder: join(folder, `n${i + 1}`),
  }))
  const transport = ports.slice(NODES)
  for (const [i, node] of nodes.entries()) writeConfig(node, nodes, transport, transport[i] ?? 0)
  return { folder, java, nodes }
}

/** Fetches a missing distribution and starts the nodes. `waitForCluster` throws its failure. */
export async function launchCluster(cluster: TestCluster): Promise<void> {
  try {
    linkFolder(await fetchDistribution(), join(cluster.folder, 'home'))
    if (process.getuid?.() === 0) for (const path of pathsBelow(cluster.folder)) chownSync(path, NOBODY, NOBODY)
    for (const node of cluster.nodes) launchNode(cluster, node)
  } catch (error) {
    // If the cluster was ended in between, no test waits for it.
    if (existsSync(cluster.folder)) writeFileSync(failureFile(cluster), (error as Error).message)
  }
}

/** Resolves when all nodes have joined and every shard is allocated. Throws when the start failed. */
export async function waitForCluster(cluster: TestCluster): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    if (existsSync(failureFile(cluster))) throw new Error(readFileSync(failureFile(cluster), 'utf8'))
    if (await isWhole(cluster)) return
    const ended = cluster.nodes.find(({ folder }) => !isAlive(readNumber(join(folder, 'pid')) ?? process.pid))
    if (ended) throw new Error(`The node ${ended.name} has ended:\n${outputs(cluster)}`)
    if (performance.now() > end) throw new Error(`The cluster did not start in time:\n${outputs(cluster)}`)
    await delay(POLL_MS)
  }
}

/** Starts a node that was killed, with its data. */
export function launchNode({ folder, java }: TestCluster, node: ClusterNode): void {
  const child = startNodeProcess(java, node.folder, join(folder, 'home'), [
    '-Xms512m',
    '-Xmx512m',
    // Halves the processor time of a start, compared with the defaults.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Dlog4j.shutdownHookEnabled=false',
  ])
  if (child.pid === undefined) throw new Error(`${java} could not be started`)
  writeFileSync(join(node.folder, 'pid'), String(child.pid))
}

/** Kills a node (SIGKILL), as a power failure does; resolves when the process has ended. */
export async function killNode(node: ClusterNode): Promise<void> {
  const pid = pidOf(node.folder)
  if (pid === undefined) return
  signal(pid)
  while (isAlive(pid)) await delay(POLL_MS)
  rmSync(join(node.folder, 'pid'))
}

/** The node that the others have elected to manage the cluster. Throws while there is none. */
export async function electedManager(cluster: TestCluster): Promise<ClusterNode> {
  for (const { url } of cluster.nodes) {
    const answer = await ask(`${url}/_cat/cluster_manager?format=json`)
    const name = (answer as { node: string }[] | undefined)?.[0]?.node
    const node = cluster.nodes.find((one) => one.name === name)
    if (node) return node
  }
  throw new Error('No node is elected')
}

/** Ends all nodes and removes their data, synchronously: it also runs in the exit handler of a process. */
export function endCluster({ folder }: { folder: string }): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = pidOf(join(folder, name))
    if (pid !== undefined) signal(pid)
  }
  // A JVM that is ending may still write a file.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Ends clusters of test runs that were killed. */
function endAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const owner = readNumber(join(folder, 'owner'))
    if (owner !== undefined && !isAlive(owner)) endCluster({ folder })
  }
}

async function isWhole({ nodes }: TestCluster): Promise<boolean> {
  const healths = await Promise.all(nodes.map(({ url }) => ask(`${url}/_cluster/health`)))
  return healths.every((health) => {
    const { status, number_of_nodes: count } = (health ?? {}) as { status?: string; number_of_nodes?: number }
    return status === 'green' && count === nodes.length
  })
}

async function ask(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function writeConfig(
  node: ClusterNode,
  nodes: readonly ClusterNode[],
  transport: readonly number[],
  port: number,
): void {
  writeNodeConfig(node.folder, {
    'cluster.name': 'docent-test',
    'node.name': node.name,
    'network.host': '127.0.0.1',
    'http.port': Number(new URL(node.url).port),
    'transport.port': port,
    'discovery.seed_hosts': transport.map((one) => `127.0.0.1:${one}`),
    'cluster.initial_cluster_manager_nodes': nodes.map(({ name }) => name),
    'path.data': join(node.folder, 'data'),
    'path.logs': join(node.folder, 'logs'),
    'path.repo': [snapshotsOf(dirname(node.folder))],
    // A nearly full disk of a build machine must not cause failures of the tests.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'action.auto_create_index': false,
  })
}

/** Ports that were free when this was called. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  for (const server of servers) {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.listen(0, '127.0.0.1', resolve)
    await promise
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports
}

/** Links the files of a folder; copies them if they are on another disk. */
function linkFolder(source: string, target: string): void {
  mkdirSync(target)
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const to = join(target, relative(source, from))
    if (entry.isDirectory()) mkdirSync(to, { recursive: true })
    else {
      mkdirSync(join(target, relative(source, entry.parentPath)), { recursive: true })
      try {
        linkSync(from, to)
      } catch {
        cpSync(from, to)
      }
    }
  }
}

/**
 * The folder and its content. Of the distribution only the folder, in which a node creates missing folders: its files are links to
 * those of the cache.
 */
function pathsBelow(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...inside.filter((path) => !path.startsWith(`home${sep}`)).map((path) => join(folder, path))]
}

const failureFile = ({ folder }: TestCluster): string => join(folder, 'failure')

/** The last lines that each node printed. */
function outputs({ nodes }: TestCluster): string {
  return nodes
    .map(({ name, folder }) => {
      const file = join(folder, 'output.log')
      return `${name}: ${existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-20).join('\n') : 'not started'}`
    })
    .join('\n')
}

/** The process of a node's folder, if it is still that of the node: process ids are reused. */
function pidOf(folder: string): number | undefined {
  const pid = readNumber(join(folder, 'pid'))
  if (pid === undefined || !isAlive(pid)) return undefined
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return (stdout ?? '').includes(folder) ? pid : undefined
}

function readNumber(file: string): number | undefined {
  const number = existsSync(file) ? Number(readFileSync(file, 'utf8')) : NaN
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
