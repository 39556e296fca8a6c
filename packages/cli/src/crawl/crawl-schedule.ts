/**
 * The crawls of a server: at intervals and on request, one at a time. A run is a process (`crawl-child.ts`) that writes through the
 * server's API and leaves its outcome in the status file.
 */

import type { AwaitedPage, CrawlControl, CrawlState, Log } from '@docent/server'

import { type CrawlStatus, failuresAfter, type LastRun, readStatus, writeStatus } from './crawl-status.ts'
import type { Alarm } from './alarm.ts'
import type { AskedRun } from './crawl-child.ts'
import { durationText } from '../config/duration.ts'
import { messageOf } from '../terminal/message-of.ts'

/** Interval (ms) of the check whether a run is due. */
const CHECK_MS = 5000

/** Waits (s) after failed runs, one after the other; later ones, and longer ones than the interval, wait for the interval. */
const RETRY_SECONDS = [5 * 60, 15 * 60, 45 * 60]

/** The crawls of one index. */
export interface ScheduleOptions {
  index: string
  /** The crawled site, for people. */
  source: string
  statusFile: string
  /** Seconds between the starts of two runs; absent: on request only. */
  everySeconds?: number | undefined
  /** Age (seconds) of the served records from which an alarm is raised; absent: none. */
  maxAgeSeconds?: number | undefined
  /** Runs a crawl to its end. Returns its last errors. */
  run: (asked: AskedRun) => Promise<string>
  /** Reports an outcome that the run itself could not report. */
  raise: (alarm: Alarm) => Promise<void>
  log: Log
  /** In place of `RETRY_SECONDS`. */
  retrySeconds?: readonly number[]
  /** In place of `CHECK_MS`. */
  checkMs?: number
}

/** The schedule of a server. */
export interface CrawlSchedule {
  control: CrawlControl
  /** Begins with the first run, at once if it is due. */
  start: () => void
  /** Ends a running crawl, which the next one continues. */
  close: () => Promise<void>
}

