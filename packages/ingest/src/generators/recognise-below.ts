/** Finds the project of a generator below a named repository, and chooses one of several. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isFolder, isWithin, realPath } from '../folder/below-root.ts'
import type { Layout } from '../folder/site.ts'
import { withTranslations } from './mkdocs-projects.ts'
import { countMarkdown, hasOwnPages, holdsMarkdown, PAGE, REPOSITORY_MARKS, SITE_FOLDERS } from './own-pages.ts'
import { extended, PROJECTS, recognisedIn } from './recognise.ts'
import { byUsualNames } from './usual-folders.ts'

/** Folders with the packages of a repository, one of which may be the docs. */
const WORKSPACES = ['apps', 'packages', 'sites']

/** Maximum number of subfolders in which a project is looked for. */
const MAX_SUBFOLDERS = 100

/** The project of a generator in a repository without pages of its own: in a usual folder, or in any other one. */
export function recognisedBelow(named: string): Layout | undefined {
  if (hasOwnPages(named, SITE_FOLDERS, REPOSITORY_MARKS) || existsSync(join(named, 'SUMMARY.md'))) return undefined
  const siteIn = (path: string): Layout[] => {
    const below = realPath(join(named, path))
    if (!isFolder(below) || !isWithin(named, below) || !mayBeProject(below)) return []
    const layout = recognisedIn(below, named)
    if (layout === undefined || !isWithin(named, layout.folder)) return []
    // A wiki is beside the docs of its repository.
    return layout.generator.kind === 'wiki' && byUsualNames(named).folder !== named ? [] : [layout]
  }
  for (const path of PROJECTS) {
    const [layout] = siteIn(path)
    if (layout !== undefined) return extended(layout, named)
  }
  return chosenOf(subfoldersOf(named).flatMap(siteIn), named)
}

/** Names of folders with the English docs, which most projects write first. */
const ENGLISH = /^en(?:glish|[-_]us)?$/i

/**
 * The site of several: the English one of languages, else the one with the most pages, the first of equal ones. The
 * others are named to the author.
 */
function chosenOf(sites: readonly Layout[], named: string): Layout | undefined {
  const filled = sites.filter(({ folder }) => isFolder(folder) && holdsMarkdown(folder, 6))
  const english = filled.find(({ project }) => ENGLISH.test(basename(project)))
  const chosen = english ?? withMostPages(filled) ?? sites[0]
  if (chosen === undefined) return undefined
  const site = withTranslations(chosen, filled)
  const read = new Set(site.roots.map(({ folder }) => folder))
  const others = filled
    .filter(({ folder }) => folder !== chosen.folder && !read.has(folder))
    .map(({ project }) => project)
  return { ...extended(site, named), ...(others.length === 0 ? {} : { others: [...new Set(others)] }) }
}

/** The first site with the most pages; a single one is not counted. */
function withMostPages(sites: readonly Layout[]): Layout | undefined {
  if (sites.length < 2) return sites[0]
  const counts = sites.map(({ folder }) => countMarkdown(folder, 6))
  return sites[counts.indexOf(Math.max(...counts))]
}

/**
 * The project two folders below a repository (`packages/docs-site`), or one below the folder that would be read without a
 * generator (`docs/en`, beside other languages); of several the English one, else the whole folder without a generator.
 */
export function recognisedDeeper(named: string): Layout | undefined {
  if (hasOwnPages(named, [...SITE_FOLDERS, ...WORKSPACES], REPOSITORY_MARKS) || existsSync(join(named, 'SUMMARY.md')))
    return undefined
  const { folder } = byUsualNames(named)
  if (folder !== named && hasOwnPages(folder)) return undefined
  const tops = subfoldersOf(named).map((name) => realPath(join(named, name)))
  const own = projectsIn(folder === named ? tops : [folder], named)
  // Configurations may be beside the folder with the pages: `config/en`, `docs/en`.
  const beside = folder !== named && own.length === 0 ? projectsIn(tops, named) : []
  const inside = own.length > 0 ? own : beside.filter((one) => isWithin(folder, one.folder))
  if (inside.length === 1) return chosenOf(inside, named)
  // Parts of one folder of docs may look like sites by their pages; several sites have configurations.
  const sure = inside.filter(({ generator: { file = '.md' } }) => !/\.mdx?$/i.test(file))
  if (sure.length < 2) return undefined
  if (sure.some(({ project }) => ENGLISH.test(basename(project)))) return chosenOf(sure, named)
  // Hidden folders with pictures: GitBook's `.gitbook/assets`.
  const hidden = sure.flatMap(({ aliases }) => aliases.filter(({ prefix }) => prefix.startsWith('.')))
  const layout = byUsualNames(named)
  return { ...layout, aliases: [...layout.aliases, ...hidden], others: sure.map(({ project }) => project) }
}

/** The projects with pages in the folders of some folders. */
function projectsIn(tops: readonly string[], named: string): Layout[] {
  const places = tops
    .filter((top) => isFolder(top) && isWithin(named, top))
    .flatMap((top) => subfoldersOf(top).map((name) => realPath(join(top, name))))
    .filter((place) => isFolder(place) && isWithin(named, place) && mayBeProject(place))
  return places
    .slice(0, MAX_SUBFOLDERS)
    .flatMap((place) => recognisedIn(place, named) ?? sourcesIn(place, named) ?? [])
    .filter(({ folder }) => isWithin(named, folder) && isFolder(folder) && holdsMarkdown(folder, 6))
}

/** The site of a package whose generator has its files in the folder of the sources or of the docs: `docs/theme/src`. */
function sourcesIn(place: string, named: string): Layout | undefined {
  const folders = ['src', 'docs'].map((name) => realPath(join(place, name)))
  const below = folders.filter((path) => isFolder(path) && isWithin(named, path) && mayBeProject(path))
  return below.map((path) => recognisedIn(path, named)).find((layout) => layout !== undefined)
}

/** Pages by which generators without a configuration are recognised. */
const RECOGNISED_PAGE = /^(?:index|summary|_[^]*)\.md$/i

/** Whether a folder may be a project of its own: not if it holds nothing but pages. A repository has many such folders. */
function mayBeProject(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.some((entry) => !entry.isFile() || !PAGE.test(entry.name) || RECOGNISED_PAGE.test(entry.name))
}

/** Names of the direct subfolders that may hold a project, sorted. */
function subfoldersOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const isProject = /^(?!\.|node_modules$|(?:tests?|e2e|examples?|fixtures|templates?|themes?|playgrounds?)$)/i
  return entries
    .filter((entry) => entry.isDirectory() && isProject.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .slice(0, MAX_SUBFOLDERS)
}
