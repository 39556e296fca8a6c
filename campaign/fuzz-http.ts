/**
 * Requests to every call of the API and to the website, mutated from the API's own description. No answer may be a 5xx or
 * leak paths of the server, and no request may exceed the rights of its key.
 */

import { gzipSync } from 'node:zlib'

import { type ReceivedAnswer, sendRequest, type SentRequest, createAgent } from './send-request.ts'
import { addFinding, type Finding, MAX_FINDINGS, type OnTried, type Outcome, type Part, percentile } from './part.ts'
import { createRandom, type Random } from './random.ts'
import { type Schema, schemaValue } from './schema-value.ts'
import { type AttackedServer, startServer } from './server.ts'
import { encode, sitePath } from './site-path.ts'
import { randomText, randomValue } from './values.ts'

/** A call of the API. */
interface Call {
  method: string
  /** With `{name}` in place of values. */
  path: string
  body: Schema | undefined
  query: string[]
}

/** The key of a request, and whether it may change indexes that begin with `fuzz`. */
interface Sender {
  key: string | undefined
  mayWrite: boolean
}

/** The number of concurrent requests, and of requests between two checks of the server. */
const SIDE_BY_SIDE = 16
const ROUND = 2000
/** CPU time of the server (ms) after which an answer is late: by the clock, a busy machine takes any time. */
const SLOW_MS = 10_000
/** More memory than this is a leak, since the server has a few dozen pages. */
const MAX_RESIDENT = 1024 ** 3

export const httpPart: Part = { name: 'http', unit: 'requests', long: 1_000_000, short: 4000, run: fuzzHttp }

/** A run: its server, the requests to choose from, and what was seen so far. */
interface Attack {
  server: AttackedServer
  random: Random
  agent: ReturnType<typeof createAgent>
  calls: readonly Call[]
  senders: readonly Sender[]
  findings: Finding[]
  /** Numbers of answers by status. */
  statuses: Map<number, number>
  /** Times of answers (ms). */
  times: number[]
  /** Number of requests so far. */
  made: number
}

async function fuzzHttp(cases: number, seed: number, onTried: OnTried): Promise<Outcome> {
  const server = await startServer()
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const times: number[] = []
  const agent = createAgent(SIDE_BY_SIDE)
  try {
    const [calls, senders] = [await readCalls(server), await makeSenders(server)]
    const random = createRandom(seed)
    const attack: Attack = { server, random, agent, calls, senders, findings, statuses, times, made: 0 }
    const before = await knownAnswer(server)
    let tried = 0
    while (tried < cases && findings.length < MAX_FINDINGS) {
      const end = tried + Math.min(ROUND, cases - tried)
      await Promise.all(
        Array.from({ length: SIDE_BY_SIDE }, async () => {
          while (attack.made < end) await tryRequest(attack)
        }),
      )
      tried = end
      if (!server.isAlive()) {
        findings.push({ problem: 'The server ended.', input: `cases up to ${tried}: ${await server.loggedErrors()}` })
        break
      }
      const after = await knownAnswer(server)
      if (after !== before)
        findings.push({ problem: `The index of the docs changed: ${after}`, input: `cases up to ${tried}` })
      if (server.residentBytes() > MAX_RESIDENT)
        findings.push({ problem: `The server holds ${server.residentBytes()} bytes.`, input: `cases up to ${tried}` })
      onTried(tried)
    }
    const counts = [...statuses].toSorted(([left], [right]) => left - right)
    return {
      cases: tried,
      findings,
      figures: {
        statuses: counts.map(([status, count]) => `${status}: ${count}`).join(', '),
        'p99 (ms)': Math.round(percentile(times, 0.99)),
        'resident (MiB)': Math.round(server.residentBytes() / 1024 ** 2),
      },
    }
  } finally {
    agent.destroy()
    await server.close()
  }
}

