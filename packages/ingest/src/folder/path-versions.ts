/**
 * Versions of pages by folders at any depth of their addresses: `/guide/v1.2/setup`, `/docs/stable/setup`. A name alone is not enough:
 * `/api/v1/` may be the only version of an API, `/course/2/` a chapter. So a folder is a version only if most of its pages are also
 * in a sibling with such a name, or beside it without a version.
 */
import { versionNamed } from './place.ts'

/** Deeper folders are no versions. */
const MAX_DEPTH = 8

/** Least number of pages that a folder shares with its siblings. Release notes are one or two pages for each version. */
const LEAST_SHARED = 3

/** The same for `3` and `3-basics`, since chapters have equal parts, such as exercises and a summary. */
const LEAST_SHARED_ORDINAL = 10

const ORDINAL = /^\d+(?:-|$)/

/** Numbers of versions that are no chapters. */
const NUMBER = /^(?:v|version-)\d|^\d+\.[\dx]/i

/** Names of versions that only mean one at any depth beside others. */
const STATE = /^_?(current|devel(?:op(?:ment)?)?|dev|edge|canary|preview|unstable|unreleased|snapshot)$/i

function versionOf(name: string): string | undefined {
  return versionNamed(name) ?? STATE.exec(name)?.[1]
}

/** The folders of one parent that have names of versions. */
interface Siblings {
  /** The paths of pages below each folder, by its name. */
  folders: Map<string, Set<string>>
  /** By path below a folder, the number of folders with it; the parent counts as one. */
  counts: Map<string, number>
}

/**
 * The folders that are versions, each with a slash at its end, in alphabetical order, and their versions. Takes time and memory in
 * proportion to the length of all paths.
 * @param paths paths or URLs of all pages of a site, in any order.
 */
export function versionFolders(paths: readonly string[]): Map<string, string> {
  const parents = siblingsIn(paths)
  const groups = [...parents].map(([parent, siblings]): Group => {
    const names = versionsAmong(siblings)
    const pages = names.reduce((sum, name) => sum + (siblings.folders.get(name)?.size ?? 0), 0)
    return { parent, siblings, names, pages }
  })
  const largest = groups.reduce<Group | undefined>(
    (most, one) => (one.pages > (most?.pages ?? 0) ? one : most),
    undefined,
  )
  if (largest === undefined) return new Map()
  const versions = groups.flatMap((group) =>
    alikeIn(group, largest).map((name): [string, string] => [`${group.parent}${name}/`, versionOf(name) ?? name]),
  )
  return new Map(versions.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The versions below one parent. */
interface Group {
  parent: string
  siblings: Siblings
  names: string[]
  pages: number
}

/**
 * The versions of a group with the numbering of the largest one: most names are equal, such as in two languages, or a folder has its
 * pages, such as an archive, which may be of one version. Versions of an index are compared by their numbers, so those of a plugin
 * would be old beside those of the docs.
 */
function alikeIn({ siblings, names }: Group, largest: Group): string[] {
  const areSame = names.filter((name) => largest.names.includes(name)).length * 2 >= names.length
  const all = [...siblings.folders.keys()].filter((name) => NUMBER.test(name))
  if (areSame && names.length > 0) return names
  if (!all.some((name) => isMirrored(name, siblings.folders, largest.siblings.counts, 0))) return []
  return all.length > names.length ? all : names
}

/** The version of a page by the outermost of its folders that is one. @param folders of `versionFolders`. */
export function versionIn(folders: ReadonlyMap<string, string>, path: string): string | undefined {
  if (folders.size === 0) return undefined
  // The page of a folder may have its address without a slash.
  const whole = `${path}/`
  for (let slash = whole.indexOf('/'); slash >= 0; slash = whole.indexOf('/', slash + 1)) {
    const version = folders.get(whole.slice(0, slash + 1))
    if (version !== undefined) return version
  }
  return undefined
}

function siblingsIn(paths: readonly string[]): Map<string, Siblings> {
  const parents = new Map<string, Siblings>()
  for (const path of paths) {
    eachFolder(path, (parent, name, rest) => {
      if (versionOf(name) === undefined || !isPage(rest)) return
      const siblings = parents.get(parent) ?? {
        folders: new Map<string, Set<string>>(),
        counts: new Map<string, number>(),
      }
      parents.set(parent, siblings)
      const folder = siblings.folders.get(name) ?? new Set()
      siblings.folders.set(name, folder)
      if (folder.has(rest)) return
      folder.add(rest)
      siblings.counts.set(rest, (siblings.counts.get(rest) ?? 0) + 1)
    })
  }
  for (const path of paths) {
    eachFolder(path, (parent, name, rest) => {
      const counts = parents.get(parent)?.counts
      const beside = `${name}/${rest}`.replace(/\/$/, '')
      const count = counts?.get(beside)
      if (count !== undefined && versionOf(name) === undefined) counts?.set(beside, count + 1)
    })
  }
  return parents
}

/** Calls `use` with each folder and page of a path: the path to it, its name, and the path below it without an ending such as `.html`. */
function eachFolder(path: string, use: (parent: string, name: string, rest: string) => void): void {
  const bare = path.replace(/\?.*$/s, '').replace(/(?:\/index)?(?:\.\w{2,5})?\/?$/, '')
  let start = 0
  for (let depth = 0; depth < MAX_DEPTH && start <= bare.length; depth++) {
    const slash = bare.indexOf('/', start)
    const end = slash < 0 ? bare.length : slash
    use(bare.slice(0, start), bare.slice(start, end), bare.slice(end + 1))
    start = end + 1
  }
}

/** Whether a path below a folder names a page: months of an archive and pages of a list have numbers only. */
function isPage(rest: string): boolean {
  return /\p{L}/u.test(rest)
}

/** The names of the folders that are versions: the mirrored ones, and beside two of these all numbers, since old docs had other pages. */
function versionsAmong(siblings: Siblings): string[] {
  const all = [...siblings.folders.keys()]
  const mirrored = all.filter((name) => isMirrored(name, siblings.folders, siblings.counts, 1))
  const areSeveral = mirrored.filter((name) => NUMBER.test(name)).length > 1
  return areSeveral ? all.filter((name) => NUMBER.test(name) || mirrored.includes(name)) : mirrored
}

/** Whether most pages of a folder have a count above `above`. */
function isMirrored(name: string, folders: Siblings['folders'], counts: Siblings['counts'], above: number): boolean {
  const pages = [...(folders.get(name) ?? [])]
  const shared = pages.filter((page) => (counts.get(page) ?? 0) > above).length
  return shared >= (ORDINAL.test(name) ? LEAST_SHARED_ORDINAL : LEAST_SHARED) && shared * 2 >= pages.length
}
