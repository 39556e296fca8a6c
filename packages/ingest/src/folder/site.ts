/** The docs of one site: their folders, and settings from their generator's configuration. */
import { basename, dirname } from 'node:path'
import type { ReadArea } from './below-root.ts'

/** A folder of pages with its place on the site. */
export interface Root {
  /** Absolute and real. */
  folder: string
  /** Prefix of its pages' URLs: empty, or `/1.0`. */
  prefix: string
  lang?: string
  version?: string
}

/** Folders and generator of the docs. */
export interface Site {
  /** The folder that holds the docs. */
  folder: string
  /** The folder around the docs, which includes may read: the repository, or the docs folder itself. */
  project: string
  roots: Root[]
  /** Folders that links with a leading slash may mean: VitePress' `public`, Docusaurus' `static`. */
  publicFolders: string[]
  /** The `publicFolders` that are published whole. */
  wholeFolders: string[]
  /** Files that may be read. */
  area: ReadArea
  title: string | undefined
  lang: string | undefined
  kind: 'mdbook' | 'mkdocs' | 'docusaurus' | 'plain'
  /** Contents of mkdocs.yml. */
  mkdocs?: Record<string, unknown>
  /** `SUMMARY.md`, absolute. */
  summary?: string
  /** `mkdocs.yml`, absolute. */
  mkdocsFile?: string
}

/** A site before the readable area is known. */
export type Layout = Omit<Site, 'publicFolders' | 'wholeFolders' | 'area'>

/** A title from a folder's name, as the last fallback. */
export function titleFromFolder(site: Site): string {
  const generic = new Set(['docs', 'doc', 'src', 'content', 'documentation', 'pages', 'site', 'website'])
  let folder = site.folder
  while (generic.has(basename(folder).toLowerCase()) && dirname(folder) !== folder) folder = dirname(folder)
  return basename(folder) || 'Documentation'
}
