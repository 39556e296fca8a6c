/**
 * Asks for what is typed before the dialog is there, with the requests that the dialog will make: it then finds the
 * answer in the client, or joins the call that is on its way.
 */
import { firstRequests } from '@docent/dialog'
import type { PageState } from '../page-data.ts'
import { clientOf, FACETS, scopeOf } from './site-search.ts'

/** Milliseconds without a letter that end a burst of typing, as in the dialog. */
const PAUSE = 80

let timer: ReturnType<typeof setTimeout> | undefined
let running: AbortController | undefined

/** Somebody is about to search: what is needed before a question can be asked is fetched. @param worker as in `clientOf`. */
export function prepareClient({ site }: PageState, worker: Worker | undefined): void {
  clientOf(site, worker)
  for (const host of site.search.hosts) {
    const link = document.createElement('link')
    link.rel = 'preconnect'
    link.href = host
    // As the client asks: without cookies.
    link.crossOrigin = 'anonymous'
    document.head.append(link)
  }
}

/** Takes the text of the box into account; an empty one gives up what is asked. */
export function askEarly({ site, page }: PageState, text: string): void {
  clearTimeout(timer)
  running?.abort()
  // While the author writes no answer is kept: asking would be in vain.
  if (site.live) return
  const { index: indexName } = site.search
  const requests = firstRequests({ indexName, text, searchParameters: scopeOf(page), facets: FACETS })
  if (requests.length === 0) return
  const own = (running = new AbortController())
  timer = setTimeout(() => {
    // What goes wrong is told by the dialog, which asks again.
    clientOf(site)
      .search(requests, { signal: own.signal })
      .catch(() => undefined)
  }, PAUSE)
}
