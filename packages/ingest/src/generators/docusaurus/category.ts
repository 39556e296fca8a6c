/** `_category_` files: the label, the position and the page of a folder's category in the sidebar. */
import { basename, join } from 'node:path'
import { conventionFile } from '../../folder/below-root.ts'
import { foldersOf } from '../../folder/folder-names.ts'
import type { FileEntry } from '../../folder/list-files.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import type { Root, Site } from '../../folder/site.ts'
import { type GeneratedIndex, MADE_NAME } from '../../navigation/docusaurus-categories.ts'
import { readTable, type ReportNote } from '../../navigation/folder-notes.ts'
import { folderTitle } from '../../navigation/folder-title.ts'
import { type FolderNotes, type Notes, stem } from '../../navigation/order-entry.ts'

/** The contents of one file. */
export interface Category {
  label: string | undefined
  position: number | undefined
  open: boolean | undefined
  /** The id of a document, or a page that Docusaurus makes; `null` for none, `undefined` for the folder's index page. */
  link: string | GeneratedIndex | null | undefined
}

const FILES = ['json', 'yml', 'yaml'].map((ending) => `_category_.${ending}`)

/** The category of a folder below a root (`guide/part`). Translations have those of the original folder. */
export function categoryOf(
  { roots, area }: Pick<Site, 'roots' | 'area'>,
  root: Root,
  folder: string,
  report?: ReportNote,
): Category | undefined {
  const original = originalOf(root, roots)
  const file = FILES.map((name) => conventionFile(area, join(original.folder, folder), name)).find(Boolean)
  const data = file === undefined ? undefined : readTable(file, original === root ? report : undefined)
  if (data === undefined) return undefined
  return {
    label: textOf(data.label),
    position: typeof data.position === 'number' ? data.position : undefined,
    open: data.collapsed === false || data.collapsible === false ? true : undefined,
    link: linkIn(data.link),
  }
}

/** The root in the first language with the same version and section. */
function originalOf(root: Root, roots: readonly Root[]): Root {
  if (root.lang === undefined) return root
  const isSame = (one: Root): boolean => one.version === root.version && one.section === root.section
  return roots.find((one) => one.lang === undefined && isSame(one)) ?? root
}

function linkIn(value: unknown): Category['link'] {
  if (value === null) return null
  const { type, id, title, description, slug } = tableOf(value) ?? {}
  if (type === 'doc') return textOf(id)
  if (type !== 'generated-index') return undefined
  return { title: textOf(title), description: textOf(description), slug: textOf(slug) }
}

/** The notes of a root's folders: the page of each is the link of its group. */
export function categoryNotes(
  site: Pick<Site, 'roots' | 'area'>,
  root: Root,
  entries: readonly FileEntry[],
  report: ReportNote,
): Notes {
  const names = Map.groupBy(entries, ({ path }) => path.replace(/\/?[^/]*$/, ''))
  const notes: Notes = new Map()
  for (const folder of foldersOf(entries.map(({ path }) => path))) {
    const category = categoryOf(site, root, folder, report)
    const { position, open, link } = category ?? {}
    const page = pageOf(link, folder, names.get(folder) ?? [])
    // The title of a made page is no label.
    const label = category?.label ?? (typeof link === 'object' ? folderTitle(basename(folder)) : undefined)
    notes.set(folder, {
      ...(label !== undefined && { label }),
      ...(position !== undefined && { position }),
      ...(open !== undefined && { open }),
      ...(page === undefined ? { ownPage: false } : { ownPage: true, page }),
    })
  }
  return notes
}

/** The path, without its extension, of the page of a folder: by convention its index or the page of the folder's name. */
function pageOf(link: Category['link'], folder: string, inside: readonly FileEntry[]): FolderNotes['page'] {
  if (link === null) return undefined
  if (typeof link === 'object') return `${folder}/${MADE_NAME}`
  if (link !== undefined) return link.includes('/') ? link : `${folder}/${link}`
  const usual = new Set(['index', 'readme', basename(folder).toLowerCase()])
  return inside.map(({ path }) => stem(path)).find((path) => usual.has(basename(path)))
}
