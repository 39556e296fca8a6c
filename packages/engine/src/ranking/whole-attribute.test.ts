/** The criterion `exact` of a query of one word. */
import { describe, expect, test } from 'vitest'

import { tokenize } from '../analysis/tokenize.ts'
import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { type Index, openIndex } from '../segment/open-index.ts'
import type { IndexSettings } from '../wire.ts'

const SETTINGS: IndexSettings = { searchableAttributes: ['title', 'content'], ranking: ['exact', 'custom'] }

const opened = (contents: readonly (string | string[])[]): Index => {
  const records = contents.map((content, at) => ({ objectID: String(at), content }))
  return openIndex(buildIndex(records, SETTINGS), SETTINGS)
}

/** The texts in their order for a query. */
const ordered = (contents: readonly (string | string[])[], query: string): unknown[] =>
  search(opened(contents), { query }).hits.map((hit) => hit['content'])

describe('a text that is the word, and nothing else, is first', () => {
  const cases: [string, string, string | string[], string | string[]][] = [
    ['of a text with another word', 'pod', 'pod', 'the pod'],
    ['with punctuation around it', 'pod', '(pod).', 'pod, and'],
    ['with white space around it', 'pod', ' \n pod ', 'pod pods'],
    ['in a list of values', 'pod', ['node', 'pod'], ['a node', 'a pod']],
    ['with other accents', 'über', 'Uber', 'über uns'],
    ['with combining marks', 'é', 'e\u0301', 'e\u0301 e'],
    ['of one part of an identifier', 'pod', 'Pod', 'podName pod'],
    ['a number', '8080', '8080', '8080:80'],
    ['in Han', '容', '容', '容器'],
  ]
  test.each(cases)('%s', (_, query, whole, other) => {
    expect(ordered([other, whole], query)[0]).toEqual(whole)
    expect(ordered([whole, other], query)[0]).toEqual(whole)
  })
})

test('a query of one word costs less than cutting its texts into tokens', () => {
  const texts = Array.from({ length: 200 }, (_, at) => `the text ${at} ${'of many words '.repeat(80)}`)
  const index = opened(texts)
  const asked = cpuOf(() => search(index, { query: 'the', hitsPerPage: 1, attributesToHighlight: [] }))
  const cut = cpuOf(() => {
    for (const text of texts) tokenize(text, () => {})
  })
  expect(asked).toBeLessThan(cut / 4)
})

/** CPU time (µs) of this thread: the minimum of five runs, because other work of the thread only adds to it. */
function cpuOf(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
