import { expect, test } from 'vitest'

import { groupHits } from './group-hits.ts'
import { placeOf } from './place-of.ts'

function places(...pages: [url: string, version?: string][]): string[] {
  const hierarchy = { lvl0: 'Operate', lvl1: 'Update' }
  const hits = pages.map(([url, version = '1.0']) => ({ objectID: url, url, version, type: 'lvl1', hierarchy }))
  const groups = groupHits([hits], ['version'])
  return groups.map((group) => placeOf(group, groups))
}

test('of pages with the same names, each has the parts of its address that another one lacks', () => {
  expect(
    places(['/rs/7.22/crdbs/update'], ['/rs/crdbs/update#a'], ['/rs/7.8/crdbs/update'], ['/rs/crdbs/update#b']),
  ).toEqual(['7.22', '', '7.8'])
  expect(places(['https://x.test/a/b/update'], ['https://x.test/c/d/update/'])).toEqual(['a/b', 'c/d'])
  expect(places(['/rs/update'])).toEqual([''])
})

test('no parts where their versions differ, which the dialog shows', () => {
  expect(places(['/1.0/update', '1.0'], ['/2.0/update', '2.0'])).toEqual(['', ''])
})
