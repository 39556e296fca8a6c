/**
 * Nextra's `_meta` files: names to titles, or to tables. `_meta.global` has the contents of all folders, nested in
 * `items`. A page's `index` comes first where the file does not name it; unnamed pages come last, by name.
 */
import type { Site } from '../../folder/site.ts'
import type { FileEntry } from '../../folder/list-files.ts'
import { inGroups, programTable, readTable, type ReportNote, type Separator } from '../../navigation/folder-notes.ts'
import { type FolderNotes, named, type Notes, type OrderEntry } from '../../navigation/order-entry.ts'
import { type Table, tableOf, textOf } from '../../folder/plain-data.ts'
import { areaAround } from '../configuration.ts'

/** The notes of a root. @param sitePath the path of a file as in a plain folder. */
export function nextraNotes(
  entries: FileEntry[],
  site: Site,
  { report, sitePath }: { report: ReportNote; sitePath: (path: string) => string },
): Notes {
  const notes: Notes = new Map()
  const add = (folder: string, found: FolderNotes): void =>
    void notes.set(folder, { ownPage: true, ...notes.get(folder), ...found })
  for (const { path } of entries) {
    const parts = sitePath(path).split('/')
    for (let depth = 0; depth < parts.length; depth++) add(parts.slice(0, depth).join('/'), {})
  }
  for (const { path, absolute } of entries) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const [, global] = /^_meta(\.global)?\.(?:m?[jt]s|[jt]sx|json)$/.exec(name) ?? [undefined, 'none']
    if (global === 'none') continue
    const table = name.endsWith('.json')
      ? readTable(absolute)
      : programTable(absolute, areaAround(site.area, site.home), report)
    const folder = sitePath(path).split('/').slice(0, -1).join('/')
    if (table !== undefined) addTable(folder, table, path, global !== undefined)
  }
  return notes

  function addTable(folder: string, table: Table, file: string, isGlobal: boolean): void {
    add(folder, { order: orderOf(table, folder), file })
    if (!isGlobal) return
    for (const [name, value] of Object.entries(table)) {
      const entry = tableOf(value)
      const items = entry?.type === 'menu' ? undefined : tableOf(entry?.items)
      if (items !== undefined) addTable(folder === '' ? name : `${folder}/${name}`, items, file, true)
    }
  }
}

function orderOf(table: Table, folder: string): OrderEntry[] {
  const entries = Object.entries(table).flatMap(([name, value]): (OrderEntry | Separator)[] => {
    if (name === '*') return []
    const { type, title, display, href, items } = tableOf(value) ?? {}
    const shown = textOf(value) ?? textOf(title)
    if (type === 'separator') return [{ kind: 'separator', title: textOf(title) ?? '' }]
    if (typeof href === 'string') return [{ kind: 'link', title: shown ?? name, url: href }]
    if (type === 'menu') return [{ kind: 'group', title: shown ?? name, entries: menuEntries(tableOf(items) ?? {}) }]
    if (display === 'children') return [{ kind: 'inside', name: name.toLowerCase() }]
    return [{ ...named(name, shown), ...(display === 'hidden' ? { hidden: true } : {}) }]
  })
  // In other folders, an index that is not named is the link of the group.
  const first = folder !== '' || Object.hasOwn(table, 'index') ? [] : [named('index', undefined)]
  return [...first, ...inGroups(entries), { kind: 'rest' }]
}

/** The entries of a menu are links; without an address, a name is a page beside the menu's folder. */
function menuEntries(items: Table): OrderEntry[] {
  return Object.entries(items).flatMap(([name, value]): OrderEntry[] => {
    const { title, href } = tableOf(value) ?? {}
    const shown = textOf(value) ?? textOf(title)
    if (typeof href === 'string') return [{ kind: 'link', title: shown ?? name, url: href }]
    return [named(name, shown)]
  })
}
