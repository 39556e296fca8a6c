/** The description of a site for programs (`/_docent/docs.json`): everything that a reader's browser knows too. */
import type { SearchConnection } from '../../shared/search-connection.ts'
import { RESERVED } from '../../shared/paths.ts'
import type { Snapshot } from '../content/snapshot.ts'

/** A description. Paths are without the base. */
export interface SiteDescription {
  title: string
  base: string
  siteUrl?: string
  /** Name of the build, which is part of the paths of page data. */
  build: string
  search: SearchConnection
  /** The first is the default language and version. */
  navigations: { lang: string; version?: string; path: string }[]
}

/** Holds nothing that a visitor of the site could not read. */
export function describeSite({ site, navigations }: Snapshot): SiteDescription {
  const { title, base, siteUrl, build, search } = site
  return {
    title,
    base,
    ...(siteUrl !== undefined && { siteUrl }),
    build,
    search,
    navigations: navigations.map(({ navigation: { lang, version }, hash }) => ({
      lang,
      ...(version !== undefined && { version }),
      path: `${RESERVED}/nav/${hash}.json`,
    })),
  }
}
