/**
 * Finds the docs and their generator. Users name the docs folder, a part of it, or the repository around it. A
 * generator is recognised by its own files in the named folder, in a folder above it, or in a usual folder below it.
 * Without one, if the folder has no pages of its own but a `docs/` (or similar), that subfolder is used. README,
 * CONTRIBUTING and similar files of a repository are no pages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isFolder, isWithin, readArea, realPath } from '../folder/below-root.ts'
import { namesIn } from '../folder/folder-names.ts'
import { publicFolders, wholeFolders } from '../folder/public-folders.ts'
import type { Layout, Site } from '../folder/site.ts'
import { IngestError } from '../result/ingest-error.ts'
import { generatorOf } from './all.ts'
import { importAliases } from './import-aliases.ts'
import { extended, LEVELS_ABOVE, recognisedIn, repositoryOf } from './recognise.ts'
import { recognisedAbove } from './recognise-above.ts'
import { recognisedBelow, recognisedDeeper } from './recognise-below.ts'
import { byUsualNames } from './usual-folders.ts'

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
  const further = [...open, ...aliases, ...(layout.includeFolders ?? [])]
  const roots = [project, docs, ...layout.roots.map((root) => root.folder), ...further]
  return { ...layout, publicFolders: open, wholeFolders: whole, area: readArea(roots, never) }
}

function locate(named: string): Layout {
  const here = recognisedIn(named)
  if (here === undefined)
    return recognisedAbove(named) ?? recognisedBelow(named) ?? recognisedDeeper(named) ?? byUsualNames(named)
  // A theme of Hugo has the configuration of a site, and its pages are in a project below it.
  if (!isFolder(here.folder)) return recognisedBelow(named) ?? here
  // Hosts of repositories take the theme of a README from Jekyll's configuration.
  const isOfReadme = here.generator.kind === 'jekyll' && here.folder === named && !hasSources(named)
  return isOfReadme ? (siteBelow(named) ?? here) : here
}

/** Folders that only a site of Jekyll has. */
const SOURCES = /^_(?:posts|docs|layouts|includes|data|pages|drafts|sass)$/

function hasSources(folder: string): boolean {
  return namesIn(folder).folders.some((name) => SOURCES.test(name))
}

/** A project of another generator below, with its configuration. */
function siteBelow(named: string): Layout | undefined {
  const found = recognisedBelow(named)
  const file = found?.generator.file ?? '.md'
  return found?.generator.kind === 'jekyll' || /\.mdx?$/i.test(file) ? undefined : found
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

/** Folders below this one that `docent build` has written; a file marks them. */
function builtFolders(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, '.docent-site')))
}
