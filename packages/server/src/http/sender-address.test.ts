import { expect, test } from 'vitest'
import { addressRanges, clientOf, isAddressRange } from './address-ranges.ts'
import { senderAddress } from './sender-address.ts'

const isProxy = addressRanges(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])
const [READER, PROXY, SECOND] = ['203.0.113.7', '10.0.0.1', 'fd00::2']

test.each([
  ['without a header it is the connection’s', READER, null, READER],
  ['of a stranger no header is believed', READER, '198.51.100.1', READER],
  ['of a proxy it is the one before it', PROXY, READER, READER],
  ['a proxy that comes by IPv6 is the same one', `::ffff:${PROXY}`, READER, READER],
  ['of two proxies it is the one before both', PROXY, `${READER}, ${SECOND}`, READER],
  ['what the reader has written to the left is passed over', PROXY, `127.0.0.1, 198.51.100.1, ${READER}`, READER],
  ['a port is no part of it', PROXY, `${READER}:4711`, READER],
  ['nor are brackets', PROXY, '[2001:db8::7]:4711', '2001:db8::7'],
  ['what is no address ends the list', PROXY, `${READER}, unknown`, PROXY],
  ['a proxy that asks by itself is meant', PROXY, null, PROXY],
  ['proxies only: the first of them', PROXY, `10.0.0.9, ${SECOND}`, '10.0.0.9'],
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
])('%j as a range: %s', (text, expected) => {
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
])('who is counted for the address %j: %j', (address, client) => {
  expect(clientOf(address)).toBe(client)
})
