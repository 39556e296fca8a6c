/** MkDocs with its themes (Material, Read the Docs) and Zensical: `mkdocs.yml` and `zensical.toml` are data. */
import { basename, dirname, join, relative } from 'node:path'
import { isFolder, pathBelow, realPath } from '../folder/below-root.ts'
import { listNames } from '../folder/folder-names.ts'
import { readText } from '../folder/read-text.ts'
import { fileUrl, isIndexFile } from '../folder/page-url.ts'
import { canonicalLanguage } from '../folder/place.ts'
import { withOrigin } from '../folder/publication.ts'
import type { Layout, Root, Site } from '../folder/site.ts'
import { literateNavigation, type LiterateOptions } from '../navigation/literate-nav.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { Redirect, SiteConfiguration } from '../navigation/site-configuration.ts'
import { gitignoreTest, type PathTest } from '../navigation/wildcard.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, layoutOf, pagesFolder, pathOfUrl, readData } from './configuration.ts'
import type { Generator, NamedLanguage } from './generator.ts'
import { postAddress } from './mkdocs-blog.ts'
import { optionsIn } from './mkdocs-options.ts'
import { appendedFiles, snippetFolders, snippetsOf } from './mkdocs-snippets.ts'
import { mkdocsSlugs } from './slug-settings.ts'
import { flatVariables } from './variables.ts'

/** Names of the configuration. ProperDocs is a continuation of MkDocs with the same settings. */
const NAMES = ['mkdocs.yml', 'mkdocs.yaml', 'zensical.toml', 'zensical.yml', 'properdocs.yml', 'properdocs.yaml']

/** Maximum number of configurations that are compared. */
const MAX_VARIANTS = 20

/** MkDocs. */
export const mkdocs: Generator = {
  kind: 'mkdocs',
  folderSetting: 'docs_dir',
  locate(project, around) {
    const file = configurationIn(project, ...NAMES) ?? variantIn(project)
    return file === undefined ? undefined : siteOf(project, file, around)
  },
  isPage(path, site, root) {
    const data = site.configuration?.data ?? {}
    const navFile = pluginIn(data, 'literate-nav')
    const name = textOf(navFile?.nav_file) ?? 'SUMMARY.md'
    // The list may be in the index page of a folder, which stays a page.
    const isOwnPage = isIndexFile(name)
    if (navFile !== undefined && !isOwnPage && (path === name || path.endsWith(`/${name}`))) return false
    if (isOfOtherLanguage(path, root)) return false
    if (matcher(data.exclude_docs)(`/${path}`)) return false
    return matcher(data.draft_docs)(`/${path}`) ? 'draft' : true
  },
  language: suffixLanguage,
  address({ path, parsed }, site) {
    const blog = pluginIn(site.configuration?.data ?? {}, 'blog')
    const post = blog === undefined ? undefined : postAddress(path, parsed, blog)
    if (post !== undefined) return post
    const named = suffixLanguage(path, site)
    return named === undefined ? undefined : fileUrl(named.inner)
  },
  readsSlug: true,
  configuration,
  reads: [
    '`mkdocs.yml` (or `mkdocs-NAME.yml`, with `INHERIT`), one of each language in folders beside each other (`docs/en`, `docs/fr`), `properdocs.yml`, `zensical.toml` and `zensical.yml`: `site_name`, `site_url`, `use_directory_urls`, `docs_dir`, `nav`, `exclude_docs`, `not_in_nav`, `draft_docs`, `extra`, language and logo of the theme, `navigation.indexes`',
    'front matter, also as lines of keys and values without signs around them; the plugins blog (addresses of posts), redirects, awesome-nav and awesome-pages (patterns, sorting, hidden paths), literate-nav, i18n (folders and suffixes), macros (values of `extra`, `include`, `with`, `set`, `if`, `for`), include-markdown',
    'admonitions, details, tabs, snippets (`base_path`, `auto_append`), attribute lists, abbreviations, definition lists, keys, marks, CriticMarkup, `///` blocks, grids, annotations as lists',
    "the names of mkdocstrings' objects, and references to them",
  ],
  doesNotRead: [
    'hooks',
    'macros and templates in Python',
    'the documentation that mkdocstrings makes from code',
    'generated pages (gen-files)',
    'theme overrides',
  ],
}

/** One of several configurations (`mkdocs-online.yml`) that share another by `INHERIT`: the one with the most keys. */
function variantIn(project: string): string | undefined {
  const names = listNames(project).filter((name) => /^mkdocs[-._][\w.-]*\.ya?ml$/.test(name))
  const files = names.slice(0, MAX_VARIANTS).flatMap((name) => configurationIn(project, name) ?? [])
  const found = files
    .map((file) => ({ file, keys: Object.keys(settingsOf(file, project)) }))
    .filter(({ keys }) => keys.includes('site_name') || keys.includes('nav'))
  return found.toSorted((a, b) => b.keys.length - a.keys.length)[0]?.file
}

