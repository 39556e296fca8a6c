/** The part of a generator's configuration that is read once the pages are known: sidebar, links of the header, title. */
import type { ProgramFault } from '../program/read-program.ts'
import type { Home, NavItem, OutLink } from '../result/page.ts'
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
  /** The head of the landing page, where the configuration holds it. */
  home?: Home
  /** The site's title. */
  title?: string | undefined
}
