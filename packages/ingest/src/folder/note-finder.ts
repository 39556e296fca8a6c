/** Finds a note by its name in any folder, as programs for notes do. */
import type { FileEntry } from './list-files.ts'

/** The real path of the note with a name (`Note`, `folder/Note`, `Note.md`); `undefined` if there is none. */
export type NoteFinder = (name: string) => string | undefined

/** Creates the finder over all files. Of several notes with a name, the one in the uppermost folder is found. */
export function noteFinder(files: () => readonly FileEntry[]): NoteFinder {
  let notes: Map<string, string> | undefined
  return (name) => {
    notes ??= notesByName(files())
    return notes.get(name.toLowerCase().replace(/^\/+|\.md$/g, ''))
  }
}

/** The notes by each end of their path, in lower case and without the extension. */
function notesByName(files: readonly FileEntry[]): Map<string, string> {
  const notes = new Map<string, string>()
  const depth = ({ path }: FileEntry): number => path.split('/').length
  for (const { path, absolute } of files.toSorted((a, b) => depth(a) - depth(b))) {
    if (!/\.md$/i.test(path)) continue
    const parts = path.slice(0, -3).toLowerCase().split('/')
    for (let from = parts.length - 1; from >= 0; from--) {
      const name = parts.slice(from).join('/')
      if (!notes.has(name)) notes.set(name, absolute)
    }
  }
  return notes
}
