/**
 * All old addresses of pages: of front matter, of the configuration's redirects, and of the generator's own site. Links
 * of the docs may lead to them, as on the generator's site.
 */
import { relative } from 'node:path'
import type { Site } from '../folder/site.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { Page, Problem } from '../result/page.ts'
import { reportTo } from '../result/problem.ts'
import { placeAliases, placePublished, placeRedirects } from './page-address.ts'

/** One reading before its links are checked. */
interface Reading {
  placed: PlacedPage[]
  site: Site
  links: LinkMap
  /** The place of links from the configuration. */
  atTop: LinkPlace
  problems: Problem[]
}

/** Sets the old addresses of all pages, and adds them to the targets of links. @param configuration of the generator. */
export function placeOldAddresses(
  { redirects, otherAddresses }: Pick<SiteConfiguration, 'redirects' | 'otherAddresses'>,
  { placed, site, links, atTop, problems }: Reading,
): void {
  const taken = placeAliases(placed, problems)
  const others = new Map(
    (otherAddresses ?? []).flatMap(({ from, to }): [string, Page][] => {
      const page = taken.get(to.toLowerCase())
      return page === undefined ? [] : [[from, page]]
    }),
  )
  if (redirects !== undefined) {
    const byUrl = new Map(placed.map(({ page }) => [page.url, page]))
    const find = (target: string): Page | undefined => {
      const found = resolveLink(target, atTop, links)
      const url = found.kind === 'page' ? found.href : target
      return byUrl.get(url.replace(/[?#][^]*$/, '')) ?? others.get(url.replace(/[?#][^]*$/, ''))
    }
    const file = relative(site.folder, site.configurations[0] ?? site.folder).replaceAll('\\', '/')
    placeRedirects(redirects, taken, find, reportTo(problems, file))
  }
  for (const [from, page] of others) {
    if (taken.has(from.toLowerCase())) continue
    taken.set(from.toLowerCase(), page)
    page.aliases = [...(page.aliases ?? []), from]
  }
  placePublished(placed, site.publication, taken)
  for (const [address, page] of taken) {
    if (links.pages.has(address) || links.looseFiles.has(address)) continue
    links.pages.set(address, page.url)
    links.old.add(address)
    for (const alias of page.aliases ?? []) if (alias.toLowerCase() === address) links.spellings.add(alias)
  }
}
