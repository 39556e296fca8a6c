/**
 * The second phase: requests the frontier, depth by depth and in order of URL, so that the pages within a limit do not
 * depend on the order of arrival.
 */
import { FIRST_PAUSE, MAX_ATTEMPTS, MAX_PAUSE } from '../net/fetcher.ts'
import type { Ask, Outcome } from '../net/outcome.ts'
import type { Pace } from '../net/pace.ts'
import type { Ending } from '../result/ending.ts'
import type { Waiting } from '../store/frontier.ts'
import type { StoredPage } from '../store/pages.ts'
import { admit } from './admit.ts'
import { askIfChanged, unbelieved } from './conditions.ts'
import { areProved, heldSince, keepDate } from './dates.ts'
import { hostQueue } from './host-queue.ts'
import { pause, paceOf } from './paces.ts'
import { progressOf } from './progress.ts'
import { endPage, keepAnswer, readAnswer } from './read-answer.ts'
import type { Run } from './run.ts'

/** Connections to one public host, and to one of the operator's own network. */
const CONNECTIONS = 2
const PRIVATE_CONNECTIONS = 8

/** Time (ms) after which the counters are stored; a killed crawl forgets to count its last requests. */
const SAVE_INTERVAL = 200

/** Counters of the phase; those in the store survive an interruption. */
interface Spending {
  requests: number
  /** Monotonic time (ms) at which the time limit is reached. */
  deadline: number
}

/**
 * Requests all waiting addresses, and those once more that failed and may succeed later or whose answer is not believed. Returns whether a limit ended it; then the rest has the verdict `limit`.
 *
 * @param before requests and ms of the crawl before its interruption.
 */
export async function fetchPhase(run: Run, before: { requests: number; spent: number }): Promise<'complete' | 'limit'> {
  const { frontier } = run.store
  const started = performance.now()
  const spending = { requests: before.requests, deadline: started + run.limits.minutes * 60_000 - before.spent }
  const report = progressOf(run, 'fetch')
  let saved = 0
  const save = (): void => {
    report()
    const now = performance.now()
    if (now - saved < SAVE_INTERVAL) return
    saved = now
    run.store.update({ requests: spending.requests, spent: Math.round(before.spent + now - started) })
  }
  const isOver = (): boolean => spending.requests >= run.limits.pages || performance.now() >= spending.deadline
  const useDates = run.options.fresh !== true && areProved(run)
  const fetchAll = async (): Promise<void> => {
    for (let depth = frontier.nextDepth(); depth !== undefined && !isOver(); depth = frontier.nextDepth()) {
      const work = { depth, spending, isOver, save, useDates }
      await Promise.all(frontier.hostsAt(depth).map((host) => crawlHost(run, { ...work, host })))
    }
  }
  await fetchAll()
  // After a limit the verdict of a failure stays.
  if (!isOver()) {
    run.store.transaction(() => {
      for (const { url } of [...run.again.splice(0), ...unbelieved(run)]) frontier.wait(url)
    })
    await fetchAll()
  }
  run.again = []
  run.store.update({ requests: spending.requests })
  const detail = spending.requests >= run.limits.pages ? `${run.limits.pages} pages` : `${run.limits.minutes} minutes`
  const left = frontier.endWaiting({ state: 'skipped', reason: 'limit', detail })
  return left > 0 ? 'limit' : 'complete'
}

/**
 * Requests pages that no link names: the other files of a folder, or the pages of the accepted set when a sitemap could not
 * be read. Returns `undefined` if all of them are known.
 */
export async function fetchUnseen(run: Run, urls: readonly string[]): Promise<'complete' | 'limit' | undefined> {
  const { frontier, transaction, state } = run.store
  const unseen = urls.filter((url) => !frontier.has(url))
  if (unseen.length === 0) return undefined
  transaction(() => {
    for (const url of unseen) admit(run, { url, source: 'index', depth: 0, hops: 0, listed: false })
  })
  return await fetchPhase(run, state())
}

/** One host at one depth. */
interface HostWork {
  depth: number
  host: string
  spending: Spending
  isOver: () => boolean
  save: () => void
  /** Pages with the date of their last request need no other one. */
  useDates: boolean
}

