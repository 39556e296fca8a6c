import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test('addresses of private and special networks are not public', () => {
  const addresses = [
    '0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255',
    '192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255',
    ':: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::7f00:1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1',
    'fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1',
    'localhost 127.1 2130706433 example.com',
  ].flatMap((line) => line.split(' '))
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('other addresses are public', () => {
  const addresses = '8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.0.1.1 2606:4700::1111 2a00:1450:4001::1'.split(' ')
  expect(addresses.filter(isPublicAddress)).toEqual(addresses)
})
