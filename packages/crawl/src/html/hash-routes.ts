/** Routes: pages that an app has at one address and names in its fragment, as in `#/guide`. */
import { type AnyNode, type Document, isTag } from 'domhandler'
import { filter } from 'domutils'
import { toAddress } from '../result/address.ts'

/** Fragments that begin as a path does. Ids of headings hardly ever do. */
const ROUTE = /^#!?\//

/** Links to a place within a route, as docsify writes them: `#/guide?id=install`. */
const PLACE = /^#!?\/[^?]*\?id=(.+)$/s

/** Routes from which an app has its pages there; fewer may be buttons. */
const MIN_ROUTES = 2

/** The fragment of a page's address, without the place within the page; `undefined` for a page that has an address of its own. */
export function routeOf(url: string): string | undefined {
  const { hash } = new URL(url)
  return ROUTE.test(hash) ? hash.split('?', 1)[0] : undefined
}

/** The address of a page that a text means, with its route; `undefined` for every other text. */
export function toPageAddress(text: string): string | undefined {
  const url = toAddress(text)
  const route = url === undefined ? undefined : routeOf(text)
  return route === undefined ? url : new URL(route, url).href
}

/** The address of a page without the place within it. */
export const withoutPlace = (url: string): string => {
  const route = routeOf(url)
  return route === undefined ? url : new URL(route, url).href
}

/** A page and a place within it. @param url without a fragment. @param fragment decoded. */
export function targetOf(url: string, fragment: string): { url: string; anchor: string } {
  if (!ROUTE.test(`#${fragment}`)) return { url, anchor: fragment }
  const [route = '', place = ''] = fragment.split('?id=')
  return { url: new URL(`#${route}`, url).href, anchor: place }
}

/** The addresses of the pages that a page names in fragments of its own address. @param url of the page. */
export function routesFrom(document: Document, url: string): string[] {
  const routes = new Set(linksIn(document).map((href) => withoutPlace(new URL(href, url).href)))
  const own = routeOf(url)
  return own === undefined && routes.size < MIN_ROUTES ? [] : [...routes]
}

/**
 * Writes links to places within the page as links to its anchors. Returns whether there are any: then an anchor is a place.
 * @param url of a route.
 */
export function shortenPlaces(document: Document, url: string): boolean {
  const own = routeOf(url)
  let found = false
  for (const link of filter(isRouteLink, document)) {
    if (!isTag(link)) continue
    const { href = '' } = link.attribs
    const place = PLACE.exec(href)?.[1]
    if (place === undefined || routeOf(new URL(href, url).href) !== own) continue
    link.attribs.href = `#${place}`
    found = true
  }
  return found
}

/** The address of a section of a route. */
export const placeIn = (url: string, anchor: string): string =>
  anchor === '' ? url : `${url}?id=${encodeURIComponent(anchor)}`

const isRouteLink = (node: AnyNode): boolean => isTag(node) && node.name === 'a' && ROUTE.test(node.attribs.href ?? '')

const linksIn = (document: Document): string[] =>
  filter(isRouteLink, document).flatMap((node) => (isTag(node) ? (node.attribs.href ?? []) : []))
