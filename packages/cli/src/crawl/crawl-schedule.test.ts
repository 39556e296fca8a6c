/** Runs the schedule with a small program in place of the crawl; it leaves a status, or ends without one. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { AwaitedPage, LogEvent } from '@docent/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { type Alarm, alarmBody } from './alarm.ts'
import { runCrawlChild } from './crawl-child.ts'
import { type CrawlSchedule, scheduleCrawls, type ScheduleOptions } from './crawl-schedule.ts'
import { type LastRun, readStatus, writeStatus } from './crawl-status.ts'

let folder = ''
let statusFile = ''
let alarms: Alarm[]
let events: LogEvent[]
let schedules: CrawlSchedule[]
beforeEach(() => {
  folder = folderOf()
  statusFile = join(folder, 'status.json')
  alarms = []
  events = []
  schedules = []
})
afterEach(async () => {
  await Promise.all(schedules.map((schedule) => schedule.close()))
  vi.useRealTimers()
})

/** Notes each run with its arguments, waits for the build that it is given and for a file if `WAITS`, and leaves a status if `REPORTS`. */
const PROGRAM = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
const started = new Date().toISOString()
appendFileSync('runs', JSON.stringify(process.argv.slice(2)) + '\\n')
const until = async (isThere) => { while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10)) }
const build = process.argv[4]
if (build !== undefined) {
  await until(() => existsSync('build-' + build))
  process.send('build-served')
}
if (WAITS) await until(() => existsSync('go'))
const last = { outcome: 'complete', started, at: started, reasons: [], pages: 3, records: 9, failedPages: 0 }
if (REPORTS) writeFileSync('status.json', JSON.stringify({ index: 'docs', source: 'site', last, currentSince: started }))
else { console.error('out of memory'); process.exit(1) }
`

async function schedule(
  { waits = false, reports = true }: { waits?: boolean; reports?: boolean },
  options: Partial<ScheduleOptions> = {},
): Promise<CrawlSchedule> {
  const program = join(folder, 'crawl.mjs')
  await writeFile(program, PROGRAM.replaceAll('WAITS', String(waits)).replaceAll('REPORTS', String(reports)))
  const opened = scheduleCrawls({
    index: 'docs',
    source: 'https://docs.example',
    statusFile,
    run: (asked) => runCrawlChild({ command: [process.execPath, program], folder }, asked),
    raise: async (alarm) => void alarms.push(alarm),
    log: (event) => void events.push(event),
    checkMs: CHECK_MS,
    ...options,
  })
  opened.start()
  schedules.push(opened)
  return opened
}

const runs = async (): Promise<string[][]> =>
  (await readFile(join(folder, 'runs'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string[])

/** Resolves when no crawl runs. `expect.poll` would also let held checks run. */
async function idle({ control }: CrawlSchedule): Promise<void> {
  while ((await control.state()).isRunning) await delay(5)
}

/** Interval (ms) of the checks whether a run is due. */
const CHECK_MS = 20

/** Before the schedule starts: from now on it checks only in `checkTenTimes`. */
const holdChecks = (): unknown => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const checkTenTimes = (): unknown => vi.advanceTimersByTime(10 * CHECK_MS)

test('without an interval, nothing runs until a request', async () => {
  holdChecks()
  const { control } = await schedule({})
  checkTenTimes()
  expect(await control.state()).toEqual({ index: 'docs', isRunning: false, last: undefined, currentSince: undefined })
  expect(await runs()).toEqual([])
})

const awaited = (text: string): AwaitedPage => ({ url: 'https://docs.example/', text })
const runOf = (text: string): string[] => ['--wait-for', 'https://docs.example/', text]
const deploy = (text: string): Promise<void> => writeFile(join(folder, `build-${text}`), '')

test('a request starts a run, requests during it are one more run, and one that waits for the build of the latest', async () => {
  const opened = await schedule({ waits: true })
  const { control } = opened
  await deploy('b')
  const requests = [undefined, awaited('a'), awaited('b'), undefined, undefined]
  expect(requests.map((page) => control.request(page))).toEqual(['started', 'queued', 'queued', 'queued', 'queued'])
  expect((await control.state()).isRunning).toBe(true)
  await writeFile(join(folder, 'go'), '')
  await idle(opened)
  expect(await runs()).toEqual([[], [], runOf('b')])
  expect((await control.state()).last).toMatchObject({ outcome: 'complete', pages: 3 })
})

test('a run that only waits for its build is replaced by a request for a newer build', async () => {
  const opened = await schedule({})
  const { control } = opened
  expect(control.request(awaited('never'))).toBe('started')
  await expect.poll(runs).toHaveLength(1)
  await deploy('newer')
  expect(control.request(awaited('newer'))).toBe('started')
  await idle(opened)
  expect(await runs()).toEqual([runOf('never'), runOf('newer')])
  expect(events.map(({ event }) => event)).toEqual([
    'crawl-started',
    'crawl-replaced',
    'crawl-started',
    'crawl-build-served',
    'crawl-ended',
  ])
  // The replaced run is no failure.
  expect(readStatus(statusFile)).toMatchObject({ last: { outcome: 'complete' } })
  expect(alarms).toEqual([])
})

test('a request without a build runs at once; the run that waited waits again after it', async () => {
  const opened = await schedule({})
  const { control } = opened
  control.request(awaited('later'))
  await expect.poll(runs).toHaveLength(1)
  expect(control.request()).toBe('started')
  await expect.poll(runs).toEqual([runOf('later'), [], runOf('later')])
  await deploy('later')
  await idle(opened)
  expect((await control.state()).last).toMatchObject({ outcome: 'complete' })
})

test('a scheduled run does not wait behind one whose build never appears', async () => {
  const opened = await schedule({}, { everySeconds: 0.5 })
  await expect.poll(async () => (await opened.control.state()).last?.outcome).toBe('complete')
  opened.control.request(awaited('never'))
  const isNever = (run: string[]): boolean => run.includes('never')
  await expect.poll(async () => (await runs()).filter(isNever).length).toBeGreaterThanOrEqual(2)
  const all = await runs()
  expect(all.slice(all.findIndex(isNever) + 1).some((run) => !isNever(run))).toBe(true)
  expect(events.map(({ event }) => event)).toContain('crawl-replaced')
})

test('a run whose build is served is not replaced', async () => {
  const opened = await schedule({ waits: true })
  const { control } = opened
  await deploy('a')
  await deploy('b')
  control.request(awaited('a'))
  await expect.poll(() => events.map(({ event }) => event)).toContain('crawl-build-served')
  expect(control.request(awaited('b'))).toBe('queued')
  await writeFile(join(folder, 'go'), '')
  await idle(opened)
  expect(await runs()).toEqual([runOf('a'), runOf('b')])
  expect(events.filter(({ event }) => event === 'crawl-ended')).toHaveLength(2)
})

test('a run is due at the start when none was made, and again after the interval', async () => {
  await schedule({}, { everySeconds: 0.2 })
  await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(2)
})

test('a restarted server waits for the rest of the interval', async () => {
  const now = new Date().toISOString()
  const last: LastRun = {
    outcome: 'complete',
    started: now,
    at: now,
    reasons: [],
    pages: 1,
    records: 1,
    failedPages: 0,
  }
  writeStatus(statusFile, { index: 'docs', source: 'site', last })
  holdChecks()
  const opened = await schedule({}, { everySeconds: 3600 })
  checkTenTimes()
  expect((await opened.control.state()).isRunning).toBe(false)
  expect(await runs()).toEqual([])
})

test('a run is due where the clock was set back by more than the interval since the last one', async () => {
  const last: LastRun = {
    outcome: 'complete',
    started: new Date(Date.now() + 7_200_000).toISOString(),
    at: new Date(Date.now() + 7_200_000).toISOString(),
    reasons: [],
    pages: 1,
    records: 1,
    failedPages: 0,
  }
  writeStatus(statusFile, { index: 'docs', source: 'https://docs.example', last, failures: 0 })
  const opened = await schedule({}, { everySeconds: 3600, checkMs: 60_000 })
  await idle(opened)
  expect(await runs()).toHaveLength(1)
  // Its outcome counts, although it is older than the one before.
  expect(readStatus(statusFile)?.last).toMatchObject({ outcome: 'complete', pages: 3 })
  expect(alarms).toEqual([])
})

test('a crawl whose process dies has failed, and raises an alarm', async () => {
  const opened = await schedule({ reports: false })
  opened.control.request()
  await idle(opened)
  expect((await opened.control.state()).last).toMatchObject({ outcome: 'failed' })
  expect(alarms).toMatchObject([{ event: 'failed', index: 'docs', reasons: ['out of memory'] }])
  expect(events.at(-1)).toMatchObject({ event: 'crawl-ended', level: 'warn' })
})

test('a failed crawl is repeated sooner than after the interval, with growing waits', async () => {
  holdChecks()
  const opened = await schedule({ reports: false }, { everySeconds: 3600, retrySeconds: [0, 0, 3600] })
  for (const failures of [1, 2, 3]) {
    expect((await opened.control.state()).isRunning).toBe(true)
    await idle(opened)
    expect(readStatus(statusFile)?.failures).toBe(failures)
    checkTenTimes()
  }
  expect((await opened.control.state()).isRunning).toBe(false)
  expect(await runs()).toHaveLength(3)
})

test('a retry is due after its wait from the end of the run, at most after the interval', async () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  const failed = (minutes: number): LastRun => ({
    outcome: 'failed',
    started: ago(minutes + 10),
    at: ago(minutes),
    reasons: [],
    pages: 0,
    records: 0,
    failedPages: 0,
  })
  const hasRun = async (minutes: number, failures: number, everySeconds: number): Promise<boolean> => {
    await rm(join(folder, 'runs'), { force: true })
    writeStatus(statusFile, { index: 'docs', source: 'site', last: failed(minutes), failures })
    const opened = await schedule({}, { everySeconds, checkMs: 60_000 })
    const { isRunning } = await opened.control.state()
    await idle(opened)
    return isRunning
  }
  const DAY = 86_400
  expect([await hasRun(4, 1, DAY), await hasRun(6, 1, DAY)]).toEqual([false, true])
  expect([await hasRun(14, 2, DAY), await hasRun(16, 2, DAY)]).toEqual([false, true])
  expect([await hasRun(44, 3, DAY), await hasRun(46, 3, DAY)]).toEqual([false, true])
  expect(await hasRun(600, 4, DAY)).toBe(false)
  expect(await hasRun(30, 3, 40 * 60)).toBe(true)
})

test('old records raise one alarm', async () => {
  const old = new Date(Date.now() - 7_200_000).toISOString()
  writeStatus(statusFile, { index: 'docs', source: 'site', currentSince: old })
  holdChecks()
  await schedule({}, { maxAgeSeconds: 3600 })
  checkTenTimes()
  expect(alarms).toMatchObject([{ event: 'old', currentSince: old }])
  expect(JSON.parse(alarmBody(alarms[0] as Alarm))).toMatchObject({ text: expect.stringContaining('has old records') })
})

test('closing ends a running crawl, which is no failure', async () => {
  const opened = await schedule({ waits: true })
  opened.control.request()
  await expect.poll(runs).toHaveLength(1)
  await opened.close()
  expect(alarms).toEqual([])
  expect((await opened.control.state()).last).toBeUndefined()
})
