/**
 * Sphinx' `toctree` directives: the lists of pages inside pages, which together are the site's sidebar. The captions of
 * the first page are groups. Pages in reStructuredText are no pages here, but their lists are read.
 */
import { readOptions } from '../markdown/myst/directive-options.ts'
import { explicitTitle } from '../markdown/myst/explicit-title.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { SourceLocation } from '../program/value.ts'
import type { NavItem } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { isExternal } from './sidebar-context.ts'
import { pathTest } from './wildcard.ts'

/** One list of pages. */
interface Toctree {
  caption: string
  isGlob: boolean
  isReversed: boolean
  entries: { text: string; line: number }[]
}

/** A document of the docs: a page, or a file of another format. */
export interface Document {
  title: string
  /** Absent for a file that is no page. */
  url?: string
  /** Absolute. */
  file: string
  source: string
}

/** Finds a document by its path below the docs folder, without extension. */
export type FindDocument = (path: string) => Document | undefined

/** The sidebar below the first page; `undefined` where it has no list. @param root path without extension. */
export function toctreeSidebar(root: string, find: FindDocument, context: SidebarContext): NavItem[] | undefined {
  const used = new Set([root])
  const first = find(root)
  if (first === undefined) return undefined
  const paths = context.members.map(pathOf)
  const items = listsOf(first.source).flatMap((list): NavItem[] => {
    const children = itemsOf(list, root, first)
    return list.caption === '' || children.length === 0 ? children : [{ title: list.caption, children }]
  })
  return items.length === 0 ? undefined : items

  function itemsOf(list: Toctree, at: string, of: Document): NavItem[] {
    const items = list.entries.flatMap((entry): NavItem[] => {
      const { title, target } = explicitTitle(entry.text)
      if (isExternal(target)) return [{ title: title ?? target, url: target, children: [] }]
      if (target === 'self')
        return of.url === undefined ? [] : [{ title: title ?? of.title, url: of.url, children: [] }]
      const path = below(at, target)
      if (list.isGlob && /[*?]/.test(target)) {
        const matches = pathTest(`/${path}`)
        return paths.filter((one) => matches(`/${one}`) && !used.has(one)).flatMap((one) => item(one, undefined))
      }
      const missing = { file: of.file, line: entry.line }
      return item(path, title, missing)
    })
    return list.isReversed ? items.toReversed() : items
  }

  function item(path: string, title: string | undefined, missing?: SourceLocation): NavItem[] {
    const document = find(path)
    if (document === undefined) {
      if (missing !== undefined)
        context.report(
          'missing-page',
          missing,
          `"${path}" is in a toctree, but there is no such page; add the page or remove the entry.`,
        )
      return []
    }
    // A page that is listed again is a link only, so that a circle ends.
    const isNew = !used.has(path)
    used.add(path)
    const children = isNew ? listsOf(document.source).flatMap((list) => itemsOf(list, path, document)) : []
    if (document.url === undefined) return children.length === 0 ? [] : [{ title: title ?? document.title, children }]
    return [{ title: title ?? document.title, url: document.url, children }]
  }
}

/** The path of a page below its language, without extension. */
export function pathOf({ inner }: PlacedPage): string {
  return inner.replace(/\.\w+$/, '')
}

/** The path of an entry, which is relative to the folder of its page. */
function below(at: string, target: string): string {
  const parts = target.startsWith('/') ? [] : at.split('/').slice(0, -1)
  for (const part of target.replace(/\.(?:md|rst|markdown|ipynb|txt)$/i, '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const OPENING = /^([\s>]*)(`{3,}|~{3,}|:{3,})\{toctree\}/
const RST = /^(\s*)\.\.\s+toctree::/

/** The lists of a source, Markdown or reStructuredText. */
function listsOf(source: string): Toctree[] {
  if (!source.includes('toctree')) return []
  const lines = source.split(/\r?\n/)
  const lists: Toctree[] = []
  for (let at = 0; at < lines.length; at++) {
    const opening = OPENING.exec(lines[at] ?? '')
    const rst = opening === null ? RST.exec(lines[at] ?? '') : null
    const fence = opening?.[2]
    if (fence === undefined && rst === null) continue
    const from = at + 1
    const length = lines
      .slice(from)
      .findIndex((line) =>
        fence === undefined
          ? line.trim() !== '' && indentOf(line) <= (rst?.[1]?.length ?? 0)
          : line.trim().startsWith(fence),
      )
    const end = length < 0 ? lines.length : from + length
    lists.push(listOf(lines.slice(from, end), from + 1))
    at = end - (fence === undefined ? 1 : 0)
  }
  return lists
}

function listOf(lines: string[], firstLine: number): Toctree {
  const { options, count } = readOptions(lines.map((line) => line.trimStart()))
  const entries = lines
    .slice(count)
    .map((line, index) => ({ text: line.trim(), line: firstLine + count + index }))
    .filter(({ text }) => text !== '')
  return {
    caption: options.caption ?? '',
    isGlob: 'glob' in options,
    isReversed: 'reversed' in options,
    entries,
  }
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

/** The title of a reStructuredText source: the first line with a line of signs below it. */
export function rstTitle(source: string): string | undefined {
  const lines = source.split(/\r?\n/).slice(0, 200)
  const at = lines.findIndex(
    (line, index) =>
      line.trim() !== '' && !/^([^\w\s])\1+$/.test(line.trim()) && /^([^\w\s])\1{2,}\s*$/.test(lines[index + 1] ?? ''),
  )
  return lines[at]?.trim()
}
