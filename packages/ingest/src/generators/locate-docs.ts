/**
 * Finds the docs and their generator. Users name the docs folder, a part of it, or the repository around it. A
 * generator is recognised by its own files in the named folder, in a folder above it, or in a usual folder below it.
 * Without one, if the folder has no pages of its own but a `docs/` (or similar), that subfolder is used. README,
 * CONTRIBUTING and similar files of a repository are no pages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { encodePath, isFolder, isWithin, readArea, realPath } from '../folder/below-root.ts'
import { joinUrl } from '../folder/page-url.ts'
import { publicFolders, wholeFolders } from '../folder/public-folders.ts'
import type { Layout, Site } from '../folder/site.ts'
import { IngestError } from '../result/ingest-error.ts'
import { generatorOf, GENERATORS } from './all.ts'
import { importAliases } from './import-aliases.ts'
import { countMarkdown, hasOwnPages, holdsMarkdown, PAGE, SITE_FOLDERS } from './own-pages.ts'
import { plainSite } from './plain.ts'

/** Folders in which repositories keep the project of a generator, in order of preference. */
const PROJECTS = ['docs', 'website', 'site', 'doc', 'documentation', 'www', 'apps/docs', 'packages/docs', 'docs/site']

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

/** Folders with the packages of a repository, one of which may be the docs. */
const WORKSPACES = ['apps', 'packages', 'sites']

/** Maximum number of subfolders in which a project is looked for. */
const MAX_SUBFOLDERS = 100

/** Folders above the named one in which a configuration is looked for. */
const LEVELS_ABOVE = 4

/**
 * Finds the docs. @throws IngestError where there is no such folder.
 * @param closed absolute folders that are never read: the data folder, the output of a build.
 */
export function locateDocs(folder: string, closed: readonly string[] = []): Site {
  const found = resolve(folder)
  if (!existsSync(found)) throw new IngestError('not-found', `There is no folder "${folder}"; check the path.`)
  if (!isFolder(found))
    throw new IngestError('not-a-folder', `"${folder}" is a file; name the folder that holds the Markdown.`)
  const named = realPath(found)
  const located = withinRepository(withPages(named, locate(named)))
  const imports = importAliases(located)
  const layout = {
    ...located,
    aliases: [...located.aliases, ...imports.aliases],
    configurations: [...located.configurations, ...imports.files],
  }
  const { project, generator } = layout
  const docs = layout.folder
  if (!isFolder(docs)) {
    const setting = generatorOf(generator.kind)?.folderSetting ?? 'the folder'
    throw new IngestError(
      'not-found',
      `There is no folder "${docs}" for the pages; create it or correct ${setting} in ${generator.file ?? 'the configuration'}.`,
    )
  }
  const around = closed.map(realPath).find((one) => isWithin(project, one) && isWithin(one, docs))
  if (around !== undefined)
    throw new IngestError(
      'closed',
      `"${around}" holds the pages, so it cannot hold data or a build as well; name another.`,
    )
  const never = [...closed.map(realPath), ...builtFolders(project), ...builtFolders(docs)].filter(
    (one) => !isWithin(one, docs),
  )
  const whole = [...new Set([...wholeFolders(docs, project, never), ...layout.wholeFolders])]
  const open = [...new Set([...publicFolders(docs, project, never), ...layout.publicFolders, ...whole])]
  const aliases = layout.aliases.map((alias) => alias.folder).filter((one) => isWithin(project, one))
  const roots = [project, docs, ...layout.roots.map((root) => root.folder), ...open, ...aliases]
  return { ...layout, publicFolders: open, wholeFolders: whole, area: readArea(roots, never) }
}

function locate(named: string): Layout {
  const here = recognisedIn(named)
  if (here === undefined)
    return recognisedAbove(named) ?? recognisedBelow(named) ?? recognisedDeeper(named) ?? byUsualNames(named)
  // A theme of Hugo has the configuration of a site, and its pages are in a project below it.
  return isFolder(here.folder) ? here : (recognisedBelow(named) ?? here)
}

/** Refuses a site whose configuration has the pages outside the named folder and the repository around it. */
function withPages(named: string, layout: Layout): Layout {
  const { folder, project, generator } = layout
  if (isWithin(project, folder) || isWithin(repositoryOf(project), folder) || !isFolder(folder)) return layout
  let both = project
  while (!isWithin(both, folder)) both = dirname(both)
  throw new IngestError(
    'outside',
    `${generator.file ?? 'The configuration'} has its pages in "${folder}", which is outside "${named}" and only read from a folder around both; name "${both}".`,
  )
}

/** The folder with the pages of a named folder; `undefined` where it cannot be read. */
export function docsFolder(folder: string): string | undefined {
  try {
    return locateDocs(folder).folder
  } catch (error) {
    if (error instanceof IngestError) return undefined
    throw error
  }
}

/** The first generator whose files are in a folder. */
function recognisedIn(project: string, around = repositoryOf(project)): Layout | undefined {
  for (const generator of GENERATORS) {
    const layout = generator.locate(project, around)
    if (layout !== undefined) return layout
  }
  return undefined
}

/**
 * The named folder may be the docs folder of a project above it, or a part of it: then only this part is read. The
 * search ends at the top of a repository.
 */
