/** Addresses that are not requested, by their text alone: files that are no pages, and endless addresses. */
import { MAX_ADDRESS } from '../result/address.ts'
import { routeOf } from '../html/hash-routes.ts'
import type { Ending } from '../result/ending.ts'

/**
 * Extensions of files that are never HTML pages. Others are requested, and their media type decides: `node.js`, `Array.map`
 * and `response.json` are titles of pages as well.
 */
const FILES = new Set(
  (
    '7z aac apk avi avif bmp bz2 csv deb dmg doc docx eot epub exe flac gif gz ico iso jar jpeg jpg m4a m4v md mdx mkv mov ' +
    'mp3 mp4 mpeg msi ogg ogv otf pdf png ppt pptx rar rpm svg tar tgz tif tiff ttf txt wasm wav webm webmanifest webp whl ' +
    'woff woff2 xls xlsx xml xz zip zst'
  ).split(' '),
)

/** Occurrences of one segment in a path; a relative link in an error page repeats its folder forever. */
const MAX_REPEATS = 3

/** Segments of a path. */
const MAX_SEGMENTS = 30

/** The reason not to request an address; `undefined` for one that may be a page. */
export function refusalOf(url: string): Ending | undefined {
  if (url.length > MAX_ADDRESS) return limit(`the address has more than ${MAX_ADDRESS} characters`)
  const { pathname } = new URL(url)
  const segments = `${pathname}${routeOf(url) ?? ''}`.split('/').filter((segment) => segment !== '')
  const extension = /\.([a-z0-9]{1,11})$/i.exec(pathname)?.[1]?.toLowerCase() ?? ''
  if (FILES.has(extension)) return { state: 'skipped', reason: 'not-html', detail: `.${extension}` }
  if (segments.length > MAX_SEGMENTS) return limit(`the path has more than ${MAX_SEGMENTS} parts`)
  const repeats = new Map<string, number>()
  for (const segment of segments) {
    const count = (repeats.get(segment) ?? 0) + 1
    if (count > MAX_REPEATS) return limit(`the path repeats "${segment.slice(0, 100)}"`)
    repeats.set(segment, count)
  }
  return undefined
}

const limit = (detail: string): Ending => ({ state: 'skipped', reason: 'limit', detail })
