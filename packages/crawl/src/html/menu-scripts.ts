/**
 * Menus that scripts make: some generators write the names of their pages into a file of data only, and no page has a link
 * to most of the others. Doxygen: `menudata.js`, `navtreedata.js`. ExDoc: `dist/sidebar_items-1F.js`. Natural Docs: `menu/tabs.js`.
 * DocFX: the `toc.html` of each folder, which its pages name in meta elements. MadCap Flare: `Data/HelpSystem.js`.
 */
import { type Document, type Element, isTag } from 'domhandler'
import { filter, findAll, findOne } from 'domutils'
import { toAddress } from '../result/address.ts'
import { helpSystemOf } from './flare-menu.ts'

const MENU = /\/(?:menudata|navtreedata|sidebar_items[\w-]{0,40})\.js$/

/** The name of a menu of DocFX, in menus of folders above it too. */
const TOC = /(?:^|\/)toc\.html$/

/** Scripts of one page. */
const MAX_SCRIPTS = 4

/** Addresses that one script may name. */
const MAX_PAGES = 20_000

/** The addresses of a page's scripts that name the pages of its menu. @param base address that relative ones are resolved against. */
export function menuScripts(document: Document, base: string): string[] {
  const scripts = filter((node) => isTag(node) && node.name === 'script', document) as Element[]
  const urls = scripts.flatMap(({ attribs }) => toAddress(attribs.src ?? '', base) ?? [])
  const files = [
    ...(isNaturalDocs(document) ? ['menu/tabs.js'] : []),
    ...tocs(document),
    helpSystemOf(document) ?? [],
  ].flat()
  const menus = [
    ...urls.filter((url) => MENU.test(new URL(url).pathname)),
    ...files.flatMap((file) => toAddress(file, base) ?? []),
  ]
  return [...new Set(menus)].slice(0, MAX_SCRIPTS)
}

/** The menus of a page of DocFX: that of the site, and that of its folder. */
function tocs(document: Document): string[] {
  const isToc = ({ name, attribs }: Element): boolean =>
    name === 'meta' &&
    /^docfx:(?:nav|toc)rel$/.test(attribs.property ?? attribs.name ?? '') &&
    TOC.test(attribs.content ?? '')
  return findAll(isToc, document.children).map(({ attribs }) => attribs.content ?? '')
}

/** Whether a page is the frame of Natural Docs, whose script loads its menu. */
function isNaturalDocs(document: Document): boolean {
  const body = findOne(({ name }: Element) => name === 'body', document.children, true)
  const { class: classes = '', onload = '' } = body?.attribs ?? {}
  return /(?:^|\s)NDFramePage(?:\s|$)/.test(classes) || onload.includes("NDLoader.OnLoad('Frame')")
}

/** The pages that a script names. @param script its address. @param page address of a page with that script. */
export function pagesInMenu(text: string, script: string, page: string): string[] {
  const found = [
    ...idsOf(text).flatMap((id) => toAddress(`${encodeURIComponent(id.toWellFormed())}.html`, page) ?? []),
    ...[...text.matchAll(/"([^"'\\\s<>#?]{1,300}\.html)[#"]/g)].flatMap(([, name = '']) =>
      TOC.test(name) ? [] : (toAddress(name, script) ?? []),
    ),
  ]
  return [...new Set(found)].slice(0, MAX_PAGES)
}

/** The names of pages in lists of entries: `sidebarNodes={"extras":[{"id":"readme",…}],"modules":[…]}`. */
function idsOf(text: string): string[] {
  const start = text.indexOf('={')
  if (start === -1) return []
  try {
    const lists: unknown = JSON.parse(text.slice(start + 1).replace(/;\s*$/, ''))
    const entries: unknown[] = Object.values(lists ?? {}).flat()
    return entries.flatMap((one) =>
      typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
    )
  } catch {
    return []
  }
}
