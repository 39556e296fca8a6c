/**
 * A corpus of any size out of small ones: all their records, and again as often as needed, each copy with words of its own.
 * The same corpora and size give the same bytes.
 *
 * Copies must not only repeat: in a real corpus of ten times the size words are ten times as frequent, and there are new
 * ones. So in each copy the most frequent words stay (they hold the language together), of the others a third is exchanged
 * for a word that is about as frequent, and words that stand in the corpora hardly more than once are made anew, the
 * beginning of one with the end of another. Parts of identifiers are words here. Only Latin letters vary.
 *
 * A query goes to one of the copies, drawn by its id, and its words vary as those of the copy do.
 */

/** The words of this many first ranks are in every copy. */
const COMMON = 400
/** Words of so many neighbouring ranks are about as frequent. */
const BAND = 64
/** Up to this count a word is made anew. */
const RARE = 2

const PIECE = /[A-Z]?[a-z]{3,}/g

/** The records, `count` of them, and the queries to ask of them. */
export function scaleCorpora(corpora, count) {
  const { records, queries } = streamCorpora(corpora, count)
  return { records: [...records()], queries }
}

/** The same, for more records than fit in memory: `records` makes them one after the other. */
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
  // The last copy is not whole.
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

/** What writes a text in the words of a copy; the first copy is the original. */
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
