/**
 * Reads included files from the page's folder, the docs folder or the project. All paths go through `below-root.ts`.
 */
import { basename, dirname, join, relative } from 'node:path'
import { isWithin } from './below-root.ts'
import { type IncludeFiles, includeFiles } from './include-files.ts'
import { namesIn } from './folder-names.ts'
import type { NoteFinder } from './note-finder.ts'
import type { Site } from './site.ts'

/** An included file with its folder, relative to that of the page, or the reason why it is not read. */
export type IncludeResult = { text: string; folder: string } | 'missing' | 'outside' | 'private'

/** Reads the file that a page includes as `path`, and adds it to `included`: its real path, with its stamp. */
export type IncludeReader = (file: string, path: string, included: Map<string, string>) => IncludeResult

/** Prefix of a path that marks the name of a note in any folder. */
export const NOTE = 'note:'

/** Bytes of the largest file that may be included: 1 MiB. */
const MAX_INCLUDE = 1 << 20

/** Creates the reader for one reading of the folder. */
export function includeReader(
  { folder, project, home, aliases, includeFolders = [], area }: Site,
  noteNamed: NoteFinder = () => undefined,
  files: IncludeFiles = includeFiles(area),
): IncludeReader {
  return (file, path, included) => {
    if (path.startsWith(NOTE)) return readNote(noteNamed(path.slice(NOTE.length)), files, included)
    const base = dirname(join(folder, file))
    const named = aliases.filter(({ prefix }) => path.startsWith(`${prefix.replace(/\/$/, '')}/`))
    const [alias] = named
    // VitePress calls the docs folder `@`, Docusaurus its project `@site`, Astro and Nuxt theirs `~` or `@`.
    // Other names with an `@` are aliases of a bundler's, mostly of the folder of that name.
    const name =
      alias === undefined ? path.replace(/^(?:@site|[@~])\/|^@(?=[\w-]+\/)/, '/') : path.slice(alias.prefix.length)
    const bases =
      alias !== undefined
        ? named.filter(({ prefix }) => prefix === alias.prefix).map((one) => one.folder)
        : name.startsWith('/')
          ? [folder, home, join(home, 'src'), project, ...foldersAbove(base, folder)]
          : [...includeFolders, base, project, home, folder, join(project, 'includes')]
    // A name after `@` without a folder is that of a file in one of the folders at the top: `@note.snippet.md`.
    const bare = alias === undefined ? /^@([\w.-]+\.\w+)$/.exec(name)?.[1] : undefined
    if (bare !== undefined) bases.push(...foldersIn(folder))
    const below = bare ?? name.replace(/^\/+/, '')
    let reason: 'outside' | 'private' | undefined
    // A page that has the name of the file that it includes is not the file: `docs/README.md` includes `README.md`.
    const own = files.real(join(folder, file))
    const others = bases.filter((one) => join(files.real(one), below) !== own)
    const isElsewhere = others.some((one) => typeof files.find(one, below) === 'object')
    for (const [index, one] of (isElsewhere ? others : bases).entries()) {
      const found = files.find(one, below)
      if (found === 'private') return found
      if (typeof found === 'string') {
        // The other folders are guesses, so only the first one decides between `outside` and `missing`.
        if (found !== 'missing' && index === 0) reason = 'outside'
        continue
      }
      if (Number(found.stamp.split(':')[1]) > MAX_INCLUDE) return 'outside'
      included.set(found.path, found.stamp)
      return { text: files.text(found), folder: relative(base, dirname(join(one, below))).replaceAll('\\', '/') }
    }
    return reason ?? 'missing'
  }
}

/** A folder and those around it below another: the top of an include may be that of one of several sites. */
function foldersAbove(inner: string, outer: string): string[] {
  const folders: string[] = []
  for (let at = inner; at !== outer && isWithin(outer, at); at = dirname(at)) folders.push(at)
  return folders
}

function readNote(path: string | undefined, files: IncludeFiles, included: Map<string, string>): IncludeResult {
  const found = path === undefined ? 'missing' : files.find(dirname(path), basename(path))
  if (typeof found === 'string') return 'missing'
  if (Number(found.stamp.split(':')[1]) > MAX_INCLUDE) return 'outside'
  included.set(found.path, found.stamp)
  return { text: files.text(found), folder: '' }
}

/** Maximum number of folders in which a file is looked for by its name. */
const MAX_FOLDERS = 50

function foldersIn(folder: string): string[] {
  const names = namesIn(folder).folders.filter((name) => !name.startsWith('.') && name !== 'node_modules')
  return names.slice(0, MAX_FOLDERS).map((name) => join(folder, name))
}

/** Whether an included file is unchanged and may still be read. */
export function isSameInclude(files: IncludeFiles, path: string, stamp: string): boolean {
  const found = files.find(dirname(path), basename(path))
  return typeof found === 'object' && found.path === path && found.stamp === stamp
}
