/**
 * The files of a docs folder, and the state of everything that a reading of it depends on: a build whose docs have the state
 * of the build before reads nothing.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { findMermaid } from './folder/find-mermaid.ts'
import { type FileEntry, listFiles, listRoot, type RefusedFile, stampOf } from './folder/list-files.ts'
import { namesIn } from './folder/folder-names.ts'
import type { Root, Site } from './folder/site.ts'
import { generatorOf } from './generators/all.ts'
import { locateDocs } from './generators/locate-docs.ts'
import type { Docs } from './result/page.ts'

/** A located docs folder and the files of its roots. */
export interface DocsListing {
  site: Site
  roots: { root: Root; files: FileEntry[]; refused: RefusedFile[] }[]
}

/**
 * Locates the docs and lists their files. @throws IngestError where there is no such folder.
 * @param closed absolute folders that are never read: the data folder, the output of a build.
 */
export function listDocs(folder: string, closed?: readonly string[]): DocsListing {
  const site = locateDocs(folder, closed)
  return { site, roots: site.roots.map((root) => ({ root, ...listRoot(root, site.area) })) }
}

/** Dependencies of a reading outside its listed files, as `Docs` has them. */
export type FurtherFiles = Pick<Docs, 'sources' | 'missing'>

/**
 * A digest of the listed files, the further ones and the places where missing ones are looked for: for equal digests, and
 * equal options and program, readings have equal results. `undefined` where a reading depends on the date, or where a
 * further file is not older than `before` (ms): it may have been changed since it was read.
 */
export function docsState(listing: DocsListing, further: FurtherFiles, before = Infinity): string | undefined {
  const { site, roots } = listing
  if (generatorOf(site.generator.kind)?.isPublished !== undefined) return undefined
  // The area has the folders that builds have written, the first one its own; in the docs they are listed as closed.
  const state = createHash('sha256').update(JSON.stringify({ ...site, area: undefined }))
  const add = (...parts: readonly string[]): unknown => state.update(`${parts.join('\0')}\n`)
  const addFiles = ({ files, refused }: { files: FileEntry[]; refused: RefusedFile[] }): void => {
    for (const { path, absolute, stamp } of files) add(path, absolute, stamp)
    for (const { path, reason } of refused) add(path, reason)
  }
  for (const { root, ...listed } of roots) {
    add('root', root.folder)
    addFiles(listed)
    // Generators have hidden files among the pages.
    for (const { path, reason } of listed.refused)
      if (reason === 'hidden' && !path.endsWith('/')) add(path, stampOf(join(root.folder, path)))
  }
  const listed = new Set(roots.filter(({ root }) => root.only === undefined).map(({ root }) => root.folder))
  for (const folder of new Set([site.folder, ...site.wholeFolders])) {
    add('folder', folder)
    if (!listed.has(folder)) addFiles(listFiles(folder, site.area))
  }
  const mermaid = findMermaid([site.folder, process.cwd(), import.meta.dirname])
  for (const path of [...further.sources, ...(mermaid === undefined ? [] : [mermaid])]) {
    const stamp = stampOf(path)
    if (Number.parseFloat(stamp) >= before) return undefined
    add('source', path, stamp)
    if (stamp === 'folder' && !listed.has(path)) addFiles(listFiles(path, site.area))
  }
  for (const path of further.missing) add('missing', path, stampOf(path))
  for (const folder of new Set([site.project, site.home, site.folder]))
    for (const path of besideDocs(folder, site, listed)) add('beside', path, stampOf(path))
  return state.digest('hex')
}

/** Folders with files that a reading never looks at, and that other programs change. */
const UNREAD: ReadonlySet<string> = new Set(['.git', '.docent', 'node_modules'])

/**
 * Files of a folder and of its subfolders, one level deep, among which a generator has its configurations. In a listed folder
 * those are its hidden files.
 */
function besideDocs(folder: string, { area }: Site, listed: ReadonlySet<string>): string[] {
  const { files, folders } = namesIn(folder)
  const below = folders.filter(
    (name) =>
      !UNREAD.has(name) &&
      !area.closed.includes(join(folder, name)) &&
      (listed.has(folder) ? name.startsWith('.') : !listed.has(join(folder, name))),
  )
  return [folder, ...below.map((name) => join(folder, name))].flatMap((path) =>
    (path === folder ? files : namesIn(path).files).map((name) => join(path, name)),
  )
}
