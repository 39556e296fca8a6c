/**
 * Prefixes of links from the top on a site that no configuration names: docs that another project mounts link to
 * `/docs/4.x/guide`, and those of a folder deep in a repository to `/guide`, though the page is
 * `/packages/docs/guide`.
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

/** Prefixes of a site that are found. */
const MAX_PREFIXES = 4

/** Pages of one end whose beginnings are compared: more pages with it say nothing. */
const MAX_HEADS = 20

/** The prefixes by which most links that lead nowhere lead to pages. */
export function sharedPrefixes(placed: readonly PlacedPage[], { pages, files, prefixes }: LinkMap): Prefix[] {
  const found: Prefix[] = []
  const isKnown = (path: string): boolean =>
    pages.has(path) ||
    files.has(path) ||
    [...prefixes, ...found].some(
      ([written, url]) => isBelow(path, written) && pages.has(url + path.slice(written.length)),
    )
  let missing = [...linkedPaths(placed)].filter((path) => !isKnown(path))
  const heads = missing.length < LEAST_LINKS ? new Map<string, string[]>() : headsByTail(new Set(pages.values()))
  while (missing.length >= LEAST_LINKS && found.length < MAX_PREFIXES) {
    const prefix = mostShared(missing, heads)
    if (prefix === undefined) return found
    found.push(prefix)
    missing = missing.filter((path) => !isKnown(path))
  }
  return found
}

/** The beginnings of URLs by their ends. */
function headsByTail(urls: ReadonlySet<string>): Map<string, string[]> {
  const heads = new Map<string, string[]>()
  for (const url of urls)
    for (const [head, tail] of splits(url.toLowerCase())) {
      const known = heads.get(tail)
      if (known === undefined) heads.set(tail, [head])
      else known.push(head)
    }
  return heads
}

/** The prefix with which most of the links lead to pages; `undefined` where it is too few, or another one has as many. */
function mostShared(missing: readonly string[], heads: ReadonlyMap<string, string[]>): Prefix | undefined {
  const counts = new Map<string, { prefix: Prefix; links: number }>()
  for (const path of missing)
    for (const [written, tail] of splits(path)) {
      const ofTail = heads.get(tail) ?? []
      if (ofTail.length > MAX_HEADS) continue
      for (const url of ofTail) {
        const key = `${written} ${url}`
        const known = counts.get(key) ?? { prefix: [written, url], links: 0 }
        known.links++
        counts.set(key, known)
      }
    }
  const length = ([written, url]: Prefix): number => written.length + url.length
  const [best, next] = [...counts.values()].sort((a, b) => b.links - a.links || length(a.prefix) - length(b.prefix))
  if (best === undefined || best.links < LEAST_LINKS) return undefined
  const [written, url] = best.prefix
  // A longer one of the same pages says the same; another place of them does not.
  if (next?.links === best.links && !(isBelow(next.prefix[0], written) && isBelow(next.prefix[1], url)))
    return undefined
  const alike = missing.filter((path) => isBelow(path, written)).length
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
