/** VitePress: `.vitepress/config` is a program; `srcDir` names the folder of the pages. */
import { isFolder } from '../folder/below-root.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import { canonicalLanguage } from '../folder/place.ts'
import { withOrigin } from '../folder/publication.ts'
import type { DeclaredPlace, Layout, Site } from '../folder/site.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { vitepressLinks, vitepressSidebar, vitepressTitle } from '../navigation/vitepress-sidebar.ts'
import { readProgram } from '../program/read-program.ts'
import { entryIn, plainOf, textIn, type Value } from '../program/value.ts'
import { unwrap } from '../program/evaluate.ts'
import type { Logo } from '../result/page.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import {
  areaAround,
  configurationIn,
  configurationOf,
  dependsOn,
  inside,
  layoutOf,
  pagesFolder,
  programIn,
  readData,
} from './configuration.ts'
import type { Generator } from './generator.ts'
import { isExcluded } from './globs.ts'
import { rewritten } from './rewrites.ts'
import { vitepressSlugs } from './slug-settings.ts'
import { byUsualNames } from './usual-folders.ts'

const CONFIG = ['.vitepress/config', '.vitepress/config/index']

/** A command that starts VitePress; the group is its folder. */
const COMMAND = /(?:^|[\s;&|])vitepress(?:\s+(?:dev|build|serve|preview))?(?:\s+(?![-;&|])([^\s;&|]+))?/

/** VitePress. */
export const vitepress: Generator = {
  kind: 'vitepress',
  folderSetting: 'srcDir',
  locate,
  isPage(path, site) {
    // `[id].md` is a template of pages, which a program lists.
    if (/\[[^[\]/]+\]/.test(path)) return 'template'
    return !isExcluded(path, site)
  },
  sitePath: (path, _, site) => rewritten(path, rewritesOf(site)),
  configuration,
  reads: [
    '`package.json` without a configuration: the folder of a script that starts VitePress',
    '`.vitepress/config`: `title`, `base`, `cleanUrls`, `sitemap.hostname`, `srcDir`, `srcExclude`, `rewrites`, `locales`, the signs of `markdown.attrs`, `markdown.anchor.slugify` (the rule of VuePress with its parts), and of the theme `sidebar`, `nav` and `logo`',
    '`config` beside the pages of the site or of a language: the same of the theme',
    '`hero` and `features` of the home page, `<<<` and `@include`, `public/`',
  ],
  doesNotRead: ['settings that a program computes', 'pages of dynamic routes (`[id].md`)', 'Vue components'],
}

function locate(project: string, around: string): Layout | undefined {
  const file = programIn(project, ...CONFIG)
  if (file === undefined) return withoutConfiguration(project)
  const { value } = readProgram(file, { roots: [project], closed: [] })
  const data = tableOf(plainOf(value)) ?? {}
  const named = pagesFolder(project, textOf(data.srcDir) ?? '.', around)
  const folder = isFolder(named) ? named : project
  const layout = layoutOf('vitepress', folder, project, file)
  const places = placesOf(value)
  const lang = textOf(tableOf(tableOf(data.locales)?.root)?.lang) ?? textOf(data.lang)
  const excluded = Array.isArray(data.srcExclude) ? data.srcExclude.filter((one) => typeof one === 'string') : []
  return {
    ...layout,
    roots: [{ folder, prefix: '', ...(places.length === 0 ? {} : { places }) }],
    base: textOf(data.base)?.replace(/\/$/, '') ?? '',
    publication: withOrigin(
      data.cleanUrls === true ? { ...layout.publication, suffix: '' } : layout.publication,
      tableOf(data.sitemap)?.hostname,
    ),
    excluded,
    lang: lang === undefined ? undefined : canonicalLanguage(lang),
    configuration: { file, data: { rewrites: data.rewrites } },
    syntax: { ...layout.syntax, slugs: vitepressSlugs(value) ?? layout.syntax.slugs, ...attributeSigns(value) },
  }
}

/** A project that starts VitePress by a script of its package, without a configuration that could be read. */
function withoutConfiguration(project: string): Layout | undefined {
  const file = configurationIn(project, 'package.json')
  if (file === undefined || !dependsOn(project, 'vitepress')) return undefined
  const scripts = Object.values(tableOf(readData(file).scripts) ?? {})
  const [started] = scripts.flatMap((script) => {
    const found = COMMAND.exec(textOf(script) ?? '')
    return found === null ? [] : [inside(project, found[1] ?? '.')]
  })
  // A folder with a configuration is a project of its own.
  if (started === undefined || !isFolder(started) || programIn(started, ...CONFIG) !== undefined) return undefined
  const { folder } = byUsualNames(started)
  return { ...layoutOf('vitepress', folder, project, file), configurations: [] }
}