function siteOf(project: string, file: string, around: string): Layout {
  const data = settingsOf(file, around)
  const layout = layoutOf('mkdocs', pagesFolder(project, textOf(data.docs_dir) ?? 'docs', around), project, file)
  const theme = tableOf(data.theme)
  const macros = pluginIn(data, 'macros')
  const includes = pluginIn(data, 'include-markdown')
  const themeName = textOf(theme?.name) ?? textOf(data.theme)
  const snippets = snippetsOf(data)
  const appended = appendedFiles(snippets, project)
  return {
    ...layout,
    generator: {
      ...layout.generator,
      ...(basename(file).startsWith('zensical.')
        ? { theme: 'Zensical' }
        : themeName === 'material'
          ? { theme: 'Material' }
          : {}),
    },
    configuration: { file, data },
    base: pathOfUrl(data.site_url),
    publication: withOrigin(
      data.use_directory_urls === false ? { ...layout.publication, suffix: '.html' } : layout.publication,
      data.site_url,
    ),
    title: textOf(data.site_name),
    lang: defaultLanguage(data) ?? textOf(theme?.language),
    roots: languageRoots(layout.folder, data) ?? layout.roots,
    includeFolders: snippetFolders(snippets, layout.folder, project),
    syntax: {
      ...layout.syntax,
      slugs: mkdocsSlugs(readText({ absolute: file })),
      variables: variablesOf(data),
      ...(appended.length === 0 ? {} : { appended }),
      ...(includes === undefined || includes.opening_tag !== undefined ? {} : { includeTags: true as const }),
      ...(macros === undefined ? {} : { templates: textOf(macros.include_dir)?.replaceAll(/^[./]+|\/+$/g, '') ?? '' }),
    },
  }
}

/** Settings, over those of the file in the repository that `INHERIT` names. Zensical's are in the table `project`. */
function settingsOf(file: string, around: string, depth = 0): Record<string, unknown> {
  const data = readData(file)
  if (file.endsWith('.toml')) return tableOf(data.project) ?? data
  const parent = textOf(data.INHERIT)
  const path =
    parent === undefined || depth > 3
      ? undefined
      : pathBelow(around, relative(realPath(around), join(realPath(dirname(file)), parent)))
  return path === undefined ? data : merged(settingsOf(path, around, depth + 1), data)
}

function merged(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const result = new Map(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    const [a, b] = [tableOf(result.get(key)), tableOf(value)]
    result.set(key, a !== undefined && b !== undefined ? merged(a, b) : value)
  }
  return Object.fromEntries(result)
}

/** The options of a plugin; `undefined` where it is not in use. */
function pluginIn(data: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  return optionsIn(data.plugins, name)
}

/** Values for the macros plugin, which pages name with and without `config.extra`. */
function variablesOf(data: Record<string, unknown>): Record<string, string> {
  if (pluginIn(data, 'macros') === undefined) return {}
  const extra = flatVariables(tableOf(data.extra) ?? {})
  const own = ['site_name', 'site_url', 'repo_url', 'repo_name', 'site_description', 'copyright'].flatMap(
    (key): [string, string][] => {
      const value = textOf(data[key])
      return value === undefined ? [] : [[`config.${key}`, value]]
    },
  )
  const whole = Object.entries(extra).map(([key, value]): [string, string] => [`config.extra.${key}`, value])
  return { ...extra, ...Object.fromEntries([...own, ...whole]) }
}

interface Language {
  locale: string
  isDefault: boolean
}

/** The languages of the plugin i18n, in its newer and its older form. */
function languagesOf(data: Record<string, unknown>): Language[] {
  const options = pluginIn(data, 'i18n')
  const languages = options?.languages
  if (Array.isArray(languages))
    return languages.flatMap((one: unknown) => {
      const table = tableOf(one)
      const locale = textOf(table?.locale)
      return locale === undefined || table?.build === false ? [] : [{ locale, isDefault: table?.default === true }]
    })
  const usual = textOf(options?.default_language)
  return Object.keys(tableOf(languages) ?? {}).map((locale) => ({ locale, isDefault: locale === usual }))
}

function defaultLanguage(data: Record<string, unknown>): string | undefined {
  return languagesOf(data).find(({ isDefault }) => isDefault)?.locale
}

