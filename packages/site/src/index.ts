export type { Appearance, HeaderLink } from './appearance.ts'
export type { SearchConnection, SiteContent } from './content.ts'
export { createSite, type Site, type SiteOptions } from './site.ts'
export { SiteNotBuiltError } from './built.ts'
