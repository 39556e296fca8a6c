/** The published files of the docs: referenced ones, and those in folders that are published whole. */
import { join, relative } from 'node:path'
import { encodePath } from '../folder/below-root.ts'
import type { FileEntry } from '../folder/list-files.ts'
import type { Root, Site } from '../folder/site.ts'
import type { Asset, NavItem } from '../result/page.ts'
import type { PageSource } from '../parsed/placed-page.ts'

interface Reading {
  site: Site
  pages: PageSource[]
  files: { root: Root; entry: FileEntry }[]
  publicFiles: FileEntry[]
}

/** All URLs of a navigation. */
export function urlsOf(items: readonly NavItem[]): string[] {
  return items.flatMap(({ url, children }) => [...(url === undefined ? [] : [url]), ...urlsOf(children)])
}

/** Configuration files of generators and of Docent, which are not listed as unpublished. */
const CONFIGURATION_FILE =
  /(?:^|\/)(?:(?:_category_|_?meta)\.(?:json|ya?ml|[cm]?[jt]sx?)|(?:docent\.config|mkdocs|book|docs|package|package-lock|tsconfig)\.(?:json|ya?ml|toml|ts|js))$/

/** Files that a page references, and files in folders that are published whole. */
export function listAssets(publicFiles: readonly FileEntry[], linked: ReadonlyMap<string, string>): Asset[] {
  const assets = new Map(publicFiles.map(({ path, absolute }) => [`/${path}`, absolute]))
  for (const [path, file] of linked) assets.set(path, file)
  return [...assets]
    .map(([path, file]) => ({ url: encodePath(path), path: file }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** Files of the docs that no page references or includes, configuration files apart. */
export function listUnpublished(
  { site, files, publicFiles, pages }: Reading,
  linked: ReadonlyMap<string, string>,
): string[] {
  const used = new Set([...publicFiles.map(({ absolute }) => absolute), ...linked.values()])
  for (const { parsed } of pages) for (const path of parsed.included.keys()) used.add(path)
  return files
    .filter(({ entry }) => !used.has(entry.absolute) && !CONFIGURATION_FILE.test(`/${entry.path}`))
    .map(({ root, entry }) => relative(site.folder, join(root.folder, entry.path)).replaceAll('\\', '/'))
    .sort()
}
