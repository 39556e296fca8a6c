/**
 * The server under load: prints each measured figure beside the promised one.
 *
 *     npm run bench -- load [--long] [--only start|writes|steady|overload|hostile] [--seconds N]
 *
 * 50,000 records made of `k8s-en` of `../shared/relevance`, with the queries of @docsearch/react. The generator runs in this
 * process, on the same cores. The short form takes three minutes; `--long` runs the steady load for 10 minutes and the
 * overload for one; `--seconds` is for the steady load alone. On a machine with other load only CPU and ratios are
 * meaningful, not latencies.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { batchesOf } from './batches.mjs'
import { closedLoop, openLoop, percentiles } from './open-loop.mjs'
import { docsearchParams, docsearchRequests, sharedCorpus, startServer } from './serving.mjs'

const { values } = parseArgs({
  options: { long: { type: 'boolean', default: false }, only: { type: 'string' }, seconds: { type: 'string' } },
})
const RECORDS = 50_000
const STEADY_RATE = 500
const WRITTEN = 100_000
const BATCH = 1000

const corpus = sharedCorpus('k8s-en')
if (!corpus) {
  console.log('The load bench needs ../shared/relevance/dev/k8s-en beside the repository; there is none.')
  process.exit(0)
}
const dataDir = mkdtempSync(join(tmpdir(), 'docent-load-'))
const wants = (name) => values.only === undefined || values.only === name
try {
  // Builds the index once, so that every part starts with it on disk.
  await (await startServer(dataDir, { records: corpus.records, count: RECORDS })).close()
  const server = await startServer(dataDir)
  const requests = await docsearchRequests(corpus.queries, server)
  try {
    if (wants('start')) await start(server)
    await closedLoop({ url: server.url, requests, clients: 4, seconds: 5 })
    if (wants('steady')) await steady(server, requests)
    if (wants('hostile')) await hostile(server, requests)
    if (wants('overload')) await overload(server, requests)
    if (wants('writes')) await writes(server, requests)
  } finally {
    await server.close()
    for (const line of server.logged.slice(0, 10)) console.log('log:', line)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function report(name, measured, promised) {
  console.log(`${name.padEnd(46)} ${measured.padEnd(44)} promised: ${promised}`)
}

async function start(server) {
  report(
    'start to ready, 50,000 records on disk',
    `${Math.round(server.openMs)} ms of ${Math.round(server.readyMs)} ms with Node's own start`,
    '<= 500 ms',
  )
  const { rss } = await server.memory()
  const beyond = (rss - server.bytes) / 2 ** 20
  report(
    'idle memory beyond the index',
    `${Math.round(beyond)} MiB (index ${Math.round(server.bytes / 2 ** 20)} MiB)`,
    '<= 150 MB',
  )
}

async function steady(server, requests) {
  const seconds = Number(values.seconds ?? (values.long ? 600 : 10))
  const before = await server.cpuMs()
  const memory = memoryInQuarters(server, seconds)
  const samples = await openLoop({ url: server.url, requests, rate: STEADY_RATE, seconds })
  const failed = samples.filter(({ status }) => status !== 200).length
  const { p50, p99, longest } = percentiles(samples)
  const cpu = ((await server.cpuMs()) - before) / samples.length
  report(
    `${STEADY_RATE} requests a second for ${seconds} s`,
    `p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms, ${failed} failed, ${cpu.toFixed(2)} ms CPU each`,
    'p50 <= 10, p99 <= 50, 0 failed',
  )
  // A pause of the machine delays generator and server, and is followed by a burst of the delayed requests.
  const sentMs = samples.map(({ at }) => at - samples[0].at)
  const late = sentMs.reduce((longest, ms, number) => Math.max(longest, ms - (number * 1000) / STEADY_RATE), 0)
  const failedAt = new Set(
    sentMs.filter((_, number) => samples[number].status !== 200).map((ms) => Math.floor(ms / 1000)),
  )
  report(
    '  sent late at most; seconds with failures',
    `${Math.round(late)} ms; ${[...failedAt].join(', ') || 'none'}`,
    '',
  )
  const series = await memory
  const listed = (name) => series.map((each) => Math.round(each[name] / 2 ** 20)).join(', ')
  report('  MiB at start, each quarter, end: resident', listed('rss'), 'flat from the first quarter on')
  report('    heap of the main thread', listed('heapUsed'), '')
  report('    beside that heap', listed('external'), '')
}

/** Memory of the process at the start, after each quarter and at the end, without forced collections. */
async function memoryInQuarters(server, seconds) {
  const series = []
  for (let quarter = 0; quarter <= 4; quarter++) {
    if (quarter > 0) await delay((seconds * 1000) / 4)
    series.push(await server.memory({ collect: false }))
  }
  return series
}

