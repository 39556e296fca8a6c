/** Keeps all requests of a crawl to the pace of their host. */
import { setTimeout as sleep } from 'node:timers/promises'
import { makePace, type Pace } from '../net/pace.ts'
import type { Run } from './run.ts'

/**
 * The pace of an origin. Hosts of the operator's own network have no rate, but keep to a delay that they state; whether a
 * host is one is known since its robots.txt was requested.
 */
export async function paceOf(run: Run, origin: string): Promise<Pace> {
  const { delay } = await run.robotsOf(origin)
  const known = run.paces.get(origin)
  if (known !== undefined) return known
  const rate = run.options.rate ?? (run.fetcher.isPrivate(new URL(origin).hostname) ? 0 : undefined)
  const pace = makePace({ delay, ...(rate !== undefined && { rate }) })
  run.paces.set(origin, pace)
  return pace
}

/** Waits until the next request to an origin may start. */
export async function turn(run: Run, origin: string): Promise<void> {
  const pace = await paceOf(run, origin)
  await pause(pace.reserve(performance.now()) - performance.now(), run.options.signal)
}

/** Waits; the signal ends the wait with its reason. @param ms none if not positive. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { ...(signal !== undefined && { signal }) })
}
