/** The log line about a primary that refuses writes. Errors have the text of OpenSearch 3.8.0. */
import { afterEach, expect, test } from 'vitest'
import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import type { LogEvent } from '../../../server/src/system/log.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { createDocument } from './documents.ts'
import { reportingStuckPrimaries } from './stuck-primaries.ts'

const shard = { index: 'docent-tasks', shard: '0', index_uuid: 'Z49xjsdNS56iqWDJ_8j0RA' }
const cause = {
  type: 'shard_not_in_primary_mode_exception',
  reason: 'CurrentState[STARTED] shard is not in primary mode',
  ...shard,
}
const refused = {
  type: 'retry_on_primary_exception',
  reason: 'shard is not in primary mode',
  ...shard,
  caused_by: cause,
}

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Answer {
  status?: number
  body: unknown
}

/** A node that answers by the first matching line of `METHOD path`, and its requests. */
async function startNode(answers: Record<string, Answer>) {
  const asked: string[] = []
  const node = await startHttp((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      const line = `${incoming.method} ${incoming.url}`
      asked.push(line)
      const [, answer] = Object.entries(answers).find(([beginning]) => line.startsWith(beginning)) ?? []
      outgoing
        .writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer?.body ?? {}))
    })
  })
  const inner = openCluster({ nodes: [node.url] })
  closers.push(() => {
    inner.close()
    void node.close()
  })
  const logged: LogEvent[] = []
  const cluster = reportingStuckPrimaries(inner, (event) => logged.push(event))
  return { cluster, asked, logged }
}

const refusal: Answer = { status: 500, body: { error: { root_cause: [cause], ...refused }, status: 500 } }
const shards = (state: string): Answer => ({
  body: [
    { shard: '0', prirep: 'r', state: 'INITIALIZING', node: 'node-b' },
    { shard: '1', prirep: 'p', state: 'STARTED', node: 'node-c' },
    { shard: '0', prirep: 'p', state, node: 'node-a' },
  ],
})
const command = {
  commands: [{ cancel: { index: 'docent-tasks', shard: 0, node: 'node-a', allow_primary: true } }],
}

const write = (cluster: Cluster): Promise<unknown> => createDocument(cluster, 'docent-tasks', '7', {})

/** The JSON of the command in a line of the log. */
const commandIn = (line: LogEvent | undefined): unknown => JSON.parse(/\{.*\}/.exec(line?.message ?? '')?.[0] ?? '')

test('a primary that refuses writes is reported once for many writes, with the command; the writes still fail', async () => {
  const { cluster, asked, logged } = await startNode({
    'PUT /docent-tasks/_create/7': refusal,
    'GET /_cat/shards/docent-tasks': shards('STARTED'),
  })
  const failed = await Promise.allSettled([write(cluster), write(cluster), write(cluster)])
  for (const one of failed) expect(one).toMatchObject({ reason: { status: 500, type: 'retry_on_primary_exception' } })
  await expect.poll(() => logged).toMatchObject([{ level: 'error', event: 'primary-stuck' }])
  expect(logged[0]?.message).toMatch(/docent-tasks\/0 on node-a refuses.*POST \/_cluster\/reroute/)
  expect(commandIn(logged[0])).toEqual(command)
  expect(asked.join(' ')).not.toContain('reroute')
})

test('a stuck primary is also reported after a bulk request', async () => {
  const items = [{ index: { status: 201 } }, { index: { _index: 'docent-tasks', status: 500, error: refused } }]
  const { cluster, logged } = await startNode({
    'POST /docent-writing/_bulk': { body: { errors: true, items } },
    'GET /_cat/shards/docent-tasks': shards('STARTED'),
  })
  await cluster.request('POST', '/docent-writing/_bulk', { body: [{ index: { _id: 'a' } }, {}] })
  await expect.poll(() => logged.map(commandIn)).toEqual([command])
})

test('if the shards cannot be listed, the report tells how to find the node', async () => {
  const { cluster, logged } = await startNode({
    'PUT /docent-tasks/_create/7': refusal,
    'GET /_cat/shards/docent-tasks': {
      status: 403,
      body: { error: { type: 'security_exception', reason: 'no permissions' } },
    },
  })
  await expect(write(cluster)).rejects.toThrow('shard is not in primary mode')
  await expect.poll(() => logged[0]?.message).toContain('"<the node that GET /_cat/shards/docent-tasks names>"')
})

test('a primary that is being moved is not reported', async () => {
  const { cluster, asked, logged } = await startNode({
    'PUT /docent-tasks/_create/7': refusal,
    'GET /_cat/shards/docent-tasks': shards('RELOCATING'),
  })
  await expect(write(cluster)).rejects.toThrow('not in primary mode')
  await expect.poll(() => asked.join(' ')).toContain('/_cat/shards')
  // After the second of these answers, the list of shards has been read.
  await cluster.request('GET', '/')
  await cluster.request('GET', '/')
  expect(logged).toEqual([])
})

test('an error of the same name with another reason is not reported', async () => {
  const body = { error: { ...refused, reason: 'actual shard is not a primary', caused_by: undefined } }
  const { cluster, asked } = await startNode({ 'PUT /docent-tasks/_create/7': { status: 500, body } })
  await expect(write(cluster)).rejects.toThrow('not a primary')
  await cluster.request('GET', '/')
  expect(asked.join(' ')).not.toContain('_cat')
})
