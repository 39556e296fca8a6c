/** Hosts that answer requests for missing pages with a page that says so, and with status 200. */
import { routeOf } from '../html/hash-routes.ts'
import { visibleText } from '../html/visible-text.ts'
import { decodeHtml } from '../net/decode-text.ts'
import { CodingError } from '../net/decompress.ts'
import { RenderError } from '../render/renderer.ts'
import type { StoredPage } from '../store/pages.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'
import { fetchedPages } from './settle.ts'

/** A name that no site has. */
const NO_PAGE = 'docent-asks-for-a-missing-page'

/**
 * Ends pages that say that they are missing, if the host answers a request for a name that no site has with the same text.
 * Only such pages lead to that request, one for each host. A router in the browser is the host of its routes.
 */
export async function endMissing(run: Run): Promise<void> {
  const { frontier, pages, transaction } = run.store
  const suspects = [...fetchedPages(run)].filter(({ facts }) => facts.saysMissing === true)
  for (const [, own] of Map.groupBy(suspects, ({ url }) => hostOf(url))) {
    const missing = await missingText(run, own)
    if (missing === undefined) continue
    transaction(() => {
      for (const { url, body } of own)
        if (textWithout(url, pages.body(body)) === missing)
          frontier.end(url, {
            state: 'skipped',
            reason: 'gone',
            detail: 'status 200 with the page for missing addresses',
          })
    })
  }
}

/** The text of the host's page for missing addresses; `undefined` for a host that answers with the right status. */
async function missingText(run: Run, [suspect]: readonly StoredPage[]): Promise<string | undefined> {
  if (suspect === undefined) return undefined
  const url = missingAddress(suspect.url)
  const outcome = await fetchFile(run, url)
  if (outcome.kind !== 'received' || !outcome.type.includes('html')) return undefined
  try {
    const html = decodeHtml(outcome.body, outcome.charset)
    if (routeOf(url) === undefined) return textWithout(url, html)
    return run.render && textWithout(url, (await run.render(url, html)).html)
  } catch (error) {
    if (error instanceof CodingError || error instanceof RenderError) return undefined
    throw error
  }
}

const hostOf = (url: string): string => (routeOf(url) === undefined ? new URL(url).origin : url.split('#', 1).join(''))

/** An address beside that of a page, which no site has. */
const missingAddress = (url: string): string => new URL(routeOf(url) === undefined ? NO_PAGE : `#/${NO_PAGE}`, url).href

/** The text of a page without its own address, which such pages repeat; `undefined` for a page over the limits of its tree. */
function textWithout(url: string, html: string): string | undefined {
  const { href, pathname } = new URL(url)
  const path = routeOf(url) ?? pathname
  const name = path.slice(path.lastIndexOf('/') + 1)
  const parts = [href, path, name].filter((part) => part.length > 1)
  return parts.reduce((text, part) => text?.replaceAll(part, ''), visibleText(html))
}
