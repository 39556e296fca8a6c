/**
 * Parts of Fern's navigation that name a folder: `folder`, whose pages and subfolders become pages and sections, and
 * `changelog`, whose files have the dates of entries as their names.
 */
import { posix } from 'node:path'
import { textOf } from '../../folder/plain-data.ts'

/** Front matter of the pages, by path relative to `docs.yml`. */
export type Pages = ReadonlyMap<string, Record<string, unknown>>

/** A page or a subfolder of a folder. */
export interface FolderEntry {
  title: string
  /** Its part of the address. */
  slug: string
  /** The file of a page; of a folder its index page, if there is one. */
  file?: string
  /** Whether its front matter hides it. */
  isHidden: boolean
  /** The entries of a folder. */
  contents?: FolderEntry[]
}

/** Whether a file of a `folder` is one of its pages. @param path below the folder. */
export function isFolderPage(path: string): boolean {
  return !path.split('/').some((part) => part.startsWith('_'))
}

/** The files below a folder, sorted. */
export function filesBelow(folder: string, pages: Pages): string[] {
  const start = folder === '' ? '' : `${folder}/`
  return [...pages.keys()].filter((path) => path.startsWith(start) && !path.startsWith('../')).sort()
}

/** A folder with its pages and subfolders, those with a `position` first. @param fromFrontMatter whether its titles name pages. */
export function folderEntry(folder: string, pages: Pages, fromFrontMatter: boolean): FolderEntry {
  const start = folder === '' ? '' : `${folder}/`
  const files = filesBelow(folder, pages).filter((path) => isFolderPage(path.slice(start.length)))
  return entryOf(folder, files, { pages, fromFrontMatter })
}

function entryOf(
  folder: string,
  files: readonly string[],
  context: { pages: Pages; fromFrontMatter: boolean },
): FolderEntry {
  const start = folder === '' ? '' : `${folder}/`
  const nameOf = (file: string): string => file.slice(start.length).split('/')[0] ?? ''
  const groups = Map.groupBy(files, nameOf)
  const index = files.find((file) => /^index\.mdx?$/i.test(file.slice(start.length)))
  const frontMatterOf = (file: string | undefined): Record<string, unknown> => context.pages.get(file ?? '') ?? {}
  const titled = (file: string | undefined, name: string): string =>
    (context.fromFrontMatter ? textOf(frontMatterOf(file).title)?.trim() : undefined) ?? titleOf(name)
  const contents = [...groups].flatMap(([name, inner]): FolderEntry[] => {
    const path = start + name
    if (path === index) return []
    if (inner.length > 1 || inner[0] !== path) return [entryOf(path, inner, context)]
    return [
      { title: titled(path, name), slug: slugOf(name), file: path, isHidden: frontMatterOf(path).hidden === true },
    ]
  })
  const positions = new Map(contents.map((one) => [one, positionOf(frontMatterOf(one.file).position)]))
  const compare = (a: FolderEntry, b: FolderEntry): number => {
    const [first, second] = [positions.get(a) ?? Infinity, positions.get(b) ?? Infinity]
    return first === second ? a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }) : first - second
  }
  const name = posix.basename(folder)
  return {
    title: titled(index, name),
    slug: slugOf(name),
    ...(index === undefined ? {} : { file: index }),
    isHidden: frontMatterOf(index).hidden === true,
    contents: contents.sort(compare),
  }
}

function positionOf(value: unknown): number | undefined {
  const position = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof position === 'number' && Number.isFinite(position) ? position : undefined
}

function slugOf(name: string): string {
  return withoutEnding(name)
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z\d-]/g, '')
}

function titleOf(name: string): string {
  return withoutEnding(name)
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
}

function withoutEnding(name: string): string {
  return name.replace(/\.mdx?$/i, '')
}

/** An entry of a change log. */
export interface ChangelogEntry {
  file: string
  /** `May 12, 2025` */
  title: string
  /** `2025/5/12` */
  slug: string
  /** For the order: days and more, ascending with time. */
  time: number
}

const OVERVIEW = /^(?:summary|index|overview)\.[^/]*$/i

/** Whether a file of a change log's folder is the page of the log. */
export function isOverview(file: string): boolean {
  return OVERVIEW.test(posix.basename(file))
}

const DATE = /^(\d{1,4})-(\d{1,2})-(\d{1,4})/
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** The entry of a file whose name begins with a date (`2025-05-12`, `05-12-2025`); `undefined` for others. */
export function changelogEntry(file: string): ChangelogEntry | undefined {
  const [, first = '', second = '', third = ''] = DATE.exec(posix.basename(file)) ?? []
  const [year, month, day] = first.length > 2 ? [first, second, third] : [third, first, second]
  const [y, m, d] = [year.length === 2 ? `20${year}` : year, month, day].map(Number)
  if (y === undefined || m === undefined || d === undefined) return undefined
  if (first === '' || y < 1000 || m < 1 || m > 12 || d < 1 || d > 31) return undefined
  return { file, title: `${MONTHS[m - 1]} ${d}, ${y}`, slug: `${y}/${m}/${d}`, time: Date.UTC(y, m - 1, d) }
}

/** The entries of a change log, the newest first. */
export function changelogEntries(folder: string, pages: Pages): ChangelogEntry[] {
  return filesBelow(folder, pages)
    .flatMap((file) => changelogEntry(file) ?? [])
    .sort((a, b) => b.time - a.time)
}
