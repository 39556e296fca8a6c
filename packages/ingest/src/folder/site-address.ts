/**
 * Turns addresses of authors (`slug`, `aliases`, `redirect_from`, redirects of the configuration) into paths of the
 * site.
 */
import { decodeOnce, encodePath, isPrivate, segmentsBelow } from './below-root.ts'

/** Folder of the site for everything except pages and files of the docs. */
const RESERVED = '_docent'

/**
 * The address in the form of a page's URL (from the site's top, without the base, `%`, `?`, `#` and blanks encoded);
 * `undefined` where it leaves the site, has a query, begins with a dot, or is otherwise no path of a page.
 * @param folder URL of the folder that an address without a leading slash is relative to.
 */
export function siteAddress(address: string, folder = '/'): string | undefined {
  const written = address.trim()
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)|[?#]/i.test(written)) return undefined
  const from = segmentsBelow(folder, { encoded: true })
  if (typeof from === 'string') return undefined
  const segments = segmentsBelow(written, { from, encoded: true })
  if (typeof segments === 'string' || isPrivate(segments)) return undefined
  return segments[0]?.toLowerCase() === RESERVED ? undefined : encodePath(`/${segments.join('/')}`)
}

/** Bytes (UTF-8) of a part that is cut: less than a file's name may have (`below-root.ts`), since a sign may come before it. */
const CUT_BYTES = 200

/**
 * A page's URL whose parts a page can have. An underscore comes in front of names that begin with a dot, `node_modules`,
 * and the site's own folder. Parts of addresses that generators make of texts may be longer than the name of a file, or have
 * characters that no file's name has: they are cut, and these characters are left out.
 */
export function publicAddress(url: string): string {
  if (siteAddress(url) !== undefined) return url
  const parts = url.split('/').map((part, at) => {
    const own =
      typeof segmentsBelow(part, { encoded: true }) === 'string' ? encodePath(possibleName(decodeOnce(part))) : part
    return own !== '' && siteAddress(at === 1 ? `/${own}` : `/x/${own}`) === undefined ? `_${own}` : own
  })
  const whole = parts.join('/')
  // The whole is longer than a path may be.
  return siteAddress(whole) === undefined ? `/${parts.at(-1) ?? ''}` : whole
}

/** A text as the name of a file. One that is too long or has characters that no name has is cut, without these characters. */
export function possibleName(text: string): string {
  if (!text.includes('/') && typeof segmentsBelow(text) !== 'string') return text
  let cut = ''
  let bytes = 0
  for (const sign of text.replaceAll(/[/\0\\]/g, '')) {
    bytes += Buffer.byteLength(sign)
    if (bytes > CUT_BYTES) break
    if (sign.isWellFormed()) cut += sign
  }
  return cut
}
