/** Names in `Host` and `Origin` headers. */
import { isIP } from 'node:net'

/** Whether the `Host` of a request is an address, this machine's own name, or one of `names`. */
export function isAllowedHost(header: string, names: readonly string[]): boolean {
  const name = hostName(header)
  if (name === undefined) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.includes(name)
}

/** The name or address in a `Host` header, in lower case and without its port; `undefined` for an invalid one. */
export function hostName(header: string): string | undefined {
  const url = URL.parse(`http://${header}/`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '')
    return undefined
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
