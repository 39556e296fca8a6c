/**
 * Paths, as server and browser both write them. Three forms, never mixed: a page's `url` (root-relative, without the
 * base, as ingest gives it), a `key` (the same, decoded, for look-up), and an `href` (encoded, with the base).
 */

/** Everything that is not a page stands below this path, after the base. */
export const RESERVED = '/_docent'

/** `docs/` or `/docs/` becomes `/docs`; the root becomes the empty string. */
export function normalizeBase(base: string): string {
  const trimmed = base.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** What a link holds: encoded, with the base. External URLs, and anything else with a scheme, stay as they are. */
export function toHref(base: string, url: string): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url
  const { pathname, search, hash } = new URL(url, 'http://site.invalid')
  return (base + pathname || '/') + search + hash
}

/** The form by which pages are looked up: decoded, without a slash at the end. */
export function pathKey(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  const trimmed = path.slice(0, end)
  try {
    return decodeURIComponent(trimmed)
  } catch {
    return trimmed
  }
}

/** The pathname below the base, or `undefined` when the path is not of this site. */
export function belowBase(base: string, pathname: string): string | undefined {
  if (base === '') return pathname
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}

/** The page-data file of a page, for one build. @param key decoded, as `pathKey` gives it. */
export function dataHref(base: string, build: string, key: string): string {
  return toHref(base, `${RESERVED}/data/${build}${encodeKey(key === '/' ? '/index' : key)}.json`)
}

/** The file of one navigation; its name is the hash of what it holds. */
export function navigationHref(base: string, hash: string): string {
  return `${base}${RESERVED}/nav/${hash}.json`
}

/** A key as an href without the base. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
