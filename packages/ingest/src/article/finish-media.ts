/** Pictures, videos and sounds of an article: their addresses on the site, and their attributes. */
import type { Element } from 'hast'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveImage } from '../links/resolve-image.ts'
import { sourceSet } from '../links/source-set.ts'

/** The links of the site, and the place of the page among them. */
interface Links {
  links: LinkMap
  at: LinkPlace
}

/** Resolves the addresses of pictures, videos and sounds, in place, and completes their attributes; of other elements only `srcset`. */
export function finishMedia({ tagName, properties }: Element, links: Links): void {
  if (tagName === 'img') {
    markAppearance(properties)
    properties.src = resolved(properties.src, links)
    properties.alt ??= ''
    properties.loading ??= 'lazy'
    properties.decoding ??= 'async'
  } else if (['video', 'audio', 'source', 'track'].includes(tagName)) {
    if (properties.src !== undefined) properties.src = resolved(properties.src, links)
    if (properties.poster !== undefined) properties.poster = resolved(properties.poster, links)
    if (tagName === 'video' || tagName === 'audio') Object.assign(properties, { controls: true, preload: 'metadata' })
  }
  if (properties.srcSet !== undefined) properties.srcSet = resolvedSet(String(properties.srcSet), links)
}

function resolved(source: unknown, { links, at }: Links): string | undefined {
  if (typeof source !== 'string' || source === '') return undefined
  const { href } = resolveImage(source, at, links)
  return href === '' ? undefined : href
}

/** Images of one appearance, as GitHub and MkDocs mark them in addresses and Tailwind in classes. */
function markAppearance(properties: Element['properties']): void {
  const [, marked] = /#(?:gh-|only-)(light|dark)\b/.exec(String(properties.src)) ?? []
  const classes = Array.isArray(properties.className) ? properties.className : []
  const dark = classes.includes('hidden') && classes.some((name) => /^dark:(?!hidden$)/.test(String(name)))
  const mark = marked ?? (classes.includes('dark:hidden') ? 'light' : dark ? 'dark' : undefined)
  if (mark !== undefined) properties.dataOnly = mark
}

/** `a.png 1x, b.png 2x`. */
function resolvedSet(set: string, links: Links): string {
  return sourceSet(set)
    .map(({ url, size }) => `${resolved(url, links) ?? ''} ${size}`.trim())
    .join(', ')
}
