/** Addresses that a crawl connects to without `--allow-private`: only those of the public internet. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Special-purpose networks of IPv4 (IANA registry, RFC 6890), multicast and reserved ones. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The global unicast network of IPv6. All forms that contain an IPv4 address (mapped, NAT64) lie outside. */
const GLOBAL_V6 = ['2000::/3']

/** Special networks inside it: IETF assignments with Teredo, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const list = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const made = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    made.addSubnet(network, Number(bits), family)
  }
  return made
}

const specialV4 = list(SPECIAL_V4, 'ipv4')
const globalV6 = list(GLOBAL_V6, 'ipv6')
const specialV6 = list(SPECIAL_V6, 'ipv6')

/** Whether an IP address, in any spelling that Node connects to, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  const plain = address.split('%', 1).join('')
  return isIPv6(plain) && globalV6.check(plain, 'ipv6') && !specialV6.check(plain, 'ipv6')
}
