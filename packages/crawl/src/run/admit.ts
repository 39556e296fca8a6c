/** Decides by its text whether a found address is requested; every address that is found gets a verdict or waits. */
import { refusalOf } from '../discover/refuse.ts'
import { isInside } from '../discover/scope.ts'
import { MAX_ADDRESS } from '../result/address.ts'
import type { Ending } from '../result/ending.ts'
import { MAX_ADDRESSES, type Found } from '../store/frontier.ts'
import type { Run } from './run.ts'

/** Adds an address to the frontier: waiting, or with the verdict that excludes it. */
export function admit(run: Run, found: Found): void {
  const { frontier } = run.store
  if (run.options.source.kind === 'folder') {
    const url = fileAddress(found.url)
    if (url !== found.url) return admit(run, { ...found, url })
  }
  if (!found.listed && frontier.knows(found.url, found.depth)) return
  // The text of an endless address is kept as far as it distinguishes addresses.
  const url = found.url.length > MAX_ADDRESS ? `${found.url.slice(0, MAX_ADDRESS)}…` : found.url
  if (frontier.total() >= MAX_ADDRESSES && !frontier.has(url)) {
    run.note(`More than ${MAX_ADDRESSES} addresses were found; the others have no verdict.`)
    return
  }
  frontier.add({ ...found, url }, refusal(run, found))
}

/** The one address of a file: files have no queries, and a folder is its index page. */
function fileAddress(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/\/index\.html$/, '/')
}

function refusal(run: Run, found: Found): Ending | undefined {
  const { limits } = run
  const { url, depth, hops } = found
  const excluded = exclusion(run, found)
  // A start address is requested for its links, see `startWithoutRecords`.
  if (excluded !== undefined && found.source !== 'start') return { state: 'skipped', reason: excluded }
  const refused = refusalOf(url)
  if (refused !== undefined) return refused
  if (depth > limits.depth) return { state: 'skipped', reason: 'limit', detail: `more than ${limits.depth} links deep` }
  if (hops > limits.redirects) {
    return { state: 'failed', reason: 'redirects', detail: `more than ${limits.redirects} redirects` }
  }
  return undefined
}

/** The verdict of a start address that the patterns of a configuration exclude; `undefined` for any other address. */
export function startWithoutRecords(run: Run, url: string): Ending | undefined {
  if (run.options.included === undefined && run.options.stopped === undefined) return undefined
  const reason = run.store.frontier.isStart(url) ? exclusion(run, { url, source: 'start' }) : undefined
  return reason && { state: 'skipped', reason, detail: 'a start address: only its links were read' }
}

/** The part of the options that excludes an address. */
function exclusion(
  { areas, options }: Run,
  { url, source }: Pick<Found, 'url' | 'source'>,
): 'outside' | 'stopped' | undefined {
  if (options.wholeSitemaps === true && source === 'sitemap')
    return areas.some(({ host }) => host === new URL(url).host) ? undefined : 'outside'
  if (!isInside(areas, url) || options.included?.(url) === false) return 'outside'
  return options.stopped?.(url) === true ? 'stopped' : undefined
}
