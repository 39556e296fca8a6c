/** `srcset`: addresses with widths or densities: `a.png 1x, b.png 2x`. */

/** Its parts: an address (up to a blank, without trailing commas), and the text after it, which may be empty. */
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
    const sizeStart = at
    if (end === at) while (at < set.length && !is(at, ',')) at++
    parts.push({ url: set.slice(start, end), size: set.slice(sizeStart, at).trim() })
  }
}

/** Its addresses. */
export function urlsOfSet(set: string): string[] {
  return sourceSet(set).map(({ url }) => url)
}
