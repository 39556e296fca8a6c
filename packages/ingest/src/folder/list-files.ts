/**
 * The files of a docs folder, with what is needed to see a change. Folders that hold no pages are left out: those that
 * begin with a dot (`.docent`, `.git`, `.vitepress`), `node_modules`, and `_`-folders of templates and partial pages.
 */
import { glob } from 'tinyglobby'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of a docs folder. */
export interface FileEntry {
  /** Relative to the root, `/` on every system. */
  path: string
  absolute: string
  /** Changes when the file does: modification time in ms, and size. */
  stamp: string
}

/** All files below a folder, sorted by path. Symbolic links are not followed: they may lead anywhere. */
export async function listFiles(folder: string): Promise<FileEntry[]> {
  const paths = await glob('**/*', {
    cwd: folder,
    ignore: ['**/node_modules/**', '**/.*/**', '**/.*'],
    followSymbolicLinks: false,
    dot: false,
    expandDirectories: false,
  })
  paths.sort((a, b) => (a < b ? -1 : 1))
  const entries = await Promise.all(
    paths.map(async (path): Promise<FileEntry | undefined> => {
      const absolute = join(folder, path)
      try {
        const { mtimeMs, size } = await stat(absolute)
        return { path: path.replaceAll('\\', '/'), absolute, stamp: `${mtimeMs}:${size}` }
      } catch {
        return undefined // gone between listing and asking
      }
    }),
  )
  return entries.filter((entry) => entry !== undefined)
}

/** Whether a file is a page. */
export function isPageFile(path: string): boolean {
  return /\.(md|mdx|markdown)$/i.test(path)
}
