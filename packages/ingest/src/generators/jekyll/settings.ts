/** Jekyll's `_config.yml`: collections, exclusions, addresses, and defaults of front matter. */
import { type PathTest, pathTest } from '../../navigation/wildcard.ts'
import { oncePerConfiguration } from '../configuration.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'

/** Entries that Jekyll excludes without a setting. */
const NEVER = [
  'Gemfile',
  'Gemfile.lock',
  'node_modules',
  'vendor/bundle',
  'vendor/cache',
  'vendor/gems',
  'vendor/ruby',
  'gemfiles',
]

/** Plugins with which a file without front matter is a page. */
const OPTIONAL_FRONT_MATTER = /^(?:jekyll-optional-front-matter|github-pages)$/

/** A collection. */
interface Collection {
  /** Whether its files are pages. */
  output: boolean
  /** Pattern of addresses. */
  permalink: string | undefined
}

/** Front matter that files of a scope have unless they set it. */
interface Defaults {
  path: string
  type: string | undefined
  values: Record<string, unknown>
}

/** The settings that pages depend on. */
export interface JekyllSettings {
  collections: Map<string, Collection>
  /** The folder of the collections, below the source; empty for the source itself. */
  collectionsDir: string
  isExcluded: PathTest
  isIncluded: PathTest
  /** Pattern of the posts' addresses. */
  permalink: string
  future: boolean
  /** Whether a file without front matter is a page, and a README a folder's index, as on GitHub Pages. */
  isLenient: boolean
  defaults: Defaults[]
}

const POSTS: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title',
  none: '/:categories/:title',
}

/** The settings of a site. */
export const settingsOf = oncePerConfiguration(makeSettings)

function makeSettings(data: Record<string, unknown>): JekyllSettings {
  const plugins = [data.plugins, data.gems].flat().filter((name) => typeof name === 'string')
  const style = textOf(data.permalink) ?? 'date'
  return {
    collections: collectionsOf(data.collections),
    collectionsDir: textOf(data.collections_dir)?.replaceAll(/^\/+|\/+$/g, '') ?? '',
    isExcluded: anyOf([...NEVER, ...textsOf(data.exclude)]),
    isIncluded: anyOf(textsOf(data.include)),
    permalink: Object.hasOwn(POSTS, style) ? (POSTS[style] ?? style) : style,
    future: data.future === true,
    // GitHub Pages, which builds a site without a theme's gem and without plugins, has both plugins.
    isLenient:
      plugins.length === 0 ? data.theme === undefined : plugins.some((name) => OPTIONAL_FRONT_MATTER.test(name)),
    defaults: defaultsOf(data.defaults),
  }
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string')
}

/** Whether a path matches a pattern of the list, or lies in a folder that matches. */
function anyOf(patterns: string[]): PathTest {
  const tests = patterns.flatMap((pattern) => {
    const bare = pattern.replaceAll(/^\/+|\/+$/g, '')
    return bare === '' ? [] : [pathTest(`/${bare}`), pathTest(`/${bare}/**`)]
  })
  return (path) => tests.some((matches) => matches(`/${path}`))
}

/** A list of names, or a table with settings. Posts are always a collection. */
function collectionsOf(value: unknown): Map<string, Collection> {
  const listed = textsOf(value).map((name) => [name, { output: false, permalink: undefined }] as const)
  const named = Object.entries(tableOf(value) ?? {}).map(([name, one]) => {
    const table = tableOf(one) ?? {}
    return [name, { output: table.output === true, permalink: textOf(table.permalink) }] as const
  })
  return new Map([...listed, ...named])
}

function defaultsOf(value: unknown): Defaults[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): Defaults[] => {
    const table = tableOf(one)
    const scope = tableOf(table?.scope) ?? {}
    const values = tableOf(table?.values)
    if (values === undefined) return []
    const path = typeof scope.path === 'string' ? scope.path.replaceAll(/^\/+|\/+$/g, '') : ''
    return [{ path, type: textOf(scope.type), values }]
  })
}

/** Values of the defaults for a file. @param type `pages`, `posts`, or the name of a collection. */
export function defaultValues(path: string, type: string, { defaults }: JekyllSettings): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const one of defaults) {
    if (one.type !== undefined && one.type !== type && !(one.type === 'page' && type === 'pages')) continue
    const isInside =
      one.path === '' ||
      path === one.path ||
      path.startsWith(`${one.path}/`) ||
      (one.path.includes('*') && pathTest(`/${one.path}`)(`/${path}`))
    if (isInside) Object.assign(values, one.values)
  }
  return values
}