function recognisedAbove(named: string): Layout | undefined {
  let at = named
  for (let level = 0; level < LEVELS_ABOVE && !existsSync(join(at, '.git')); level++) {
    at = dirname(at)
    const layout = recognisedIn(at)
    if (layout?.folder === named) return layout
    const beside = recognisedBeside(named, at)
    if (beside !== undefined) return beside
    if (layout !== undefined && isWithin(layout.folder, named))
      return {
        ...layout,
        folder: named,
        roots: [{ folder: named, prefix: '', published: publishedPath(layout, named) }],
      }
  }
  return undefined
}

/** The project of a generator in a usual folder of `at` whose docs folder is the named one: `website` beside `docs`. */
function recognisedBeside(named: string, at: string): Layout | undefined {
  for (const path of PROJECTS) {
    const project = realPath(join(at, path))
    if (project === named || !isFolder(project) || !isWithin(at, project)) continue
    const layout = recognisedIn(project, at)
    if (layout?.folder === named) return extended(layout, at)
  }
  return undefined
}

/** The repository around a folder: the nearest folder with `.git`, else the folder itself. */
function repositoryOf(folder: string): string {
  for (let [at, level] = [folder, 0]; level <= LEVELS_ABOVE; [at, level] = [dirname(at), level + 1])
    if (existsSync(join(at, '.git'))) return at
  return folder
}

/** The path of a part of the docs on the generator's own site. */
function publishedPath({ roots, folder }: Layout, part: string): string {
  const root = roots.find((one) => isWithin(one.folder, part)) ?? { folder, prefix: '' }
  const path = relative(root.folder, part).replaceAll('\\', '/')
  return joinUrl(root.published ?? root.prefix, path === '' ? '/' : `/${encodePath(path)}`)
}

/** The project of a generator in a repository without pages of its own: in a usual folder, or in any other one. */
function recognisedBelow(named: string): Layout | undefined {
  if (hasOwnPages(named, SITE_FOLDERS) || existsSync(join(named, 'SUMMARY.md'))) return undefined
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
  const others = filled.filter((one) => one.folder !== chosen.folder).map(({ project }) => project)
  return { ...extended(chosen, named), ...(others.length === 0 ? {} : { others: [...new Set(others)] }) }
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
function recognisedDeeper(named: string): Layout | undefined {
  if (hasOwnPages(named, [...SITE_FOLDERS, ...WORKSPACES]) || existsSync(join(named, 'SUMMARY.md'))) return undefined
  const { folder } = byUsualNames(named)
  if (folder !== named && hasOwnPages(folder)) return undefined
  const tops = folder === named ? subfoldersOf(named).map((name) => realPath(join(named, name))) : [folder]
  const places = tops
    .filter((top) => isFolder(top) && isWithin(named, top))
    .flatMap((top) => subfoldersOf(top).map((name) => realPath(join(top, name))))
    .filter((place) => isFolder(place) && isWithin(named, place) && mayBeProject(place))
  const found = places.slice(0, MAX_SUBFOLDERS).flatMap((place) => recognisedIn(place, named) ?? [])
  const inside = found.filter(({ folder }) => isWithin(named, folder) && isFolder(folder) && holdsMarkdown(folder, 6))
  if (inside.length === 1) return chosenOf(inside, named)
  // Parts of one folder of docs may look like sites by their pages; several sites have configurations.
  const sure = inside.filter(({ generator: { file = '.md' } }) => !/\.mdx?$/i.test(file))
  if (sure.length < 2) return undefined
  if (sure.some(({ project }) => ENGLISH.test(basename(project)))) return chosenOf(sure, named)
  return { ...byUsualNames(named), others: sure.map(({ project }) => project) }
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

/** Files at the top of a project, which a folder of several projects lacks. */
const PROJECT_FILES = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'LICENSE', 'README.md', 'readme.md']

/**
 * Extends the project to the repository around it, to whose files pages link: the folder with `.git`, else one in which
 * the same docs would have been found. So the docs folder gives the same site as the repository.
 */
function withinRepository(layout: Layout): Layout {
  for (let [at, level] = [layout.project, 0]; level <= LEVELS_ABOVE; [at, level] = [dirname(at), level + 1]) {
    if (existsSync(join(at, '.git'))) return at === layout.project ? layout : extended(layout, at)
    const mayHoldDocs = at !== layout.project && PROJECT_FILES.some((name) => existsSync(join(at, name)))
    if (mayHoldDocs && locate(at).folder === layout.folder) return extended(layout, at)
    if (dirname(at) === at) break
  }
  return layout
}

/** Extends the project to a folder around it. */
function extended(layout: Layout, named: string): Layout {
  const { file } = layout.generator
  const inner = layout.project.slice(named.length + 1).replaceAll('\\', '/')
  const generator = file === undefined ? layout.generator : { ...layout.generator, file: `${inner}/${file}` }
  return { ...layout, generator, project: named }
}

/** Folders below this one that `docent build` has written; a file marks them. */
function builtFolders(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, '.docent-site')))
}

/** Descends into the usual folders as long as a folder has no pages of its own. */
function byUsualNames(named: string): Layout {
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
