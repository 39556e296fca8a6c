import { expect, test } from 'vitest'

import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'

const records = [
  { objectID: 'kiln', text: 'the kiln for clay' },
  { objectID: 'glaze', text: 'a glaze' },
  { objectID: 'wheel', text: 'the wheel for beginners' },
]
const index = openIndex(buildIndex(records, {}), {})

function found(query: string): string[] {
  return search(index, { query, removeWordsIfNoResults: 'allOptional' })
    .hits.map((hit) => hit.objectID)
    .toSorted()
}

test('a record that has only the function words of a question does not match it', () => {
  expect(found('the kiln for glaze ')).toEqual(['glaze', 'kiln'])
})

test('function words match if nothing else does', () => {
  expect(found('the zeppelin for ')).toEqual(['kiln', 'wheel'])
})

test('a function word at the end is a prefix, so it matches by itself', () => {
  expect(found('glaze the')).toEqual(['glaze', 'kiln', 'wheel'])
})
