import { expect, test } from 'vitest'

import { isAllowedHost } from './host-names.ts'

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
