/** Gives each file of the docs folders its role: page, partial, configuration, asset, or left out with a reason. */
import { basename, join, relative, sep } from 'node:path'
import { isPrivate, isWithin, realPath } from '../folder/below-root.ts'
import { documentFormat, isProgramFile } from '../folder/formats.ts'
import type { FileEntry } from '../folder/list-files.ts'
import type { Root, Site } from '../folder/site.ts'
import { isNotesFile } from '../navigation/folder-notes.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import type { DocsFile, LeftOutReason } from '../result/docs-file.ts'
import type { Problem, ReadOptions } from '../result/page.ts'
import { reportTo } from '../result/problem.ts'

/** A file or folder that is no page, with the reason that the reading found. */
export interface LeftOut {
  /** Relative to the docs folder. */
  file: string
  /** Its path, absolute; real where it is read. */
  absolute: string
  /** Default: by its extension. */
  reason?: LeftOutReason
}

/** The files of a reading. */
export interface ReadFiles {
  site: Site
  pages: PageSource[]
  files: { root: Root; entry: FileEntry }[]
  /** Files of the roots that are neither pages nor among `files`. */
  leftOut: LeftOut[]
  /** Files of the folders that are published unchanged. */
  publicFiles: FileEntry[]
  options: ReadOptions
}

/** Results of the assembly. */
interface Assembled {
  placed: PlacedPage[]
  /** Absolute paths of the files that pages refer to, by path on the site. */
  linked: ReadonlyMap<string, string>
  /** Absolute paths of the generator's configurations. */
  configurations: readonly string[]
  problems: Problem[]
}

/** The files with their roles, sorted by name. Reports documents in formats that are not read. */
export function accountFiles(parts: ReadFiles, assembled: Assembled): DocsFile[] {
  const { site, files, leftOut } = parts
  const roleOf = roleFinder(parts, assembled)
  const accounted = new Map<string, DocsFile>(pageRoles(parts, assembled).map((one) => [one.file, one]))
  const add = (file: string, absolute: string, reason?: LeftOutReason): void => {
    if (!accounted.has(file)) accounted.set(file, { file, ...roleOf(file, absolute, reason) })
  }
  for (const { root, entry } of files) add(nameOf(site, join(root.folder, entry.path)), entry.absolute)
  for (const { file, absolute, reason } of leftOut) add(file, absolute, reason)
  // Hidden folders are not listed, but files in them may be used: `.vitepress/config.ts`, `.gitbook/assets`.
  for (const path of usedFiles(parts, assembled)) if (isBelowHidden(path, site)) add(nameOf(site, path), path)
  const all = [...accounted.values()].sort((a, b) => (a.file < b.file ? -1 : 1))
  reportFormats(all, assembled.problems)
  return all
}

/** Roles of the parsed files: pages, and those that the assembly has left out. */
function pageRoles({ pages, options }: ReadFiles, { placed, problems }: Assembled): DocsFile[] {
  const isPlaced = new Set(placed.map(({ parsed }) => parsed.file))
  const doubles = new Set(problems.flatMap(({ code, file }) => (code === 'duplicate-url' ? file : [])))
  return pages.flatMap(({ parsed: { file, frontMatter }, isMade }): DocsFile | [] => {
    if (isMade === true) return []
    if (isPlaced.has(file)) return { file, role: 'page' }
    const isDraft = frontMatter.draft === true && options.drafts !== true
    return {
      file,
      role: 'left-out',
      reason: isDraft ? 'draft' : doubles.has(file) ? 'duplicate-address' : 'not-rendered',
    }
  })
}

/** Finds the role of a file that is no page. */
function roleFinder(
  parts: ReadFiles,
  assembled: Assembled,
): (file: string, absolute: string, reason?: LeftOutReason) => Omit<DocsFile, 'file'> {
  const configurations = new Set(configurationsOf(parts, assembled))
  const published = new Set(publishedOf(parts, assembled))
  const uses = countUses(assembled.placed)
  return (file, absolute, reason) => {
    const pages = uses.get(absolute)
    if (configurations.has(absolute) || isNotesFile(basename(file))) return { role: 'configuration' }
    if (pages !== undefined) return { role: 'partial', pages }
    if (published.has(absolute)) return { role: 'asset' }
    return { role: 'left-out', reason: reason ?? fallbackReason(file) }
  }
}

function fallbackReason(file: string): LeftOutReason {
  return documentFormat(file) !== undefined ? 'unread-format' : isProgramFile(file) ? 'program' : 'not-linked'
}

/** Numbers of pages that include each file, by its real path. */
function countUses(placed: PlacedPage[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { parsed } of placed) for (const path of parsed.included.keys()) uses.set(path, (uses.get(path) ?? 0) + 1)
  return uses
}

function configurationsOf({ site, options }: ReadFiles, { configurations }: Assembled): string[] {
  const { summary } = site
  const all = [...configurations, ...(summary === undefined ? [] : [summary]), ...(options.configurations ?? [])]
  return all.map(realPath)
}

function publishedOf({ publicFiles }: ReadFiles, { linked }: Assembled): string[] {
  return [...publicFiles.map(({ absolute }) => absolute), ...linked.values()]
}

function usedFiles(parts: ReadFiles, assembled: Assembled): string[] {
  const included = assembled.placed.flatMap(({ parsed }) => [...parsed.included.keys()])
  return [...configurationsOf(parts, assembled), ...included, ...publishedOf(parts, assembled)]
}

/** Whether a file lies in a root, in a folder of it that is not listed. */
function isBelowHidden(path: string, { roots }: Site): boolean {
  const root = roots.find(({ folder }) => isWithin(folder, path))
  return root !== undefined && isPrivate(path.slice(root.folder.length + 1).split(sep))
}

/** A file's name in lists. @param path absolute. */
function nameOf({ folder }: Site, path: string): string {
  return relative(folder, path).replaceAll('\\', '/')
}

/** Reports, once for each format, that documents are not read. */
function reportFormats(files: readonly DocsFile[], problems: Problem[]): void {
  const unread = files.filter(({ reason }) => reason === 'unread-format')
  for (const [format, members] of Map.groupBy(unread, ({ file }) => documentFormat(file) ?? '')) {
    const [first, ...others] = members
    if (first === undefined) continue
    const message =
      others.length === 0
        ? `"${first.file}" is ${format}, which is not read; convert it to Markdown, with pandoc for example.`
        : `"${first.file}" and ${others.length} more ${others.length === 1 ? 'file' : 'files'} are ${format}, which is not read; convert them to Markdown, with pandoc for example.`
    reportTo(problems, first.file)('unread-format', undefined, message)
  }
}
