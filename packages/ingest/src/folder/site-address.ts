/** Addresses that authors write (`slug`, `aliases`, `redirect_from`, redirects of the configuration) as paths of the site. */
import { encodePath, isPrivate, segmentsBelow } from './below-root.ts'

/** Everything of the site that is no page and no file of the docs is below this folder. */
const RESERVED = '_docent'

/**
 * A written address as a page's URL is (from the top of the site, without the base, `%`, `?`, `#` and blanks encoded);
 * `undefined` where it is no path of a page: it leaves the site, is of another one, has a query, or begins with a dot.
 * @param folder URL of the folder that an address without a slash in front is relative to.
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
