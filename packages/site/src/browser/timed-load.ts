/** Loads the page of a navigation within a time limit, with a loading indicator. A newer navigation cancels an older one. */
import type { LoadedPage, PageLoader } from './page-loader.ts'

/** Time after which the browser loads the page in full (ms; the specification's value). */
const ROUTE_TIMEOUT_MS = 3800

/** Delay of the loading indicator (ms), since a brief flash would make fast navigations seem slower. */
const LOADING_SHOWN_AFTER_MS = 150

/** The load that the current navigation waits for. */
export interface TimedLoad {
  /** Loads a page within `ROUTE_TIMEOUT_MS`. `undefined` when it was cancelled, also by a newer navigation. */
  loadInTime(path: string): Promise<LoadedPage | 'failed' | undefined>
  /** Ends the current navigation; without effect on a page that has arrived. */
  cancel(): void
}

/** At first no navigation is waiting. */
export function createTimedLoad(loader: PageLoader): TimedLoad {
  let current: AbortController | undefined

  async function loadInTime(path: string): Promise<LoadedPage | 'failed' | undefined> {
    cancel()
    const navigation = new AbortController()
    current = navigation
    const indicator = setTimeout(
      () => document.documentElement.toggleAttribute('data-loading', true),
      LOADING_SHOWN_AFTER_MS,
    )
    let timeout: ReturnType<typeof setTimeout> | undefined
    const ended = new Promise<'failed' | undefined>((resolve) => {
      timeout = setTimeout(() => resolve('failed'), ROUTE_TIMEOUT_MS)
      navigation.signal.addEventListener('abort', () => resolve(undefined))
    })
    const loaded = await Promise.race([loader.load(path).catch(() => 'failed' as const), ended])
    clearTimeout(indicator)
    clearTimeout(timeout)
    if (current !== navigation) {
      loader.abandon(path)
      return undefined
    }
    cancel()
    return loaded
  }

  function cancel(): void {
    current?.abort()
    current = undefined
    document.documentElement.removeAttribute('data-loading')
  }

  return { loadInTime, cancel }
}
