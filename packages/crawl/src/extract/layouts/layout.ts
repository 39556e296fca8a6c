/** The form of a row of the table of layouts (`table.ts`): how the pages of one generator or theme are read. Selectors are CSS. */

/** Where the sidebar names the group of a page. */
export interface GroupRule {
  /** Outermost groups of the sidebar; the one with a link to the page is its group. */
  items: string
  /** The name of the group: the first match below the item. Absent: the element before the item. */
  label?: string
}

/** A layout. `recognise` chooses that of a page. */
export interface Layout {
  /** As verdicts and `docent doctor` print it. */
  name: string
  /** Pattern of `meta name=generator`. With a `marker` too, a page must have both. */
  generator?: RegExp
  /** Selector of an element that only pages of this layout have. */
  marker?: string
  /** The content: the first selector with a match, and its first match. None: pages without a text of their own. */
  content: readonly string[]
  /** The title; by default the first `h1` of the content, else of the page. */
  title?: string
  groups?: readonly GroupRule[]
  /** Sidebars: the text of the link to the page is its label there. */
  sidebar?: string
  /** The group, written on the page itself, of a `link` element its title: it comes before `groups`. */
  groupName?: string
  /** Parts of the content that are no text of the page, beside those of all layouts (`excluded.ts`). */
  exclude?: string
  /** Code that is not in a `pre`. */
  code?: string
  /** Elements that begin a section of their own and are no headings: documented members. It ends with their parent. */
  members?: string
  /** Names of documented members whose sections end before the next name or heading, wherever that is. */
  names?: string
  /** The version of the docs: the text of an element, or the `content` of a meta element. */
  version?: string
  /** The name of the site, of a `link` element its title. */
  site?: string
  /** False: written from the generator's templates or documentation, not tested with a site that it built. */
  verified: boolean
}
