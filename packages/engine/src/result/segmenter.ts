/**
 * The words of a language written without spaces, by the dictionary of the platform. Dictionaries differ, so words change marks and the
 * cuts of snippets, and never hits.
 */

let segmenter: Intl.Segmenter | undefined

/** The words of a text and the signs between them, with the offset of each; one word where the platform has no dictionary. */
export function segmentsOf(text: string): Iterable<{ segment: string; index: number }> {
  if (!('Segmenter' in Intl)) return [{ segment: text, index: 0 }]
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return segmenter.segment(text)
}