/** Sends the next request, and adds the fault of its answer to the findings. */
async function tryRequest(attack: Attack): Promise<void> {
  const { server, random, agent, calls, senders, findings, statuses, times } = attack
  // One request after the other takes from the random numbers, so the number of a request finds it again.
  const number = attack.made++
  const sender = random.pick(senders)
  const asked = makeRequest(random, calls, sender)
  const cpuBefore = server.cpuMs()
  const answered = await sendRequest(server.port, asked, { agent })
  const cpuMs = answered.ms > SLOW_MS ? server.cpuMs() - cpuBefore : 0
  statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
  if (times.length < 100_000) times.push(answered.ms)
  const problem = faultOf(asked, answered, { sender, cpuMs })
  if (problem === undefined) return
  const logged = answered.status >= 500 ? await server.loggedErrors() : ''
  const last = logged.split('\n').findLast((line) => /^\S/.test(line))
  addFinding(findings, {
    problem: last === undefined ? problem : `${problem} The server printed: ${last}`,
    input: `case ${number}: ${describe(asked)}\n${logged}`,
  })
}

/** The calls of the API's description. */
async function readCalls(server: AttackedServer): Promise<Call[]> {
  type Operation = {
    parameters: { name: string; in: string }[]
    requestBody?: { content: Record<string, { schema: Schema }> }
  }
  const { body } = await sendRequest(server.port, { method: 'GET', path: '/_docent/openapi.json' })
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json']?.schema,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  )
}

/** The key of the pages, one that may write to indexes of the campaign, invalid keys, and no key. */
async function makeSenders(server: AttackedServer): Promise<Sender[]> {
  const acl = [
    'search',
    'browse',
    'addObject',
    'deleteObject',
    'deleteIndex',
    'settings',
    'editSettings',
    'listIndexes',
  ]
  const { body } = await sendRequest(server.port, {
    method: 'POST',
    path: '/1/keys',
    headers: credentials(server.adminKey),
    body: JSON.stringify({ acl, indexes: ['fuzz*'] }),
  })
  const { key } = JSON.parse(body) as { key: string }
  return [
    ...Array.from({ length: 4 }, () => ({ key: server.searchKey, mayWrite: false })),
    ...Array.from({ length: 4 }, () => ({ key, mayWrite: true })),
    { key: 'f'.repeat(32), mayWrite: false },
    { key: undefined, mayWrite: false },
  ]
}

const credentials = (key: string): Record<string, string> => ({
  'x-algolia-api-key': key,
  'x-algolia-application-id': 'docent',
})

/** The answer of the docs' own index, which no key may change. */
async function knownAnswer(server: AttackedServer): Promise<string> {
  const { status, body } = await sendRequest(server.port, {
    method: 'POST',
    path: '/1/indexes/docs/query',
    headers: credentials(server.searchKey),
    body: JSON.stringify({ query: 'gearbox', hitsPerPage: 100, attributesToHighlight: [] }),
  })
  const { hits = [], nbHits } = JSON.parse(body) as { hits?: { objectID: string }[]; nbHits?: number }
  return `${status} ${nbHits} ${hits.map(({ objectID }) => objectID).join()}`
}

function makeRequest(random: Random, calls: readonly Call[], sender: Sender): SentRequest {
  if (random.chance(0.15)) return { method: random.pick(METHODS), path: sitePath(random), headers: oddHeaders(random) }
  const call = random.pick(calls)
  const headers = { ...(sender.key !== undefined && credentials(sender.key)), ...oddHeaders(random) }
  const method = random.chance(0.03) ? random.pick(METHODS) : call.method
  const path = `${fillPath(random, call.path, sender)}${queryString(random, call.query)}`
  if (call.body === undefined) return { method, path, headers }
  const text = bodyOf(random, call.body)
  if (!random.chance(0.05)) return { method, path, headers, body: text }
  return { method, path, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(text) }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']

/** Names of indexes. Writable ones begin with `fuzz`; there are few, so that the data stays small. */
function fillPath(random: Random, path: string, { mayWrite }: Sender): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name !== 'index') return encode(random, randomText(random) || 'x')
    if (random.chance(0.1)) return encode(random, randomText(random) || 'x')
    return mayWrite && random.chance(0.8) ? `fuzz${random.int(4)}` : 'docs'
  })
}

