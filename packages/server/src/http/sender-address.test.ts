import { expect, test } from 'vitest'
import { addressRanges, clientOf, isAddressRange } from './address-ranges.ts'
import { senderAddress } from './sender-address.ts'

const isProxy = addressRanges(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])
const [READER, PROXY, SECOND] = ['203.0.113.7', '10.0.0.1', 'fd00::2']

test.each([
  ['without a header: that of the connection', READER, null, READER],
  ['the header of a client that is no proxy is ignored', READER, '198.51.100.1', READER],
  ['behind a proxy: the preceding hop', PROXY, READER, READER],
  ['behind a proxy with an IPv4-mapped address', `::ffff:${PROXY}`, READER, READER],
  ['behind two proxies', PROXY, `${READER}, ${SECOND}`, READER],
  ['entries that the reader has sent, to the left, are ignored', PROXY, `127.0.0.1, 198.51.100.1, ${READER}`, READER],
  ['a port is removed', PROXY, `${READER}:4711`, READER],
  ['brackets are removed', PROXY, '[2001:db8::7]:4711', '2001:db8::7'],
  ['an entry that is no address ends the list', PROXY, `${READER}, unknown`, PROXY],
  ['a proxy that sends a request of its own', PROXY, null, PROXY],
  ['with proxies only: the first of them', PROXY, `10.0.0.9, ${SECOND}`, '10.0.0.9'],
])('%s', (_, connection, header, expected) => {
  expect(senderAddress(connection, header, isProxy)).toBe(expected)
})

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/48', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['localhost', false],
  ['', false],
])('%j is an address or a range: %s', (text, expected) => {
  expect(isAddressRange(text)).toBe(expected)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('the client of the address %j is %j', (address, client) => {
  expect(clientOf(address)).toBe(client)
})
