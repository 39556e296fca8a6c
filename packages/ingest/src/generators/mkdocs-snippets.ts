/** The settings of the extension `pymdownx.snippets`: the folders of included files, and the files that each page ends with. */
import { posix, relative, sep } from 'node:path'
import { isFolder, isPrivate, isWithin, pathBelow, realPath } from '../folder/below-root.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn } from './configuration.ts'
import { optionsIn } from './mkdocs-options.ts'

/** Settings of the extension. */
export interface Snippets {
  /** `base_path`, relative to the project. */
  folders: string[]
  /** `auto_append`: names of files in these folders. */
  appended: string[]
}

/** The settings of the extension, by its name or, in TOML, by a table in that of all extensions of its package. */
export function snippetsOf({ markdown_extensions: extensions }: Record<string, unknown>): Snippets {
  const options =
    optionsIn(extensions, 'pymdownx.snippets') ?? tableOf(optionsIn(extensions, 'pymdownx')?.snippets) ?? {}
  return {
    folders: textsOf(options.base_path).map((path) => path.replace(/^\$config_dir(?:\/|$)/, '')),
    appended: textsOf(options.auto_append),
  }
}

/**
 * The folders that pages name files from. A hidden one is read only inside the pages' folder: one at the top of a repository may
 * hold secrets.
 */
export function snippetFolders({ folders }: Snippets, docs: string, project: string): string[] {
  return folders.flatMap((folder) => {
    const path = pathBelow(project, folder)
    if (path === undefined || !isFolder(path)) return []
    const isInPages = docs !== project && isWithin(docs, path)
    const segments = relative(isInPages ? docs : project, path).split(sep)
    return segments.some((name, index) => isPrivate([name]) && !(isInPages && index === 0)) ? [] : [path]
  })
}

/** The appended files that exist, relative to the project. */
export function appendedFiles({ folders, appended }: Snippets, project: string): string[] {
  return appended.flatMap((name) => {
    const paths = (folders.length === 0 ? ['.'] : folders).map((folder) => posix.join(folder, name))
    const found = configurationIn(project, ...paths)
    return found === undefined ? [] : [relative(realPath(project), found).replaceAll('\\', '/')]
  })
}

function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => textOf(one) ?? [])
}
