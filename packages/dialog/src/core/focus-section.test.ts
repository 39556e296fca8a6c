import { expect, test, vi } from 'vitest'

import { idOf, isOnThisPage } from './focus-section.ts'

test.each([
  ['#install', 'install'],
  ['#%E6%97%A5', '日'],
  ['#100%', '100%'],
  ['#%', '%'],
  ['#%E6', '%E6'],
  ['', ''],
])('the hash %s has the id %s', (hash, id) => {
  expect(idOf(hash)).toBe(id)
})

test.each([
  ['https://docs.example/guide?a=1#end', true],
  ['#end', true],
  ['https://docs.example/guide?a=1', false],
  ['https://docs.example/guide?a=1#', false],
  ['https://docs.example/guide#end', false],
  ['https://docs.example/guide/?a=1#end', false],
  ['https://other.example/guide?a=1#end', false],
])('whether %s is a section of the open page: %s', (url, expected) => {
  vi.stubGlobal('location', new URL('https://docs.example/guide?a=1#start'))
  expect(isOnThisPage(url)).toBe(expected)
  vi.unstubAllGlobals()
})
