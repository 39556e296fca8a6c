/** Reads the listed files of the roots of a site: pages, other files, and those that are left out. */
import { join, relative } from 'node:path'
import type { LeftOut } from './assemble/account-files.ts'
import type { DocsListing } from './docs-listing.ts'
import { isWithin } from './folder/below-root.ts'
import { isPageFile, mayBeHtmlPage } from './folder/formats.ts'
import { type FileEntry, listFiles, type RefusedFile } from './folder/list-files.ts'
import { readHead } from './folder/read-text.ts'
import type { Root, Site } from './folder/site.ts'
import { leftOutByRule } from './generators/page-rule.ts'
import { createPause } from './limits/pause.ts'
import type { PageSource } from './parsed/placed-page.ts'
import { type PageReader, readFile } from './read-file.ts'
import type { Problem } from './result/page.ts'
import { reportTo } from './result/problem.ts'

/** Time (ms) after which reading yields to a server's requests. */
const TURN_MS = 10

/** The files of a site. */
interface RootFiles {
  /** Pages by their names; the content of some is no page of the site. */
  candidates: PageSource[]
  /** Other files, which pages may refer to. */
  files: { root: Root; entry: FileEntry }[]
  leftOut: LeftOut[]
}

/** Reads the roots in order. Throws the reason of `signal`. */
export async function readRoots(
  roots: DocsListing['roots'],
  site: Site,
  reader: PageReader,
  signal: AbortSignal | undefined,
): Promise<RootFiles> {
  const found: RootFiles = { candidates: [], files: [], leftOut: [] }
  const pause = createPause(TURN_MS)
  const seen = new Set<string>()
  /** Files that an earlier root has in translation, by name, with their paths. */
  const translated = new Map<string, string>()
  for (const { root, refused, files } of roots) {
    const fileOf = (path: string): string =>
      root.folder === site.folder ? path : relative(site.folder, join(root.folder, path)).replaceAll('\\', '/')
    for (const { path, reason } of refused)
      found.leftOut.push({ ...refuse(fileOf(path), reason, reader.problems), absolute: join(root.folder, path) })
    const replaced = new Set(root.replaced)
    for (const entry of files) {
      const file = fileOf(entry.path)
      // Of roots within each other, the first has the file.
      if (seen.has(file) || isOfInnerRoot(join(root.folder, entry.path), root, site.roots)) continue
      if (replaced.has(entry.path)) {
        translated.set(file, entry.absolute)
        continue
      }
      seen.add(file)
      const isRead = await addFile({ file, root, entry }, site, reader, found)
      if (!isRead) continue
      await pause()
      signal?.throwIfAborted()
    }
  }
  for (const [file, absolute] of translated)
    if (!seen.has(file)) found.leftOut.push({ file, absolute, reason: 'generator-rule' })
  found.leftOut.push(...outsideRoots(site))
  return found
}

/** Adds a file to the kind that its name and its content mean; returns whether it was read. */
async function addFile(
  { file, root, entry }: { file: string; root: Root; entry: FileEntry },
  site: Site,
  reader: PageReader,
  { candidates, files, leftOut }: RootFiles,
): Promise<boolean> {
  const { path, absolute } = entry
  if (!isPage(path, absolute, site)) {
    files.push({ root, entry })
    return false
  }
  const rule = leftOutByRule(path, site, root)
  if (isList(absolute, site) || rule !== undefined) {
    leftOut.push({ file, absolute, reason: rule ?? 'generator-rule' })
    return false
  }
  const parsed = await readFile(file, entry, reader)
  if (typeof parsed === 'string') leftOut.push({ file, absolute, reason: parsed })
  else candidates.push({ root, path, absolute, parsed })
  return true
}

/** Bytes that are read for the beginning of a front matter. */
const HEAD_BYTES = 200

/** The first line of a front matter; blank lines may be above it. */
const FRONT_MATTER = /^\uFEFF?(?:[ \t]*\r?\n)*(?:---|\+\+\+)[ \t]*\r?\n/

/** Whether a file is a page by its ending, as HTML also by its first lines. */
function isPage(path: string, absolute: string, { generator }: Site): boolean {
  if (mayBeHtmlPage(path, generator.kind)) return FRONT_MATTER.test(readHead(absolute, HEAD_BYTES))
  return isPageFile(path, generator.kind)
}

/** Whether a file is a list of the site's pages. */
function isList(absolute: string, { summary, furtherLists }: Site): boolean {
  return absolute === summary || furtherLists?.includes(absolute) === true
}

/** Whether a file of an outer root belongs to a root inside it. */
function isOfInnerRoot(file: string, root: Root, roots: readonly Root[]): boolean {
  if (root.outer !== true) return false
  const { folder } = root
  return roots.some((one) => one.folder !== folder && isWithin(folder, one.folder) && isWithin(one.folder, file))
}

/** Files of the docs folder and the further ones that are in no root: of languages and versions that the site leaves out. */
function outsideRoots(site: Site): LeftOut[] {
  const { folder, furtherFolders = [], roots, area } = site
  const own = roots.some((root) => root.folder === folder) ? [] : [folder]
  return [...own, ...furtherFolders].flatMap((one) =>
    listFiles(one, area).files.flatMap(({ path, absolute }): LeftOut[] => {
      if (roots.some((root) => isWithin(root.folder, join(one, path)))) return []
      const file = relative(folder, join(one, path)).replaceAll('\\', '/')
      return [{ file, absolute, ...(isPage(path, absolute, site) ? { reason: 'generator-rule' } : {}) }]
    }),
  )
}

/** The reason for leaving out a file that the listing refuses; a fault that the author can correct is reported. */
function refuse(file: string, reason: RefusedFile['reason'], problems: Problem[]): Omit<LeftOut, 'absolute'> {
  const report = reportTo(problems, file)
  if (reason === 'malformed')
    report(
      'bad-address',
      undefined,
      'The file is left out, since its name cannot be an address: it is too long (250 bytes), has a backslash, or is no Unicode; rename it.',
    )
  else if (reason === 'outside')
    report(
      'outside-folder',
      undefined,
      "This symbolic link leads out of the project's folder and is left out; copy its target, or name the folder around both.",
    )
  else if (reason === 'private')
    report(
      'private-file',
      undefined,
      "This name or symbolic link leads to files that are never read (names that begin with a dot, node_modules, Docent's own data) and is left out.",
    )
  else if (reason === 'unreadable')
    report('unreadable-file', undefined, 'The folder cannot be read, so its files are left out; check its rights.')
  return { file, reason: reason === 'malformed' ? 'bad-name' : reason }
}
