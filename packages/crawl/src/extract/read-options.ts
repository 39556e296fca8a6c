import type { SiteConfig } from './configs/site-config.ts'

/** Options of the reading of a site; every key has a default that the pages supply. */
export interface ReadOptions {
  /** `hierarchy.lvl0` of pages without a sidebar group. By default the name that the titles of the pages share. */
  siteName?: string
  /** BCP 47: of pages that state none. Default: empty. */
  lang?: string
  /** An existing configuration: its selectors replace layouts and structure. */
  config?: SiteConfig
}
