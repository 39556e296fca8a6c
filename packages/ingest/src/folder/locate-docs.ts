/**
 * Finds the docs and their generator. Users name the docs folder, or the repository around it. A generator's
 * configuration names the folder of the pages. Without one, if the folder has no pages of its own but a `docs/` (or
 * similar), that subfolder is used. README, CONTRIBUTING and similar files of a repository are no pages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { IngestError } from '../result/ingest-error.ts'
import { isFolder, isWithin, readArea, realPath } from './below-root.ts'
import { byConfiguration, plainSite } from './configured-site.ts'
import { wholeFolders, publicFolders } from './public-folders.ts'
import type { Layout, Site } from './site.ts'

/** Folders in which generators keep pages, relative to the named folder, in order of preference. */
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
const REPOSITORY_FILE =
  /^(readme|contributing|changelog|changes|history|code[_-]of[_-]conduct|license|licence|security|support|governance|maintainers|authors|codeowners|pull_request_template|issue_template|agents|claude|roadmap|translations?|writing-guide|backers|releas(e|es|ing))([._-].*)?\.mdx?$/i

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
  const above = dirname(named)
  const layout = byConfiguration(named) ?? byConfigurationAbove(named, above) ?? byUsualNames(named)
  const { project, kind } = layout
  const docs = layout.folder
  if (!isFolder(docs)) {
    const setting = kind === 'mkdocs' ? 'docs_dir in mkdocs.yml' : 'src in book.toml'
    throw new IngestError('not-found', `There is no folder "${docs}" for the pages; create it or correct ${setting}.`)
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
  const open = publicFolders(docs, project, never)
  const asIs = wholeFolders(docs, project, never)
  if (kind === 'docusaurus') asIs.push(...open.filter((one) => one === join(project, 'static') && !asIs.includes(one)))
  const roots = [project, docs, ...layout.roots.map((root) => root.folder), ...open, ...asIs]
  return {
    ...layout,
    publicFolders: [...new Set([...open, ...asIs])],
    wholeFolders: asIs,
    area: readArea(roots, never),
  }
}

/** Folders below this one that `docent build` has written; a file marks them. */
function builtFolders(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, '.docent-site')))
}

function byConfigurationAbove(named: string, above: string): Layout | undefined {
  const site = above === named ? undefined : byConfiguration(above)
  return site !== undefined && site.folder === named ? site : undefined
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
    const configured = byConfiguration(folder) ?? byConfiguration(dirname(below))
    if (configured !== undefined && folder !== named) return { ...configured, project: named }
    folder = below
  }
  return plainSite(folder, named === folder ? projectAround(folder) : named)
}

/** The project of `…/src/content/docs` is the folder above `src`; any other docs folder is its own project. */
function projectAround(folder: string): string {
  return folder.replaceAll('\\', '/').endsWith('/src/content/docs') ? resolve(folder, '../../..') : folder
}

function hasOwnPages(folder: string): boolean {
  return readdirSync(folder).some((name) => /\.mdx?$/i.test(name) && !REPOSITORY_FILE.test(name))
}

function holdsMarkdown(folder: string, depth: number): boolean {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && name !== 'node_modules',
  )
  if (entries.some((entry) => entry.isFile() && /\.mdx?$/i.test(entry.name))) return true
  return depth > 0 && entries.some((entry) => entry.isDirectory() && holdsMarkdown(join(folder, entry.name), depth - 1))
}
