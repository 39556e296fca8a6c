/** Dependencies of a reading that are not below its docs folder, or hidden in it: a dev server watches them. */
import { dirname, join } from 'node:path'
import { decodeOnce, isPrivate, isWithin, segmentsBelow } from '../folder/below-root.ts'
import { publicPlaces } from '../folder/public-folders.ts'
import type { Site } from '../folder/site.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'

/** Files that the reading used. All absolute. */
interface Used {
  placed: readonly PlacedPage[]
  /** Files that pages refer to, by path on the site. */
  linked: ReadonlyMap<string, string>
  configurations: readonly string[]
}

/**
 * Existing files and folders: configurations, further roots, folders of published files, included and linked files. A
 * folder around the docs is no dependency: it can be a large repository.
 */
export function sourcesOf(site: Site, { placed, linked, configurations }: Used): string[] {
  const { folder, roots, publicFolders, aliases, includeFolders = [] } = site
  const folders = [...roots, ...aliases.filter(({ ofImports }) => ofImports !== true)]
    .map((one) => one.folder)
    .concat(publicFolders, includeFolders)
  const beside = placed.flatMap(({ root, absolute }) => (root.only === undefined ? [] : absolute))
  const files = [...placed.flatMap(({ parsed }) => [...parsed.included.keys()]), ...linked.values(), ...beside]
  const around = folders.filter((path) => !isWithin(path, folder) && isUnwatched(path, folder))
  const isInFolder = (file: string): boolean => around.some((one) => !isUnwatched(file, one))
  return [
    ...new Set([
      ...configurations,
      ...around,
      ...files.filter((file) => isUnwatched(file, folder) && !isInFolder(file)),
    ]),
  ]
}

/** Maximum number of missing files, since each has several places. */
const MAX_MISSING = 500

/**
 * Paths at which the missing files of links and includes would be found, below the project.
 * @param broken targets of links that lead nowhere, with the page's file (absolute).
 */
export function missingOf(site: Site, placed: readonly PlacedPage[], broken: readonly BrokenTarget[]): string[] {
  const { folder, project, home } = site
  const tops = [...publicPlaces(folder, project), ...site.publicFolders, home]
  const includes = placed.flatMap(({ parsed }) =>
    [...parsed.includes].flatMap(([url, result]) =>
      result === 'missing' ? { url, file: join(folder, parsed.file) } : [],
    ),
  )
  const targets = [...includes, ...broken.filter(({ url }) => isAsset(url))].slice(0, MAX_MISSING)
  const paths = targets.flatMap(({ url, file }) => {
    const name = pathOf(url)
    const below = name.replace(/^@site\//, '/').replace(/^[@~]\//, '/')
    const folders = below.startsWith('/') ? [...tops, project, folder] : [dirname(file)]
    return folders.flatMap((one) => pathIn(one, below))
  })
  return [...new Set(paths)].filter((path) => isWithin(project, path) && isUnwatched(path, folder))
}

/** A link that leads nowhere. */
export interface BrokenTarget {
  url: string
  /** The page's file, absolute. */
  file: string
}

/** Whether a target is a file that is no page, by its extension. */
function isAsset(url: string): boolean {
  return /\.\w+$/.test(pathOf(url)) && !/\.(?:mdx?|markdown|html?)$/i.test(pathOf(url))
}

function pathOf(url: string): string {
  return url.replace(/[?#][^]*$/, '')
}

/** None where the name is no path. */
function pathIn(folder: string, name: string): string[] {
  const decoded = decodeOnce(name)
  return segmentsBelow(decoded, { clamp: true }) === 'malformed' ? [] : [join(folder, decoded)]
}

/** Whether the watcher of a folder does not notice a path: outside, or in a hidden folder. */
function isUnwatched(path: string, folder: string): boolean {
  return !isWithin(folder, path) || isPrivate(path.slice(folder.length).split(/[/\\]/).filter(Boolean))
}
