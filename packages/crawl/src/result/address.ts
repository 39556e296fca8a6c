/** The one spelling of an address, by which pages are compared, stored and ordered. */
import { decodeOnce } from '@docent/ingest/below-root'

/** Characters of the longest address that is requested; browsers and servers agree on little beyond 2,000. */
export const MAX_ADDRESS = 2048

/** Query parameters that name the origin or the session of a visit and never change the page. */
const TRACKING = /^(?:utm_[a-z]+|gclid|fbclid|msclkid|mc_[ce]id|_hsenc|_hsmi|jsessionid|phpsessid|aspsessionid[a-z]*)$/i

/** The session of a visit as servers in Java write it into a path. */
const SESSION = /;jsessionid=[^/;]*/gi

/**
 * The address that a text means, resolved against a base: absolute, http or https, without a fragment, user, password,
 * session and tracking parameters, percent-encoding in its shortest spelling. `undefined` for every other text (`mailto:`,
 * `javascript:`, `data:`, malformed addresses).
 */
export function toAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  // Setters parse the address again, which costs more than the first parsing; most addresses need none.
  if (url.href.includes('#')) url.hash = ''
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (/;jsessionid=/i.test(url.pathname)) url.pathname = url.pathname.replaceAll(SESSION, '')
  if (url.pathname.includes('%')) url.pathname = shortEncoding(url.pathname)
  if (url.href.includes('?')) url.search = withoutTracking(url.search)
  return url.href
}

/** The name of a page in its address, for a page without a title: `wheel map` of `/parts/wheel_map.html`; the host of a first page. */
export function nameInAddress(url: string): string {
  const { hostname, pathname } = new URL(url)
  const parts = pathname.replace(/\/(?:index\.\w+)?$/, '').split('/')
  return (
    decodeOnce((parts.at(-1) ?? '').replace(/\.\w+$/, ''))
      .replaceAll(/[\s_-]+/g, ' ')
      .trim() || hostname
  )
}

/** A path in which any text may be, in percent-encoding: half a surrogate pair becomes U+FFFD. */
export function encodePath(path: string): string {
  return encodeURI(path.toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F')
}

/** Removes tracking parameters and an empty query; the order and spelling of the others stay, servers may depend on it. */
function withoutTracking(search: string): string {
  const parts = search.slice(1).split('&')
  return parts.filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0] ?? '')).join('&')
}

/** RFC 3986, 6.2.2: unreserved characters are not encoded, hexadecimal digits are upper case. */
export function shortEncoding(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })
}