async function crawlHost(run: Run, work: HostWork): Promise<void> {
  const queue = hostQueue(run, work.depth, work.host)
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next !== undefined && !work.isOver(); next = queue.next()) {
      run.options.signal?.throwIfAborted()
      await crawlOne(run, work, next)
    }
  }
  // The first answer shows whether the host is in a private network.
  const first = work.isOver() ? undefined : queue.next()
  if (first === undefined) return
  await crawlOne(run, work, first)
  const count = run.fetcher.isPrivate(new URL(first.url).hostname) ? PRIVATE_CONNECTIONS : CONNECTIONS
  await Promise.all(Array.from({ length: count }, worker))
}

async function crawlOne(run: Run, work: HostWork, waiting: Waiting): Promise<void> {
  const { origin } = new URL(waiting.url)
  const rules = await run.robotsOf(origin)
  const end = (ending: Ending): void => {
    endPage(run, waiting, ending)
    work.save()
  }
  if (rules.unreachable !== undefined) return end({ state: 'failed', ...rules.unreachable })
  if (!rules.allows(waiting.url)) return end({ state: 'skipped', reason: 'robots' })
  const pace = await paceOf(run, origin)
  if (pace.isGivenUp()) {
    return end({ state: 'failed', reason: 'status', detail: 'the host answered with errors only, requests were ended' })
  }
  // Other workers made requests since the check before robots.txt was read.
  if (work.isOver()) return
  work.spending.requests++
  const held = work.useDates ? heldSince(run, waiting.url, run.store.pages.get(waiting.url)) : undefined
  if (held !== undefined) {
    keepAnswer(run, waiting, new Date(held).toISOString())
    return work.save()
  }
  const stored = run.options.fresh === true ? undefined : run.store.pages.get(waiting.url)
  const known = stored?.facts.needsBrowser === true ? undefined : stored
  const outcome = await askIfChanged(run, waiting, known, (conditional) =>
    requestPage(run, pace, waiting.url, conditional ? known : undefined),
  )
  await readAnswer(run, waiting, { outcome, known })
  if (outcome.kind === 'received' || outcome.kind === 'unchanged') {
    const body = run.store.pages.get(waiting.url)?.body
    keepDate(run, waiting.url, stored, body !== stored?.body)
  } else run.store.visits.remove(waiting.url)
  const isLater = outcome.kind === 'failed' && outcome.again && (outcome.wait ?? 0) <= MAX_PAUSE
  if (isLater && !pace.isGivenUp()) run.again.push(waiting)
  work.save()
}

/**
 * Requests a page, again with its cookies after each redirect to itself and by its check. A check that does not lead back is a page
 * of its own, to which the page redirects.
 */
async function requestPage(run: Run, pace: Pace, url: string, known: StoredPage | undefined): Promise<Outcome> {
  const ask = {
    url,
    ...(known?.etag !== undefined && { etag: known.etag }),
    ...(known?.modified !== undefined && { modified: known.modified }),
  }
  const first = await attempt(run, pace, ask)
  let [at, outcome] = [url, first]
  for (let hops = 0; hops < run.limits.redirects; hops++) {
    if (outcome.kind !== 'redirect' || outcome.cookies === undefined) break
    const { to, cookies }: { to: string; cookies?: string } = outcome
    if (!(await run.robotsOf(new URL(to).origin)).allows(to)) break
    at = to
    outcome = await attempt(run, pace, to === url ? { ...ask, cookies } : { url: to, cookies })
  }
  return at === url ? outcome : first
}

/** One request at the host's pace, with further attempts after transient failures. */
async function attempt(run: Run, pace: Pace, ask: Ask): Promise<Outcome> {
  const { signal } = run.options
  for (let count = 1; ; count++) {
    await pause(pace.reserve(performance.now()) - performance.now(), signal)
    const started = performance.now()
    const outcome = await run.fetcher.page(ask)
    const now = performance.now()
    if (outcome.kind !== 'failed' || !outcome.again) {
      pace.succeeded(now - started)
      return outcome
    }
    const wait = outcome.wait ?? FIRST_PAUSE * 2 ** (count - 1)
    pace.failed(now, wait <= MAX_PAUSE ? outcome.wait : undefined)
    if (count === MAX_ATTEMPTS || outcome.reason === 'too-slow' || wait > MAX_PAUSE || pace.isGivenUp()) return outcome
    await pause(wait, signal)
  }
}
