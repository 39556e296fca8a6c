/** The documented commands that need a cluster run one after the other, as written, on three real nodes. */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeCertificate } from '../packages/server/src/testing/certificate.ts'
import { type ClusterProxy, startClusterProxy } from '../packages/opensearch/src/testing/cluster-proxy.ts'
import { snapshotsOf } from '../packages/opensearch/src/testing/cluster.ts'
import { withOpenSearch } from '../packages/opensearch/src/testing/shared-cluster.ts'
import { run } from './docent-process.ts'
import { makeReader, NEEDS_CLUSTER, type Reader, readCommands, runCommand } from './documented-commands.ts'

const commands = (await readCommands()).filter(({ text }) => NEEDS_CLUSTER.test(text))

withOpenSearch('the commands of the docs that need a cluster', ({ folder: clusterFolder, nodes }) => {
  let reader: Reader
  let proxy: ClusterProxy
  /** Number of documents before the deletion, which the restore must bring back. */
  let stored = 0

  const first = (): string => nodes[0]?.url ?? ''
  const count = async (): Promise<number> =>
    ((await (await fetch(`${first()}/docent-*/_count`)).json()) as { count: number }).count
  const empty = (): Promise<Response> => fetch(`${first()}/docent-*`, { method: 'DELETE' })

  beforeAll(async () => {
    reader = await makeReader()
    const certificate = makeCertificate()
    proxy = await startClusterProxy({ target: first(), certificate, user: { name: 'docent', password: 'secret' } })
    writeFileSync(join(reader.folder, 'ca.pem'), certificate.certificate)
    // The records that the documented command moves into the cluster.
    expect(await run('index', join(reader.folder, 'docs'))).toMatchObject({ code: 0 })
    await empty()
  })

  afterAll(async () => {
    await proxy.stop()
    await empty()
    await fetch(`${first()}/_snapshot/backups`, { method: 'DELETE' })
    rmSync(reader.folder, { recursive: true, force: true })
  })

  /** The primary shard of the log of tasks: its node, and its primary term, which grows at each new start. */
  async function taskPrimary(): Promise<{ node: string; term: number }> {
    const read = async (path: string): Promise<unknown> => (await fetch(`${first()}${path}`)).json()
    await read('/_cluster/health/docent-tasks?wait_for_status=green&timeout=60s')
    const copies = (await read('/_cat/shards/docent-tasks?format=json')) as { prirep: string; node: string }[]
    const { metadata } = (await read('/_cluster/state/metadata/docent-tasks')) as {
      metadata: { indices: Record<string, { primary_terms: Record<string, number> }> }
    }
    const node = copies.find(({ prirep }) => prirep === 'p')?.node ?? ''
    return { node, term: metadata.indices['docent-tasks']?.primary_terms['0'] ?? 0 }
  }

  /** The command with the addresses, passwords and paths of this test. */
  function replaced(text: string): string {
    return text
      .replaceAll('https://cluster.example', proxy.url)
      .replace('PASSWORD=…', 'PASSWORD=secret')
      .replaceAll(/http:\/\/10\.0\.0\.(\d):9200/g, (_, node) => nodes[Number(node) - 1]?.url ?? first())
      .replace('"location": "/backups"', `"location": "${snapshotsOf(clusterFolder)}"`)
      .replace('"/backups/', `"${reader.folder}/backups/`)
  }

  test.for(commands)('$file, line $line: $text', { timeout: 120_000 }, async ({ text }, { skip }) => {
    if (text.includes('_snapshot/') && clusterFolder === '')
      return skip('the node that was given may have no repository')
    // A move needs an empty target.
    if (text.includes('--to opensearch')) await empty()
    if (text.includes('-X DELETE')) stored = await count()
    if (text.includes('allow_primary')) {
      const { node, term } = await taskPrimary()
      await runCommand(reader, replaced(text).replace('"node": "n1"', `"node": "${node}"`))
      expect((await taskPrimary()).term).toBeGreaterThan(term)
      return
    }
    await runCommand(reader, replaced(text))
    if (text.includes('_restore')) {
      expect(stored).toBeGreaterThan(0)
      expect(await count()).toBe(stored)
    }
  })

  test('the docs have commands of every kind', () => {
    for (const kind of ['docent serve', 'docent migrate', 'curl -X PUT', 'curl -X POST'])
      expect(commands.some(({ text }) => text.includes(kind))).toBe(true)
  })
})
