/** The name of a site whose pages do not have it: that of its first page. */
import { withoutNumber } from './numbering.ts'

/** Names of first pages that do not name the site. */
const GENERAL =
  /^(?:home(?: ?page)?|index|welcome|introduction|intro|overview|about|(?:the )?(?:documentation|docs)(?: index)?|user guide|guide|manual|getting started|quick ?start|(?:table of )?contents|read ?me|untitled(?: document)?|main page|start)$/i

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

/** The name of the site in the title of its first page; empty if that is above no other page, or not above all. */
export function homeName(home: { url: string; title: string }, urls: readonly string[]): string {
  const folder = folderOf(home.url)
  const others = urls.filter((url) => url !== home.url)
  if (folder === undefined || others.length === 0 || !others.every((url) => url.startsWith(folder))) return ''
  const name = withoutNumber(home.title)
    .replace(/^welcome to (?:the )?/i, '')
    .replace(/[!.:]$/, '')
  return name.length > MAX_NAME || GENERAL.test(name) ? '' : name
}
