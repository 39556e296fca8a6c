/**
 * Adds the site's base to the root-relative links of an article. The article is serialized HTML of our own build: `<` in
 * text is always escaped and attribute values have double quotes, so a regular expression can find tags.
 */

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const LINK = /(\s(?:href|src|poster)=")\/(?!\/)/g

/** `href="/guide"` becomes `href="/base/guide"`; similar text and code stay. */
export function joinBase(html: string, base: string): string {
  if (base === '') return html
  return html.replace(TAG, (tag) => tag.replace(LINK, `$1${base}/`))
}
