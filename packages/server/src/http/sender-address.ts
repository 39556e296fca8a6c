/**
 * The client's address of a request. Any client can send `X-Forwarded-For`, so its entries are trusted from right to left, and only
 * while the preceding hop is a proxy that the operator has configured.
 */
import { isIP } from 'node:net'
import { type AddressRanges, plainAddress } from './address-ranges.ts'

/** An entry of the header: some proxies add a port; an IPv6 address is in brackets then. */
const ENTRY = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+|(\S+))$/

function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort, plain] = ENTRY.exec(entry.trim()) ?? []
  const address = bracketed ?? withPort ?? plain ?? ''
  return isIP(address) === 0 ? undefined : plainAddress(address)
}

/** The address of the last hop that is not a proxy: that of the connection, unless a proxy opened it. */
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
