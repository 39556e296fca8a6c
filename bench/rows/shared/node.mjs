/**
 * A single OpenSearch node for measurements, with the options of the JVM that the distribution sets: unlike those of the tests,
 * they let the compiler optimise, as in production.
 *
 *     node bench/rows/shared/node.mjs FOLDER PORT HEAP    (for example 2g)
 *
 * starts one and prints its process id. FOLDER keeps its data.
 */
import { chmodSync, chownSync, cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { fetchDistribution } from '../../../packages/opensearch/src/testing/distribution.ts'
import { findJava } from '../../../packages/opensearch/src/testing/java.ts'
import { NOBODY, startNodeProcess, writeNodeConfig } from '../../../packages/opensearch/src/testing/node-process.ts'

const START_MS = 300_000

/** Starts a node on 127.0.0.1 and resolves when it answers. @returns its address and its process id; the caller ends it. */
export async function startNode(folder, port, heap) {
  const home = join(folder, 'home')
  // The node may not be allowed to read the user's cache folder.
  if (!existsSync(home)) cpSync(await fetchDistribution(), home, { recursive: true })
  writeNodeConfig(folder, settingsOf(folder, port))
  if (process.getuid?.() === 0) {
    for (const name of ['', 'home', 'config', 'data', 'logs']) own(join(folder, name))
    // The node runs as another user, which must reach its folder.
    chmodSync(dirname(folder), 0o711)
  }
  const java = findJava()
  if (java === undefined) throw new Error('OpenSearch needs Java 21 or newer; install it.')
  const child = startNodeProcess(java, folder, home, [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    '-XX:+UseG1GC',
    '-XX:G1ReservePercent=25',
    '-XX:InitiatingHeapOccupancyPercent=30',
    '-XX:+AlwaysPreTouch',
    '--add-modules=jdk.incubator.vector',
  ])
  const url = `http://127.0.0.1:${port}`
  const end = performance.now() + START_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > end) {
      throw new Error(`The node did not start:\n${readFileSync(join(folder, 'output.log'), 'utf8').slice(-2000)}`)
    }
    await pause(300)
  }
  return { url, pid: child.pid }
}

async function answers(url) {
  try {
    const response = await fetch(`${url}/_cluster/health`)
    return response.ok && (await response.json()).status !== 'red'
  } catch {
    return false
  }
}

function own(path) {
  if (!existsSync(path)) return
  chownSync(path, NOBODY, NOBODY)
}

function settingsOf(folder, port) {
  return {
    'cluster.name': 'docent-bench',
    'node.name': 'n1',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': port + 1,
    'discovery.type': 'single-node',
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'action.auto_create_index': false,
  }
}

if (import.meta.main) {
  const [folder = '', port = '9200', heap = '2g'] = process.argv.slice(2)
  const node = await startNode(resolve(folder), Number(port), heap)
  console.log(`${node.url} ${node.pid}`)
}