/** Whether the plugin i18n has a folder for each language. */
function hasLanguageFolders(data: Record<string, unknown>): boolean {
  return textOf(pluginIn(data, 'i18n')?.docs_structure) === 'folder'
}

/**
 * With the structure `folder`, each language has a folder; that of the default language is the top of the site. Without
 * one, the pages outside the folders are those of the default language.
 */
function languageRoots(folder: string, data: Record<string, unknown>): Root[] | undefined {
  if (!hasLanguageFolders(data)) return undefined
  const languages = languagesOf(data).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const roots = languages.flatMap(({ locale, isDefault }): Root[] => {
    const own = realPath(join(folder, locale))
    const lang = canonicalLanguage(locale)
    return !isFolder(own) || lang === undefined ? [] : [{ folder: own, prefix: isDefault ? '' : `/${locale}`, lang }]
  })
  if (roots.length === 0 || roots[0]?.prefix === '') return roots.length === 0 ? undefined : roots
  return [{ folder: realPath(folder), prefix: '', outer: true }, ...roots]
}

/** Names of folders that the plugin i18n takes for languages. */
const LOCALE = /^(?:[a-z]{2}(?:-[A-Za-z]{4})?(?:-[A-Z]{2})?|[a-z]{2}_[A-Z]{2})$/

/** Whether a page is in the folder of a language that the plugin i18n does not build. */
function isOfOtherLanguage(path: string, { outer }: Root): boolean {
  const [folder = '', ...inner] = path.split('/')
  return outer === true && inner.length > 0 && LOCALE.test(folder)
}

/** With the structure `suffix`, `page.fr.md` is a translation. */
function suffixLanguage(path: string, site: Site): NamedLanguage | undefined {
  const data = site.configuration?.data ?? {}
  const options = pluginIn(data, 'i18n')
  if (options === undefined || hasLanguageFolders(data)) return undefined
  const [, bare, locale, ending] = /^([^]*)\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)\.(md|markdown)$/.exec(path) ?? []
  const found = languagesOf(data).find((one) => one.locale === locale)
  const lang = canonicalLanguage(found?.locale ?? '')
  if (found === undefined || lang === undefined) return undefined
  return { lang, prefix: found.isDefault ? '' : `/${found.locale}`, inner: `${bare ?? ''}.${ending ?? 'md'}` }
}

const matchers = new WeakMap<object, Map<string, PathTest>>()

/** The test of patterns as in .gitignore; made once for a text. */
function matcher(patterns: unknown): PathTest {
  if (typeof patterns !== 'string') return () => false
  const known = matchers.get(mkdocs) ?? new Map<string, PathTest>()
  matchers.set(mkdocs, known)
  const test = known.get(patterns) ?? gitignoreTest(patterns)
  if (known.size < 100) known.set(patterns, test)
  return test
}

function configuration(site: Site): SiteConfiguration | undefined {
  const data = site.configuration?.data ?? {}
  const logo = textOf(tableOf(data.theme)?.logo)
  const literate = pluginIn(data, 'literate-nav')
  const listIn = (folder: string, context: SidebarContext): NavItem[] | undefined =>
    literate === undefined ? undefined : literateNavigation(folder, literateOptions(literate), site, context)
  return {
    files: [],
    faults: [],
    links: repositoryOf(data),
    lastCriterion: 'files',
    redirects: redirectsOf(tableOf(pluginIn(data, 'redirects')?.redirect_maps) ?? {}),
    sidebar: (context) => listIn('', context),
    ...(literate === undefined
      ? {}
      : { itemsIn: (folder, context) => listIn(folder, context) ?? context.automatic(folder.slice(0, -1), 'files') }),
    ...(logo === undefined
      ? {}
      : { logo: { light: logo.startsWith('/') || logo.startsWith('https:') ? logo : `/${logo}` } }),
  }
}

/** The redirects of the plugin: files that are gone, with the file that replaces each. Those to other sites are no addresses of pages. */
function redirectsOf(table: Record<string, unknown>): Redirect[] {
  return Object.entries(table).flatMap(([from, to]) =>
    typeof to === 'string' && !/^[a-z][a-z\d+.-]*:/i.test(to) ? [{ from: fileUrl(from), to }] : [],
  )
}

function literateOptions({ nav_file, implicit_index }: Record<string, unknown>): LiterateOptions {
  return { name: textOf(nav_file) ?? 'SUMMARY.md', hasIndex: implicit_index === true }
}

function repositoryOf(data: Record<string, unknown>): OutLink[] {
  const url = textOf(data.repo_url)
  if (url === undefined || !/^https?:\/\//.test(url)) return []
  return [{ text: textOf(data.repo_name) ?? new URL(url).hostname.replace(/^www\.|\.com$/g, ''), url }]
}
