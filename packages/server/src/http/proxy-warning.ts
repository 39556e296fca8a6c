/**
 * Warns of a proxy that the operator has not named in `trustedProxies`: then all its readers share the limits of one address. Any
 * client can send `X-Forwarded-For`, so only requests from private networks count, and one warning is enough. The warning has the
 * network and not the address, which may be a reader's.
 */
import type { Log } from '../system/log.ts'
import { addressRanges, type AddressRanges } from './address-ranges.ts'

/** Private networks (RFC 1918, RFC 4193), in which containers and load balancers have their addresses. */
const NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map((name) => ({
  name,
  includes: addressRanges([name]),
}))

/** To be called with each request: the address of its connection and its `X-Forwarded-For`. */
export type ProxyWarning = (connection: string | undefined, forwardedFor: string | null) => void

/** A warning that is logged once. */
export function createProxyWarning(isProxy: AddressRanges, log: Log): ProxyWarning {
  let hasWarned = false
  return (connection, forwardedFor) => {
    if (hasWarned || forwardedFor === null || connection === undefined || isProxy(connection)) return
    const network = NETWORKS.find(({ includes }) => includes(connection))
    if (network === undefined) return
    hasWarned = true
    const message = `A request from an address of ${network.name} has the header X-Forwarded-For, but "trustedProxies" does not name the address: limits count all readers behind it as one. Name the address if it is your proxy`
    log({ level: 'warn', event: 'proxy-not-named', message })
  }
}
