/** The settings of `docusaurus.config` that place pages: docs plugins, the blog, the folder of pages, redirects. */
import { type Table, tableOf, textOf } from '../../folder/plain-data.ts'
import type { Redirect } from '../../navigation/site-configuration.ts'

/** One docs plugin. */
export interface DocsInstance {
  /** Absent for the default plugin. */
  id: string | undefined
  /** Folder of the pages, below the project. */
  path: string
  /** Without slashes; empty for the top of the site. */
  route: string
  sidebarPath: string | undefined
  /** Patterns instead of the usual ones. */
  exclude: string[] | undefined
  /** Whether numbers in front of names order pages and have no part in addresses. */
  numbers: boolean
  versions: VersionSettings
}

/** Which versions a docs plugin publishes, and where. Names are those of `versions.json`, and `current`. */
export interface VersionSettings {
  /** Whether the docs folder is published beside released versions. */
  hasCurrent: boolean
  /** Whether released versions are published. */
  hasReleased: boolean
  /** The only versions that are published; absent for all. */
  only?: string[]
  /** The default version; absent for the newest released one. */
  last?: string
  /** Paths in addresses, instead of the names: without slashes at the ends. */
  paths: Readonly<Record<string, string>>
}

/** One blog plugin. */
export interface BlogInstance {
  /** Absent for the default plugin. */
  id: string | undefined
  /** Folder of the posts, below the project. */
  path: string
  /** Without slashes; empty for the top of the site. */
  route: string
  title: string | undefined
  description: string | undefined
}

/** Settings of a site. */
export interface DocusaurusSettings {
  /** The first is the main one. */
  docs: DocsInstance[]
  blogs: BlogInstance[]
  pages: string | undefined
  /** Of the redirects plugin, below the site's base. */
  redirects: Redirect[]
}

/** Reads the settings from the plain part of a configuration. */
export function settingsOf(config: unknown): DocusaurusSettings {
  const data = tableOf(config) ?? {}
  const presets = pluginsIn(data.presets).filter(({ name }) => /(?:^|-)classic$/.test(name))
  const plugins = pluginsIn(data.plugins)
  const preset = presets[0]?.options ?? {}
  const docsPlugins = plugins.filter(({ name }) => name.endsWith('content-docs')).map(({ options }) => options)
  const blogPlugins = plugins.filter(({ name }) => name.endsWith('content-blog')).map(({ options }) => options)
  const own =
    preset.docs === false || (presets.length === 0 && docsPlugins.length > 0) ? [] : [tableOf(preset.docs) ?? {}]
  const blog = preset.blog === false ? [] : [tableOf(preset.blog) ?? {}]
  const pages = preset.pages === false ? undefined : (textOf(tableOf(preset.pages)?.path) ?? 'src/pages')
  return {
    docs: [...own, ...docsPlugins].map((options) => ({
      id: options.id === 'default' ? undefined : textOf(options.id),
      path: textOf(options.path) ?? 'docs',
      route: routeOf(options, textOf(options.id) === undefined ? 'docs' : (textOf(options.path) ?? 'docs')),
      sidebarPath: textOf(options.sidebarPath),
      exclude: textsIn(options.exclude),
      numbers: options.numberPrefixParser !== false,
      versions: versionsIn(options),
    })),
    blogs: [...blog, ...blogPlugins].map((options) => ({
      id: options.id === 'default' ? undefined : textOf(options.id),
      path: textOf(options.path) ?? 'blog',
      route: routeOf(options, 'blog'),
      title: textOf(options.blogTitle),
      description: textOf(options.blogDescription),
    })),
    pages,
    redirects: plugins.filter(({ name }) => name.endsWith('client-redirects')).flatMap(redirectsOf),
  }
}

function redirectsOf({ options }: { options: Table }): Redirect[] {
  const list: unknown[] = Array.isArray(options.redirects) ? options.redirects : []
  return list.flatMap((one) => {
    const { from, to } = tableOf(one) ?? {}
    const target = textOf(to)
    return target === undefined ? [] : (textsIn([from].flat()) ?? []).map((old) => ({ from: old, to: target }))
  })
}

function versionsIn(options: Table): VersionSettings {
  const only = textsIn(options.onlyIncludeVersions)
  const last = textOf(options.lastVersion)
  const paths = Object.entries(tableOf(options.versions) ?? {}).flatMap(([name, value]): [string, string][] => {
    const path = tableOf(value)?.path
    return typeof path === 'string' ? [[name, withoutEnds(path)]] : []
  })
  return {
    hasCurrent: options.includeCurrentVersion !== false,
    hasReleased: options.disableVersioning !== true,
    ...(only === undefined ? {} : { only }),
    ...(last === undefined ? {} : { last }),
    paths: Object.fromEntries(paths),
  }
}

function routeOf({ routeBasePath }: Table, fallback: string): string {
  const route = typeof routeBasePath === 'string' ? routeBasePath : fallback
  return withoutEnds(route)
}

function withoutEnds(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .join('/')
}

/** Plugins or presets: a name, or a name with options. */
function pluginsIn(value: unknown): { name: string; options: Table }[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((entry) => {
    const [name, options]: unknown[] = Array.isArray(entry) ? entry : [entry]
    return typeof name === 'string' ? [{ name, options: tableOf(options) ?? {} }] : []
  })
}

function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}
