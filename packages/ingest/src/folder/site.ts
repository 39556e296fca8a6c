/** The docs of one site: their folders, and settings from their generator's configuration. Plain data. */
import { basename, dirname } from 'node:path'
import type { RecognisedGenerator } from '../result/generator.ts'
import type { ReadArea } from './below-root.ts'
import type { PageSyntax } from './page-syntax.ts'
import type { Publication } from './publication.ts'

/** A folder of pages with its place on the site. */
export interface Root {
  /** Absolute and real. */
  folder: string
  /** Prefix of its pages' URLs: empty, or `/1.0`. */
  prefix: string
  /** Prefix of its pages' addresses on the generator's own site, below the site's base; absent where it is `prefix`. */
  published?: string
  lang?: string
  version?: string
  /** The folder that holds its pages in the navigation, for a root beside the first one of its language: `community`. */
  section?: string
  /** The end of `prefix` that is no folder of a language or version, and part of its pages' keys: `/community`. Default: empty. */
  inKey?: string
  /** Names of its only pages, in the folder itself; other files of the folder are not listed. */
  only?: string[]
  /** Paths of files that a root before it has instead: translations into the default language. */
  replaced?: string[]
  /** Whether the folders of other roots inside it are theirs, though they follow it. */
  outer?: true
  /** Whether its pages are posts, whose names begin with a date. */
  posts?: boolean
  /** Whether numbers in front of names have no meaning, where the generator gives them one. */
  plainNames?: boolean
  /** The configuration of a language that is a project of its own. */
  configuration?: { file: string; data: Record<string, unknown> }
  /** Folders that the configuration assigns to languages and versions; without them, folders are recognised by name. */
  places?: DeclaredPlace[]
}

/** A folder of a root, without slashes at its ends (`es`, `v2/es`), with its language or version. */
export interface DeclaredPlace {
  folder: string
  lang?: string
  version?: string
}

/** A prefix of links and includes that means a folder: `@site`, `/.gitbook/assets`. */
export interface Alias {
  prefix: string
  /** Absolute and real. */
  folder: string
  /** Whether a compiler's configuration names it, for imports: often the folder of all sources. */
  ofImports?: true
}

/** Folders and generator of the docs. */
export interface Site {
  generator: RecognisedGenerator
  /** The folder that holds the docs. */
  folder: string
  /** The folder around the docs, which includes may read: the repository, or the docs folder itself. */
  project: string
  /** The folder of the generator's own files: the project, or a folder of it. */
  home: string
  /** Folders of pages; pages that several roots contain belong to the first. At least one. */
  roots: Root[]
  /** Path of the generator's site on its host, without a trailing slash: `/en-US/docs`; empty for none. */
  base: string
  publication: Publication
  aliases: Alias[]
  /** Folders that names of includes begin in, before the page's own folder. Absolute and real. */
  includeFolders?: string[]
  syntax: PageSyntax
  /** Folders that links with a leading slash may mean: VitePress' `public`, Docusaurus' `static`. */
  publicFolders: string[]
  /** The `publicFolders` that are published whole. */
  wholeFolders: string[]
  /** Folders beside the docs whose files belong to them, in a root or not: versions that are not published. Absolute and real. */
  furtherFolders?: string[]
  /** Files that may be read. */
  area: ReadArea
  /** Patterns of Markdown files that are no pages, from the top of each root (`generators/globs.ts`). */
  excluded?: string[]
  title: string | undefined
  lang: string | undefined
  /** Versions in the order of readers, the default one first; without them, the order of the roots. */
  versions?: string[]
  /** The generator's own files that were read, absolute: a change of one is a change of the site. */
  configurations: string[]
  /** Contents of the generator's configuration, if it is data (`mkdocs.yml`), and its file, absolute. */
  configuration?: { file: string; data: Record<string, unknown> }
  /** The list of pages, absolute: `SUMMARY.md`, `TOC.md`. */
  summary?: string
  /** Further lists, absolute: `TOC-api.md`. Each is a group of the pages that no list before it names. */
  furtherLists?: string[]
  /** Further sites in the named folder, of which this one was chosen: their folders, absolute. */
  others?: string[]
}

/** A site before the readable area is known. Its `publicFolders` and `wholeFolders` are added to the usual ones. */
export type Layout = Omit<Site, 'area'>

/** A title from a folder's name, as the last fallback. */
export function titleFromFolder(site: Site): string {
  const generic = new Set(
    'docs doc src content book documentation pages site website app apps packages www en en-us'.split(' '),
  )
  let folder = site.folder
  while (generic.has(basename(folder).toLowerCase()) && dirname(folder) !== folder) folder = dirname(folder)
  return basename(folder) || 'Documentation'
}
