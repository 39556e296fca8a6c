import { expect, test } from 'vitest'

import { reportAddress } from './report-address.ts'

test('the configured address has precedence; the fallback is the site’s own form', () => {
  const editUrl = 'https://github.com/owner/name/edit/main/docs/{file}'
  expect(reportAddress({ missingResultsUrl: 'https://example.com/?q={query}', editUrl })).toBe(
    'https://example.com/?q={query}',
  )
  expect(reportAddress({})).toBeUndefined()
  expect(reportAddress({ editUrl: 'https://example.com/edit/{file}' })).toBeUndefined()
  expect(reportAddress({ editUrl: 'https://github.com/{file}' })).toBeUndefined()
})

test.each([
  ['https://github.com/owner/name/edit/main/docs/{file}', 'https://github.com/owner/name/issues/new', 'title', 'body'],
  ['https://github.com/owner/name/blob/main/{file}', 'https://github.com/owner/name/issues/new', 'title', 'body'],
  [
    'https://gitlab.example.com/group/sub/name/-/edit/main/{file}',
    'https://gitlab.example.com/group/sub/name/-/issues/new',
    'issue[title]',
    'issue[description]',
  ],
])('a new issue of the repository, filled in: %s', (editUrl, issues, title, body) => {
  const address = reportAddress({ editUrl }) ?? ''
  const url = new URL(
    address.replaceAll('{query}', encodeURIComponent('a "b"&c')).replaceAll('{page}', encodeURIComponent('/guide#x')),
  )
  expect(url.origin + url.pathname).toBe(issues)
  expect(url.searchParams.get(title)).toBe('Nothing found for "a "b"&c"')
  expect(url.searchParams.get(body)).toContain('"a "b"&c", asked on /guide#x.')
})
