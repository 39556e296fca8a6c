/** Hugo with its documentation themes. */
import { join, relative } from 'node:path'
import { isFolder, pathBelow, realPath } from '../../folder/below-root.ts'
import type { SlugStyle } from '../../folder/page-syntax.ts'
import { namesIn } from '../../folder/folder-names.ts'
import { withOrigin } from '../../folder/publication.ts'
import type { Layout, Root, Site } from '../../folder/site.ts'
import { sectionNavigation } from '../../navigation/section-navigation.ts'
import type { SidebarContext } from '../../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import type { OutLink } from '../../result/page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, inside, layoutOf, pathOfUrl } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { flatVariables } from '../variables.ts'
import { withCascades } from './cascade.ts'
import { defaultLang, hugoAddress, hugoLanguage, isHugoPage, isHugoPublished, languagePrefix } from './pages.ts'
import { changingHooks } from './render-hooks.ts'
import { type HugoSettings, readHugo, settingsOf } from './settings.ts'
import { themeOf } from './theme.ts'

/** Hugo. */
export const hugo: Generator = {
  kind: 'hugo',
  folderSetting: 'contentDir',
  locate,
  isPage: isHugoPage,
  isPublished: isHugoPublished,
  inherit: withCascades,
  language: hugoLanguage,
  address: hugoAddress,
  configuration,
  reads: [
    '`hugo` or `config` as TOML, YAML or JSON, and `config/_default/`: title, languages, `contentDir`, mounts, `staticDir`, `permalinks`, `baseURL`, `uglyURLs`, `params`, menus',
    'folders of pages without a configuration, which another project mounts, by their `_index.md`',
    'sections and leaf bundles; `weight`, `linkTitle`, `menu`, `toc_hide`, `bookHidden`, `hidden`, `geekdocHidden`, `manualLink`',
    '`draft`, `headless`, `build`, `publishDate`, `expiryDate`, `slug`, `url`, `aliases`, `cascade`',
    'shortcodes of the project and its themes in `layouts/` and its folders whose templates have only texts, arguments, parameters, variables and conditions',
    'pages of HTML with front matter: their shortcodes, headings, code and links',
    'shortcodes of Hugo, Docsy, Book, Relearn, Geekdoc, Doks and Hextra; attribute lists; options of code fences',
  ],
  doesNotRead: [
    'other templates in `layouts/`; render hooks that change addresses are named',
    'content adapters',
    '`ignoreFiles`',
    'HTML without front matter',
    'taxonomies',
  ],
}

function locate(project: string, around: string): Layout | undefined {
  const found = readHugo(project)
  return found === undefined ? undefined : siteOf(project, around, found)
}

/**
 * The site of a folder of pages without a configuration, which another project mounts.
 * @param section the absolute path of an `_index.md`, by which the folder is recognised.
 */
export function hugoContent(folder: string, project: string, section: string): Layout {
  const contentdir = relative(project, folder).replaceAll('\\', '/')
  return siteOf(project, project, { files: [section], data: { contentdir: contentdir === '' ? '.' : contentdir } })
}

/** @param data the configuration, with its keys in lower case. */
function siteOf(
  project: string,
  around: string,
  { files, data }: { files: string[]; data: Record<string, unknown> },
): Layout {
  const [file = project] = files
  const settings = settingsOf({ configuration: { file, data } })
  const roots = rootsOf(project, around, data, settings)
  const folder = roots[0]?.folder ?? inside(project, 'content')
  const layout = layoutOf('hugo', folder, project, file)
  const theme = themeOf(data)
  return {
    ...layout,
    generator: { ...layout.generator, ...(theme === undefined ? {} : { theme }) },
    roots,
    base: pathOfUrl(data.baseurl),
    publication: withOrigin(
      data.uglyurls === true ? { ...layout.publication, suffix: '.html' } : layout.publication,
      data.baseurl,
    ),
    configuration: { file, data },
    configurations: files,
    title: settings.languages[0]?.title ?? textOf(data.title),
    lang: defaultLang(settings),
    wholeFolders: foldersOf(project, data, 'static', data.staticdir),
    publicFolders: foldersOf(project, data, 'assets', data.assetdir),
    syntax: {
      ...layout.syntax,
      slugs: slugsOf(data),
      shortcodes: shortcodesOf(project, data),
      variables: flatVariables({ site: { ...data, params: undefined }, params: paramsOf(data, settings) }),
    },
  }
}

