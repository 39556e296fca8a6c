/**
 * Whose address counts for a request. Anybody can write a header, so what `X-Forwarded-For` says is believed only from
 * right to left, and only as long as who says it is a proxy that the operator has named.
 */
import { isIP } from 'node:net'
import type { AddressRanges } from './address-ranges.ts'
import { plainAddress } from './address-ranges.ts'

/** An entry of the header: some proxies add a port, and IPv6 stands in brackets then. */
const ENTRY = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+|(\S+))$/

function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort, plain] = ENTRY.exec(entry.trim()) ?? []
  const address = bracketed ?? withPort ?? plain ?? ''
  return isIP(address) === 0 ? undefined : plainAddress(address)
}

/** The address of the last hop that is no proxy; that of the connection, unless the connection is a proxy's. */
export function senderAddress(connection: string, forwardedFor: string | null, isProxy: AddressRanges): string {
  let address = plainAddress(connection)
  const hops = forwardedFor === null ? [] : forwardedFor.split(',')
  while (isProxy(address)) {
    const before = addressIn(hops.pop() ?? '')
    if (before === undefined) break
    address = before
  }
  return address
}