/** `markdown.attrs`: the signs around lists of attributes. */
function attributeSigns(config: Value | undefined): Pick<PageSyntax, 'attributeSigns'> {
  const signOf = (name: string): string | undefined => textIn(entryIn(config, 'markdown', 'attrs', name))
  const [left, right] = [signOf('leftDelimiter'), signOf('rightDelimiter')]
  return left === undefined || right === undefined ? {} : { attributeSigns: [left, right] }
}

/** The languages with a folder: all locales but `root`. A locale of another file counts by its name. */
function placesOf(config: Value | undefined): DeclaredPlace[] {
  const locales = unwrap(entryIn(config, 'locales'))
  if (locales?.kind !== 'table') return []
  return [...locales.entries].flatMap(([folder, value]): DeclaredPlace[] => {
    const lang = canonicalLanguage(textOf(tableOf(plainOf(unwrap(value)))?.lang) ?? folder)
    return folder === 'root' || lang === undefined ? [] : [{ folder, lang }]
  })
}

function rewritesOf({ configuration: settings }: Site): [string, string][] {
  return Object.entries(tableOf(settings?.data.rewrites) ?? {}).flatMap(([from, to]): [string, string][] =>
    typeof to === 'string' ? [[from, to]] : [],
  )
}

function configuration(site: Site): SiteConfiguration | undefined {
  const [file] = site.configurations
  if (file === undefined) return undefined
  const area = areaAround(site.area, site.home)
  const main = readProgram(file, area)
  const { value } = main
  if (value === undefined) return configurationOf([main], () => undefined)
  const further = unwrap(entryIn(value, 'additionalConfig')) === undefined ? furtherFiles(site) : []
  const read = further.map((one) => ({ ...one, program: readProgram(one.file, area) }))
  const layersOf = (prefix: string): Value[] =>
    read.flatMap((one) => (one.prefix === prefix || one.prefix === '' ? (one.program.value ?? []) : []))
  const logo = logoOf(plainOf(unwrap(entryIn(value, 'themeConfig'))))
  return {
    ...configurationOf([main, ...read.map(({ program }) => program)], (context) => {
      if (context.prefix === '') reportSlugs(value, context)
      return vitepressSidebar([...layersOf(context.prefix), value], context)
    }),
    links: vitepressLinks([...layersOf(''), value]),
    title: vitepressTitle([...layersOf(''), value]),
    ...(logo === undefined ? {} : { logo }),
  }
}

/** Names a rule for headings' ids that only running it would tell. */
function reportSlugs(config: Value, { report }: SidebarContext): void {
  const own = entryIn(config, 'markdown', 'anchor', 'slugify')
  if (own === undefined || vitepressSlugs(config) !== undefined) return
  report(
    'expression',
    own.at,
    'The function "markdown.anchor.slugify" is not run, so headings have the ids of VitePress itself; remove it, or give the headings that links name an id: {#name}.',
  )
}

/**
 * The configurations beside the pages of a language (`fr/config.ts`), the languages with a folder first; those of the
 * default language are in the outermost folder, or in the one that a rewrite moves there.
 */
function furtherFiles(site: Site): { file: string; prefix: string }[] {
  const moved = rewritesOf(site).flatMap(([from, to]) =>
    /^:\w+\*$/.test(to) ? (/^([^/:]+)\/:/.exec(from)?.[1] ?? []) : [],
  )
  const places = (site.roots[0]?.places ?? []).flatMap(({ folder }) => folder ?? [])
  const folders = [
    ...places.map((folder) => ({ folder, prefix: `/${folder}` })),
    ...['', ...moved].map((folder) => ({ folder, prefix: '' })),
  ]
  return folders.flatMap(({ folder, prefix }) => {
    const file = programIn(inside(site.folder, folder), 'config')
    return file === undefined || site.configurations.includes(file) ? [] : [{ file, prefix }]
  })
}

function logoOf(theme: unknown): Logo | undefined {
  const logo = tableOf(theme)?.logo
  const [both, { src, light, dark }] = [textOf(logo), tableOf(logo) ?? {}]
  const own = both ?? textOf(light) ?? textOf(src)
  if (own === undefined) return undefined
  return textOf(dark) === undefined ? { light: own } : { light: own, dark: String(dark) }
}