/** The templates of shortcodes: those of the project count before those of its themes. */
function shortcodesOf(project: string, data: Record<string, unknown>): Record<string, string> {
  const found = new Map<string, string>()
  const add = (folder: string, group: string): void => {
    const { files, folders: inner } = namesIn(join(project, folder, group))
    for (const name of files) {
      const [, bare] = /^(.+)\.(?:html|md)$/.exec(name) ?? []
      const key = `${group}${bare ?? ''}`.toLowerCase()
      if (bare !== undefined && !found.has(key)) found.set(key, `/${folder}/${group}${name}`)
    }
    if (group === '') for (const name of inner) add(folder, `${name}/`)
  }
  for (const folder of shortcodeFolders(project, data)) add(folder, '')
  return Object.fromEntries(found)
}

/** The folders of templates of shortcodes, relative to the project: its own, then those of its themes. */
function shortcodeFolders(project: string, data: Record<string, unknown>): string[] {
  const above = textOf(data.themesdir) ?? 'themes'
  const themes = [data.theme].flat().flatMap((name) => (typeof name === 'string' ? `${above}/${name}/` : []))
  const folders = ['', ...themes].flatMap((top) => [
    `${top}layouts/_shortcodes`,
    `${top}layouts/shortcodes`,
    ...sectionFolders(project, `${top}layouts`).map((folder) => `${folder}/_shortcodes`),
  ])
  return folders.filter((folder) => isInside(project, folder))
}

/** Maximum number of folders of layouts in which templates of shortcodes are looked for. */
const MAX_LAYOUTS = 200

/** The folders of layouts for sections and types of pages, which may have shortcodes of their own. */
function sectionFolders(project: string, layouts: string): string[] {
  const found: string[] = []
  const waiting = isInside(project, layouts) ? [layouts] : []
  for (let at = waiting.pop(); at !== undefined && found.length < MAX_LAYOUTS; at = waiting.pop())
    for (const name of namesIn(join(project, at)).folders) {
      if (name.startsWith('_')) continue
      found.push(`${at}/${name}`)
      waiting.push(`${at}/${name}`)
    }
  return found
}

/** Whether a folder is there, and in the project. */
function isInside(project: string, name: string): boolean {
  const folder = pathBelow(project, name)
  return folder !== undefined && isFolder(folder)
}

/** The rule of headings' ids: `markup.goldmark.parser.autoHeadingIDType`. */
function slugsOf(data: Record<string, unknown>): SlugStyle {
  const parser = tableOf(tableOf(tableOf(data.markup)?.goldmark)?.parser)
  const type = parser?.autoidtype ?? parser?.autoheadingidtype
  return type === 'github-ascii' ? 'hugo-ascii' : type === 'blackfriday' ? 'hugo-blackfriday' : 'hugo'
}

/** The parameters of the site, with those of the default language over them. */
function paramsOf({ params, languages }: Record<string, unknown>, { defaultLanguage }: HugoSettings): unknown {
  return { ...tableOf(params), ...tableOf(tableOf(tableOf(languages)?.[defaultLanguage])?.params) }
}

/** The folders of pages: one for each language that has one, and those that mounts add. The first has the default language. */
function rootsOf(project: string, around: string, data: Record<string, unknown>, settings: HugoSettings): Root[] {
  const common = textOf(data.contentdir) ?? 'content'
  const roots: Root[] = []
  const add = (path: string, prefix: string, lang: string | undefined, section = ''): void => {
    const folder = mountedFolder(project, around, path)
    if (folder === undefined || !isFolder(folder) || roots.some((root) => root.folder === folder)) return
    roots.push({
      folder,
      prefix,
      outer: true,
      ...(lang === undefined ? {} : { lang }),
      ...(section === '' ? {} : { section }),
    })
  }
  const inFolders = hasLanguageFolders(join(project, common), data, settings)
  const hasOwn = inFolders || settings.languages.some(({ contentDir }) => contentDir !== undefined)
  for (const {
    key,
    lang,
    contentDir = inFolders ? `${common}/${key}` : commonOf(common, data, settings),
  } of settings.languages)
    if (contentDir !== undefined) add(contentDir, languagePrefix(key, settings), lang)
  for (const { source, target, langs } of mountsOf(data)) {
    const [top, ...below] = target.split('/').filter((part) => part !== '')
    if (top !== 'content') continue
    const own = settings.languages.find(({ key }) => langs.includes(key))
    const prefix = own === undefined ? '' : languagePrefix(own.key, settings)
    add(source, prefix + below.map((part) => `/${part}`).join(''), own?.lang, below.join('/'))
  }
  const isMounted = mountsOf(data).some(({ target }) => /^content\/?$/.test(target))
  if ((roots.length === 0 || !hasOwn) && !isMounted) add(common, '', undefined)
  const first = settings.languages[0]?.lang
  const isDefault = ({ lang }: Root): number => Number(lang === undefined || lang === first)
  roots.sort((a, b) => isDefault(b) - isDefault(a))
  return roots.length > 0 ? roots : [{ folder: inside(project, common), prefix: '' }]
}

