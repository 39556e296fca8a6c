/** The part of a generator's configuration that is read once the pages are known: sidebar, links of the header, title. */
import type { FileEntry } from '../folder/list-files.ts'
import type { Root } from '../folder/site.ts'
import type { ProgramFault } from '../program/read-program.ts'
import type { Home, Logo, NavItem, OutLink } from '../result/page.ts'
import type { LastCriterion } from './auto-navigation.ts'
import type { ReportNote } from './folder-notes.ts'
import type { Notes } from './order-entry.ts'
import type { SidebarContext } from './sidebar-context.ts'

/** A configuration beside the docs. */
export interface SiteConfiguration {
  /** All files of the configuration, absolute: a change of one is a change of the site. */
  files: string[]
  /** Programs that could not be parsed. */
  faults: ProgramFault[]
  /** The sidebar of a language and version; `undefined` for none. */
  sidebar: (context: SidebarContext, version: string | undefined) => NavItem[] | undefined
  /** External links of its header. */
  links: OutLink[]
  /** Heads of landing pages that the configuration holds, each with the page's URL. */
  homes?: readonly { url: string; home: Home }[]
  /** The site's title. */
  title?: string | undefined
  /** Notes of the folders of a root, for generators with an order in each folder. */
  notes?: (root: Root, entries: FileEntry[], report: ReportNote) => Notes
  /** The items of a folder that a written navigation names, with a slash at its end. */
  itemsIn?: (folder: string, context: SidebarContext) => NavItem[] | undefined
  /** The last criterion of the order of a folder without a written one. Default: `name` with `notes`, else `title`. */
  lastCriterion?: LastCriterion
  /** Old addresses, in the order of the configuration. */
  redirects?: Redirect[]
  /** Further addresses of pages on the generator's site. Those in use are left out. */
  otherAddresses?: Redirect[]
  /** Paths as in a link with a leading slash, or https addresses. */
  logo?: Logo
}

/** An old address and its target, as the configuration writes them. */
export interface Redirect {
  from: string
  to: string
}
