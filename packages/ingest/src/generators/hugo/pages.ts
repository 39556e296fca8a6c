/**
 * Hugo's rules of pages: bundles, languages in file names, settings that keep a page from being published, and
 * addresses.
 */
import { join } from 'node:path'
import { conventionFile, encodePath } from '../../folder/below-root.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { siteAddress } from '../../folder/site-address.ts'
import type { Root, Site } from '../../folder/site.ts'
import { hugoKey } from '../../navigation/section-navigation.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import type { NamedLanguage } from '../generator.ts'
import { type HugoSettings, settingsOf } from './settings.ts'

const PAGE_ENDING = /\.(?:md|markdown|html?)$/i

/**
 * Whether a file is a page: files beside or below an `index.md` (a leaf bundle) are resources of that page, for its
 * templates.
 */
export function isHugoPage(path: string, site: Site, root: Root): boolean {
  if (!PAGE_ENDING.test(path)) return false
  const settings = settingsOf(site)
  const parts = path.split('/')
  const isIndex = bareName(parts.at(-1) ?? '', settings) === 'index'
  for (let depth = parts.length - 1; depth > 0; depth--) {
    if (isIndex && depth === parts.length - 1) continue
    if (isLeafBundle(join(root.folder, ...parts.slice(0, depth)), site, settings)) return false
  }
  return true
}

const bundles = new WeakMap<Site, Map<string, boolean>>()

/** Whether a folder has an `index.md`, in any language. */
function isLeafBundle(folder: string, site: Site, { languages }: HugoSettings): boolean {
  const known = bundles.get(site) ?? new Map<string, boolean>()
  bundles.set(site, known)
  const before = known.get(folder)
  if (before !== undefined) return before
  const names = ['index', ...languages.map(({ key }) => `index.${key}`)].flatMap((name) => [
    `${name}.md`,
    `${name}.markdown`,
    `${name}.html`,
  ])
  const found = names.some((name) => conventionFile(site.area, folder, name) !== undefined)
  known.set(folder, found)
  return found
}

/**
 * The language in a file's name: `about.fr.md`, unless the language has a content folder of its own. A name without a
 * language has the default one.
 */
export function hugoLanguage(path: string, site: Site, root: Root): NamedLanguage | undefined {
  const settings = settingsOf(site)
  if (root.lang !== undefined && settings.languages.some(({ contentDir }) => contentDir !== undefined)) return undefined
  const slash = path.lastIndexOf('/') + 1
  const [, stem, key, ending] = /^(.+)\.([A-Za-z][\w-]*)(\.\w+)$/.exec(path.slice(slash)) ?? []
  const found = settings.languages.find((one) => one.key === key?.toLowerCase())
  if (found === undefined || stem === undefined || ending === undefined) return inDefaultFolder(path, settings, root)
  return { lang: found.lang, prefix: languagePrefix(found.key, settings), inner: path.slice(0, slash) + stem + ending }
}

/** The default language, where it has a folder in URLs and the root has pages of all languages. */
function inDefaultFolder(path: string, settings: HugoSettings, { lang, prefix }: Root): NamedLanguage | undefined {
  const [first] = settings.languages
  if (!settings.defaultInFolder || first === undefined || lang !== undefined || prefix !== '') return undefined
  return { lang: first.lang, prefix: languagePrefix(first.key, settings), inner: path }
}

/** The folder of a language in URLs; empty for the default language, unless it has one as well. */
export function languagePrefix(key: string, { defaultLanguage, defaultInFolder }: HugoSettings): string {
  return key === defaultLanguage && !defaultInFolder ? '' : `/${encodePath(key)}`
}

/** A file's name without its ending and its language. */
function bareName(name: string, { languages }: HugoSettings): string {
  const stem = name.replace(PAGE_ENDING, '')
  const dot = stem.lastIndexOf('.')
  return dot > 0 && languages.some(({ key }) => key === stem.slice(dot + 1).toLowerCase()) ? stem.slice(0, dot) : stem
}

