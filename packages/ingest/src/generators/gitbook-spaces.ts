/**
 * A GitBook site of several spaces in one repository: folders with a `SUMMARY.md` each. `docs.yaml` names the spaces with
 * their titles; without it, each folder with a `SUMMARY.md` is one.
 */
import { join } from 'node:path'
import { conventionFile, readArea, segmentsBelow } from '../folder/below-root.ts'
import { folderNames } from '../folder/folder-names.ts'
import { readText } from '../folder/read-text.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { folderTitle } from '../navigation/folder-title.ts'
import { summaryNavigation } from '../navigation/listed-navigation.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { NavItem } from '../result/page.ts'
import { configurationIn, readData } from './configuration.ts'

/** A space. */
export interface Space {
  /** Below the folder of the site, without slashes at the ends. */
  folder: string
  title: string
  /** Its `SUMMARY.md`, absolute. */
  summary: string
}

/** The spaces of a site, and the file that names them. */
export interface Spaces {
  file: string | undefined
  list: Space[]
}

/** Structures in structures. */
const MAX_DEPTH = 10

/** The spaces in a folder without a summary of its own. */
export function spacesIn(folder: string): Spaces {
  const file = configurationIn(folder, 'docs.yaml', 'docs.yml')
  const structure = file === undefined ? undefined : tableOf(readData(file).site)?.structure
  const named = namedSpaces(structure, undefined, 0)
  const folders = named.length > 0 ? named : folderNames(folder).map((name) => ({ folder: name, title: undefined }))
  const area = readArea([folder], [])
  const list = folders.flatMap(({ folder: inner, title }): Space[] => {
    const summary = conventionFile(area, join(folder, inner), 'SUMMARY.md')
    return summary === undefined ? [] : [{ folder: inner, title: title ?? folderTitle(inner), summary }]
  })
  return { file: named.length > 0 ? file : undefined, list }
}

/** The folders of a structure, under the title of their section. */
function namedSpaces(
  structure: unknown,
  section: string | undefined,
  depth: number,
): { folder: string; title: string | undefined }[] {
  if (!Array.isArray(structure) || depth > MAX_DEPTH) return []
  return structure.flatMap((one: unknown) => {
    const part = tableOf(one) ?? {}
    const title = textOf(part.title)
    const directory = textOf(tableOf(part.content)?.directory)
    const segments = directory === undefined ? undefined : segmentsBelow(directory)
    const isOnly =
      structure.filter((other) => textOf(tableOf(tableOf(other)?.content)?.directory) !== undefined).length === 1
    const own = Array.isArray(segments)
      ? [{ folder: segments.join('/'), title: isOnly ? (section ?? title) : title }]
      : []
    // A group of sections has no part in the titles.
    return [...own, ...namedSpaces(part.children, part.type === 'section' ? title : section, depth + 1)]
  })
}

/** The navigation: a group for each space, in the order of its summary. */
export function spacesNavigation(spaces: readonly Space[], { members, report }: SidebarContext): NavItem[] {
  const byPath = new Map(members.map(({ inner, page }) => [inner.toLowerCase(), page]))
  return spaces.flatMap(({ folder, title, summary }): NavItem[] => {
    const find = (path: string): { url: string; title: string } | undefined => {
      const name = `${folder}/${path}`.toLowerCase()
      return byPath.get(name) ?? byPath.get(`${name.replace(/\/$/, '')}/readme.md`)
    }
    const children = summaryNavigation(readText({ absolute: summary }), find, (code, line, message) =>
      report(code, { file: summary, line: line ?? 1 }, message),
    )
    return children.length === 0 ? [] : [{ title, children }]
  })
}
