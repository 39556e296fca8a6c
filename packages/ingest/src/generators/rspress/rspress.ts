/**
 * Rspress: `rspress.config` is a program; pages are in `docs/`, with folders for versions and languages, of which the
 * default ones have no part in addresses.
 */
import { join, relative } from 'node:path'
import { conventionFile, encodePath, isFolder, realPath } from '../../folder/below-root.ts'
import { folderNames } from '../../folder/folder-names.ts'
import { indexUrl } from '../../folder/page-url.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { withOrigin } from '../../folder/publication.ts'
import type { Layout, Root, Site } from '../../folder/site.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import { titleIn } from '../../navigation/sidebar-context.ts'
import { vitepressLinks, vitepressSidebar } from '../../navigation/vitepress-sidebar.ts'
import { readTable } from '../../navigation/folder-notes.ts'
import { unwrap } from '../../program/evaluate.ts'
import { findSettings } from '../../program/find-settings.ts'
import { readProgram } from '../../program/read-program.ts'
import { entryIn, plainOf, textIn, type Value } from '../../program/value.ts'
import type { Logo } from '../../result/page.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { areaAround, configurationIn, dependsOn, inside, layoutOf, programIn } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { isExcluded } from '../globs.ts'
import { navLinks, rspressNotes, translator } from './meta.ts'

/** Rspress. */
export const rspress: Generator = {
  kind: 'rspress',
  folderSetting: 'root',
  locate,
  // Names with one underscore in front are parts of other pages.
  isPage(path, site, root) {
    if (path.split('/').some((part) => /^_[^_]/.test(part))) return false
    // Patterns begin at the docs folder, above those of the languages.
    const inDocs = relative(site.folder, join(root.folder, path)).replaceAll('\\', '/')
    return !isExcluded(path, site) && !isExcluded(inDocs, site)
  },
  address: ({ path }) => indexUrl(path),
  configuration,
  reads: [
    '`rspress.config`, or `define.doc` of `rstack.config`: `root` (one that a program computes is the first folder with a `_nav.json`), `base`, `siteOrigin`, `route.cleanUrls`, `title`, `logo`, `lang`, `locales`, `multiVersion`, `route.exclude`, and of the theme `nav` and `sidebar`',
    '`_nav.json` and `_meta.json` in each folder, with labels of `i18n.json`; `hero` and `features` of the home page',
    'fences with `file`; `public/`',
  ],
  doesNotRead: ['settings that a program computes', 'pages written in React', 'pages that plugins make'],
}

function locate(project: string): Layout | undefined {
  const config = configOf(project)
  if (config === undefined && !dependsOn(project, '@rspress/core', 'rspress')) return undefined
  const value = config === undefined ? undefined : readProgram(config, { roots: [project], closed: [] }).value
  const settings = tableOf(plainOf(value)) ?? {}
  const named = textOf(settings.root) ?? findSettings(config).text('root') ?? 'docs'
  const written = realPath(inside(project, named))
  const docs = isFolder(written) ? written : foldersWithNavigation(project)[0]
  if (docs === undefined) return undefined
  const texts = configurationIn(project, 'i18n.json')
  const languages = languagesOf(docs, settings, texts)
  const main = textOf(settings.lang) ?? (languages.includes('en') ? 'en' : languages[0])
  const { versions, current } = versionsOf(settings)
  const layout = layoutOf('rspress', docs, project, config ?? configurationIn(project, 'package.json'))
  const publicFolder = join(docs, 'public')
  const excluded = tableOf(settings.route)?.exclude
  return {
    ...layout,
    // The default language may be written in links as well.
    aliases: main === undefined ? [] : [{ prefix: `/${main}`, folder: join(docs, main) }],
    roots: rootsOf({ docs, languages, main, versions, current }),
    base: textOf(settings.base)?.replace(/\/$/, '') ?? '',
    publication: withOrigin(
      tableOf(settings.route)?.cleanUrls === true ? { ...layout.publication, suffix: '' } : layout.publication,
      settings.siteOrigin,
    ),
    syntax: { ...layout.syntax, mdx: true },
    wholeFolders: isFolder(publicFolder) ? [realPath(publicFolder)] : [],
    excluded: Array.isArray(excluded) ? excluded.filter((one) => typeof one === 'string') : [],
    title: textOf(settings.title),
    lang: main === undefined ? undefined : canonicalLanguage(main),
    configurations: [config, texts].filter((file) => file !== undefined),
  }
}

/** Rspress' own configuration, or that of Rstack with a part for docs. */
function configOf(project: string): string | undefined {
  const own = programIn(project, 'rspress.config')
  const shared = own === undefined ? programIn(project, 'rstack.config') : undefined
  const isOfDocs = shared !== undefined && readProgram(shared, { roots: [project], closed: [] }).value !== undefined
  return own ?? (isOfDocs ? shared : undefined)
}