/** One client that sends an expensive query in a loop, beside 50 normal searches a second. */
async function hostile(server, requests) {
  const [first] = requests
  const query = 'a e i o s t c p'
  const expensive = Array.from({ length: 50 }, () => ({
    indexName: 'docs',
    ...docsearchParams(query),
    hitsPerPage: 1000,
    typoTolerance: true,
  }))
  const attacks = [{ ...first, body: JSON.stringify({ requests: expensive }) }]
  const normal = () => openLoop({ url: server.url, requests, rate: 50, seconds: values.long ? 60 : 8 })
  const alone = percentiles(await normal())
  const stop = new AbortController()
  const attack = closedLoop({ url: server.url, requests: attacks, clients: 1, signal: stop.signal })
  const samples = await normal()
  stop.abort()
  const beside = percentiles(samples)
  const attacked = await attack
  const failed = samples.filter(({ status }) => status !== 200).length
  report('50 searches a second, alone', `p50 ${alone.p50} ms, p99 ${alone.p99} ms`, '')
  report(
    '  beside an expensive query in a loop',
    `p50 ${beside.p50} ms, p99 ${beside.p99} ms, ${failed} failed`,
    'at most 3 times',
  )
  report(
    '  answers to the expensive query',
    `${attacked.map(({ status }) => status).join(' ')}, longest ${percentiles(attacked).longest} ms`,
    'refused',
  )
}

/** Generator and HTTP alone: the maximum rate of this machine, and the CPU share of the generator. */
async function constantAnswers(server, requests) {
  await server.setConstant(20_000)
  const constant = requests.map((request) => ({ ...request, path: '/constant' }))
  const own = process.cpuUsage()
  const samples = await closedLoop({ url: server.url, requests: constant, clients: 16, seconds: 3 })
  const { user, system } = process.cpuUsage(own)
  report(
    'a constant of 20 kB, for comparison',
    `${Math.round(samples.length / 3)} a second, generator ${((user + system) / 1000 / samples.length).toFixed(3)} ms CPU each`,
    '',
  )
}

async function overload(server, requests) {
  await constantAnswers(server, requests)
  const seconds = values.long ? 60 : 10
  const alone = await measureCapacity(server, requests, 5)
  const rate = 5 * alone.capacity
  // At intervals, like a monitor: a loop would be an additional load.
  const health = openLoop({
    url: server.url,
    requests: [{ method: 'GET', path: '/_docent/health' }],
    rate: 20,
    seconds,
  })
  const { samples, serverCores, ownCores, cpuMs } = await measureCpu(server, () =>
    openLoop({ url: server.url, requests, rate, seconds }),
  )
  const served = samples.filter(({ status }) => status === 200)
  const refused = samples.filter(({ status }) => status === 429)
  const other = samples.length - served.length - refused.length
  const whole = refused.filter(({ retryAfter }) => /^\d+$/.test(retryAfter)).length
  const share = Math.round((served.length / seconds / alone.capacity) * 100)
  report(
    `overload: ${Math.round(rate)} a second, capacity ${Math.round(alone.capacity)}`,
    `${share} % of the capacity served, ${other} broken`,
    '>= 80 %, 0',
  )
  const byCpu = Math.round((alone.cpuMsEach / (cpuMs / served.length)) * 100)
  report('  by the CPU that an answer costs', `${byCpu} % (${alone.cpuMsEach.toFixed(2)} ms alone)`, '>= 80 %')
  report('  cores that server and generator got', `${serverCores.toFixed(2)} and ${ownCores.toFixed(2)}`, '')
  report(
    '  refusals',
    `p99 ${percentiles(refused).p99} ms, ${refused.length - whole} of ${refused.length} without Retry-After`,
    'within 250 ms, 0',
  )
  report('  longest answer', `${percentiles(samples).longest} ms`, 'under 5 s')
  report('  health during it', `p99 ${percentiles(await health).p99} ms`, '')
  const after = await measureCapacity(server, requests, 5)
  report('  within 5 s after it', `p99 ${after.p99} ms, before it ${alone.p99} ms`, 'as before')
}

