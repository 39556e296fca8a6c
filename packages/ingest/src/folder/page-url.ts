import { encodePath } from './below-root.ts'
import { withoutEnding } from './formats.ts'

/**
 * The URL of a page by its file, without the root's prefix: `a/b.md` is `/a/b`; `a/index.md` and `a/README.md` are
 * `/a`. Characters with a meaning in URLs are encoded: `why?.md` is `/why%3F`.
 */
export function fileUrl(path: string): string {
  const bare = withoutEnding(path)
  const short = bare.replace(/(^|\/)(index|readme)$/i, '')
  return short === '' ? '/' : `/${encodePath(short)}`
}

/** The URL of a page by its whole path: `a/index.md` is `/a/index`. */
export function wholeUrl(path: string): string {
  return `/${encodePath(withoutEnding(path))}`
}

/** The URL of a page by its path, in generators in which only `index` is a folder's own page: `a/README.md` is `/a/README`. */
export function indexUrl(path: string): string {
  const short = withoutEnding(path).replace(/(^|\/)index$/, '')
  return short === '' ? '/' : `/${encodePath(short)}`
}

/** Whether a file is the index page of its folder. */
export function isIndexFile(path: string): boolean {
  return /(^|\/)(index|readme)$/i.test(withoutEnding(path)) && /\.\w+$/.test(path)
}

/** Joins a prefix (`` or `/1.0`) and a URL (`/`, `/a`). */
export function joinUrl(prefix: string, url: string): string {
  if (prefix === '') return url
  return url === '/' ? prefix : prefix + url
}
