/** Notes of a folder, whichever file they are in: a title, a position among siblings, and an order of the contents. */
import type { IconName } from '../result/icon.ts'
import type { PathTest } from './wildcard.ts'

/** Whether an entry matches. `path` is relative to the folder, and begins with `/`. */
export type EntryTest = (path: string, isFolder: boolean) => boolean

/** One entry of a folder's order. */
export type OrderEntry =
  /** A page or folder by name, without extension; a title here overrides all others. */
  | { kind: 'named'; name: string; title?: string; hidden?: boolean }
  | { kind: 'link'; title: string; url: string }
  /** A group that exists only in the order. */
  | { kind: 'group'; title: string; entries: OrderEntry[] }
  /** The contents of a folder, in place. */
  | { kind: 'inside'; name: string }
  /** All entries that the order does not name. */
  | { kind: 'rest'; reversed?: boolean }
  /** The pages and folders that no other entry names and that match. */
  | { kind: 'matching'; matches: EntryTest }

/** The order of a folder's contents beside a written one. */
export interface FolderSort {
  /** Whether it is reversed. */
  isReversed?: boolean
  /** The position of folders among pages; absent for that of their titles or names. */
  folders?: 'first' | 'last' | 'mixed'
  by?: 'title' | 'name'
}

/** Notes of a folder. */
export interface FolderNotes {
  label?: string
  position?: number
  icon?: IconName | undefined
  /** Whether the author wants the folder's group open or closed. */
  open?: boolean
  /** Whether the folder's own page is the link of its group, not its first entry. */
  ownPage?: boolean
  /** The path of that page below the root, without extension and in lower case, where notes name it; it also names the folder. */
  page?: string | undefined
  /** Whether the folder and its pages are left out of the navigation. */
  hidden?: boolean
  /** Without a `rest`, unnamed entries are not in the navigation. */
  order?: OrderEntry[]
  /** Of this folder and those below it. */
  sort?: FolderSort
  /** Paths that only an order shows, relative to the folder and with a leading `/`. Also of the folders below it. */
  ignores?: PathTest
  /** Whether orders below show the entries that they do not name. */
  appends?: boolean
  /** Whether a folder with one entry, here or below, is shown as that entry. */
  isFlat?: boolean
  /** The file of the order, for problems: `guide/.pages`. */
  file?: string
}

/** Notes by folder, without a trailing slash; the root's key is empty. */
export type Notes = Map<string, FolderNotes>

/** An entry for a page or folder. */
export function named(name: string, title: unknown): OrderEntry & { kind: 'named' } {
  return { kind: 'named', name: stem(name), ...(typeof title === 'string' && title !== '' ? { title } : {}) }
}

/** The name of a page or a folder in an order: `./guide/install.md` in the folder `guide` is `install`. */
export function stem(name: string): string {
  return name
    .replace(/^\.\//, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.(?:mdx?|markdown|qmd|rmd|ipynb)$/i, '')
    .toLowerCase()
}
