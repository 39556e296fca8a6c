/**
 * Puts the site's base before the root-relative links of an article. The article is serialised HTML of our own build:
 * `<` in text is always escaped, and attribute values stand in double quotes, so a tag can be found by a pattern.
 */

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const LINK = /(\s(?:href|src|poster)=")\/(?!\/)/g

/** `href="/guide"` becomes `href="/base/guide"`; text and code that look the same stay. */
export function joinBase(html: string, base: string): string {
  if (base === '') return html
  return html.replace(TAG, (tag) => tag.replace(LINK, `$1${base}/`))
}
