import { expect, test } from 'vitest'

import { similar } from './similar.ts'

test.each([
  ['titel', 'title'],
  ['srve', 'serve'],
  ['biuld', 'build'],
  ['base', 'base'],
  ['handbook', undefined],
  ['', undefined],
])('%j means %j', (name, meant) => {
  expect(similar(name, ['title', 'base', 'serve', 'build'])).toBe(meant)
})
