/** Names in `Host` and `Origin` headers. */
import { isIP } from 'node:net'
import { isThisMachine } from './address-ranges.ts'

/** Whether the `Host` of a request is an address, this machine's own name, or one of `names`. */
export function isAllowedHost(header: string, names: readonly string[]): boolean {
  const name = hostName(header)
  return name !== undefined && (isIP(name) !== 0 || isLocal(name) || names.includes(name))
}

/**
 * Whether a page with this `Origin` may read answers of this server: a page of this machine, of one of `names`, or of the `Host`
 * of the request. Any other address may be that of any site, unlike in a `Host`, which no site can make an address.
 */
export function isOwnOrigin(origin: string, host: string, names: readonly string[]): boolean {
  const from = URL.parse(origin)?.host ?? ''
  const name = hostName(from)
  if (from === '' || name === undefined) return false
  return from === host || isThisMachine(name) || isLocal(name) || names.includes(name)
}

const isLocal = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

/** The name or address in a `Host` header, in lower case and without its port; `undefined` for an invalid one. */
export function hostName(header: string): string | undefined {
  const url = URL.parse(`http://${header}/`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '')
    return undefined
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
