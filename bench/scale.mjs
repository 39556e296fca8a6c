/**
 * Makes a corpus of any size out of small ones: copies of all their records, each copy with its own words.
 * The same corpora and size give the same bytes.
 *
 * A real corpus of ten times the size has words that are ten times as frequent, and new words. So each copy keeps the most
 * frequent words, replaces a third of the others by a word of similar frequency, and replaces rare words by new ones, made
 * of the beginning of one word and the end of another. Parts of identifiers are words here. Only Latin letters vary.
 *
 * The id of a query selects one of the copies, whose words replace those of the query.
 */

/** The number of most frequent words, which every copy keeps. */
const COMMON = 400
/** Words within this number of neighbouring ranks have a similar frequency. */
const BAND = 64
/** Words up to this frequency are replaced by new ones. */
const RARE = 2

const PIECE = /[A-Z]?[a-z]{3,}/g

/** `count` records, and their queries. */
export function scaleCorpora(corpora, count) {
  const { records, queries } = streamCorpora(corpora, count)
  return { records: [...records()], queries }
}

/** The same for more records than fit in memory: `records` yields them one after the other. */
export function streamCorpora(corpora, count) {
  const sources = corpora.flatMap(({ records }) => records)
  const copies = Math.ceil(count / sources.length)
  const vocabulary = createVocabulary(sources)
  function* records(from = 0) {
    for (let copy = Math.floor(from / sources.length); copy < copies; copy++) {
      const vary = createVariation(vocabulary, copy)
      const first = copy * sources.length
      for (const record of sources.slice(Math.max(0, from - first), count - first)) yield varyRecord(record, copy, vary)
    }
  }
  // The last copy is incomplete.
  const places = new Map(sources.map(({ url }, place) => [url, place]).toReversed())
  const variations = Array.from({ length: copies }, (_, copy) => createVariation(vocabulary, copy))
  const queries = corpora
    .flatMap((corpus) => corpus.queries)
    .flatMap((query) => {
      const copy = hash(query.id, 0) % copies
      const toCopy = (url) => urlOf(url, copy)
      const isThere = (url) => copy * sources.length + (places.get(url) ?? Infinity) < count
      if (!query.targets.some(isThere)) return []
      const targets = query.targets.map(toCopy)
      return [
        { ...query, query: variations[copy](query.query), targets, page_targets: query.page_targets?.map(toCopy) },
      ]
    })
  return { records, queries }
}

function createVocabulary(records) {
  const counts = new Map()
  for (const { hierarchy, content } of records) {
    for (const [piece] of `${Object.values(hierarchy).join(' ')} ${content}`.matchAll(PIECE)) {
      const word = piece.toLowerCase()
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const ranks = new Map(words.map(([word], rank) => [word, rank]))
  return { words: words.map(([word]) => word), ranks, firstRare: words.findIndex(([, times]) => times <= RARE) }
}

/** Returns a function that writes a text in the words of a copy. The first copy is the original. */
function createVariation({ words, ranks, firstRare }, copy) {
  const known = new Map()
  const wordOf = (word) => {
    const rank = ranks.get(word)
    if (rank === undefined || rank < COMMON) return word
    const drawn = hash(word, copy)
    if (rank >= firstRare) {
      const other = words[firstRare + (drawn % (words.length - firstRare))]
      return word.slice(0, Math.ceil(word.length / 2)) + other.slice(Math.floor(other.length / 2))
    }
    if (drawn % 3 > 0) return word
    const band = rank - (rank % BAND)
    return words[Math.min(firstRare - 1, band + ((rank + copy) % BAND))]
  }
  return (text) => {
    if (copy === 0) return text
    return text.replace(PIECE, (piece) => {
      let varied = known.get(piece)
      if (varied === undefined) {
        varied = wordOf(piece.toLowerCase())
        if (piece.charCodeAt(0) < 97) varied = varied.charAt(0).toUpperCase() + varied.slice(1)
        known.set(piece, varied)
      }
      return varied
    })
  }
}

function varyRecord(record, copy, vary) {
  if (copy === 0) return record
  const { objectID, url, page, hierarchy, content } = record
  return {
    ...record,
    objectID: `${copy}/${objectID}`,
    url: urlOf(url, copy),
    page: urlOf(page, copy),
    hierarchy: Object.fromEntries(
      Object.entries(hierarchy).map(([level, text]) => [level, typeof text === 'string' ? vary(text) : text]),
    ),
    content: vary(content),
  }
}

function urlOf(url, copy) {
  return copy === 0 ? url : url.replace(/^(https?:\/\/[^/]+)?\/?/, `$1/${copy}/`)
}

/** FNV-1a over the UTF-16 units. */
function hash(text, seed) {
  let state = 2_166_136_261 ^ Math.imul(seed, 2_654_435_761)
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619)
  state ^= state >>> 15
  return state >>> 0
}
