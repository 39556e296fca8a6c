/** The settings of a site from the configuration, for a server and for a static site. */

import type { Appearance, SiteSettings } from '@docent/site'

import type { Config } from '../config/schema.ts'
import { reportAddress } from './report-address.ts'

/** The connection of the search box, without the parts that the configuration adds. */
export type Connection = Pick<SiteSettings['search'], 'hosts' | 'appId' | 'apiKey' | 'index'>

/** The settings. Keys that the configuration does not have are absent. */
export function siteSettings(config: Config, appearance: Appearance, connection: Connection): SiteSettings {
  const { editUrl, openIn, pageTools, siteUrl, redirects, markMatches } = config
  const missingResultsUrl = reportAddress(config)
  return {
    search: {
      ...connection,
      ...(missingResultsUrl !== undefined && { missingResultsUrl }),
      ...(markMatches !== undefined && { markMatches }),
    },
    appearance,
    ...(editUrl !== undefined && { editUrl }),
    ...(openIn && { openIn }),
    ...(pageTools && { pageTools }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(redirects && { redirects }),
  }
}
