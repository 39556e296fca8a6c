/** Fumadocs' `meta.json` in each folder; `meta.cn.json` for a language of its own. */
import type { FileEntry } from '../../folder/list-files.ts'
import { inGroups, readTable, type Separator } from '../../navigation/folder-notes.ts'
import { type FolderNotes, named, type Notes, type OrderEntry, stem } from '../../navigation/order-entry.ts'
import { iconNamed } from '../../result/icon.ts'
import { textOf } from '../../folder/plain-data.ts'

/** The notes of a root: a folder's own page is the link of its group. @param sitePath the path as in a plain folder. */
export function fumadocsNotes(entries: FileEntry[], sitePath: (path: string) => string): Notes {
  const notes: Notes = new Map()
  for (const { path, absolute } of entries) {
    const parts = sitePath(path).split('/')
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      notes.set(folder, { ownPage: true, ...notes.get(folder) })
    }
    if (parts.at(-1) !== 'meta.json') continue
    const data = readTable(absolute)
    const folder = parts.slice(0, -1).join('/')
    if (data !== undefined) notes.set(folder, { ownPage: true, ...fumadocsFolder(data), file: path })
  }
  return notes
}

/** The notes of one `meta.json`. */
function fumadocsFolder(data: Record<string, unknown>): FolderNotes {
  const pages = Array.isArray(data.pages) ? data.pages.filter((entry) => typeof entry === 'string') : undefined
  const title = textOf(data.title)
  const icon = iconNamed(data.icon)
  return {
    ...(title === undefined ? {} : { label: title }),
    ...(icon === undefined ? {} : { icon }),
    ...(typeof data.defaultOpen === 'boolean' ? { open: data.defaultOpen } : {}),
    ...(pages === undefined ? {} : { order: inGroups(pages.map((entry) => entryOf(entry))) }),
  }
}

/**
 * `...` for the rest, `...folder` for a folder's contents, `[Text](url)`, `!hidden`, `---A line---`, or a path. An icon
 * may come first: `[Icon][Text](url)`, `---[Icon]A line---`.
 */
function entryOf(entry: string): OrderEntry | Separator {
  if (entry.startsWith('---')) {
    const title = entry.replace(/^-+(?:\[[^\]]*\])?/, '').replace(/(?<!-)-+$/, '')
    return { kind: 'separator', title: title.trim() }
  }
  if (entry === '...') return { kind: 'rest' }
  if (entry === 'z...a') return { kind: 'rest', reversed: true }
  if (entry.startsWith('...')) return { kind: 'inside', name: stem(entry.slice(3)) }
  if (entry.startsWith('!')) return { ...named(entry.slice(1), undefined), hidden: true }
  const [, title, url] = /^(?:external:)?(?:\[[^\]]*\])?\[([^\]]+)\]\(([^)\s]+)\)$/.exec(entry) ?? []
  return title === undefined || url === undefined ? named(entry, undefined) : { kind: 'link', title, url }
}
