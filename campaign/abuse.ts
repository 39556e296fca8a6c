/**
 * Abuse with the key of the pages, which every visitor has, while ordinary readers search on the same server. The part
 * measures the readers' answers. The abusers have other addresses than the readers: requests arrive through a proxy of this
 * machine that names them, and the connections of some scenarios come from other addresses of it.
 */

import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { sendRequest, type SentRequest, createAgent } from './send-request.ts'
import { addFinding, type Finding, type OnTried, type Outcome, type Part, percentile } from './part.ts'
import { createRandom, type Random } from './random.ts'
import { type AttackedServer, startServer } from './server.ts'

/** The number of ordinary readers. Each searches again after a pause (ms), like key presses. */
const READERS = 4
const READER_PAUSE_MS = 150
/** The minimum share of the readers' searches that must be answered. */
const LEAST_ANSWERED = 0.9

export const abusePart: Part = { name: 'abuse', unit: 'seconds of each scenario', long: 60, short: 3, run: abuse }

/** Abuses the server until the signal aborts. */
type Scenario = (server: AttackedServer, over: AbortSignal, random: Random) => Promise<void>

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  nobody: async () => {},
  'unfinished bodies': (server, over) => hold(server, over, 600, unfinishedSearch),
  'silent connections': (server, over) => hold(server, over, 4500, () => ''),
  'many attributes in filters': (server, over, random) =>
    flood(server, over, 8, () =>
      searchBody({ filters: `attribute${random.int(1e9)}:1 OR content.x${random.int(1e9)}:1` }),
    ),
  'long numeric filters': (server, over) =>
    flood(server, over, 4, () => searchBody({ numericFilters: [`a${' '.repeat(200_000)}b`] })),
  'heavy queries': (server, over, random) =>
    flood(server, over, 8, () =>
      searchBody({
        query: Array.from({ length: 30 }, () => random.pick(WORDS)).join(' '),
        hitsPerPage: 1000,
        facets: ['*'],
      }),
    ),
  'heavy lists of queries': (server, over, random) =>
    flood(server, over, 2, () => ({ json: { requests: Array.from({ length: 50 }, () => heavyQuery(random)) } }), {
      path: '/1/indexes/*/queries',
      side: 16,
    }),
  'large events': (server, over, random) => flood(server, over, 8, () => eventBody(random), { path: '/1/events' }),
  reports: (server, over, random) =>
    flood(server, over, 8, () => ({ form: `query=${random.int(1e9)}` }), { path: '/_docent/report' }),
}

/** Fifty of them take longer than a search may. */
const heavyQuery = (random: Random): object => ({
  indexName: 'docs',
  query: Array.from({ length: 30 }, () => random.pick(WORDS).slice(0, 4)).join(' '),
  hitsPerPage: 1000,
  facets: ['*'],
  queryType: 'prefixAll',
  removeWordsIfNoResults: 'allOptional',
})

const WORDS = ['install', 'gearbx', 'topic', 'detials', 'more', 'of', 'it', 'host', 'begn', 'wher']

const textOf = (section: number): string =>
  Array.from({ length: 60 }, (_, at) => `${WORDS[(section + at) % WORDS.length]}${(section * at) % 50}`).join(' ')

/** Pages with 400 sections, and the proxy that names the senders. */
const FILES: Readonly<Record<string, string>> = {
  'docent.config.json': '{ "trustedProxies": ["127.0.0.1"] }',
  'index.md': '# Handbook\n\nWhere to begin.\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, page) => [
      `topics/topic-${page}.md`,
      `# Topic ${page}\n\n${Array.from({ length: 10 }, (_, at) => `## Part ${at}\n\n${textOf(page * 10 + at)}\n`).join('\n')}`,
    ]),
  ),
}

async function abuse(seconds: number, seed: number, onTried: OnTried): Promise<Outcome> {
  const findings: Finding[] = []
  const figures: Outcome['figures'] = {}
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const server = await startServer(FILES)
    try {
      // Warms the server up: the first searches are slow, and are not measured.
      await runReaders(server, AbortSignal.timeout(500))
      const over = AbortSignal.timeout(seconds * 1000)
      const abusing = scenario(server, over, createRandom(seed))
      const { sent, answered, times } = await runReaders(server, over)
      await abusing
      const p99 = Math.round(percentile(times, 0.99))
      const resident = Math.round(server.residentBytes() / 1024 ** 2)
      figures[name] = `${answered} of ${sent} searches answered, p99 ${p99} ms; server ${resident} MiB`
      if (!server.isAlive())
        addFinding(findings, { problem: `The server ended.`, input: `${name}: ${await server.loggedErrors()}` })
      if (answered < sent * LEAST_ANSWERED)
        addFinding(findings, { problem: `Only ${answered} of ${sent} searches were answered.`, input: name })
    } finally {
      await server.close()
    }
    onTried(seconds)
  }
  return { cases: seconds, findings, figures }
}

