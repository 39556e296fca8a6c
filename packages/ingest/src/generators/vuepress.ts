/** VuePress: `.vuepress/config` is a program; its theme is a call with options, or `themeConfig` in VuePress 1. */
import { dirname, join } from 'node:path'
import { isFolder } from '../folder/below-root.ts'
import { fileUrl } from '../folder/page-url.ts'
import { canonicalLanguage } from '../folder/place.ts'
import { withOrigin } from '../folder/publication.ts'
import { siteAddress } from '../folder/site-address.ts'
import type { DeclaredPlace, Layout, Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { vuepressLinks, vuepressSidebar } from '../navigation/vuepress-sidebar.ts'
import { pathTest } from '../navigation/wildcard.ts'
import type { PageSource } from '../parsed/placed-page.ts'
import { unwrap } from '../program/evaluate.ts'
import { findSettings } from '../program/find-settings.ts'
import { readProgram } from '../program/read-program.ts'
import { entryIn, plainOf, textIn, type Value } from '../program/value.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { layoutOf, pathOfUrl, programConfiguration, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'
import { withMoved } from './moved-pages.ts'

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
  isPublished: (page) => redirectOf(page) === undefined,
  inherit: (pages) => withMoved(pages, { targetOf: redirectOf, addressOf: ({ path }) => fileUrl(path) }),
  address({ parsed: { frontMatter } }) {
    const permalink = textOf(frontMatter.permalink)
    return permalink === undefined ? undefined : siteAddress(permalink.replace(/\.html$/, ''))
  },
  configuration,
  reads: [
    '`.vuepress/config` and the files that it imports: `title`, `base`, `hostname`, `lang`, `locales`, `pagePatterns`, and `navbar` and `sidebar` of the theme',
    '`.vuepress/public`, `permalink`, `redirectFrom`, `redirectTo`, home pages (`heroText`, `tagline`, `actions`, `features`)',
    '`::: code-tabs` and `::: tabs` with `@tab`, `@[code](file)`, embeds such as `@[codepen](user/pen)`, `::: npm-to`, `<!-- @include: file -->`, `[[toc]]`, the components of the default theme',
  ],
  doesNotRead: [
    'Vue components of the project',
    'aliases in the configuration',
    '`permalinkPattern`',
    'plugins that add pages',
  ],
}

/** The folders of languages, from `locales`; `undefined` where it names none. */
function placesOf(data: Record<string, unknown>): DeclaredPlace[] | undefined {
  const places = Object.entries(tableOf(data.locales) ?? {}).flatMap(([prefix, locale]): DeclaredPlace[] => {
    const folder = prefix.replaceAll(/^\/|\/$/g, '')
    const lang = canonicalLanguage(textOf(tableOf(locale)?.lang) ?? '')
    return folder === '' || lang === undefined ? [] : [{ folder, lang }]
  })
  return places.length === 0 ? undefined : places
}

function siteOf(project: string, file: string | undefined): Layout {
  const program = file === undefined ? undefined : readProgram(file, { roots: [dirname(file), project], closed: [] })
  const data = tableOf(plainOf(program?.value)) ?? {}
  const own = tableOf(tableOf(data.locales)?.['/']) ?? {}
  const layout = layoutOf('vuepress', project, project, file ?? join(project, '.vuepress'))
  const places = placesOf(data)
  return {
    ...layout,
    base: pathOfUrl(data.base),
    publication: withOrigin(layout.publication, findSettings(file).text('hostname')),
    ...(places === undefined ? {} : { roots: layout.roots.map((root) => ({ ...root, places })) }),
    configuration: { file: file ?? project, data },
    configurations: file === undefined ? [] : [file],
    title: textOf(own.title) ?? textOf(data.title),
    lang: textOf(own.lang) ?? textOf(data.lang),
  }
}

function configuration(site: Site): SiteConfiguration | undefined {
  return programConfiguration(site, vuepressSidebar, (value) => ({
    links: [...vuepressLinks(value), ...repositoryOf(value)],
  }))
}

/** The address to which a page only leads: `redirectTo` of the plugin. */
function redirectOf({ parsed }: PageSource): string | undefined {
  return textOf(parsed.frontMatter.redirectTo)
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
