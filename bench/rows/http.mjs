/**
 * Searches a second over HTTP as a share of a constant answer of the same size, by the same server and generator on the same cores:
 * distinct ones, of which each answer is computed, and those of readers who type, of which the server keeps some answers. All are
 * measured in turns. On a machine with other load, threads of a search compete better than the one of a constant, so compare
 * the CPU of both too.
 */
import { queriesOf, requestsOf, sharedCorpus, startServer } from '../serving.mjs'
import { closedLoop, percentiles } from '../open-loop.mjs'
import { median } from '../site/measured.mjs'
import { typedQueries } from './shared/typed-queries.mjs'

const CLIENTS = 16
const TURNS = 4
/** Seconds in which each thread compiles its hot code. */
const WARM_SECONDS = 10
const SEARCH_SECONDS = 2
/** Requests of one load, more than are answered in its time; each load has its own. */
const LOAD_REQUESTS = 16_000
const CONSTANT_SECONDS = 1
/** Bytes of an answer, on average over the queries. */
const ANSWER_BYTES = 91_800

export const work = 'searches over HTTP, k8s-en, 16 clients'
export const limits = { 'share of a constant': { atLeast: 0.25 }, 'failed searches': { atMost: 0 } }

export async function measure({ checkout, folder }) {
  const corpus = sharedCorpus('k8s-en')
  if (!corpus) throw new Error('It needs ../shared/relevance/dev/k8s-en beside the repository.')
  const server = await startServer(folder, { records: corpus.records, checkout, keepsAnswers: true })
  try {
    const texts = await queriesOf(corpus.queries)
    const typed = typedQueries(texts, LOAD_REQUESTS * (TURNS + 1))
    const loadOf = (turn) => [turn * LOAD_REQUESTS, (turn + 1) * LOAD_REQUESTS]
    /** No rule has this context, so that an answer is the same, but not known to be. */
    const distinct = (turn) =>
      requestsOf(
        Array.from({ length: LOAD_REQUESTS }, (_, at) => texts[at % texts.length]),
        server,
        (at) => ({ ruleContexts: [`${turn}-${at}`] }),
      )
    await server.setConstant(ANSWER_BYTES)
    const constants = distinct(0).map((request) => ({ ...request, path: '/constant' }))
    await load(server, distinct(0), WARM_SECONDS)
    await load(server, requestsOf(typed.slice(...loadOf(0)), server), WARM_SECONDS)
    const turns = []
    for (let turn = 1; turn <= TURNS; turn++) {
      turns.push({
        search: await load(server, distinct(turn), SEARCH_SECONDS),
        typed: await load(server, requestsOf(typed.slice(...loadOf(turn)), server), SEARCH_SECONDS),
        constant: await load(server, constants, CONSTANT_SECONDS),
      })
    }
    const of = (read) => median(turns.map(read))
    return {
      'share of a constant': of(({ search, constant }) => search.rate / constant.rate),
      'share, readers who type': of(({ typed, constant }) => typed.rate / constant.rate),
      'searches a second': of(({ search }) => search.rate),
      'constants a second': of(({ constant }) => constant.rate),
      'CPU ms of a search': of(({ search }) => search.cpuMs),
      'CPU ms, readers who type': of(({ typed }) => typed.cpuMs),
      'CPU ms of a constant': of(({ constant }) => constant.cpuMs),
      'p99 ms of a search': of(({ search }) => search.p99),
      'failed searches': turns.reduce((sum, { search, typed }) => sum + search.failed + typed.failed, 0),
    }
  } finally {
    await server.close()
  }
}

/** Answers a second, and the CPU of the server for each. */
async function load(server, requests, seconds) {
  const before = await server.cpuMs()
  const samples = await closedLoop({ url: server.url, requests, clients: CLIENTS, seconds })
  const { p99 } = percentiles(samples)
  return {
    rate: samples.length / seconds,
    cpuMs: ((await server.cpuMs()) - before) / samples.length,
    p99,
    failed: samples.filter(({ status }) => status !== 200).length,
  }
}
