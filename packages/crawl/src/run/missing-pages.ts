/** Hosts that answer requests for missing pages with a page that says so, and with status 200. */
import { visibleText } from '../html/visible-text.ts'
import { decodeHtml } from '../net/decode-text.ts'
import { CodingError } from '../net/decompress.ts'
import type { StoredPage } from '../store/pages.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'
import { fetchedPages } from './settle.ts'

/** A name that no site has. */
const NO_PAGE = 'docent-asks-for-a-missing-page'

/**
 * Ends pages that say that they are missing, if the host answers a request for a name that no site has with the same text.
 * Only such pages lead to that request, one for each host.
 */
export async function endMissing(run: Run): Promise<void> {
  const { frontier, pages, transaction } = run.store
  const suspects = [...fetchedPages(run)].filter(({ facts }) => facts.saysMissing === true)
  for (const [, own] of Map.groupBy(suspects, ({ url }) => new URL(url).origin)) {
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
  const url = new URL(NO_PAGE, suspect.url).href
  const outcome = await fetchFile(run, url)
  if (outcome.kind !== 'received' || !outcome.type.includes('html')) return undefined
  try {
    return textWithout(url, decodeHtml(outcome.body, outcome.charset))
  } catch (error) {
    if (error instanceof CodingError) return undefined
    throw error
  }
}

/** The text of a page without its own address, which such pages repeat; `undefined` for a page over the limits of its tree. */
function textWithout(url: string, html: string): string | undefined {
  const { href, pathname } = new URL(url)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  const parts = [href, pathname, name].filter((part) => part.length > 1)
  return parts.reduce((text, part) => text?.replaceAll(part, ''), visibleText(html))
}
