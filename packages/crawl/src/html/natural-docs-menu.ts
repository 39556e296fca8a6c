/**
 * The menu of Natural Docs, which scripts of data hold: `menu/tabs.js` names the first of them. An entry has a path such as
 * `File:gears/axle.js`, from which the address of its page follows.
 */

import { encodePath } from '../result/address.ts'

/** A kind of pages: `["File", "files", 0, …]`; its number says how paths become addresses. */
interface Location {
  name: string
  folder: string
  kind: number
}

/** A part of the menu in a script of its own, below a path. */
export interface MenuPart {
  /** Name of the script in the folder of the menu. */
  file: string
  /** Beginning of the paths of its entries; empty for none. */
  path: string
}

const FILES = 0
const BY_LANGUAGE = 1

/** Entries of one script. */
const MAX_ENTRIES = 50_000

/** Lists within each other. */
const MAX_DEPTH = 100

/** The kinds of pages and the parts of the menu that `tabs.js` names. */
export function readTabs(text: string): { locations: Location[]; parts: MenuPart[] } {
  const locations = listsOf(argumentIn(text, 'NDFramePage.OnLocationsLoaded(')[0]).map(
    ([name, folder, kind]): Location => ({ name: textOf(name), folder: textOf(folder), kind: Number(kind) }),
  )
  const parts = listsOf(argumentIn(text, 'NDMenu.OnTabsLoaded(')[0]).map(([, , path, file]) => ({
    path: textOf(path),
    file: textOf(file),
  }))
  return { locations, parts: parts.filter(isPart) }
}

/** The paths of pages and the further parts that a part of the menu names. @param path beginning of its paths. */
export function readPart(text: string, path: string): { paths: string[]; parts: MenuPart[] } {
  const paths: string[] = []
  const parts: MenuPart[] = []
  const read = (entries: unknown, around: string): void => {
    for (const [kind, title, own, members] of listsOf(entries)) {
      if (kind === 1) paths.push(around + (own === undefined ? plain(textOf(title)) : textOf(own)))
      else if (typeof members === 'string') parts.push({ file: members, path: textOf(own) })
      else read(members, textOf(own))
    }
  }
  read(argumentIn(text, 'NDMenu.OnSectionLoaded(')[1], path)
  return { paths, parts: parts.filter(isPart) }
}

/** The address of the page of a path, relative to that of the frame; `undefined` for an unknown kind. */
export function addressOf(path: string, locations: readonly Location[]): string | undefined {
  const colon = path.indexOf(':')
  const prefix = path.slice(0, colon)
  const rest = path.slice(colon + 1)
  for (const { name, folder, kind } of locations) {
    if (kind === FILES && /^\d*$/.test(prefix.slice(name.length)) && prefix.startsWith(name)) {
      const slash = rest.lastIndexOf('/') + 1
      const file = rest.slice(slash).replaceAll('.', '-')
      return encodePath(`${folder}${prefix.slice(name.length)}/${rest.slice(0, slash)}${file}.html`)
    }
    const names = `${rest.replaceAll('.', '/')}.html`
    if (kind === BY_LANGUAGE && prefix.length > name.length && prefix.endsWith(name))
      return encodePath(`${folder}/${prefix.slice(0, -name.length)}/${names}`)
    if (kind > BY_LANGUAGE && prefix === name) return encodePath(`${folder}/${names}`)
  }
  return undefined
}

const isPart = ({ file }: MenuPart): boolean => /^[\w-]{1,100}\.js$/.test(file)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listsOf = (value: unknown): unknown[][] =>
  Array.isArray(value) ? value.filter((one): one is unknown[] => Array.isArray(one)) : []

/** A title, which is HTML, as text. */
const plain = (title: string): string =>
  title.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The arguments of a call: texts, numbers and lists, in which a place may be empty: `[2,,"File:",[]]`. */
function argumentIn(text: string, call: string): unknown[] {
  const start = text.indexOf(call)
  const top: unknown[] = []
  const open: unknown[][] = [top]
  if (start === -1) return top
  let isEmpty = true
  let entries = 0
  TOKENS.lastIndex = start + call.length
  for (let match = TOKENS.exec(text); match !== null && entries < MAX_ENTRIES; match = TOKENS.exec(text)) {
    const [token] = match
    const list = open.at(-1) ?? top
    if (token === ')') break
    if (token === ',' && isEmpty) list.push(undefined)
    if (token === ']') open.pop()
    else if (token === '[') {
      if (open.length > MAX_DEPTH) break
      const inner: unknown[] = []
      list.push(inner)
      open.push(inner)
      entries++
    } else if (token !== ',') list.push(valueOf(token))
    isEmpty = token === ',' || token === '['
  }
  return top
}

/** A text without an end goes to the end of the script, so that no part is read twice. */
const TOKENS = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|\d+|[[\],)]/g

function valueOf(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}
