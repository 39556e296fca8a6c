/** Sets of IP addresses, written as addresses and CIDR ranges. */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address is in a set. */
export type AddressRanges = (address: string) => boolean

/** The IPv4 address of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2); any other address unchanged. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The client that an address belongs to: the address itself, or for IPv6 its network of 64 bits (`2001:db8:1:2`), since one
 * household has all addresses of such a network. Text that is not an address is returned unchanged.
 */
export function clientOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1).join('').split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  const groups = [...(before ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(after ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The addresses of proxies on the same machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1']

/** Whether an address is a loopback address. */
export const isThisMachine: AddressRanges = (address) => address === '::1' || /^(?:::ffff:)?127\./i.test(address)

/** Whether the text is an address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  const [network = '', prefix, ...rest] = text.split('/')
  const bits = isIPv6(network) ? 128 : 32
  return (
    isIP(network) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** The set of addresses and ranges. Throws the error of `BlockList` for text that is neither (`isAddressRange`). */
export function addressRanges(ranges: readonly string[]): AddressRanges {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    const family = familyOf(network)
    if (prefix === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(prefix), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return list.check(plain, familyOf(plain))
  }
}

/** The family of a valid address. Without Node's `isIPv6`, which compiles a large pattern at every start. */
function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}
