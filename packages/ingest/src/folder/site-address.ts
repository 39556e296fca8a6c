/**
 * Turns addresses of authors (`slug`, `aliases`, `redirect_from`, redirects of the configuration) into paths of the
 * site.
 */
import { encodePath, isPrivate, segmentsBelow } from './below-root.ts'

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

/**
 * A page's URL with an underscore in front of each part that no page has: names that begin with a dot, `node_modules`, and
 * the site's own folder.
 */
export function publicAddress(url: string): string {
  if (siteAddress(url) !== undefined) return url
  return url
    .split('/')
    .map((part, at) =>
      part !== '' && siteAddress(at === 1 ? `/${part}` : `/x/${part}`) === undefined ? `_${part}` : part,
    )
    .join('/')
}
