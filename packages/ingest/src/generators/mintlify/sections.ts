/**
 * The `navigation` of `docs.json`: languages, versions, products, dropdowns, tabs, anchors, menus and groups, nested in
 * any order. The older `mint.json` (groups at the top, tabs and anchors by prefixes of paths) is brought into this form.
 */
import { canonicalLanguage } from '../../folder/place.ts'
import type { DeclaredPlace } from '../../folder/site.ts'
import { isExternal } from '../../navigation/sidebar-context.ts'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'

/** Keys of lists, with the key of each element's name. */
export const LISTS: readonly (readonly [list: string, name: string])[] = [
  ['languages', 'language'],
  ['versions', 'version'],
  ['products', 'product'],
  ['dropdowns', 'dropdown'],
  ['tabs', 'tab'],
  ['anchors', 'anchor'],
  ['menu', 'item'],
  ['groups', 'group'],
]

/** Codes of languages that Mintlify writes differently. */
const LANGUAGES: Record<string, string> = { cn: 'zh', jp: 'ja', ua: 'uk', cz: 'cs' }

/** The language tag of Mintlify's code. */
export function languageOf(code: unknown): string | undefined {
  const written = textOf(code)
  return written === undefined ? undefined : canonicalLanguage(LANGUAGES[written.toLowerCase()] ?? written)
}

/** The path of a page as a configuration names it: without a slash in front and without extension. */
export function pagePath(written: string): string {
  return written.replace(/^\/+/, '').replace(/\.mdx?$/i, '')
}

/** The navigation of either form. */
export function navigationOf(data: Table): Table {
  if (!Array.isArray(data.navigation)) return tableOf(data.navigation) ?? {}
  const groups = tablesOf(data.navigation)
  const versions = [...new Set(groups.flatMap(({ version }) => textOf(version) ?? []))]
  if (versions.length === 0) return byPrefix(groups, data)
  return {
    versions: versions.map((version) => ({
      version,
      ...byPrefix(
        groups.filter((group) => group.version === undefined || group.version === version),
        data,
      ),
    })),
  }
}

/** The groups of `mint.json` under the tabs and anchors whose paths begin like theirs. */
function byPrefix(groups: Table[], data: Table): Table {
  const bars = [...tablesOf(data.tabs), ...tablesOf(data.anchors)].flatMap(({ name, url }) => {
    const [title, prefix] = [textOf(name), textOf(url)]
    return title === undefined || prefix === undefined || isExternal(prefix)
      ? []
      : [{ title, prefix: `${pagePath(prefix).replace(/\/$/, '')}/`, groups: [] as Table[] }]
  })
  const rest: Table[] = []
  for (const group of groups) {
    const [first = ''] = pagesIn(group)
    const bar = bars.find(({ prefix }) => `${first}/`.startsWith(prefix))
    if (bar === undefined) rest.push(group)
    else bar.groups.push(group)
  }
  const used = bars.filter((bar) => bar.groups.length > 0)
  if (used.length === 0) return { groups }
  const primary = textOf(tableOf(data.primaryTab)?.name) ?? 'Documentation'
  return {
    tabs: [
      ...(rest.length === 0 ? [] : [{ tab: primary, groups: rest }]),
      ...used.map(({ title, groups: own }) => ({ tab: title, groups: own })),
    ],
  }
}

/** An operation, which is no file: `GET /users`. */
export const OPERATION = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i

/** An operation with its parts: the name of the OpenAPI file, if it is written, method and path. */
export const OPERATION_OF =
  /^(?:(?<file>\S+)\s+)?(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+(?<path>\S+)$/i

/** The paths of all pages below a part of the navigation. */
function pagesIn(part: Table): string[] {
  const root = textOf(part.root)
  const pages = Array.isArray(part.pages) ? part.pages : []
  return [
    ...(root === undefined ? [] : [pagePath(root)]),
    ...pages.flatMap((page: unknown) => {
      if (typeof page !== 'string') return pagesIn(tableOf(page) ?? {})
      return OPERATION.test(page) ? [] : [pagePath(page)]
    }),
    ...LISTS.flatMap(([list]) => tablesOf(part[list]).flatMap((one) => pagesIn(one))),
  ]
}

/** The names of the versions as readers see them: the one that is marked as default, else the first, before the others. */
export function versionNames({ versions }: Table): string[] {
  const all = tablesOf(versions)
  const first = all.find((one) => one.default === true)
  const sorted = first === undefined ? all : [first, ...all.filter((one) => one !== first)]
  return sorted.flatMap(({ version }) => textOf(version) ?? [])
}

/**
 * The folders of the languages and versions. A part without a folder of its own has none: its pages are mixed with
 * those of others.
 */
export function declaredIn(navigation: Table): DeclaredPlace[] {
  const parts = partsIn(navigation, {})
  return parts.flatMap(({ pages, ...place }) => {
    if (place.lang === undefined && place.version === undefined) return []
    const folder = commonFolder(pages)
    const isShared = parts.some((other) => other.pages !== pages && other.pages.some((page) => within(folder, page)))
    return folder === '' || isShared ? [] : [{ folder, ...place }]
  })
}

type Part = Omit<DeclaredPlace, 'folder'> & { pages: string[] }

/** @param beside whether pages without a version are beside the versions: then those of the first one have none either. */
function partsIn(part: Table, place: Omit<DeclaredPlace, 'folder'>, beside = false): Part[] {
  const languages = tablesOf(part.languages)
  const versions = tablesOf(part.versions)
  if (languages.length > 0)
    return languages.flatMap((one) => {
      const lang = languageOf(one.language)
      return partsIn(one, lang === undefined ? place : { ...place, lang }, beside)
    })
  if (versions.length > 0)
    return versions.flatMap((one, index) => {
      const version = beside && index === 0 ? undefined : textOf(one.version)
      return partsIn(one, version === undefined ? place : { ...place, version })
    })
  // Tabs and dropdowns may have versions and languages of their own.
  const inner = LISTS.flatMap(([list]) => tablesOf(part[list]))
  if (!inner.some(isDivided)) return [{ ...place, pages: pagesIn(part) }]
  const hasOthers = beside || inner.some((one) => !isDivided(one) && pagesIn(one).length > 0)
  return inner.flatMap((one) => partsIn(one, place, hasOthers))
}

/** Whether a part of the navigation has versions or languages below it. */
function isDivided(part: Table): boolean {
  if (Array.isArray(part.languages) || Array.isArray(part.versions)) return true
  return LISTS.some(([list]) => tablesOf(part[list]).some(isDivided))
}

/** The deepest of the first two folders that all pages share. */
function commonFolder(pages: string[]): string {
  const [first = ''] = pages
  const parts = first.split('/').slice(0, -1)
  for (let depth = Math.min(2, parts.length); depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    if (pages.every((page) => within(folder, page))) return folder
  }
  return ''
}

function within(folder: string, page: string): boolean {
  return folder !== '' && (page.startsWith(`${folder}/`) || page === folder)
}
