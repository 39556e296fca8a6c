/**
 * The prefix of links from the top on a site that no configuration names: docs that another project mounts link to
 * `/docs/4.x/guide`, and those of a folder deep in a repository to `/guide`, though the page is `/packages/docs/guide`.
 */
import type { LinkMap } from '../links/link-map.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'

/** Different links that must lead to pages with a prefix, and their share of those that lead nowhere without it. */
const LEAST_LINKS = 5
const LEAST_SHARE = 0.6

/** Segments of the longest prefix. */
const MAX_SEGMENTS = 4

/** A prefix as links have it, and as URLs of pages have it in its place. */
type Prefix = readonly [written: string, url: string]

/** The prefix by which most links that lead nowhere lead to pages; `undefined` where there is none. */
export function sharedPrefix(placed: readonly PlacedPage[], { pages, files, prefixes }: LinkMap): Prefix | undefined {
  const isKnown = (path: string): boolean =>
    pages.has(path) ||
    files.has(path) ||
    prefixes.some(([written, url]) => isBelow(path, written) && pages.has(url + path.slice(written.length)))
  const missing = [...linkedPaths(placed)].filter((path) => !isKnown(path))
  if (missing.length < LEAST_LINKS) return undefined
  const counts = new Map<string, { prefix: Prefix; links: number }>()
  const count = (prefix: Prefix): void => {
    const key = prefix.join(' ')
    const known = counts.get(key) ?? { prefix, links: 0 }
    known.links++
    counts.set(key, known)
  }
  for (const path of missing)
    for (const [head, tail] of splits(path)) if (head !== '' && pages.has(tail)) count([head, ''])
  const wanted = new Set(missing)
  for (const url of new Set(pages.values()))
    for (const [head, tail] of splits(url.toLowerCase())) if (head !== '' && wanted.has(tail)) count(['', head])
  const best = [...counts.values()].reduce<{ prefix: Prefix; links: number } | undefined>(
    (most, one) => (most === undefined || one.links > most.links ? one : most),
    undefined,
  )
  if (best === undefined || best.links < LEAST_LINKS) return undefined
  const alike = missing.filter((path) => isBelow(path, best.prefix[0])).length
  return best.links >= alike * LEAST_SHARE ? best.prefix : undefined
}

/** The paths of links from the top, in lower case, without extensions and slashes at their ends. */
function linkedPaths(placed: readonly PlacedPage[]): Set<string> {
  const paths = new Set<string>()
  for (const { parsed } of placed)
    for (const { url, image } of parsed.links)
      if (!image && /^\/[^/?#]/.test(url))
        paths.add(
          url
            .replace(/[?#][^]*$/, '')
            .replace(/\.(?:mdx?|html?)$/i, '')
            .replace(/\/$/, '')
            .toLowerCase(),
        )
  return paths
}

/** The parts before and after each slash of a path, with at most `MAX_SEGMENTS` before. */
function* splits(path: string): Generator<[head: string, tail: string]> {
  let at = 0
  for (let segments = 0; segments <= MAX_SEGMENTS && at >= 0; segments++) {
    yield [path.slice(0, at), path.slice(at)]
    at = path.indexOf('/', at + 1)
  }
}

function isBelow(path: string, prefix: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`)
}
