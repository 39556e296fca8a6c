/** The names in one folder, without the folders below it. */
import { type Dirent, readdirSync } from 'node:fs'

/** The entries of a folder; `undefined` where it is missing or unreadable. */
export function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** Names of the entries of a folder; empty where it is missing or unreadable. */
export function listNames(folder: string): string[] {
  return (entriesOf(folder) ?? []).map(({ name }) => name).sort()
}

/** Names of the visible folders in a folder, sorted; none where it is missing. */
export function folderNames(folder: string): string[] {
  const entries = (entriesOf(folder) ?? []).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return entries.map(({ name }) => name).sort()
}

/** The folders in which relative paths lie, the outermost (empty) one left out. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      // The folders around it are known as well.
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return folders
}

/** Names of the files and of the folders in a folder itself, hidden ones too, sorted. */
export function namesIn(folder: string): { files: string[]; folders: string[] } {
  const entries = (entriesOf(folder) ?? []).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  const namesOf = (wanted: boolean): string[] =>
    entries.flatMap(({ name, isFolder }) => (isFolder === wanted ? name : [])).sort()
  return { files: namesOf(false), folders: namesOf(true) }
}
