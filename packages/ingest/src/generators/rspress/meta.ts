/**
 * Rspress' `_meta.json` in each folder, and `_nav.json` for the folders of the top. Labels may be keys of `i18n.json`.
 */
import type { FileEntry } from '../../folder/list-files.ts'
import { inGroups, readTable, type Separator } from '../../navigation/folder-notes.ts'
import { type FolderNotes, named, type Notes, type OrderEntry } from '../../navigation/order-entry.ts'
import { isExternal } from '../../navigation/sidebar-context.ts'
import { readText } from '../../folder/read-text.ts'
import { requireTree, tableOf, textOf } from '../../folder/plain-data.ts'

/** A translation of a label. */
export type Translate = (label: string) => string

/** Translations of `i18n.json` into one language. */
export function translator(file: string | undefined, lang: string | undefined): Translate {
  const texts = file === undefined ? {} : (readTable(file) ?? {})
  return (label) => {
    const own = Object.hasOwn(texts, label) ? (tableOf(texts[label]) ?? {}) : {}
    return textOf(own[lang ?? '']) ?? textOf(Object.values(own)[0]) ?? label
  }
}

/** The notes of a root: a folder's own page is the link of its group. */
export function rspressNotes(entries: FileEntry[], translate: Translate): Notes {
  const notes: Notes = new Map()
  const add = (folder: string, found: FolderNotes): void =>
    void notes.set(folder, { ownPage: true, ...notes.get(folder), ...found })
  for (const { path } of entries) {
    const parts = path.split('/')
    for (let depth = 0; depth < parts.length; depth++) add(parts.slice(0, depth).join('/'), {})
  }
  for (const { path, absolute } of entries) {
    const slash = path.lastIndexOf('/')
    const [folder, name] = [slash < 0 ? '' : path.slice(0, slash), path.slice(slash + 1)]
    if (name === '_meta.json') readMeta(folder, listOf(absolute), path)
    else if (path === '_nav.json') {
      const order = navEntries(listOf(absolute), translate)
      if (notes.get('')?.order === undefined) add('', { order: [...order, { kind: 'rest' }], file: path })
    }
  }
  return notes

  function readMeta(folder: string, list: unknown[], file: string): void {
    const entries = list.flatMap((item): (OrderEntry | Separator)[] => {
      if (typeof item === 'string') return [named(item, undefined)]
      const { type, name, label, link, items, collapsed } = tableOf(item) ?? {}
      const title = textOf(label) === undefined ? undefined : translate(textOf(label) ?? '')
      if (type === 'divider') return [{ kind: 'separator', title: '' }]
      if (type === 'section-header') return [{ kind: 'separator', title: title ?? '' }]
      if (type === 'custom-link') return customLink({ title, link, items }, translate)
      const own = textOf(name)
      if (own === undefined) return []
      if (typeof collapsed === 'boolean') add(folder === '' ? own : `${folder}/${own}`, { open: !collapsed })
      // The header of a folder also ends the section before it.
      return type === 'dir-section-header' ? [{ kind: 'separator', title: '' }, named(own, title)] : [named(own, title)]
    })
    add(folder, { order: inGroups(entries), file })
  }
}

interface CustomLink {
  title: string | undefined
  link: unknown
  items: unknown
}

function customLink({ title, link, items }: CustomLink, translate: Translate): OrderEntry[] {
  const url = textOf(link)
  const inner = (Array.isArray(items) ? (items as unknown[]) : []).flatMap((one) => {
    const item = tableOf(one) ?? {}
    const label = textOf(item.label)
    return customLink({ title: label && translate(label), link: item.link, items: item.items }, translate)
  })
  const own: OrderEntry[] = url === undefined ? [] : [{ kind: 'link', title: title ?? url, url }]
  return inner.length === 0 ? own : [{ kind: 'group', title: title ?? url ?? '', entries: [...own, ...inner] }]
}

/** The folders of the bar's links, in its order and with its names. */
function navEntries(list: unknown[], translate: Translate): OrderEntry[] {
  const entries = list.flatMap((item): { name: string; title: string }[] => {
    const { text, link, items } = tableOf(item) ?? {}
    const [title, url] = [textOf(text), textOf(link)]
    const inner = navEntries(Array.isArray(items) ? (items as unknown[]) : [], translate)
    const nested = inner.flatMap((one) => (one.kind === 'named' ? [{ name: one.name, title: one.title ?? '' }] : []))
    if (title === undefined || url === undefined || isExternal(url)) return nested
    const [name = ''] = url.replace(/^\/+/, '').split(/[/?#]/)
    return name === '' ? nested : [{ name: name.replace(/\.html$/, ''), title: translate(title) }, ...nested]
  })
  const first = new Map(entries.toReversed().map((entry) => [entry.name, entry.title]))
  return [...new Set(entries.map(({ name }) => name))].map((name) => named(name, first.get(name)))
}

/** External links of `_nav.json`. */
export function navLinks(file: string | undefined): { text: string; url: string }[] {
  return file === undefined
    ? []
    : listOf(file).flatMap((item) => {
        const { text, link } = tableOf(item) ?? {}
        const [title, url] = [textOf(text), textOf(link)]
        return title !== undefined && url !== undefined && /^https?:/.test(url) ? [{ text: title, url }] : []
      })
}

function listOf(file: string): unknown[] {
  try {
    const value: unknown = requireTree<unknown>(JSON.parse(readText({ absolute: file })))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
