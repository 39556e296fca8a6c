/**
 * The place of each page in a navigation: previous page, next page, and the groups above it. One pass over a navigation
 * computes all places.
 */
import type { Navigation, NavItem } from '@docent/ingest'
import type { PageLink } from '../../shared/page-data.ts'
import { pathKey } from '../../shared/paths.ts'

/** A page's place in one navigation. */
export interface Place {
  breadcrumbs: PageLink[]
  previous?: PageLink
  next?: PageLink
}

/** The place of every page in the navigation, by path key. A page that is listed twice has its first place. */
export function placePages(navigation: Navigation): Map<string, Place> {
  const places = new Map<string, Place>()
  let last: { place: Place; link: PageLink } | undefined

  function visit(items: NavItem[], trail: PageLink[]): void {
    for (const item of items) {
      const link: PageLink = item.url === undefined ? { title: item.title } : { title: item.title, url: item.url }
      // An entry may link to a section of a page.
      const key = item.url?.startsWith('/') ? pathKey(item.url.replace(/#[^]*$/, '')) : undefined
      if (key !== undefined && !places.has(key)) {
        const place: Place = { breadcrumbs: trail }
        if (last) {
          place.previous = last.link
          last.place.next = link
        }
        places.set(key, place)
        last = { place, link }
      }
      visit(item.children, [...trail, link])
    }
  }

  visit(navigation.items, [])
  return places
}
