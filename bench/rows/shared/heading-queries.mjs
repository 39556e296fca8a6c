/**
 * Queries made of the headings of records, for a corpus without queries: in turn the heading, with a typo, with its last word cut,
 * with the title of the page before it, and words of the text. The same records give the same queries.
 */
import { createRandom } from './random.mjs'

const KINDS = [
  ({ heading }) => heading,
  ({ heading }, random) => withTypo(heading, random),
  ({ heading }, random) => heading.slice(0, Math.max(2, heading.length - 2 - random(3))),
  ({ title, heading }) => `${title} ${heading}`,
  ({ text }, random) => someWords(text, random),
]

/** `count` queries. */
export function headingQueries(records, count) {
  const random = createRandom(20_260)
  const queries = []
  while (queries.length < count) {
    const { hierarchy, content } = records[random(records.length)]
    const trail = [1, 2, 3, 4, 5, 6].map((level) => hierarchy[`lvl${level}`]).filter(Boolean)
    const source = { title: trail[0] ?? '', heading: trail.at(-1) ?? '', text: content ?? '' }
    const query = KINDS[queries.length % KINDS.length](source, random)
    if (query.trim().length > 1) queries.push(query)
  }
  return queries
}

/** One letter of a word of 5 letters or more is doubled, dropped, or changed places with the next one. */
function withTypo(text, random) {
  const words = text.split(' ')
  const long = words.flatMap((word, at) => (/^[a-z]{5,}$/i.test(word) ? [at] : []))
  if (long.length === 0) return text
  const at = long[random(long.length)]
  const word = words[at]
  const place = 1 + random(word.length - 2)
  const edits = [
    word.slice(0, place) + word.slice(place - 1),
    word.slice(0, place) + word.slice(place + 1),
    word.slice(0, place) + word[place + 1] + word[place] + word.slice(place + 2),
  ]
  words[at] = edits[random(edits.length)]
  return words.join(' ')
}

/** Three to six words of a text that follow each other. */
function someWords(text, random) {
  const words = text.split(/\s+/)
  const from = random(Math.max(1, words.length - 6))
  return words.slice(from, from + 3 + random(4)).join(' ')
}
