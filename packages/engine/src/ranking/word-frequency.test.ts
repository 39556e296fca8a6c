import { expect, test } from 'vitest'
import { buildIndex, DOCS_SETTINGS, openIndex, search } from '../index.ts'

const records = ['pump and wheel', 'pump', 'wheel', 'sail'].map((content, at) => ({ objectID: `${at}`, content }))
const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)

const frequencies = (query: string): (number | undefined)[] =>
  search(index, { query, getRankingInfo: true }).hits[0]?._rankingInfo?.matches?.map(({ frequency }) => frequency) ?? []

test('the reasons of a hit say how many of all records have each word', () => {
  expect(frequencies('pump sail')).toEqual([0.5, 0.25])
  expect(frequencies('pump zeppelin')).toEqual([0.5, 0])
})

test('a function word of a question has no frequency', () => {
  expect(frequencies('how does the pump')).toEqual([undefined, undefined, undefined, 0.5])
})
