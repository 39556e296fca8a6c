/** Serves the page of `docent try` on this machine. It contains no script, and a policy forbids any. */

import { listen, type Listening, plainText, refuseOtherNames } from '@docent/server'

import { renderPage, type TryPage } from './page.ts'
import { answerOf } from './side.ts'
import { STYLE } from './style.ts'

/** Maximum number of UTF-8 bytes of a query, as the wire has it. */
const QUERY_BYTES = 512

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Everything of the page but the query and its answers, and the address that relative URLs of hits belong to. */
export interface ServedTry extends Omit<TryPage, 'query' | 'answers'> {
  siteUrl: string | undefined
}

/** Listens on 127.0.0.1. Requests by other names are refused, because the present search may be asked with a key. */
export function servePage({ siteUrl, ...page }: ServedTry, port: number): Promise<Listening> {
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plainText(405, 'Only GET is answered.', { allow: 'GET, HEAD' })
    if (isForeign(request)) return plainText(403, 'A page of another site has no answer here: open the address itself.')
    if (pathname === '/style.css')
      return new Response(STYLE, { headers: { ...HEADERS, 'content-type': 'text/css; charset=utf-8' } })
    if (pathname !== '/') return plainText(404, 'There is nothing at this address.')
    const query = (searchParams.get('q') ?? '').trim()
    if (Buffer.byteLength(query) > QUERY_BYTES) return plainText(400, `A query has at most ${QUERY_BYTES} bytes.`)
    const answers =
      query === '' ? undefined : await Promise.all(page.sides.map((side) => answerOf(side, query, siteUrl)))
    const html = renderPage({ ...page, query, ...(answers && { answers }) })
    return new Response(html, { headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
  }
  return listen(answer, {
    host: '127.0.0.1',
    port,
    refuseEarly: refuseOtherNames(
      () => [],
      () => undefined,
    ),
  })
}

/**
 * Whether a page of another site makes the browser send this request: it could spend the queries of the key. Browsers send
 * `Sec-Fetch-Site` to this machine; a port of its own is another site too.
 */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(url).origin
}
