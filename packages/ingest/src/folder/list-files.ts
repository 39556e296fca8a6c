/**
 * The files of a docs folder, with what is needed to see a change. Folders that hold no pages are left out: those that
 * begin with a dot (`.docent`, `.git`, `.vitepress`), `node_modules`, and `_`-folders of templates and partial pages.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'

/** A file of a docs folder. */
export interface FileEntry {
  /** Relative to the root, `/` on every system. */
  path: string
  absolute: string
  /** Changes when the file does: modification time in ms, and size. */
  stamp: string
}

/**
 * All files below a folder, sorted by path. Symbolic links are not followed: they may lead anywhere. Synchronous: by way of
 * Node's threads a question that takes microseconds costs several times the CPU.
 */
export function listFiles(folder: string): FileEntry[] {
  const paths = globSync('**/*', {
    cwd: folder,
    ignore: ['**/node_modules/**', '**/.*/**', '**/.*'],
    followSymbolicLinks: false,
    dot: false,
    expandDirectories: false,
  })
  paths.sort((a, b) => (a < b ? -1 : 1))
  return paths.flatMap((path): FileEntry[] => {
    const absolute = join(folder, path)
    try {
      const { mtimeMs, size } = statSync(absolute)
      return [{ path: path.replaceAll('\\', '/'), absolute, stamp: `${mtimeMs}:${size}` }]
    } catch {
      return [] // gone between listing and asking
    }
  })
}

/** Whether a file is a page. */
export function isPageFile(path: string): boolean {
  return /\.(md|mdx|markdown)$/i.test(path)
}
