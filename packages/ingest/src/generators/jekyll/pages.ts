/** Jekyll's rules of pages: front matter, exclusions, collections, posts, addresses. */
import { join, relative } from 'node:path'
import { conventionFile, encodePath } from '../../folder/below-root.ts'
import { siteAddress } from '../../folder/site-address.ts'
import type { Root, Site } from '../../folder/site.ts'
import type { LeftOutReason } from '../../result/docs-file.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { withMoved } from '../moved-pages.ts'
import { defaultValues, type JekyllSettings, settingsOf } from './settings.ts'

const PAGE_ENDING = /\.(?:md|markdown|mkd|mkdn|mkdown|html?)$/i
const POST_NAME = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/

/** The folder of Jekyll's source, below the project. */
export function sourceOf({ home, configuration }: Site): string {
  return join(home, textOf(configuration?.data.source) ?? '')
}

/** A page's path below the source, for a root that is a part of it. */
function sourcePath(path: string, site: Site, root: Root): string {
  const inner = relative(sourceOf(site), root.folder).replaceAll('\\', '/')
  return inner === '' || inner.startsWith('..') ? path : `${inner}/${path}`
}

/** Whether a file may be a page. Names with `_` are not, but for posts and the collections with pages. */
export function isJekyllPage(path: string, site: Site, root: Root): boolean | LeftOutReason {
  if (!PAGE_ENDING.test(path)) return false
  const settings = settingsOf(site)
  const whole = sourcePath(path, site, root)
  if (/(?:^|\/)_(?:layouts|includes)\//.test(whole)) return 'template'
  if (settings.isIncluded(whole)) return true
  if (settings.isExcluded(whole)) return false
  const parts = whole.split('/')
  const own = collectionOf(whole, settings)
  if (own !== undefined && settings.collections.get(own)?.output !== true) return false
  return parts.every((part) => !/^[_#~]/.test(part) || part === '_posts' || part === `_${own}`) && !whole.endsWith('~')
}

/** The name of the collection that a path belongs to; posts are none. */
function collectionOf(path: string, { collections, collectionsDir }: JekyllSettings): string | undefined {
  const inner =
    collectionsDir === '' ? path : path.startsWith(`${collectionsDir}/`) ? path.slice(collectionsDir.length + 1) : ''
  const name = /^_([^/]+)\//.exec(inner)?.[1]
  return name !== undefined && name !== 'posts' && collections.has(name) ? name : undefined
}

/** The collection of a page: its name, `posts`, or `pages` for none. */
export function typeOf({ path, root }: Pick<PageSource, 'path' | 'root'>, site: Site): string {
  const whole = sourcePath(path, site, root)
  return isPost(whole) ? 'posts' : (collectionOf(whole, settingsOf(site)) ?? 'pages')
}

function isPost(path: string): boolean {
  return path.startsWith('_posts/') || path.includes('/_posts/')
}

/** The front matter of a page over the configuration's defaults. */
export function frontMatterOf(page: PageSource, site: Site): Record<string, unknown> {
  const settings = settingsOf(site)
  const { frontMatter } = page.parsed
  if (settings.defaults.length === 0) return frontMatter
  return { ...defaultValues(sourcePath(page.path, site, page.root), typeOf(page, site), settings), ...frontMatter }
}

/** The pages with the defaults of the configuration, with the addresses of pages that only lead to them, and with the pattern of an address that ends with a slash. */
export function withDefaults(pages: readonly PageSource[], site: Site): PageSource[] {
  const settings = settingsOf(site)
  const all = pages.map((page) => {
    const type = typeOf(page, site)
    const pattern = type === 'posts' ? settings.permalink : settings.collections.get(type)?.permalink
    const permalink = pattern?.endsWith('/') === true ? { permalink: pattern } : {}
    const frontMatter = { ...permalink, ...frontMatterOf(page, site) }
    return { ...page, parsed: { ...page.parsed, frontMatter } }
  })
  return withMoved(all, {
    targetOf: ({ parsed: { frontMatter } }) => textOf([frontMatter.redirect_to].flat()[0]),
    addressOf: (page) => jekyllAddress(page, site),
  })
}

/** Whether a page is published: with front matter, not `published: false`; posts need a date that is not ahead. */
export function isJekyllPublished(page: PageSource, site: Site): boolean {
  const settings = settingsOf(site)
  if (!settings.isLenient && !/^\uFEFF?---\s/.test(page.parsed.source())) return false
  const frontMatter = frontMatterOf(page, site)
  // The plugin jekyll-redirect-from makes such a page a redirect.
  if (frontMatter.published === false || frontMatter.redirect_to !== undefined) return false
  if (!isPost(page.path)) return true
  const day = dateOfPost(page, frontMatter)
  return day !== undefined && (settings.future || Date.parse(day) <= Date.now())
}

/** The date of a post (`2024-05-31`), from front matter or its name. */
function dateOfPost({ path }: PageSource, frontMatter: Record<string, unknown>): string | undefined {
  const { date } = frontMatter
  const own = date instanceof Date ? date.toISOString() : typeof date === 'string' ? date : ''
  if (/^\d{4}-\d\d-\d\d/.test(own)) return own.slice(0, 10)
  const [, year, month, day] = POST_NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
  return year === undefined ? undefined : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}

/** The address of a page: `permalink`, the pattern of its collection, or the path of its file. */
export function jekyllAddress(page: PageSource, site: Site): string {
  const settings = settingsOf(site)
  const frontMatter = frontMatterOf(page, site)
  const type = typeOf(page, site)
  const bare = page.path.replace(PAGE_ENDING, '')
  const pattern =
    textOf(frontMatter.permalink) ??
    (type === 'posts'
      ? settings.permalink
      : type === 'pages'
        ? undefined
        : (settings.collections.get(type)?.permalink ?? '/:collection/:path'))
  const path = pattern === undefined ? undefined : filled(pattern, page, frontMatter, type)
  // A part without a value is of a plugin.
  const address = path === undefined || /:[a-z_]+/.test(path) ? undefined : siteAddress(path)
  return address ?? byFile(bare, page, site)
}

/** The address of a file. A README is an index only where GitHub Pages makes it one. */
function byFile(bare: string, { root }: PageSource, site: Site): string {
  const slash = bare.lastIndexOf('/') + 1
  const [folder, name] = [bare.slice(0, slash), bare.slice(slash)]
  const isReadme = /^readme$/i.test(name) && settingsOf(site).isLenient
  const hasIndex = ['index.md', 'index.html', 'index.markdown'].some(
    (file) => conventionFile(site.area, join(root.folder, folder), file) !== undefined,
  )
  const isIndex = name.toLowerCase() === 'index' || (isReadme && !hasIndex)
  const path = isIndex ? folder.replace(/\/$/, '') : bare
  return `/${encodePath(path)}`
}

/** A pattern with its parts filled in, without `index.html` and `.html`. */
function filled(pattern: string, page: PageSource, frontMatter: Record<string, unknown>, type: string): string {
  const file = page.path.slice(page.path.lastIndexOf('/') + 1).replace(PAGE_ENDING, '')
  const name = POST_NAME.exec(file)?.[4] ?? file
  const day = dateOfPost(page, frontMatter)
  const [year, month, date] = day?.split('-') ?? []
  const inner = page.path.replace(PAGE_ENDING, '').replace(/^(?:[^_]*\/)?_[^/]+\//, '')
  const values = new Map<string, string>([
    ['collection', type],
    ['path', inner],
    ['basename', file],
    ['name', slugified(name)],
    ['title', textOf(frontMatter.slug) ?? name],
    ['slug', textOf(frontMatter.slug) ?? slugified(name)],
    ['output_ext', ''],
    ['categories', categoriesOf(page.path, frontMatter).join('/')],
    ['year', year ?? ''],
    ['month', month ?? ''],
    ['i_month', month?.replace(/^0/, '') ?? ''],
    ['day', date ?? ''],
    ['i_day', date?.replace(/^0/, '') ?? ''],
    ['short_year', year?.slice(2) ?? ''],
    ['y_day', day === undefined ? '' : String(dayOfYear(day)).padStart(3, '0')],
  ])
  return `/${pattern}`
    .replaceAll(/:([a-z_]+)/g, (part, token: string) => values.get(token) ?? written(frontMatter[token]) ?? part)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?:(?<=\/)index)?\.html?$/i, '')
    .replace(/(?<=\/)index$/, '')
}

/** A value of front matter that an address may have; plugins fill it into permalinks. */
function written(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? slugified(value) : undefined
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1
}

/** Categories of a post: the folders around `_posts`, and those of the front matter. */
function categoriesOf(path: string, { category, categories }: Record<string, unknown>): string[] {
  const around = isPost(path) ? path.slice(0, path.lastIndexOf('_posts/')).split('/') : []
  const named = [category, categories].flat().flatMap((one) => (typeof one === 'string' ? one.split(/\s+/) : []))
  return [...new Set([...around, ...named].filter((one) => one !== '').map((one) => one.toLowerCase()))]
}

function slugified(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The table of a key of the configuration. */
export function settingTable(site: Site, key: string): Record<string, unknown> {
  return tableOf(site.configuration?.data[key]) ?? {}
}
