/** The targets of all links of a site, and the place of a page that links. */
import type { ReadArea } from '../folder/below-root.ts'
import type { Alias } from '../folder/site.ts'

/** The key of the names of all pages in `LinkMap.names`: no prefix of URLs. */
export const ALL_PAGES = '*'

/** Targets of links, built once for each reading. */
export interface LinkMap {
  /** The pages' URLs, by URL in lower case without a trailing slash. */
  pages: Map<string, string>
  /** The keys of `pages` before they became lower case. */
  spellings: Set<string>
  /** The keys of `pages` that are old addresses. */
  old: Set<string>
  /** The pages' URLs, by the real path of their file. */
  pageFiles: Map<string, string>
  /** Ids of each page, by its URL. */
  ids: Map<string, Set<string>>
  /** For each page, its ids by the letters and digits of anchors (`looseAnchor`). */
  looseIds: Map<string, Map<string, string>>
  /** The titles of the pages in the form of `looseAnchor`, by URL: an anchor with this text is the top of the page. */
  tops: Map<string, string>
  /** Real paths of files that are no pages, by decoded path on the site. */
  files: Map<string, string>
  /** Keys of `files`, by their lower case. */
  looseFiles: Map<string, string>
  /** Keys of `files`, by the real path of the file. */
  filePaths: Map<string, string>
  /** Targets of labels that all pages may name (Sphinx, MyST), by `labelKey`; their addresses. */
  labels: Map<string, string>
  /** Titles of links without a text, by the address of their target; empty for generators without such links. */
  titles: Map<string, string>
  /**
   * Pages by the end of their path (`nameKey`), where only one page has it: those of each `LinkPlace.prefix`, and of all
   * (`ALL_PAGES`). Empty for generators without such links.
   */
  names: Map<string, Map<string, string>>
  /** Pages and files by the end of their path, for links of notes; the first one with the shortest path. Empty without such links. */
  notes: Map<string, { url: string } | { path: string; file: string }>
  /** Whether the folder is a vault of Obsidian, in which two brackets are always a link. */
  isVault: boolean
  /** The URL of the first page in each folder, by absolute path; empty where a generator has the pages. */
  folders: Map<string, string>
  /** Hugo: images in each folder, by its decoded path on the site; a page may name them by a part of their file's name. */
  resources: Map<string, string[]>
  /** Pages that the generator makes of programs, which are not read: their files, by address (`programPages`). */
  programs: Map<string, string>
  area: ReadArea
  project: string
  publicFolders: string[]
  aliases: readonly Alias[]
  /**
   * Prefixes of links from the top, and the prefix of URLs that replaces each: the path of the site on its host
   * (`/en-US/docs` and an empty text), and aliases of roots.
   */
  prefixes: readonly (readonly [written: string, url: string])[]
  /** Those of the `prefixes` that name the default language: `/en`. */
  languages: readonly string[]
}

/** The page that holds a link. */
export interface LinkPlace {
  url: string
  /** Path of its file below the root. */
  path: string
  root: { folder: string; prefix: string; published?: string | undefined; lang?: string | undefined }
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
  /** Whether its generator publishes the page as a folder, so that browsers resolve relative links below it. */
  isFolder?: boolean
}
