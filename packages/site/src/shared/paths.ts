/**
 * Paths in server and browser. They have three forms: a page's `url` (root-relative, without the base, as ingest returns
 * it), a `key` (the same, decoded, for look-up), and an `href` (encoded, with the base).
 */

/** The path of the site's own files and endpoints, without the base. */
export const RESERVED = '/_docent'

/** `docs/` or `/docs/` becomes `/docs`; the root becomes the empty string. */
export function normalizeBase(base: string): string {
  const trimmed = base.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** The `href` of a URL: encoded, with the base. URLs that are not root-relative stay unchanged. */
export function toHref(base: string, url: string): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url
  const { pathname, search, hash } = new URL(url, 'http://site.invalid')
  return (base + pathname || '/') + search + hash
}

/** The key of a path, for look-up: decoded, without a slash at the end. */
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

/** The pathname below the base, or `undefined` when the path is outside this site. */
export function belowBase(base: string, pathname: string): string | undefined {
  if (base === '') return pathname
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}

/** The href of a page-data file of one build. @param key as `pathKey` returns it. */
export function dataHref(base: string, build: string, key: string): string {
  return toHref(base, `${RESERVED}/data/${build}${encodeKey(key === '/' ? '/index' : key)}.json`)
}

/** The href of a navigation file; its name is the hash of its content. */
export function navigationHref(base: string, hash: string): string {
  return `${base}${RESERVED}/nav/${hash}.json`
}

/** A key as an href without the base. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
