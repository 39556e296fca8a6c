/** Adds the sizes of the site's own pictures to an article. */

import type { ImageSize } from '../../shared/page-data.ts'

/** A picture of an article; see `article-links.ts` for the form of its HTML. */
const IMAGE = /<img\s(?:"[^"]*"|[^"<>])*>/g
const SOURCE = /\ssrc="([^"]*)"/
const WIDTH = /\swidth="([^"]*)"/
const HEIGHT = /\sheight="([^"]*)"/

/**
 * Completes the width and height of each picture. One length of the author's in pixels gets the other one in proportion;
 * pictures with a relative length or for several densities are unchanged.
 * @param sizeOf the size of the picture at a root-relative address without the base.
 */
export function sizedImages(html: string, sizeOf: (url: string) => ImageSize | undefined): string {
  const tags = new Map<string, string>()
  for (const [tag] of html.matchAll(IMAGE)) {
    const url = SOURCE.exec(tag)?.[1]
    if (tags.has(tag) || !url?.startsWith('/') || tag.includes(' srcset="')) continue
    const size = sizeOf(decoded(url))
    if (size) tags.set(tag, withSize(tag, size))
  }
  return tags.size === 0 ? html : html.replace(IMAGE, (tag) => tags.get(tag) ?? tag)
}

function withSize(tag: string, size: ImageSize): string {
  const width = WIDTH.exec(tag)?.[1]
  const height = HEIGHT.exec(tag)?.[1]
  const ratio = size.width / size.height
  if (width === undefined && height === undefined) return withAttributes(tag, size)
  if (height === undefined && isPixels(width)) return withAttributes(tag, { height: Math.round(Number(width) / ratio) })
  if (width === undefined && isPixels(height)) return withAttributes(tag, { width: Math.round(Number(height) * ratio) })
  return tag
}

function withAttributes(tag: string, values: Partial<ImageSize>): string {
  const added = Object.entries(values).map(([name, value]) => ` ${name}="${value}"`)
  return tag.slice(0, -1) + added.join('') + tag.slice(-1)
}

function isPixels(length: string | undefined): boolean {
  return /^[1-9]\d{0,4}$/.test(length ?? '')
}

/** The character references of serialized addresses. */
function decoded(url: string): string {
  return url.replaceAll('&#x26;', '&').replaceAll('&amp;', '&').replaceAll('&#x3C;', '<')
}
