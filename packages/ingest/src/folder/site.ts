/** The docs of one site: their folders, and what their generator's configuration says of them. */
import { basename, dirname } from 'node:path'
import type { ReadArea } from './below-root.ts'

/** A folder of pages, and where they are on the site. */
export interface Root {
  /** Absolute and real. */
  folder: string
  /** Before the URLs of its pages: empty, or `/1.0`. */
  prefix: string
  lang?: string
  version?: string
}

/** Where the docs are and what they were written for. */
export interface Site {
  /** The folder that holds the docs. */
  folder: string
  /** The folder around them, which includes may read: the repository, or the docs folder itself. */
  project: string
  roots: Root[]
  /** Folders that links with a slash in front may mean: VitePress' `public`, Docusaurus' `static`. */
  publicFolders: string[]
  /** Those of them whose files a generator publishes as they are, whether a page refers to them or not. */
  asIsFolders: string[]
  /** What may be read. */
  area: ReadArea
  title: string | undefined
  lang: string | undefined
  kind: 'mdbook' | 'mkdocs' | 'docusaurus' | 'plain'
  /** What mkdocs.yml says. */
  mkdocs?: Record<string, unknown>
  /** `SUMMARY.md`, absolute. */
  summary?: string
  /** `mkdocs.yml`, absolute. */
  mkdocsFile?: string
}

/** A site before it is known what may be read. */
export type Layout = Omit<Site, 'publicFolders' | 'asIsFolders' | 'area'>

/** A title from a folder's name, where nothing better is known. */
export function titleFromFolder(site: Site): string {
  const generic = new Set(['docs', 'doc', 'src', 'content', 'documentation', 'pages', 'site', 'website'])
  let folder = site.folder
  while (generic.has(basename(folder).toLowerCase()) && dirname(folder) !== folder) folder = dirname(folder)
  return basename(folder) || 'Documentation'
}