interface ReaderResult {
  sent: number
  answered: number
  /** Durations of the answered searches, in ms. */
  times: number[]
}

async function runReaders(server: AttackedServer, over: AbortSignal): Promise<ReaderResult> {
  const result: ReaderResult = { sent: 0, answered: 0, times: [] }
  const agent = createAgent(READERS)
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    for (let at = reader; !over.aborted; at++) {
      result.sent++
      const { status, ms } = await sendRequest(
        server.port,
        {
          method: 'POST',
          path: searchPath(server),
          headers: { 'x-forwarded-for': `198.51.100.${1 + reader}` },
          body: JSON.stringify({ query: WORDS[at % WORDS.length] }),
        },
        { agent },
      )
      if (status === 200) {
        result.answered++
        result.times.push(ms)
      }
      await delay(READER_PAUSE_MS)
    }
  })
  await Promise.all(readers)
  agent.destroy()
  return result
}

const searchPath = (server: AttackedServer): string =>
  `/1/indexes/docs/query?x-algolia-application-id=docent&x-algolia-api-key=${server.searchKey}`

/** A body: JSON, which is sent compressed, or a form. */
type Body = { json: object } | { form: string }

const searchBody = (params: object): Body => ({ json: params })

const eventBody = (random: Random): Body => ({
  json: {
    events: Array.from({ length: 150 }, () => ({
      eventType: 'view',
      eventName: 'x'.repeat(60),
      index: 'docs',
      userToken: `user${random.int(1e9)}`,
      filters: Array.from({ length: 10 }, () => `a:${'x'.repeat(1000)}${random.int(1e9)}`),
    })),
  },
})

/** Clients that send requests, `side` at a time, each from its own address. */
async function flood(
  server: AttackedServer,
  over: AbortSignal,
  senders: number,
  bodyOf: () => Body,
  { path = '/1/indexes/docs/query', side = 4 }: { path?: string; side?: number } = {},
): Promise<void> {
  const credentials = `x-algolia-application-id=docent&x-algolia-api-key=${server.searchKey}`
  const sending = Array.from({ length: senders * side }, async (_, line) => {
    const agent = createAgent(1)
    const from = { 'x-forwarded-for': `203.0.113.${1 + (line % senders)}` }
    while (!over.aborted) {
      const body = bodyOf()
      const { body: content, headers }: Pick<SentRequest, 'body' | 'headers'> =
        'json' in body
          ? { body: gzipSync(JSON.stringify(body.json)), headers: { 'content-encoding': 'gzip' } }
          : { body: body.form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const { status } = await sendRequest(
        server.port,
        { method: 'POST', path: `${path}?${credentials}`, body: content, headers: { ...headers, ...from } },
        { agent },
      )
      // A refused abuser needs some time for the next request, too.
      if (status !== 200) await delay(5)
    }
    agent.destroy()
  })
  await Promise.all(sending)
}

/** Connections that send little or nothing and stay open. If the server closes one, it is opened again. */
async function hold(
  server: AttackedServer,
  over: AbortSignal,
  connections: number,
  begin: (server: AttackedServer) => string,
): Promise<void> {
  const open = new Set<Socket>()
  let number = 0
  while (!over.aborted) {
    for (let more = 0; more < 200 && open.size < connections; more++) {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: addressOf(number++ % 40) })
      open.add(socket)
      socket.on('error', () => open.delete(socket))
      socket.on('close', () => open.delete(socket))
      socket.write(begin(server))
    }
    await delay(50)
    for (const socket of open) if (number % 7 === 0) socket.write(' ')
  }
  for (const socket of open) socket.destroy()
}

const unfinishedSearch = (server: AttackedServer): string =>
  `POST ${searchPath(server)} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"query":`

/** Addresses of this machine that the readers do not use. */
const addressOf = (sender: number): string => `127.0.1.${1 + sender}`
