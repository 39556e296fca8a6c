/** The name of a site whose titles do not have it: that of the links to its first page, or of this page. */
import type { Document, Element } from 'domhandler'
import { findAll } from 'domutils'
import { inlineText } from '../content/inline-text.ts'
import { withoutNumber } from './numbering.ts'

/** Names of first pages that do not name the site. */
const GENERAL =
  /^(?:home(?: ?page)?|index|welcome|introduction|intro|overview|about|(?:the )?(?:documentation|docs)(?: index)?|user guide|guide|manual|getting started|quick ?start|(?:table of )?contents|read ?me|untitled(?: document)?|main page|start|up|top|next|previous|read more|(?:back|return|go)(?: to .*)?|(?:.* )?(?:menu|navigation))$/i

/** Longer names (UTF-16 units) are sentences. */
const MAX_NAME = 80

/** The address of the folder of a first page: `/manual/` for `/manual/index.html`; `undefined` for other pages. */
function folderOf(url: string): string | undefined {
  return /[?#]/.test(url) ? undefined : /^(.*\/)(?:index\.(?:html?|php))?$/.exec(url)?.[1]
}

/** The first page of a site: that of the folder with the shortest address. */
export function homeOf<P extends { url: string }>(pages: Iterable<P>): P | undefined {
  let home: { page: P; folder: string } | undefined
  for (const page of pages) {
    const folder = folderOf(page.url)
    if (folder !== undefined && (home === undefined || folder.length < home.folder.length)) home = { page, folder }
  }
  return home?.page
}

/** The name of the site in the title of its first or only page; empty if that is above no other page, or not above all. */
export function homeName(home: { url: string; title: string }, urls: readonly string[]): string {
  const folder = folderOf(home.url)
  const others = urls.filter((url) => url !== home.url)
  if (others.length > 0 && (folder === undefined || !others.every((url) => url.startsWith(folder)))) return ''
  return nameIn(home.title.replace(/^welcome to (?:the )?/i, '').replace(/[!.:]$/, ''))
}

/** A link to the first page of a folder, such as that of the logo. */
export interface HomeLink {
  /** The address of the folder. */
  folder: string
  /** The text of the link. */
  name: string
}

/** Share and least number of the pages below a folder whose first link to it has the same text. */
const LINK_SHARE = 0.5
const LINK_PAGES = 3

/** The first link with a name above the title of a page to the first page of a folder above it; `undefined` for none. */
export function homeLinkOf(document: Document, url: string): HomeLink | undefined {
  const isEither = ({ name, attribs }: Element): boolean =>
    name === 'h1' || (name === 'a' && attribs.href !== undefined)
  for (const link of findAll(isEither, document.children)) {
    if (link.name === 'h1') break
    const folder = folderOf(URL.parse(link.attribs.href ?? '', url)?.href ?? '?')
    if (folder === undefined || !url.startsWith(folder)) continue
    const name = nameIn(inlineText(link, () => false))
    if (name !== '') return { folder, name }
  }
  return undefined
}

/** The names of folders by the links to them, which most pages below a folder have. */
export function homeLinksOf(pages: readonly { url: string; home: HomeLink | undefined }[]): Map<string, string> {
  const links = pages.flatMap(({ home }) => home ?? [])
  return new Map(
    Array.from(Map.groupBy(links, ({ folder }) => folder)).flatMap(([folder, all]) => {
      const below = pages.filter(({ url }) => url.startsWith(folder)).length
      const least = Math.max(LINK_PAGES, below * LINK_SHARE)
      const [name] = Array.from(Map.groupBy(all, (one) => one.name)).find(([, same]) => same.length >= least) ?? []
      return name === undefined ? [] : [[folder, name] as const]
    }),
  )
}

/** The name of the innermost folder above a page that has one; empty for none. */
export function folderName(url: string, names: ReadonlyMap<string, string>): string {
  const [inner = ''] = [...names.keys()]
    .filter((folder) => url.startsWith(folder))
    .toSorted((a, b) => b.length - a.length)
  return names.get(inner) ?? ''
}

/** A text as the name of a site; empty for one that any first page has, and for a sentence. */
function nameIn(text: string): string {
  const name = withoutNumber(text)
  return name.length > MAX_NAME || GENERAL.test(name) || !/\p{L}{2}/u.test(name) ? '' : name
}