/** A folder of the project, or beside it in the repository (`../examples`). */
function mountedFolder(project: string, around: string, path: string): string | undefined {
  const from = join(relative(realPath(around), realPath(project)), path).replaceAll('\\', '/')
  return pathBelow(project, path) ?? pathBelow(around, from)
}

/** The folder of a language without its own beside others that have one. */
function commonOf(common: string, data: Record<string, unknown>, { languages }: HugoSettings): string | undefined {
  const isMounted = mountsOf(data).some(({ target }) => /^content\b/.test(target))
  return !isMounted && languages.some(({ contentDir }) => contentDir !== undefined) ? common : undefined
}

/**
 * Whether each language has a folder in that of the pages, although no setting says so: the mounts are in a file that a
 * build of the project writes.
 */
function hasLanguageFolders(content: string, data: Record<string, unknown>, settings: HugoSettings): boolean {
  const isSet = settings.languages.some(({ contentDir }) => contentDir !== undefined) || mountsOf(data).length > 0
  if (isSet || settings.languages.length < 2 || configurationIn(content, '_index.md') !== undefined) return false
  const there = settings.languages.filter(({ key }) => isFolder(join(content, key)))
  return there.length > 1 && there.some(({ key }) => key === settings.defaultLanguage)
}

interface Mount {
  source: string
  target: string
  /** Keys of its languages; empty for all. */
  langs: string[]
}

/** The mounts of the project itself. */
function mountsOf(data: Record<string, unknown>): Mount[] {
  const mounts = tableOf(data.module)?.mounts
  return (Array.isArray(mounts) ? mounts : []).flatMap((one: unknown): Mount[] => {
    const table = tableOf(one)
    const [source, target] = [textOf(table?.source), textOf(table?.target)]
    return source === undefined || target === undefined ? [] : [{ source, target, langs: languagesOf(table ?? {}) }]
  })
}

/** The languages of a mount: `lang`, or `sites.matrix.languages` of newer versions; empty for all. */
function languagesOf({ lang, sites }: Record<string, unknown>): string[] {
  const matrix = tableOf(tableOf(sites)?.matrix)
  return [lang, matrix?.languages].flat().flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : []))
}

/** Folders of files: those that the configuration names, else the usual one, and mounted ones. Real paths. */
function foldersOf(project: string, data: Record<string, unknown>, usual: string, named: unknown): string[] {
  const names = [named].flat().filter((name) => typeof name === 'string')
  const mounted = mountsOf(data)
    .filter(({ target }) => target === usual)
    .map(({ source }) => source)
  return [...(names.length === 0 ? [usual] : names), ...mounted].flatMap((name) => {
    const folder = pathBelow(project, name)
    return folder !== undefined && isFolder(join(folder)) ? [folder] : []
  })
}

function configuration({ configuration, configurations, home }: Site): SiteConfiguration {
  const [templates] = shortcodeFolders(home, configuration?.data ?? {})
  const hooks = changingHooks(home)
  return {
    files: [...configurations, ...hooks],
    faults: [],
    sidebar: (context) => {
      for (const file of hooks)
        context.report(
          'unread-format',
          { file, line: 1 },
          `This render hook changes addresses, and templates are not run: pages have the addresses that they write; write the final ones.`,
        )
      if (templates !== undefined && usesUnknown(context))
        context.report(
          'unread-format',
          { file: join(home, templates), line: 1 },
          `The shortcodes in "${templates}" are programs: those of texts, arguments and parameters are read, and a use of another one is shown by its content and its text.`,
        )
      return sectionNavigation(context)
    },
    links: configuration === undefined ? [] : menuLinks(configuration.data),
  }
}

/** Whether a page uses a shortcode whose template is not read. */
function usesUnknown({ all }: SidebarContext): boolean {
  return all.some(({ parsed }) => parsed.problems.some(({ code }) => code === 'unknown-shortcode'))
}

/** Entries of the main menu that lead to other sites. */
function menuLinks(data: Record<string, unknown>): OutLink[] {
  const main = tableOf(data.menus)?.main ?? tableOf(data.menu)?.main
  return (Array.isArray(main) ? main : []).flatMap((one: unknown): OutLink[] => {
    const table = tableOf(one)
    const [text, url] = [textOf(table?.name), textOf(table?.url)]
    return text !== undefined && url !== undefined && /^https?:\/\//i.test(url) ? [{ text, url }] : []
  })
}
