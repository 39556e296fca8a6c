/** `srcset`: addresses with widths or densities: `a.png 1x, b.png 2x`. */

/**
 * Its parts: an address (up to a size, without trailing commas), and the sizes after it, which may be empty. Blanks in an
 * address, which some authors write, are encoded.
 */
export function sourceSet(set: string): { url: string; size: string }[] {
  const parts: { url: string; size: string }[] = []
  const is = (at: number, signs: string): boolean => at < set.length && signs.includes(set.charAt(at))
  for (let at = 0; ;) {
    while (is(at, ' \t\n\r\f,')) at++
    if (at >= set.length) return parts
    const start = at
    while (at < set.length && !is(at, ' \t\n\r\f')) at++
    let end = at
    while (is(end - 1, ',')) end--
    if (end === at) {
      while (at < set.length && !is(at, ',')) at++
      end = at
    }
    const words = set
      .slice(start, end)
      .trimEnd()
      .split(/[ \t\n\r\f]+/)
    const sizes = words.findLastIndex((word, index) => index === 0 || !/^\d{1,9}(?:\.\d{1,9})?[wxh]$/.test(word)) + 1
    parts.push({ url: words.slice(0, sizes).join('%20'), size: words.slice(sizes).join(' ') })
  }
}

/** Its addresses. */
export function urlsOfSet(set: string): string[] {
  return sourceSet(set).map(({ url }) => url)
}
