/** Finds the pages of a folder without a generator: in folders with the usual names. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFolder, isWithin, realPath } from '../folder/below-root.ts'
import { namesIn } from '../folder/folder-names.ts'
import type { Layout } from '../folder/site.ts'
import { configurationIn } from './configuration.ts'
import { hugoContent } from './hugo/hugo.ts'
import { hasOwnPages, holdsMarkdown, holdsTheDocs } from './own-pages.ts'
import { pageLists } from './page-lists.ts'
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
  'apps/docs',
  'packages/docs',
]

/** Those whose names do not say that they hold the docs: one may be a section of the docs beside others. */
const VAGUE: ReadonlySet<string> = new Set(['content', 'src', 'pages', 'site', 'website'])

/** Descends into the usual folders as long as a folder has no pages of its own. */
export function byUsualNames(named: string): Layout {
  let folder = named
  for (let depth = 0; depth < 4; depth++) {
    if (existsSync(join(folder, 'SUMMARY.md'))) break
    if (hasOwnPages(folder)) break
    const below = USUAL.find((name) => {
      const path = realPath(join(folder, name))
      const hasPages = isFolder(path) && isWithin(named, path) && holdsMarkdown(path, 6)
      return hasPages && (!VAGUE.has(name) || holdsTheDocs(path, folder))
    })
    if (below === undefined) break
    folder = realPath(join(folder, below))
  }
  const project = named === folder ? projectAround(folder) : named
  return mountedContent(folder, project) ?? plainSite(folder, project)
}

/** Folders in which pages of Hugo are looked for: `docs/sources`. */
const MOUNTED_DEPTH = 3

/**
 * Pages of Hugo that a project elsewhere mounts: the folder, or the only folder with pages below it, has an `_index.md`, or
 * each of its folders with pages has one.
 */
function mountedContent(folder: string, project: string, depth = MOUNTED_DEPTH): Layout | undefined {
  const sectionIn = (path: string): string | undefined => configurationIn(path, '_index.md')
  const own = sectionIn(folder)
  // A list of pages is the sidebar of another program, which took that name from Hugo.
  if (own !== undefined && pageLists(folder).length > 0) return undefined
  if (own !== undefined) return hugoContent(folder, project, own)
  if (depth === 0 || hasOwnPages(folder)) return undefined
  const filled = foldersWithPages(folder)
  const sections = filled.map(sectionIn)
  const [first] = sections
  if (first !== undefined && !sections.includes(undefined)) return hugoContent(folder, project, first)
  const [only] = filled
  return only === undefined || filled.length > 1 ? undefined : mountedContent(only, project, depth - 1)
}

function foldersWithPages(folder: string): string[] {
  const paths = namesIn(folder).folders.filter((name) => !/^(?:\.|node_modules$)/.test(name))
  const real = paths.map((name) => realPath(join(folder, name)))
  return real.filter((path) => isWithin(folder, path) && holdsMarkdown(path, 6))
}

/** The project of `…/src/content/docs` is the folder above `src`; any other docs folder is its own project. */
function projectAround(folder: string): string {
  return folder.replaceAll('\\', '/').endsWith('/src/content/docs') ? resolve(folder, '../../..') : folder
}
