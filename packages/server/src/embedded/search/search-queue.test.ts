import { expect, test } from 'vitest'
import { LIMITS } from '../../wire/limits.ts'
import { createRandom } from '../../testing/power-loss.ts'
import { SearchQueue, type Job, type Moment, type QueueLimits } from './search-queue.ts'

const WORKERS = 2

/** Without the places that are always admitted, and without bursts. */
const FORECAST_ONLY = { ...LIMITS, waitingPerWorker: 0, burstMs: 0 }

/** A moment of an idle machine: workers that have searches use a core each. */
const at = (ms: number): Moment => ({ ms, workedMs: ms })
/** A moment of a machine on which other programs have nearly all of the cores. */
const starvedAt = (ms: number): Moment => ({ ms, workedMs: ms / 10 })

const jobSince = (since: Moment, client = ''): Job => ({
  prepare: () => expect.fail(),
  resolve: () => 0,
  reject: () => 0,
  client,
  since,
})
const jobAt = (ms: number, client = ''): Job => jobSince(at(ms), client)

/** A queue that has counted durations of searches. */
function queueAfter(limits: QueueLimits, ...counted: [times: number, ms: number][]): SearchQueue {
  const queue = new SearchQueue(limits, WORKERS)
  for (const [times, ms] of counted) for (let i = 0; i < times; i++) queue.noteDuration(ms)
  return queue
}

/** Number of searches that are admitted at one moment. */
function admitted(queue: SearchQueue): number {
  while (!queue.isFull(0, 0) && queue.length < 250) queue.add(jobAt(0))
  return queue.length
}

test('searches are admitted until their forecast wait is too long: mean duration times number, over all workers', () => {
  const most = (LIMITS.forecastWaitMs * WORKERS) / 4
  expect(Math.abs(admitted(queueAfter(FORECAST_ONLY, [1000, 4])) - most)).toBeLessThanOrEqual(1)
})

test('two searches that are slow because of a pause of the machine hardly change the forecast', () => {
  const most = (LIMITS.forecastWaitMs * WORKERS) / 4
  expect(admitted(queueAfter(FORECAST_ONLY, [1000, 4], [2, 300]))).toBeGreaterThan((most * 2) / 3)
})

test('the forecast adapts soon when all searches take longer', () => {
  expect(admitted(queueAfter(FORECAST_ONLY, [1000, 4], [40, 80]))).toBeLessThan(10)
  expect(admitted(queueAfter(FORECAST_ONLY, [60, 80]))).toBeLessThan(10)
})

test('the first few searches may wait longer than the others, up to a limit', () => {
  const queue = new SearchQueue({ ...LIMITS, waitingPerWorker: 1.2, queueWaitMs: 150, burstMs: 0 }, WORKERS)
  for (const since of [0, 600, 700, 800, 900]) queue.add(jobAt(since))
  const lateAt = (ms: number): number[] => queue.takeLate(at(ms)).map(({ since }) => since.ms)
  expect(lateAt(1000)).toEqual([800])
  expect(lateAt(1051)).toEqual([900])
  expect(lateAt(1500)).toEqual([])
  expect(lateAt(1501)).toEqual([0])
  expect(queue.length).toBe(2)
  expect(lateAt(9000)).toHaveLength(2)
})

test('the first few may wait longer on a machine whose cores other programs have, up to a limit by the clock', () => {
  const queue = new SearchQueue({ ...LIMITS, waitingPerWorker: 1.2, queueWaitMs: 150, burstMs: 0 }, WORKERS)
  for (const ms of [0, 0, 0, 0]) queue.add(jobSince(starvedAt(ms)))
  // The fourth is not one of the first few: its limit is the same on every machine.
  expect(queue.takeLate(starvedAt(151))).toHaveLength(1)
  expect(queue.takeLate(starvedAt(LIMITS.elapsedCutMs))).toEqual([])
  expect(queue.takeLate(starvedAt(LIMITS.elapsedCutMs + 1))).toHaveLength(3)
})

test('a burst ends when the queue has not been empty for `burstMs`, also while searches leave and enter', () => {
  const queue = new SearchQueue({ ...FORECAST_ONLY, burstMs: 50, burstWaitMs: 1000, queueWaitMs: 20 }, WORKERS)
  queue.add(jobAt(100))
  queue.add(jobAt(120))
  queue.next()
  expect(queue.takeLate(at(149))).toEqual([])
  expect(queue.takeLate(at(151))).toHaveLength(1)
  queue.add(jobAt(160))
  expect(queue.takeLate(at(190))).toEqual([])
})