/** Whether a page has an address: not headless, rendered, neither expired nor of the future, no mere redirect. */
export function isHugoPublished({ parsed }: PageSource, site: Site): boolean {
  const { frontMatter, sections } = parsed
  const settings = settingsOf(site)
  const build = tableOf(hugoKey(frontMatter, 'build')) ?? tableOf(hugoKey(frontMatter, '_build')) ?? {}
  const render = hugoKey(build, 'render')
  if (hugoKey(frontMatter, 'headless') === true || render === false || render === 'never' || render === 'link')
    return false
  const expiry = dateOf(hugoKey(frontMatter, 'expirydate') ?? hugoKey(frontMatter, 'unpublishdate'))
  if (!settings.buildExpired && expiry !== undefined && expiry < Date.now()) return false
  const start = dateOf(
    hugoKey(frontMatter, 'publishdate') ??
      hugoKey(frontMatter, 'pubdate') ??
      hugoKey(frontMatter, 'published') ??
      hugoKey(frontMatter, 'date'),
  )
  if (!settings.buildFuture && start !== undefined && start > Date.now()) return false
  const leadsElsewhere = ['manuallink', 'manuallinkrelref', 'manuallinktarget'].some(
    (key) => hugoKey(frontMatter, key) !== undefined,
  )
  return !leadsElsewhere || sections().some(({ text, pieces }) => text !== '' || pieces.length > 0)
}

/** Milliseconds since 1970; `undefined` for no date. */
function dateOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The address of a page: `url`, the section's pattern, or the path of its file in lower case. */
export function hugoAddress({ root, path, parsed }: PageSource, site: Site): string {
  const settings = settingsOf(site)
  const { frontMatter } = parsed
  const inner = hugoLanguage(path, site, root)?.inner ?? path
  const parts = inner.split('/')
  const name = (parts.pop() ?? '').replace(PAGE_ENDING, '')
  const isSection = name === '_index'
  const folders = name === 'index' ? parts.slice(0, -1) : parts
  const last = isSection ? undefined : name === 'index' ? parts.at(-1) : name
  const own = [...folders, ...(last === undefined ? [] : [last])].map(pathName).filter((part) => part !== '')
  const byFile = `/${own.map(encodePath).join('/')}`
  const written = textOf(hugoKey(frontMatter, 'url'))
  const address =
    written ?? (isSection ? undefined : permalink(settings.permalinks.get(parts[0] ?? ''), parsed, folders, last))
  const clean = address === undefined ? undefined : siteAddress(address.replace(/(?:index)?\.html?$/i, ''))
  return clean ?? byFile
}

/** A name of a file as Hugo writes it in addresses: in lower case, blanks as hyphens, without most other signs. */
function pathName(name: string): string {
  return name.trim().replaceAll(/\s+/g, '-').replaceAll(NO_PATH, '').toLowerCase()
}

/** Signs that addresses do not have. */
const NO_PATH = /[^\p{L}\p{N}\p{M}._#+~@\s-]/gu

/** A title as Hugo writes it in addresses: as names of files, but blanks around a sign are one hyphen. */
function titleName(title: string): string {
  const words = title.replaceAll(NO_PATH, '').trim().replaceAll(/\s+/g, ' ')
  return words.replaceAll(/ ?- ?/g, '-').replaceAll(' ', '-').toLowerCase()
}

/** The address by a pattern (`/:year/:slug/`); `undefined` without a pattern, or with a part that is not read. */
function permalink(
  pattern: string | undefined,
  { frontMatter, title }: PageSource['parsed'],
  folders: string[],
  last: string | undefined,
): string | undefined {
  if (pattern === undefined || last === undefined) return undefined
  const time = dateOf(hugoKey(frontMatter, 'date') ?? hugoKey(frontMatter, 'publishdate'))
  const date = time === undefined ? undefined : new Date(time).toISOString()
  const name = pathName(last)
  const slug = textOf(hugoKey(frontMatter, 'slug'))
  const titled = titleName(title ?? last)
  const values = new Map<string, string | undefined>([
    ['year', date?.slice(0, 4)],
    ['month', date?.slice(5, 7)],
    ['day', date?.slice(8, 10)],
    ['section', pathName(folders[0] ?? '')],
    ['sections', folders.map(pathName).join('/')],
    ['title', titled],
    ['slug', slug ?? titled],
    ['slugorfilename', slug ?? name],
    ['slugorcontentbasename', slug ?? name],
    ['filename', name],
    ['contentbasename', name],
  ])
  let known = true
  const address = pattern.replaceAll(/:([a-z]+)/g, (_, token: string) => {
    const value = values.get(token)
    if (value === undefined) known = false
    return value ?? ''
  })
  return known ? address : undefined
}

/** The language of a root without folders of languages. */
export function defaultLang({ languages, defaultLanguage, namesLanguage }: HugoSettings): string | undefined {
  if (!namesLanguage) return undefined
  return languages[0]?.lang ?? canonicalLanguage(defaultLanguage)
}
