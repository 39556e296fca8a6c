/**
 * What reading a docs folder gives: pages, the navigation over them, and problems. Data only: these types are all that
 * the website knows of ingest.
 */

/** A fault in the author's content. Never an exception: the rest of the folder goes on. */
export interface Problem {
  /** Relative to the docs folder, `/` on every system. */
  file: string
  /** 1-based; absent when the whole file is meant. */
  line?: number
  /** Stable, kebab-case: `broken-link`, `duplicate-url`, `unknown-component` … */
  code: string
  /** One sentence for the author: what is wrong and what to do. */
  message: string
}

/** One entry of a page's table of contents. */
export interface Heading {
  /** 1 to 6. */
  level: number
  /** Plain text. */
  text: string
  /** The anchor, without `#`. */
  id: string
}

/** What a reader opens at one URL. */
export interface Page {
  /** Root-relative, without the site's base: `/`, `/guide/install`. */
  url: string
  /** The source, relative to the docs folder: `guide/install.md`. */
  file: string
  title: string
  /** Plain text, from front matter; empty when there is none. */
  description: string
  /** BCP 47. */
  lang: string
  version?: string
  /** The headings below the title, in order. */
  headings: Heading[]
  /** The front matter as it was written. */
  frontMatter: Record<string, unknown>
  /** A change of the source changes this; equal hashes have equal articles. */
  hash: string
}

/** A node of the navigation: a link to a page, a group, or both. */
export interface NavItem {
  title: string
  /** Absent for a group without a page of its own. An absolute URL for an external link. */
  url?: string
  children: NavItem[]
}

/** A file that is no page (an image, a download), served as it is. */
export interface Asset {
  /** Root-relative URL, without the base. */
  url: string
  /** Absolute path on disk. */
  path: string
}
