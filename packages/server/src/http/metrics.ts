/**
 * The metrics of `/_docent/metrics` in the text format of Prometheus: requests and their durations by route, waiting searches and
 * tasks, served indexes, and the resources of the process. Labels are the patterns of routes and names of indexes, so the number
 * of series is bounded. Times are seconds and sizes bytes, by the conventions of the format.
 */
import type { BackendFigures } from '../backend/backend.ts'
import { ageOf, CRAWL_OUTCOMES, type CrawlState } from './crawl-control.ts'
import type { SemanticFigures } from '../semantic/semantic.ts'

/** Upper bounds of the latency buckets, in seconds. Good answers take less than 10 ms; clients in browsers wait 1 s for headers. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const

interface Latency {
  /** Requests per bucket, not cumulative; the last entry counts those above all buckets. */
  counts: number[]
  sum: number
}

/** An answered request. */
export interface Exchange {
  method: string
  /** The pattern of the route; `unknown` for a path without a route. */
  route: string
  status: number
  seconds: number
}

/** Counters start at 0 with the process, as Prometheus expects. */
export interface Metrics {
  count: (exchange: Exchange) => void
  /** Counts an admin key in a URL. */
  countAdminKeyInUrl: () => void
  /** Counts a call of a tool by an assistant; `tool` and `outcome` have few values each. */
  countAssistantCall: (call: { tool: string; outcome: string }) => void
  /** Counts events of types that are not stored. */
  countDroppedEvents: (count: number) => void
  /** Counts a connection that ended before its answer; `reason` has few values. */
  countEnd: (reason: string) => void
  /** The metrics as text, with these figures of the backend, and of the crawl and the semantic search if there are any. */
  write: (
    figures: BackendFigures,
    more?: { crawl?: CrawlState | undefined; semantic?: SemanticFigures | undefined },
  ) => string
}

const quote = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labels = (pairs: Record<string, string | number>): string =>
  `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${quote(String(value))}"`)
    .join(',')}}`

type Sample = readonly [labels: Record<string, string | number>, value: number]

function metric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([pairs, value]) => `${name}${Object.keys(pairs).length > 0 ? labels(pairs) : ''} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}

/** Counts by the values of labels, which each call gives in the same order. */
interface LabelledCounter {
  add: (pairs: Record<string, string | number>) => void
  samples: () => Sample[]
}

function createLabelledCounter(): LabelledCounter {
  const counts = new Map<string, [labels: Record<string, string | number>, value: number]>()
  return {
    add(pairs) {
      const name = Object.values(pairs).join(' ')
      const counted = counts.get(name)
      if (counted === undefined) counts.set(name, [pairs, 1])
      else counted[1]++
    },
    samples: () => [...counts.values()],
  }
}

const NAME_OF_LATENCY = 'docent_http_request_duration_seconds'

function writeLatencies(latencies: ReadonlyMap<string, Latency>): string[] {
  const lines = [
    `# HELP ${NAME_OF_LATENCY} Time from the arrival of a request to its answer.`,
    `# TYPE ${NAME_OF_LATENCY} histogram`,
  ]
  for (const [route, { counts, sum }] of latencies) {
    let below = 0
    for (const [i, end] of [...BUCKETS, '+Inf'].entries()) {
      below += counts[i] ?? 0
      lines.push(`${NAME_OF_LATENCY}_bucket${labels({ route, le: end })} ${below}`)
    }
    lines.push(`${NAME_OF_LATENCY}_sum${labels({ route })} ${sum}`)
    lines.push(`${NAME_OF_LATENCY}_count${labels({ route })} ${below}`)
  }
  return lines
}

function writeFigures(figures: BackendFigures): string[] {
  const { indexes } = figures
  return [
    ...metric('docent_searches_waiting', 'gauge', 'Searches that wait for a worker.', [[{}, figures.waitingSearches]]),
    ...metric('docent_searches_running', 'gauge', 'Searches in the workers.', [[{}, figures.runningSearches]]),
    ...metric('docent_tasks_pending', 'gauge', 'Writes that are not searchable yet.', [[{}, figures.pendingTasks]]),
    ...metric('docent_task_lag_seconds', 'gauge', 'Age of the oldest write that is not searchable yet.', [
      [{}, figures.taskLagSeconds],
    ]),
    ...metric('docent_events_stored', 'gauge', 'Events that are kept.', [[{}, figures.storedEvents]]),
    ...metric(
      'docent_index_build_failures',
      'gauge',
      'Failures in a row to make the latest writes of an index searchable; absent where it went well.',
      (figures.failing ?? []).map(({ name, failures }) => [{ index: name }, failures]),
    ),
    ...metric(
      'docent_writes_refused_by_disk',
      'gauge',
      '1 while the latest write was refused by the disk, else 0.',
      figures.refusesWrites === undefined ? [] : [[{}, Number(figures.refusesWrites)]],
    ),
    ...metric(
      'docent_index_records',
      'gauge',
      'Searchable records.',
      indexes.map(({ name, records }) => [{ index: name }, records]),
    ),
    ...metric(
      'docent_index_bytes',
      'gauge',
      'Bytes that searches read.',
      indexes.map(({ name, bytes }) => [{ index: name }, bytes]),
    ),
    ...metric(
      'docent_index_generation',
      'gauge',
      'Number of the generation that is searched; it rises with every build.',
      indexes.map(({ name, generation }) => [{ index: name }, generation]),
    ),
  ]
}