/** Folders with a `_nav.json`, at most two below the project: the root that a program computes is one of them. */
function foldersWithNavigation(project: string): string[] {
  const tops = folderNames(project)
    .filter((name) => name !== 'node_modules')
    .map((name) => join(project, name))
  const all = [...tops, ...tops.flatMap((top) => folderNames(top).map((name) => join(top, name)))]
  return all.filter((folder) => configurationIn(folder, '_nav.json') !== undefined).map(realPath)
}

/** The languages with a folder: of the configuration, of `i18n.json`, or folders with a `_nav.json`. */
function languagesOf(docs: string, settings: Record<string, unknown>, texts: string | undefined): string[] {
  const declared = [settings.locales, tableOf(settings.themeConfig)?.locales].flat().flatMap((one) => {
    const lang = textOf(tableOf(one)?.lang)
    return lang === undefined ? [] : [lang]
  })
  const translated = Object.values((texts === undefined ? undefined : readTable(texts)) ?? {}).flatMap((one) =>
    Object.keys(tableOf(one) ?? {}),
  )
  const withNav = folderNames(docs).filter((name) => configurationIn(join(docs, name), '_nav.json') !== undefined)
  const candidates = declared.length > 0 ? declared : [...translated, ...withNav]
  return [...new Set(candidates)].filter((name) => canonicalLanguage(name) !== undefined && isFolder(join(docs, name)))
}

function versionsOf(settings: Record<string, unknown>): { versions: string[]; current: string | undefined } {
  const { versions, default: current } = tableOf(settings.multiVersion) ?? {}
  return {
    versions: Array.isArray(versions) ? versions.filter((one) => typeof one === 'string') : [],
    current: textOf(current),
  }
}

interface Folders {
  docs: string
  languages: string[]
  main: string | undefined
  versions: string[]
  current: string | undefined
}

/** One root for each version and language, the default ones first. */
function rootsOf({ docs, languages, main, versions, current }: Folders): Root[] {
  const first = (names: string[], name: string | undefined): string[] =>
    name === undefined || !names.includes(name) ? names : [name, ...names.filter((one) => one !== name)]
  const roots = first(versions, current)
    .concat(versions.length === 0 ? [''] : [])
    .flatMap((version) =>
      first(languages, main)
        .concat(languages.length === 0 ? [''] : [])
        .map((lang): Root => {
          const parts = [version === current ? '' : version, lang === main ? '' : lang].filter((part) => part !== '')
          const tag = canonicalLanguage(lang)
          return {
            folder: realPath(join(docs, version, lang)),
            prefix: parts.map((part) => `/${encodePath(part)}`).join(''),
            ...(tag === undefined ? {} : { lang: tag }),
            ...(version === '' ? {} : { version }),
          }
        }),
    )
  const there = roots.filter(({ folder }) => isFolder(folder))
  return there.length > 0 ? there : [{ folder: docs, prefix: '' }]
}

function configuration({ home, area, roots, configurations }: Site): SiteConfiguration {
  const config = configOf(home)
  const around = areaAround(area, home)
  const program = config === undefined ? undefined : readProgram(config, around)
  const value = program?.value
  const texts = configurations.find((file) => file.endsWith('i18n.json'))
  const logo = logoOf(value)
  const [first] = roots
  return {
    files: [
      ...(program?.files ?? []),
      ...roots.flatMap(({ folder }) => conventionFile(area, folder, '_nav.json') ?? []),
    ],
    faults: program?.fault === undefined ? [] : [program.fault],
    sidebar(context) {
      const theme = themeOf(value, context.lang)
      return theme === undefined ? undefined : vitepressSidebar([theme], context)
    },
    notes: (root, entries) => rspressNotes(entries, translator(texts, root.lang)),
    links: [
      ...(value === undefined ? [] : vitepressLinks([value])),
      ...(first === undefined ? [] : navLinks(conventionFile(area, first.folder, '_nav.json'))),
    ],
    title: titleIn(value, 'title'),
    ...(logo === undefined ? {} : { logo }),
  }
}

/** The configuration with the sidebar of a language, in VitePress' form; `undefined` where it has none. */
function themeOf(value: Value | undefined, lang: string): Value | undefined {
  const theme = unwrap(entryIn(value, 'themeConfig'))
  const locales = unwrap(entryIn(theme, 'locales'))
  const own =
    locales?.kind === 'list'
      ? locales.items.find((one) => canonicalLanguage(textIn(entryIn(unwrap(one), 'lang')) ?? '') === lang)
      : undefined
  const chosen = unwrap(own) ?? theme
  if (chosen === undefined || entryIn(chosen, 'sidebar') === undefined) return undefined
  return { kind: 'table', entries: new Map([['themeConfig', chosen]]), at: chosen.at }
}

function logoOf(value: Value | undefined): Logo | undefined {
  const logo = plainOf(entryIn(value, 'logo'))
  const [both, light, dark] = [textOf(logo), textOf(tableOf(logo)?.light), textOf(tableOf(logo)?.dark)]
  const own = both ?? light
  if (own === undefined) return undefined
  return dark === undefined ? { light: own } : { light: own, dark }
}