/** Answers a second without overload, and the CPU of server and generator for each (ms). */
async function measureCapacity(server, requests, seconds) {
  const { samples, cpuMs } = await measureCpu(server, () =>
    closedLoop({ url: server.url, requests, clients: 16, seconds }),
  )
  return { capacity: samples.length / seconds, cpuMsEach: cpuMs / samples.length, p99: percentiles(samples).p99 }
}

/**
 * The samples of a load, with the CPU of server and generator. Loads that use the machine fully are compared by it: their ratio is
 * that of the answers, even if other processes use a part of the machine.
 */
async function measureCpu(server, load) {
  const [serverBefore, ownBefore, started] = [await server.cpuMs(), process.cpuUsage(), performance.now()]
  const samples = await load()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(ownBefore)
  const own = (user + system) / 1000
  const ofServer = (await server.cpuMs()) - serverBefore
  return { samples, cpuMs: ofServer + own, serverCores: ofServer / wall, ownCores: own / wall }
}

/** Batches like those of public clients to one index, while another is searched. */
async function writes(server, requests) {
  const batches = await batchesOf(corpus.records, { count: WRITTEN, size: BATCH })
  const { idle, arriving, building, slowest } = await measureWrites(server, requests, batches)
  report(
    '100,000 records in batches of 1,000',
    `${Math.round(WRITTEN / (arriving.ms / 1000))} acknowledged a second, slowest ${Math.round(slowest)} ms`,
    '>= 5,000, 1 s',
  )
  report('  searchable after the last', `${(building.ms / 1000).toFixed(1)} s`, '<= 20 s')
  report('  searches: p50 and p99 idle', `${idle.p50} and ${idle.p99} ms`, '')
  report(
    '  while batches arrive, while they are built',
    [arriving, building].map(({ p50, p99 }) => `${p50} and ${p99}`).join(', ') + ' ms',
    'p99 at most twice',
  )
  report(
    '    the HTTP thread late: p99 and longest',
    [idle, arriving, building].map(({ late, latest }) => `${late.toFixed(1)} and ${latest.toFixed(1)}`).join(', ') +
      ' ms',
    '',
  )
  report('    cores that the server took', [arriving, building].map(({ cores }) => cores.toFixed(2)).join(', '), '')
}

/** Times of searches alone, while the batches arrive, and while they are built; `slowest` is the longest batch (ms). */
async function measureWrites(server, requests, batches) {
  const headers = { 'x-algolia-api-key': server.adminKey, 'x-algolia-application-id': 'docent' }
  const ask = (path, init) => fetch(`${server.url}${path}`, { headers, ...init }).then((response) => response.json())
  await server.delays()
  // 750 searches: the 99th percentile is not one of the two slowest.
  const idle = await searchWhile(server, requests, () => delay(15_000))
  let slowest = 0
  let taskID = 0
  const arriving = await searchWhile(server, requests, async () => {
    for (const body of batches) {
      const from = performance.now()
      ;({ taskID } = await ask('/1/indexes/written/batch', { method: 'POST', body }))
      slowest = Math.max(slowest, performance.now() - from)
    }
  })
  const building = await searchWhile(server, requests, async () => {
    while ((await ask(`/1/task/${taskID}`)).status !== 'published') await delay(100)
  })
  return { idle, arriving, building, slowest }
}

/**
 * Searches 50 times a second until the work is done: its duration (ms), the cores that the server took, the times of the searches,
 * and how late the thread of the server was (ms).
 */
async function searchWhile(server, requests, work) {
  const stop = new AbortController()
  const searches = openLoop({ url: server.url, requests, rate: 50, signal: stop.signal })
  const [cpu, started] = [await server.cpuMs(), performance.now()]
  await work()
  const ms = performance.now() - started
  const cores = ((await server.cpuMs()) - cpu) / ms
  stop.abort()
  const { p50, p99 } = percentiles(await searches)
  const [, late, latest] = await server.delays()
  return { ms, cores, p50, p99, late, latest }
}
