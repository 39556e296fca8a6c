/**
 * The fields of a record that every peer indexes: its own heading, the headings above it, its text. Sites use these
 * libraries with the same three fields and a boost for headings.
 */

/** The fields of a record; `id` is its number, from 0. */
export function toSection({ url, hierarchy, content }, id) {
  const trail = [1, 2, 3, 4, 5, 6].map((level) => hierarchy[`lvl${level}`]).filter(Boolean)
  return { id, url, title: trail.at(-1) ?? '', titles: trail.slice(0, -1).join(' '), text: content ?? '' }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** The words of a text in a script without spaces, for libraries that split at spaces. */
export function segment(text) {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase())
}
