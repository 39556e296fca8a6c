/** The wishes of a page about its indexing, from its `robots` meta elements and `X-Robots-Tag` headers. */

/** `nofollow`: the links of the page are not followed. */
export interface RobotsDirectives {
  noindex: boolean
  nofollow: boolean
}

/**
 * Reads the texts of `robots` meta elements and `X-Robots-Tag` headers; all of them apply. A header's part after the name
 * of a crawler (`otherbot: noindex`) applies to that crawler only.
 */
export function readRobotsDirectives(texts: readonly string[]): RobotsDirectives {
  const words = new Set(texts.flatMap(directivesForAll))
  const none = words.has('none')
  return { noindex: none || words.has('noindex'), nofollow: none || words.has('nofollow') }
}

/** Directives with a value; every other name before a colon is that of a crawler. */
const WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

function directivesForAll(text: string): string[] {
  const found: string[] = []
  let forAll = true
  for (const part of text.toLowerCase().split(',')) {
    const colon = part.indexOf(':')
    const name = part.slice(0, colon).trim()
    if (colon !== -1 && !WITH_VALUE.has(name)) forAll = name === 'docent'
    if (forAll) found.push(part.slice(colon + 1).trim())
  }
  return found
}
