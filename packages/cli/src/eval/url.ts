/**
 * When two URLs name the same place. A site that is asked where it stands today, a copy of it on another host, and the
 * folder that it is made from write the same page differently; a file of queries should serve all three.
 */

/**
 * The part of a URL that is compared: path, query string and anchor. Scheme and host do not count; nor do the base path,
 * a slash at the path's end, `index.html` and `.html`, and percent-encoding.
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

/** The page of a section's URL: what stands before the anchor. */
export function pageOf(url: string): string {
  return url.replace(/#.*$/s, '')
}

function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    // A stray % is no encoding: the URL stands as it was written.
    return url
  }
}