function writeCrawl({ index, isRunning, last, currentSince }: CrawlState): string[] {
  return [
    ...metric('docent_crawl_running', 'gauge', 'Whether a crawl runs.', [[{ index }, Number(isRunning)]]),
    ...metric(
      'docent_crawl_age_seconds',
      'gauge',
      'Age of the crawled records that are served; absent before the first.',
      currentSince === undefined ? [] : [[{ index }, ageOf(currentSince)]],
    ),
    ...metric(
      'docent_crawl_outcome',
      'gauge',
      '1 for the outcome of the last crawl, 0 for the others.',
      last === undefined
        ? []
        : CRAWL_OUTCOMES.map((outcome) => [{ index, outcome }, Number(last.outcome === outcome)] as const),
    ),
    ...metric(
      'docent_crawl_pages',
      'gauge',
      'Pages of the last crawl by their verdict.',
      last === undefined
        ? []
        : [
            [{ index, state: 'indexed' }, last.pages],
            [{ index, state: 'failed' }, last.failedPages],
          ],
    ),
  ]
}

function writeSemantic({ state, indexes, queries, sectionRequests, sectionFailures }: SemanticFigures): string[] {
  const { requests, ...results } = queries
  return [
    ...metric('docent_semantic_up', 'gauge', 'Whether the model of the semantic search answers.', [
      [{}, Number(state !== 'failing')],
    ]),
    ...metric('docent_semantic_requests_total', 'counter', 'Requests to the model.', [
      [{ for: 'queries' }, requests],
      [{ for: 'sections' }, sectionRequests],
    ]),
    ...metric('docent_semantic_section_failures_total', 'counter', 'Failed requests for vectors of sections.', [
      [{}, sectionFailures],
    ]),
    ...metric(
      'docent_semantic_queries_total',
      'counter',
      'Queries for which a vector was wanted.',
      Object.entries(results).map(([result, count]) => [{ result }, count]),
    ),
    ...metric(
      'docent_semantic_sections',
      'gauge',
      'Sections with text.',
      indexes.map(({ name, sections }) => [{ index: name }, sections]),
    ),
    ...metric(
      'docent_semantic_sections_embedded',
      'gauge',
      'Sections with a vector.',
      indexes.map(({ name, embedded }) => [{ index: name }, embedded]),
    ),
  ]
}

function writeProcess(): string[] {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [[{}, rss]]),
    ...metric('docent_heap_used_bytes', 'gauge', 'JavaScript heap in use, of the main thread.', [[{}, heapUsed]]),
    ...metric('docent_external_memory_bytes', 'gauge', 'Memory outside of the heap, of the main thread.', [
      [{}, external + arrayBuffers],
    ]),
    ...metric('process_cpu_seconds_total', 'counter', 'CPU time of all threads.', [[{}, (user + system) / 1e6]]),
    ...metric('process_start_time_seconds', 'gauge', 'Start, in seconds since 1970.', [
      [{}, Math.round(performance.timeOrigin) / 1000],
    ]),
  ]
}

/** New metrics, all zero. */
export function createMetrics(): Metrics {
  const requests = createLabelledCounter()
  const assistantCalls = createLabelledCounter()
  const ends = createLabelledCounter()
  const latencies = new Map<string, Latency>()
  let adminKeysInUrl = 0
  let droppedEvents = 0
  return {
    count({ method, route, status, seconds }) {
      requests.add({ method, route, status })
      let latency = latencies.get(route)
      if (latency === undefined) latencies.set(route, (latency = { counts: [], sum: 0 }))
      const found = BUCKETS.findIndex((end) => seconds <= end)
      const bucket = found === -1 ? BUCKETS.length : found
      latency.counts[bucket] = (latency.counts[bucket] ?? 0) + 1
      latency.sum += seconds
    },
    countAdminKeyInUrl() {
      adminKeysInUrl++
    },
    countAssistantCall: ({ tool, outcome }) => assistantCalls.add({ tool, outcome }),
    countDroppedEvents(count) {
      droppedEvents += count
    },
    countEnd: (reason) => ends.add({ reason }),
    write: (figures, { crawl, semantic } = {}) =>
      `${[
        ...metric('docent_http_requests_total', 'counter', 'Requests to the API.', requests.samples()),
        ...writeLatencies(latencies),
        ...metric('docent_admin_keys_in_url_total', 'counter', 'Requests with an admin key in the URL.', [
          [{}, adminKeysInUrl],
        ]),
        ...metric(
          'docent_connections_ended_total',
          'counter',
          'Connections that ended before their answers: closed by a limit, or left by their clients.',
          ends.samples(),
        ),
        ...metric('docent_events_dropped_total', 'counter', 'Events of types that are not stored.', [
          [{}, droppedEvents],
        ]),
        ...metric(
          'docent_assistant_calls_total',
          'counter',
          'Calls of tools by assistants; a search that these docs do not answer is unanswered.',
          assistantCalls.samples(),
        ),
        ...writeFigures(figures),
        ...(crawl === undefined ? [] : writeCrawl(crawl)),
        ...(semantic === undefined ? [] : writeSemantic(semantic)),
        ...writeProcess(),
      ].join('\n')}\n`,
  }
}