test('clients take turns, so one with many slow searches delays the first search of another by none of them', () => {
  const queue = queueAfter(LIMITS, [1000, 800])
  const running = [jobAt(0, 'many'), jobAt(0, 'many')]
  for (let i = 0; i < 30; i++) queue.add(jobAt(i, 'many'))
  const other = jobAt(100, 'other')
  queue.add(other)
  for (let i = 0; i < 4; i++) queue.add(jobAt(200, 'third'))
  expect(queue.isFull(30, 5000, running)).toBe(false)
  for (let i = 0; i < 30; i++) queue.add(jobAt(i, `crowd ${i % 2}`))
  // With 65 waiting searches the next one of the crowd is refused, and the first of a new client is not.
  expect(queue.isFull(15, 5000, running)).toBe(true)
  expect(queue.isFull(0, 5000, running)).toBe(false)
  expect(queue.next(running)).toBe(other)
  expect(queue.next([...running, other])?.client).toBe('third')
})

test('searches of clients whose last search was slow leave one worker to the others', () => {
  const queue = new SearchQueue(LIMITS, WORKERS)
  queue.noteClient('slow', LIMITS.slowSearchMs)
  const [first, second, other] = [jobAt(1, 'slow'), jobAt(2, 'slow'), jobAt(3, 'other')]
  queue.add(first)
  queue.add(second)
  expect(queue.next([])).toBe(first)
  expect(queue.next([first])).toBeUndefined()
  queue.add(other)
  expect(queue.nextWithout(() => false, [first])).toBe(other)
  expect(queue.next([first])).toBe(other)
  queue.noteClient('slow', LIMITS.slowSearchMs - 1)
  expect(queue.next([first])).toBe(second)
})

test('searches of unknown clients keep the order of their arrival', () => {
  const queue = new SearchQueue(LIMITS, WORKERS)
  const jobs = [jobAt(1), jobAt(2), jobAt(3)]
  for (const job of jobs) queue.add(job)
  expect(queue.nextWithout((job) => job === jobs[0], [jobAt(0)])).toBe(jobs[1])
  expect(jobs.map(() => queue.next([jobAt(0)]))).toEqual(jobs)
})

/** One search of the simulation: its start, and its wait until it was answered or refused. */
interface Outcome {
  since: number
  waitedMs: number
}

/**
 * Sends searches to a queue in simulated time. Each takes 30 % of `meanMs` and an exponential rest; late ones are removed
 * every 10 ms, as the pool does.
 */
function simulate(arrivals: readonly number[], meanMs: number): { answered: Outcome[]; refused: Outcome[] } {
  const random = createRandom(7)
  const queue = new SearchQueue(LIMITS, WORKERS)
  const answered: Outcome[] = []
  const refused: Outcome[] = []
  const running = Array.from({ length: WORKERS }, () => ({ since: 0, ms: 0, until: Number.POSITIVE_INFINITY }))
  const end = Math.max(...arrivals) + 10_000
  let [next, check] = [0, 10]
  for (let now = 0; now < end;) {
    const first = running.reduce((a, b) => (b.until < a.until ? b : a))
    now = Math.min(arrivals[next] ?? end, first.until, check)
    if (now === first.until) {
      queue.noteDuration(first.ms)
      answered.push({ since: first.since, waitedMs: now - first.since })
      first.until = Number.POSITIVE_INFINITY
    } else if (now === check) {
      for (const { since } of queue.takeLate(at(now))) refused.push({ since: since.ms, waitedMs: now - since.ms })
      check += 10
    } else {
      next++
      if (queue.isFull(0, now)) refused.push({ since: now, waitedMs: 0 })
      else queue.add(jobAt(now))
    }
    for (const worker of running) {
      const job = worker.until === Number.POSITIVE_INFINITY ? queue.next() : undefined
      const ms = meanMs * (0.3 - 0.7 * Math.log(random()))
      if (job) Object.assign(worker, { since: job.since.ms, ms, until: now + ms })
    }
  }
  return { answered, refused }
}

const percentile = (outcomes: readonly Outcome[], share: number): number =>
  outcomes.map(({ waitedMs }) => waitedMs).toSorted((a, b) => a - b)[Math.floor(share * outcomes.length)] ?? 0

test.each([2, 10])(
  'at five times the capacity, with searches of %d ms, workers stay busy and refusals are immediate',
  (meanMs) => {
    const capacity = (WORKERS * 1000) / meanMs
    const seconds = 20
    const arrivals = Array.from({ length: seconds * capacity * 5 }, (_, i) => (i * 1000) / (capacity * 5))
    // The first two seconds are a burst.
    const afterBurst = ({ since }: Outcome): boolean => since > LIMITS.burstMs + LIMITS.burstWaitMs
    const { answered, refused } = simulate(arrivals, meanMs)
    expect(answered.length).toBeGreaterThan(capacity * seconds * 0.95)
    expect(percentile(answered.filter(afterBurst), 0.99)).toBeLessThan(330)
    expect(percentile(refused.filter(afterBurst), 0.99)).toBe(0)
  },
)

test('a burst of 200 searches of 4 ms is answered', () => {
  const { answered, refused } = simulate(
    Array.from({ length: 2000 }, (_, i) => Math.floor(i / 200) * 3000 + (i % 200) * 0.05),
    4,
  )
  expect(refused).toEqual([])
  expect(percentile(answered, 0.99)).toBeLessThan(LIMITS.burstWaitMs + 50)
})