function queryString(random: Random, names: readonly string[]): string {
  if (!random.chance(0.3)) return ''
  const pairs = Array.from({ length: 1 + random.int(3) }, () => {
    const name = names.length > 0 && random.chance(0.8) ? random.pick(names) : encode(random, randomText(random))
    return `${name}=${encode(random, randomText(random))}`
  })
  return `?${pairs.join('&')}`
}

/** JSON that nearly fits the schema; sometimes cut, doubled, deeply nested or invalid. */
function bodyOf(random: Random, schema: Schema): string {
  const text = JSON.stringify(schemaValue(schema, random)) ?? ''
  const kind = random.int(40)
  if (kind === 0) return text.slice(0, random.int(text.length + 1))
  if (kind === 1) return text + text
  if (kind === 2) return '['.repeat(100 + random.int(50_000))
  if (kind === 3) return `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
  if (kind === 4) return randomText(random)
  if (kind === 5) return JSON.stringify(randomValue(random, 5)) ?? ''
  return text
}

function oddHeaders(random: Random): Record<string, string> {
  if (!random.chance(0.1)) return {}
  const name = random.pick([
    'accept-encoding',
    'if-none-match',
    'range',
    'x-forwarded-for',
    'referer',
    'origin',
    'host',
  ])
  const value = [...randomText(random)].filter((sign) => sign >= ' ' && sign <= '~').join('')
  return { [name]: value }
}

/** Allowed statuses: success, or an error of the request. */
const ALLOWED_STATUSES = new Set([
  200, 201, 204, 206, 301, 302, 303, 304, 308, 400, 403, 404, 405, 406, 413, 414, 415, 416, 422, 429, 431,
])

/** Secrets of the server: its paths and stack traces. */
const LEAK = /\/(?:tmp|home|root|usr)\/[\w.-]+\/|node_modules|\n\s+at \w+.*\(.*:\d+:\d+\)/

/** Returns the fault of an answer; `undefined` if there is none. */
function faultOf(
  { method, path }: SentRequest,
  { status, headers, body }: ReceivedAnswer,
  { sender: { mayWrite }, cpuMs }: { sender: Sender; cpuMs: number },
): string | undefined {
  // Node's client refuses to send requests that it considers invalid.
  if (status === 0) return /Invalid|unescaped|Protocol/.test(body) ? undefined : `No answer: ${body}`
  if (status === 503)
    return /"message"/.test(body) || method === 'HEAD' ? undefined : `A 503 without a reason: ${body.slice(0, 200)}`
  if (!ALLOWED_STATUSES.has(status)) return `Status ${status}: ${body.slice(0, 200)}`
  if (cpuMs > SLOW_MS) return `An answer after more than ${SLOW_MS} ms of the server's CPU time.`
  if (headers['x-content-type-options'] !== 'nosniff' && ![204, 304].includes(status))
    return `Status ${status} without nosniff.`
  if (LEAK.test(body)) return `A path or a stack in the answer: ${LEAK.exec(body)?.[0]}`
  const isWrite =
    /^\/1\/indexes\/(?!.*(?:query|queries|objects|browse|search)\b)/.test(path) &&
    method !== 'GET' &&
    method !== 'HEAD' &&
    method !== 'OPTIONS'
  if (!mayWrite && isWrite && status < 300) return 'A write with a key that may only search was accepted.'
  return undefined
}

const describe = ({ method, path, headers, body }: SentRequest): string =>
  JSON.stringify({ method, path: path.slice(0, 500), headers, body: body?.toString().slice(0, 2000) })
