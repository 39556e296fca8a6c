/** Replaces text between two signs: `{{ … }}`, `<!-- … -->`. */

/**
 * Replaces every piece from an opening sign to the nearest closing one, in one pass: a closing sign that was not found
 * once is not searched again. `replace` receives the whole piece, its inside, and the opening sign. An unclosed sign
 * stays.
 */
export function replaceBetween(
  source: string,
  pairs: readonly (readonly [open: string, close: string])[],
  replace: (piece: string, inner: string, open: string) => string,
): string {
  let result = ''
  let done = 0
  let next = pairs.map(([open, close]) => ({ open, close, at: source.indexOf(open) }))
  for (;;) {
    next = next.filter(({ at }) => at >= 0)
    const first = next.reduce((best, one) => (best !== undefined && best.at <= one.at ? best : one), next[0])
    if (first === undefined) return result + source.slice(done)
    const { open, close, at } = first
    const end = source.indexOf(close, at + open.length)
    if (end < 0) {
      next = next.filter((one) => one !== first)
      continue
    }
    const piece = source.slice(at, end + close.length)
    result += source.slice(done, at) + replace(piece, source.slice(at + open.length, end), open)
    done = end + close.length
    for (const one of next) if (one.at < done) one.at = source.indexOf(one.open, done)
  }
}
