/**
 * The queries that a dialog sends while readers type. Texts are drawn by Zipf's law (the k-th most frequent one 1/k times as often as
 * the first), as in logs of search engines. A reader types 4 to 17 letters of a text or all of it, and the dialog sends a query after
 * each one or two letters.
 */
import { createRandom } from './random.mjs'
import { shuffled } from './dev-queries.mjs'

const LEAST = 4
const MOST = 17
const PRECISION = 2 ** 20

/** A list of at least `count` texts of queries, the same in each run. */
export function typedQueries(texts, count) {
  const ordered = shuffled([...new Set(texts)])
  let sum = 0
  const sums = ordered.map((_, at) => (sum += 1 / (at + 1)))
  const random = createRandom(26)
  const queries = []
  while (queries.length < count) {
    const drawn = (random(PRECISION) / PRECISION) * sum
    const text = ordered[sums.findIndex((upTo) => upTo > drawn)]
    const end = Math.min(text.length, LEAST + random(MOST - LEAST + 1))
    for (let length = 1; length <= end; length += 1 + random(2)) queries.push(text.slice(0, length).toLowerCase())
  }
  return queries
}
