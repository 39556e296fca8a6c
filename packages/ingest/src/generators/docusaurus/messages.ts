/** Translated names of a sidebar: `current.json` beside the translated docs, and those of the navbar. */
import { basename, dirname, join } from 'node:path'
import { conventionFile, type ReadArea } from '../../folder/below-root.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import type { Root } from '../../folder/site.ts'
import type { NavItem } from '../../result/page.ts'
import { readData } from '../configuration.ts'

/** Names of groups and of links, each with its translation. */
export interface Messages {
  groups: Map<string, string>
  links: Map<string, string>
}

const SIDEBAR_KEY = /^sidebar\.[^.]*\.(category|link|doc)\.([^]+)$/
const NAVBAR_KEY = /^item\.label\.([^]+)$/

/** The files with the translations for a root: of its sidebar, and of the navbar; none for the default language. */
export function messageFiles({ folder, lang }: Root, around: ReadArea): { sidebar?: string; navbar?: string } {
  if (lang === undefined) return {}
  const sidebar = conventionFile(around, dirname(folder), `${basename(folder)}.json`)
  const navbar = conventionFile(around, join(dirname(dirname(folder)), 'docusaurus-theme-classic'), 'navbar.json')
  return { ...(sidebar !== undefined && { sidebar }), ...(navbar !== undefined && { navbar }) }
}

/** The translations for a root. */
export function messagesOf(root: Root, around: ReadArea): Messages {
  const messages: Messages = { groups: new Map(), links: new Map() }
  const { sidebar, navbar } = messageFiles(root, around)
  const add = (names: Map<string, string>, name: string | undefined, value: unknown): void => {
    const message = textOf(tableOf(value)?.message)
    if (name !== undefined && message !== undefined) names.set(name, message)
  }
  for (const [key, value] of entriesOf(sidebar)) {
    const [, kind, name] = SIDEBAR_KEY.exec(key) ?? []
    add(kind === 'category' ? messages.groups : messages.links, name, value)
  }
  for (const [key, value] of entriesOf(navbar)) add(messages.groups, NAVBAR_KEY.exec(key)?.[1], value)
  return messages
}

function entriesOf(file: string | undefined): [string, unknown][] {
  return file === undefined ? [] : Object.entries(readData(file))
}

/** The items with translated names. */
export function translated(items: readonly NavItem[], messages: Messages): NavItem[] {
  return items.map((item) => {
    const names = item.children.length > 0 ? messages.groups : messages.links
    return { ...item, title: names.get(item.title) ?? item.title, children: translated(item.children, messages) }
  })
}