/** Makes the schedule, which is to be started. */
export function scheduleCrawls(options: ScheduleOptions): CrawlSchedule {
  const { index, statusFile, maxAgeSeconds, log } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  /**
   * The queued runs: one that waits for no build, which is the next, and one that waits for the build of the latest request, which
   * knows the latest build.
   */
  const queued: { isNow: boolean; build: AwaitedPage | undefined } = { isNow: false, build: undefined }
  /** The run that still waits for its build. */
  let waiting: { build: AwaitedPage; replace: () => void } | undefined
  let alarmedSince: string | undefined

  const queue = (build: AwaitedPage | undefined): void => {
    if (build === undefined) queued.isNow = true
    else queued.build = build
  }
  const runNext = async (): Promise<void> => {
    const build = queued.isNow ? undefined : queued.build
    if (queued.isNow) queued.isNow = false
    else queued.build = undefined
    const replaced = new AbortController()
    const current = build && { build, replace: () => replaced.abort() }
    waiting = current
    const onServed = (): void => {
      // Its message may arrive after its end.
      if (current === undefined || waiting !== current) return
      waiting = undefined
      log({ level: 'info', event: 'crawl-build-served', message: `${current.build.url} shows the awaited text`, index })
    }
    const signal = AbortSignal.any([stopping.signal, replaced.signal])
    await runOnce(options, { waitFor: build, onServed, signal }).catch((error: unknown) =>
      log({ level: 'error', event: 'crawl-failed', message: `The crawl failed: ${messageOf(error)}` }),
    )
    waiting = undefined
  }
  /** Runs the queued crawls. */
  const runAll = async (): Promise<void> => {
    while ((queued.isNow || queued.build !== undefined) && !stopping.signal.aborted) await runNext()
    running = undefined
  }
  const begin = (build: AwaitedPage | undefined): void => {
    queue(build)
    running = runAll()
  }
  /** Ends the run that waits. Its build is awaited after a run that waits for none. @param by names the run in its place. */
  const replaceWaiting = ({ build, replace }: NonNullable<typeof waiting>, by: string): void => {
    waiting = undefined
    queued.build ??= build
    replace()
    const message = `The crawl that waited for "${build.text}" at ${build.url} is replaced by ${by}`
    log({ level: 'info', event: 'crawl-replaced', message, index })
  }
  /** Begins a crawl of the schedule. A run that only waits for its build does not delay it. */
  const beginDue = (): void => {
    if (running === undefined) begin(undefined)
    else if (waiting !== undefined) {
      queue(undefined)
      replaceWaiting(waiting, 'the scheduled crawl, after which it waits again')
    }
  }
  const check = (): void => {
    const status = readStatus(statusFile)
    if (isDue(options, status)) beginDue()
    const { currentSince } = status ?? {}
    if (maxAgeSeconds === undefined || currentSince === undefined || alarmedSince === currentSince) return
    if (Date.now() - Date.parse(currentSince) <= maxAgeSeconds * 1000) return
    alarmedSince = currentSince
    void alarm(options, {
      event: 'old',
      outcome: status?.last?.outcome,
      reasons: [`The records are of ${currentSince}, older than ${durationText(maxAgeSeconds)}.`],
      currentSince,
    })
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      check()
      timer = setInterval(check, options.checkMs ?? CHECK_MS)
      timer.unref()
    },
    control: {
      state: async () => stateOf(index, readStatus(statusFile), running !== undefined),
      request(waitFor) {
        if (running === undefined) {
          begin(waitFor)
          return 'started'
        }
        queue(waitFor)
        if (waiting === undefined) return 'queued'
        replaceWaiting(waiting, 'a newer request')
        return 'started'
      },
    },
    async close() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Whether a run is due: none was made, the last one began long enough ago, or it failed and its retry is due. */
function isDue(
  { everySeconds, retrySeconds = RETRY_SECONDS }: ScheduleOptions,
  status: CrawlStatus | undefined,
): boolean {
  if (everySeconds === undefined) return false
  if (status?.last === undefined) return true
  const { last, failures = 0 } = status
  // A time far in the future was written before the clock was set back: waiting for it could take years.
  const isPast = (time: string, seconds: number): boolean => Math.abs(Date.now() - Date.parse(time)) >= seconds * 1000
  if (isPast(last.started, everySeconds)) return true
  const wait = last.outcome === 'failed' ? retrySeconds[failures - 1] : undefined
  // From the end of the run: one that failed slowly is not repeated at once.
  return wait !== undefined && isPast(last.at, wait)
}

/** Runs a crawl. A run that ends without an outcome has failed. */
async function runOnce(options: ScheduleOptions, asked: AskedRun): Promise<void> {
  const { index, source, statusFile, log } = options
  const started = new Date().toISOString()
  const before = readStatus(statusFile)?.last?.started
  log({ level: 'info', event: 'crawl-started', message: `Crawling ${source}`, index })
  const errors = await options.run(asked)
  if (asked.signal.aborted) return
  const status = readStatus(statusFile)
  // Compared with the last run, and not with `started`: the clock may be set back during the run.
  const reported = status?.last?.started === before ? undefined : status?.last
  const last = reported ?? failure(started, errors)
  if (reported === undefined) {
    writeStatus(statusFile, { ...status, index, source, last, failures: failuresAfter(status, last) })
    await alarm(options, {
      event: 'failed',
      outcome: 'failed',
      reasons: last.reasons,
      currentSince: status?.currentSince,
    })
  }
  const level = last.outcome === 'held' || last.outcome === 'failed' ? 'warn' : 'info'
  const [reason = ''] = last.reasons[0]?.split('\n') ?? []
  log({
    level,
    event: 'crawl-ended',
    message: `The crawl of ${source} ended: ${last.outcome}${reason === '' ? '' : `. ${reason}`}`,
    index,
  })
}

function failure(started: string, errors: string): LastRun {
  const reasons = [errors === '' ? 'The process of the crawl ended without a result.' : errors]
  return { outcome: 'failed', started, at: new Date().toISOString(), reasons, pages: 0, records: 0, failedPages: 0 }
}

/** Raises an alarm; a failure to deliver it is logged. */
async function alarm(
  { index, source, raise, log }: ScheduleOptions,
  facts: Omit<Alarm, 'index' | 'source'>,
): Promise<void> {
  await raise({ index, source, ...facts }).catch((error: unknown) =>
    log({
      level: 'warn',
      event: 'webhook-failed',
      message: `The webhook was not delivered: ${messageOf(error)}`,
    }),
  )
}

function stateOf(index: string, status: CrawlStatus | undefined, isRunning: boolean): CrawlState {
  const { last, currentSince } = status ?? {}
  return {
    index,
    isRunning,
    last: last && { outcome: last.outcome, at: last.at, pages: last.pages, failedPages: last.failedPages },
    currentSince,
  }
}
