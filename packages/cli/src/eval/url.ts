/**
 * Comparison of URLs. A site, a copy of it on another host, and its folder write the same page differently; a file of
 * queries should serve all three.
 */

/**
 * The compared part of a URL: path, query string and anchor. Ignored are scheme and host, the base path, a trailing
 * slash, `index.html` and `.html`, and percent-encoding.
 */
export function comparable(url: string, base = '/'): string {
  const [, beforeAnchor = '', anchor = ''] = /^([^#]*)(#?.*)$/s.exec(url.replace(/^(?:https?:)?\/\/[^/?#]*/i, '')) ?? []
  const [, path = '', search = ''] = /^([^?]*)(.*)$/s.exec(beforeAnchor) ?? []
  const rooted = path.startsWith('/') ? path : `/${path}`
  const prefix = base.replace(/(?<!\/)\/+$/, '')
  const inside = rooted === prefix || rooted.startsWith(`${prefix}/`) ? rooted.slice(prefix.length) : rooted
  const page = inside.replace(/(^|\/)index\.html?$|\.html?$/i, '').replace(/(?<!\/)\/+$/, '')
  return decoded(`${page || '/'}${search}${anchor === '#' ? '' : anchor}`)
}

/** The page of a section's URL: the part before the anchor. */
export function pageOf(url: string): string {
  return url.replace(/#.*$/s, '')
}

function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    // An invalid encoding stays unchanged.
    return url
  }
}
