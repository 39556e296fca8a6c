/** Finds the pages of a folder without a generator: in folders with the usual names. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFolder, isWithin, realPath } from '../folder/below-root.ts'
import type { Layout } from '../folder/site.ts'
import { hasOwnPages, holdsMarkdown } from './own-pages.ts'
import { plainSite } from './plain.ts'

/** Folders in which repositories and generators keep pages, in order of preference. */
const USUAL = [
  'src/content/docs',
  'docs/src/content/docs',
  'docs',
  'doc',
  'documentation',
  'website/docs',
  'content/docs',
  'content',
  'src',
  'pages',
  'site',
  'website',
]

/** Descends into the usual folders as long as a folder has no pages of its own. */
export function byUsualNames(named: string): Layout {
  let folder = named
  for (let depth = 0; depth < 4; depth++) {
    if (existsSync(join(folder, 'SUMMARY.md'))) break
    if (hasOwnPages(folder)) break
    const below = USUAL.map((path) => realPath(join(folder, path))).find(
      (path) => isFolder(path) && isWithin(named, path) && holdsMarkdown(path, 6),
    )
    if (below === undefined) break
    folder = below
  }
  return plainSite(folder, named === folder ? projectAround(folder) : named)
}

/** The project of `…/src/content/docs` is the folder above `src`; any other docs folder is its own project. */
function projectAround(folder: string): string {
  return folder.replaceAll('\\', '/').endsWith('/src/content/docs') ? resolve(folder, '../../..') : folder
}
