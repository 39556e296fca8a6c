import { expect, test } from 'vitest'

import { isAllowedHost, isOwnOrigin } from './host-names.ts'

const NAMES = ['docs.example.com', 'my-machine']

test.each([
  ['127.0.0.1:4321', true],
  ['[::1]:4321', true],
  ['192.168.1.5', true],
  ['localhost:4321', true],
  ['LOCALHOST', true],
  ['docs.localhost:4321', true],
  ['localhost.', true],
  ['my-machine:4321', true],
  ['docs.example.com', true],
  ['evil.example', false],
  ['evil.example:4321', false],
  ['localhost.evil.example', false],
  ['docs.example.com.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['127.0.0.1@evil.example', false],
  ['evil.example/localhost', false],
  ['evil.example#localhost', false],
  ['', false],
])('a request with the host %j is allowed: %s', (host, expected) => {
  expect(isAllowedHost(host, NAMES)).toBe(expected)
})

test.each([
  ['http://192.168.1.5:4321', true],
  ['http://localhost:6274', true],
  ['http://[::1]:6274', true],
  ['https://docs.example.com', true],
  ['http://192.168.1.5', false],
  ['http://203.0.113.9', false],
  ['https://evil.example', false],
  ['file://', false],
  ['null', false],
  ['', false],
])('a page of %j may read answers that were asked of 192.168.1.5:4321: %s', (origin, expected) => {
  expect(isOwnOrigin(origin, '192.168.1.5:4321', NAMES)).toBe(expected)
})
