/** The path that another generator gives a page: Docent's own paths have no ending, and no folder of a docs plugin. */
import { joinUrl } from '../folder/page-url.ts'
import { textOf } from '../folder/plain-data.ts'
import type { Publication, UrlSuffix } from '../folder/publication.ts'
import type { LinkPlace } from '../links/link-map.ts'
import type { Page } from '../result/page.ts'

/** The path of a page on the site of its generator, below its base. @param root the folder of the page. */
export function publishedPath(
  page: Page,
  root: LinkPlace['root'] | undefined,
  { suffix, folderSuffix }: Publication,
): string {
  const { prefix = '', published = prefix } = root ?? {}
  const own = page.url.startsWith(prefix) ? page.url.slice(prefix.length) : page.url
  const path = joinUrl(published, own === '' ? '/' : own)
  if (path === '/') return '/'
  return path + (writtenEnd(page) ?? (isFolderPage(page) ? folderSuffix : suffix))
}

/** The end of an address that the author wrote whole (`permalink`, Hugo's `url`); `undefined` for none. */
function writtenEnd({ frontMatter }: Page): UrlSuffix | undefined {
  const written = textOf(frontMatter.permalink) ?? textOf(frontMatter.url)
  if (written === undefined || !written.startsWith('/')) return undefined
  return written.endsWith('/') ? '/' : written.endsWith('.html') ? '.html' : ''
}

/** Whether a page is that of its folder: `guide/index.md`, unless its address ends with the name of the file. */
function isFolderPage({ file, url }: Page): boolean {
  const name = /(?:^|\/)(_?index|readme)(?:\.[^/]*)?$/i.exec(file)?.[1]?.toLowerCase()
  return name !== undefined && !url.toLowerCase().endsWith(`/${name}`)
}
