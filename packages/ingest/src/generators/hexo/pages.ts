/** Hexo's rules of pages: which files are posts and pages, and their addresses. */
import { join, relative } from 'node:path'
import { encodePath } from '../../folder/below-root.ts'
import { textOf } from '../../folder/plain-data.ts'
import { siteAddress } from '../../folder/site-address.ts'
import type { Root, Site } from '../../folder/site.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { type HexoSettings, hexoSettings } from './settings.ts'

const PAGE_ENDING = /\.(?:md|markdown|mkd|mkdn|mdwn|mdtxt|mdtext)$/i

/** Folders of posts and drafts below the source. */
const POSTS = /^_(?:posts|drafts)\//

/** A page's path below the source, for a root that is a part of it. */
function sourcePath(path: string, site: Site, root: Root): string {
  const inner = relative(join(site.home, hexoSettings(site).source), root.folder).replaceAll('\\', '/')
  return inner === '' || inner.startsWith('..') ? path : `${inner}/${path}`
}

/** Whether a file is a page: other names with `_` or `.`, and names with `~` or `%` at the end, are none. */
export function isHexoPage(path: string, site: Site, root: Root): boolean {
  if (!PAGE_ENDING.test(path)) return false
  const settings = hexoSettings(site)
  const whole = sourcePath(path, site, root)
  if (whole.startsWith('_drafts/') && !settings.drafts) return false
  const inner = whole.replace(POSTS, '')
  if (settings.isIncluded(whole)) return true
  return !settings.isExcluded(whole) && inner.split('/').every((part) => !/^[_.]|[~%]$/.test(part))
}

/** Whether a page is published: not with `published: false`, nor a post with a date ahead where the site leaves these out. */
export function isHexoPublished(page: PageSource, site: Site): boolean {
  if (page.parsed.frontMatter.published === false) return false
  const date = dateOfPost(page, site)
  return date === undefined || hexoSettings(site).future || Date.parse(date) <= Date.now()
}

/** The date of a post (`2024-05-31`, with a time where it is known), empty for an undated one; `undefined` for other pages. */
export function dateOfPost({ path, root, parsed }: PageSource, site: Site): string | undefined {
  const whole = sourcePath(path, site, root)
  if (!POSTS.test(whole)) return undefined
  const { date } = parsed.frontMatter
  if (date instanceof Date) return date.toISOString()
  if (typeof date === 'string' && /^\d{4}-\d\d?-\d\d?/.test(date)) return date
  return partsOfName(whole, hexoSettings(site)).date ?? ''
}

const DATED_NAME = /^(\d{4})[-/_.]?(\d{1,2})[-/_.]?(\d{1,2})[-/_.](.+)$/

/** The date in a post's path, where new posts are named so, and the rest of it: the path below the folder of posts. */
function partsOfName(path: string, { postName }: HexoSettings): { date?: string; title: string } {
  const inner = path.replace(POSTS, '').replace(PAGE_ENDING, '')
  const [, year, month, day, title] =
    (postName.includes(':year') && postName.endsWith(':title') ? DATED_NAME.exec(inner) : undefined) ?? []
  if (year === undefined || month === undefined || day === undefined || title === undefined) return { title: inner }
  return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, title }
}

/** The address of a page: `permalink`, the pattern of posts, or the path of its file. */
export function hexoAddress(page: PageSource, site: Site): string | undefined {
  const whole = sourcePath(page.path, site, page.root)
  const own = textOf(page.parsed.frontMatter.permalink)
  const pattern = own ?? (POSTS.test(whole) ? hexoSettings(site).permalink : undefined)
  if (pattern === undefined) return undefined
  const path = filled(pattern, page, site, whole)
  const bare = path.replace(/(?:(?<=\/)index)?\.html?$/i, '').replaceAll(/^\/+|\/+$/g, '')
  return siteAddress(`/${bare}`)
}

/** A pattern with its parts filled in. A part that only Hexo computes (`:hash`) is the post's title. */
function filled(pattern: string, page: PageSource, site: Site, whole: string): string {
  const settings = hexoSettings(site)
  const { frontMatter, title: shown } = page.parsed
  const { title } = partsOfName(whole, settings)
  const name = title.slice(title.lastIndexOf('/') + 1)
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(dateOfPost(page, site) ?? '') ?? []
  const values = new Map([
    ['year', year],
    ['month', month.padStart(2, '0')],
    ['day', day.padStart(2, '0')],
    ['i_month', month.replace(/^0/, '')],
    ['i_day', day.replace(/^0/, '')],
    ['title', title],
    ['name', name],
    ['post_title', dashed(textOf(frontMatter.title) ?? shown ?? name)],
    ['category', categoryOf(frontMatter, settings)],
  ])
  return pattern
    .replaceAll(/:([a-z_]+)/g, (_, token: string) =>
      encodePath(values.get(token) ?? textOf(frontMatter[token]) ?? name),
    )
    .replaceAll(/\/{2,}/g, '/')
}

function categoryOf({ category, categories }: Record<string, unknown>, { defaultCategory }: HexoSettings): string {
  const names = [category ?? categories].flat(2).filter((one) => typeof one === 'string' && one !== '')
  return names.length === 0 ? defaultCategory : names.map((one) => dashed(String(one))).join('/')
}

function dashed(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
