/** Reads one address as a crawl would: for the wait for a deployed build, and to explain a page. */
import { decodePlain } from '../net/decode-text.ts'
import type { Outcome } from '../net/outcome.ts'
import { openConnections } from '../net/connect.ts'
import { ANY, request } from '../net/request.ts'
import { DEFAULT_LIMITS, type CrawlOptions } from './crawl-options.ts'

/** The parameters of a crawl that matter to one address. */
export type ReadAddressOptions = Pick<CrawlOptions, 'version' | 'contact' | 'allowPrivate' | 'login' | 'signal'>

/** The text at an address, or the reason why there is none. `url`: after redirects. */
export type AddressText = { url: string; text: string; type: string } | { url: string; failure: string }

/**
 * Reads an address once, and follows its redirects. The login is sent to the address's own origin only. robots.txt is not asked,
 * because an operator named the address. @throws the reason of `signal`.
 */
export async function readAddress(url: string, options: ReadAddressOptions): Promise<AddressText> {
  const { version, contact, allowPrivate = false, login, signal } = options
  const connections = openConnections({ allowPrivate, ports: new Set([new URL(url).port]) })
  const requester = {
    connections,
    userAgent: `Docent/${version}${contact === undefined ? '' : ` (+${contact})`}`,
    ...(login && { login }),
    loginOrigins: new Set([new URL(url).origin]),
    bytes: DEFAULT_LIMITS.bytes,
    seconds: DEFAULT_LIMITS.seconds,
    ...(signal && { signal }),
  }
  try {
    let at = url
    let cookies: string | undefined
    for (let hops = 0; hops <= DEFAULT_LIMITS.redirects; hops++) {
      const outcome: Outcome = await request(requester, { url: at, cookies }, ANY)
      if (outcome.kind === 'received') return { url: at, text: decodePlain(outcome.body), type: outcome.type }
      if (outcome.kind !== 'redirect') return { url: at, failure: failureOf(outcome) }
      at = outcome.to
      cookies = outcome.cookies
    }
    return { url: at, failure: `more than ${DEFAULT_LIMITS.redirects} redirects` }
  } finally {
    await connections.agent.destroy()
  }
}

const failureOf = (outcome: Exclude<Outcome, { kind: 'received' | 'redirect' }>): string =>
  outcome.kind === 'unchanged' ? 'status 304 to a request without a condition' : (outcome.detail ?? outcome.reason)
