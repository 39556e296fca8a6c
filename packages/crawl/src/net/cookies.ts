/**
 * Cookies that an address sets while it redirects to itself, or to a check that redirects back to it, as checks for consent and
 * sessions do. They are sent to these addresses alone and until the last answer, so that their attributes for other hosts and
 * paths do not matter.
 */
import { decodeOnce } from '@docent/ingest/below-root'

/** Maximum number of cookies, and of UTF-16 units of one and of all: RFC 6265, 6.1, has 4,096 bytes for one; servers take about 8 KB of headers. */
const MAX_COOKIES = 20
const MAX_COOKIE = 4096
const MAX_HEADER = 6144

/** A name that is a token of HTTP; a value without signs that would end it or the header. */
const PAIR = /^([!#$%&'*+.^_`|~\dA-Za-z-]+)=([\u0020-\u003A\u003C-\u007E]*)$/

/**
 * The `Cookie` header of the next request. `undefined` if the answer changes nothing: the same answer would follow.
 *
 * @param sent that of the request. @param set the `Set-Cookie` headers of its answer; those over a limit are left out.
 */
export function nextCookies(sent: string | undefined, set: readonly string[], now: number): string | undefined {
  const values = new Map((sent ?? '').split('; ').flatMap((pair) => (pair === '' ? [] : [[nameOf(pair), pair]])))
  for (const text of set) {
    const [first = '', ...attributes] = text.length > MAX_COOKIE ? [] : text.split(';')
    const equals = first.indexOf('=')
    const pairText = `${first.slice(0, Math.max(0, equals)).trim()}=${first.slice(equals + 1).trim()}`
    const [, name, value = ''] = PAIR.exec(pairText) ?? []
    if (name === undefined) continue
    const others = [...values].filter(([other]) => other !== name).map(([, pair]) => pair)
    const pair = `${name}=${value}`
    if (isExpired(attributes, now)) values.delete(name)
    else if (others.length < MAX_COOKIES && [...others, pair].join('; ').length <= MAX_HEADER) values.set(name, pair)
  }
  const next = [...values.values()].join('; ')
  return next === (sent ?? '') ? undefined : next
}

/**
 * The `Cookie` header of the request that a redirect leads to; `undefined` for a redirect to another page, and for one to itself that
 * changes nothing.
 */
export function cookiesAfter(
  { url, cookies: sent }: { url: string; cookies?: string | undefined },
  to: string,
  set: readonly string[],
): string | undefined {
  const next = nextCookies(sent, set, Date.now())
  if (to === url) return next
  return isCheckOf(to, url) || isCheckOf(url, to) ? (next ?? sent) : undefined
}

/** Whether an address is a check whose query names a page of the same host, to which it leads back: `/check?return=%2Fguide`. */
function isCheckOf(check: string, page: string): boolean {
  const [{ origin, search }, { origin: own, pathname }] = [new URL(check), new URL(page)]
  return origin === own && search !== '' && pathname !== '/' && decodeOnce(search).includes(decodeOnce(pathname))
}

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='))

/** Whether a cookie is removed: `Max-Age` applies before `Expires`. */
function isExpired(attributes: readonly string[], now: number): boolean {
  const valueOf = (name: string): string | undefined => {
    const found = attributes.map((one) => one.trim()).findLast((one) => one.toLowerCase().startsWith(`${name}=`))
    return found?.slice(name.length + 1).trim()
  }
  const age = valueOf('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  return Date.parse(valueOf('expires') ?? '') <= now
}
