/** VuePress: `.vuepress/config` is a program; its theme is a call with options, or `themeConfig` in VuePress 1. */
import { dirname, join } from 'node:path'
import { isFolder } from '../folder/below-root.ts'
import { fileUrl } from '../folder/page-url.ts'
import { canonicalLanguage } from '../folder/place.ts'
import { siteAddress } from '../folder/site-address.ts'
import type { Layout, Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { vuepressLinks, vuepressSidebar } from '../navigation/vuepress-sidebar.ts'
import { pathTest } from '../navigation/wildcard.ts'
import { unwrap } from '../program/evaluate.ts'
import { readProgram } from '../program/read-program.ts'
import { entryIn, plainOf, textIn, type Value } from '../program/value.ts'
import { areaAround, configurationOf, layoutOf, pathOfUrl, programIn, tableOf, textOf } from './configuration.ts'
import type { Generator, NamedLanguage } from './generator.ts'

const CONFIG = ['.vuepress/config', '.vuepress/config/index']

/** VuePress. */
export const vuepress: Generator = {
  kind: 'vuepress',
  locate(project) {
    const file = programIn(project, ...CONFIG)
    if (file === undefined && !isFolder(join(project, '.vuepress'))) return undefined
    return siteOf(project, file)
  },
  isPage(path, site) {
    const patterns = site.configuration?.data.pagePatterns
    const excluded = (Array.isArray(patterns) ? patterns : []).filter(
      (one): one is string => typeof one === 'string' && one.startsWith('!'),
    )
    return !excluded.some((one) => pathTest(`/${one.slice(1).replace(/^\//, '')}`)(`/${path}`))
  },
  language: languageOf,
  address({ path, parsed: { frontMatter } }, site) {
    const named = languageOf(path, site)
    const permalink = textOf(frontMatter.permalink)
    const address = permalink === undefined ? undefined : siteAddress(permalink.replace(/\.html$/, ''))
    if (named === undefined) return address
    return address?.startsWith(`${named.prefix}/`) === true ? address.slice(named.prefix.length) : fileUrl(named.inner)
  },
  configuration,
  reads: [
    '`.vuepress/config` and the files that it imports: `title`, `base`, `lang`, `locales`, `pagePatterns`, and `navbar` and `sidebar` of the theme',
    '`.vuepress/public`, `permalink`, home pages (`heroText`, `tagline`, `actions`, `features`)',
    '`::: code-tabs` and `::: tabs` with `@tab`, `@[code](file)`, `<!-- @include: file -->`, `[[toc]]`, the components of the default theme',
  ],
  doesNotRead: [
    'Vue components of the project',
    'aliases in the configuration',
    '`permalinkPattern`',
    'plugins that add pages',
  ],
}

/** The language of a folder that `locales` names. */
function languageOf(path: string, site: Site): NamedLanguage | undefined {
  for (const [prefix, locale] of Object.entries(tableOf(site.configuration?.data.locales) ?? {})) {
    const folder = prefix.replace(/^\//, '')
    const lang = canonicalLanguage(textOf(tableOf(locale)?.lang) ?? '')
    if (folder !== '' && lang !== undefined && path.startsWith(folder))
      return { lang, prefix: `/${folder.replace(/\/$/, '')}`, inner: path.slice(folder.length) }
  }
  return undefined
}

function siteOf(project: string, file: string | undefined): Layout {
  const program = file === undefined ? undefined : readProgram(file, { roots: [dirname(file), project], closed: [] })
  const data = tableOf(plainOf(program?.value)) ?? {}
  const own = tableOf(tableOf(data.locales)?.['/']) ?? {}
  const layout = layoutOf('vuepress', project, project, file ?? join(project, '.vuepress'))
  return {
    ...layout,
    base: pathOfUrl(data.base),
    configuration: { file: file ?? project, data },
    configurations: file === undefined ? [] : [file],
    title: textOf(own.title) ?? textOf(data.title),
    lang: textOf(own.lang) ?? textOf(data.lang),
  }
}

function configuration({ configurations, home, area }: Site): SiteConfiguration | undefined {
  const [file] = configurations
  if (file === undefined) return undefined
  const program = readProgram(file, areaAround(area, home))
  const { value } = program
  const found = configurationOf([program], (context) =>
    value === undefined ? undefined : vuepressSidebar(value, context),
  )
  return value === undefined ? found : { ...found, links: [...vuepressLinks(value), ...repositoryOf(value)] }
}

/** `repo` of the theme: a path on GitHub, or an address. */
function repositoryOf(config: Value): { text: string; url: string }[] {
  const theme = unwrap(entryIn(config, 'theme')) ?? unwrap(entryIn(config, 'themeConfig'))
  const repo = textIn(entryIn(theme, 'repo'))
  if (repo === undefined) return []
  return [
    {
      text: textIn(entryIn(theme, 'repoLabel')) ?? 'GitHub',
      url: /^https?:/.test(repo) ? repo : `https://github.com/${repo}`,
    },
  ]
}
