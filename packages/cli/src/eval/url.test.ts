import { expect, test } from 'vitest'

import { comparable } from './url.ts'

test.for([
  ['https://docs.example/guide/install#linux', '/guide/install#linux', 'scheme and host'],
  ['//docs.example/guide', '/guide', 'the host without a scheme'],
  ['https://docs.example', '/', 'a host alone'],
  ['/guide/install/', '/guide/install', 'a slash at the end'],
  ['/guide/index.html#top', '/guide#top', 'the name of an index file'],
  ['index.html', '/', 'the index of the root'],
  ['guide/install.html', '/guide/install', 'the extension, and a missing slash at the start'],
  ['/guide#', '/guide', 'an empty anchor'],
  ['/%E6%8C%87%E5%8D%97#%E5%AE%89%E8%A3%85', '/指南#安装', 'percent-encoding'],
] as const)('%s and %s are the same: %s does not count', ([one, other]) => {
  expect(comparable(one)).toBe(comparable(other))
})

test.for([
  ['/guide', '/guide#install', 'anchor'],
  ['/page?id=1', '/page?id=2', 'query string'],
  ['/Guide', '/guide', 'case'],
  ['/guide', '/guides', 'path'],
] as const)('%s and %s differ: %s counts', ([one, other]) => {
  expect(comparable(one)).not.toBe(comparable(other))
})

test('the base path is removed, only as a whole', () => {
  expect(comparable('https://a.example/docs/guide#x', '/docs/')).toBe('/guide#x')
  expect(comparable('/docs', '/docs/')).toBe('/')
  expect(comparable('/docsearch', '/docs/')).toBe('/docsearch')
})

test('an invalid encoding is unchanged', () => {
  expect(comparable('/100%/a')).toBe('/100%/a')
})
