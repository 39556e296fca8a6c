/**
 * Cookies that an address sets while it redirects to itself, as checks for consent and sessions do. They are sent to that address
 * alone and until its last answer, so that their attributes for other hosts and paths do not matter.
 */

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
