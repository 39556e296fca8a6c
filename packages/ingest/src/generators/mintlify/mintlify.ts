/** Mintlify: `docs.json` (earlier `mint.json`) is data, and its folder holds the pages. */
import { join } from 'node:path'
import { fileIn, isFolder, realPath } from '../../folder/below-root.ts'
import { readText } from '../../folder/read-text.ts'
import { indexUrl } from '../../folder/page-url.ts'
import type { Layout, Site } from '../../folder/site.ts'
import { isExternal } from '../../navigation/sidebar-context.ts'
import type { Redirect, SiteConfiguration } from '../../navigation/site-configuration.ts'
import { specificationOf } from '../../markdown/openapi/specification.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { Logo, OutLink } from '../../result/page.ts'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, layoutOf, placeOf } from '../configuration.ts'
import type { Generator, MadePage } from '../generator.ts'
import { ignorePatterns, isExcluded } from '../globs.ts'
import { makePages, type MadeNavigation } from './made-pages.ts'
import { readSettings } from './read-settings.ts'
import { declaredIn, languageOf, navigationOf, pagePath, versionNames } from './sections.ts'
import { mintlifySidebar } from './sidebar.ts'
import { specificationsOf } from './specifications.ts'

/** Files and folders that Mintlify never publishes. */
const IGNORED = [
  ...['build', 'dist', 'coverage', 'tmp', 'temp'].map((folder) => `${folder}/**`),
  ...['README', 'LICENSE', 'CHANGELOG', 'CONTRIBUTING'].map((name) => `**/${name}.md`),
  // Texts that pages import, and instructions for programs.
  'snippets/**',
  '_snippets/**',
  'skill.md',
  'AGENTS.md',
  'CLAUDE.md',
]

/** The folder of the parts that `<Snippet file>` shows, in projects of older versions. */
const OLD_SNIPPETS = '_snippets'

/** Mintlify. */
export const mintlify: Generator = {
  kind: 'mintlify',
  locate,
  isPage: (path, site) => !isExcluded(path, site),
  address: ({ path }) => indexUrl(path),
  isUnsearched: ({ hidden }) => hidden === true,
  makes: operationPages,
  configuration,
  reads: [
    '`docs.json` and `mint.json` with `$ref`: `name`, `logo`, `navbar`, `redirects`, `variables`, and the navigation with languages, versions, products, dropdowns, tabs, anchors, menus and groups',
    '`.mintignore`, `snippets/`; `sidebarTitle`, `hidden`, `url` in front matter',
    '`openapi` and `api` in front matter and `openapi` in the navigation, with OpenAPI files of the project (JSON or YAML, up to 1 MiB)',
  ],
  doesNotRead: [
    'pages that are generated from an AsyncAPI file, or from an OpenAPI file elsewhere',
    'redirects with other patterns than a wildcard at the end',
    'components of the project in JSX',
  ],
}

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, 'docs.json', 'mint.json')
  const settings = file === undefined ? undefined : readSettings(file, { roots: [project], closed: [] })
  if (file === undefined || settings === undefined || settings.data.navigation === undefined) return undefined
  const { data, files } = settings
  const ignore = configurationIn(project, '.mintignore')
  const navigation = navigationOf(data)
  const places = declaredIn(navigation)
  const languages = tablesOf(navigation.languages)
  const main = languages.find((one) => one.default === true) ?? languages[0]
  const lang = languageOf(main?.language)
  const layout = layoutOf('mintlify', project, project, file)
  const versions = versionNames(main ?? navigation)
  return {
    ...layout,
    ...(places.some(({ version }) => version !== undefined && version === versions[0]) ? { versions } : {}),
    aliases: isFolder(join(project, OLD_SNIPPETS))
      ? ['snippets', OLD_SNIPPETS].map((name) => ({ prefix: '/snippets', folder: realPath(join(project, name)) }))
      : [],
    roots: [{ folder: project, prefix: '', ...(places.length === 0 ? {} : { places }) }],
    syntax: {
      ...layout.syntax,
      mdx: true,
      variables: variablesOf(data.variables),
      specifications: specificationsOf(project, data),
    },
    title: textOf(data.name),
    lang,
    excluded: [...IGNORED, ...(ignore === undefined ? [] : ignorePatterns(readText({ absolute: ignore })))],
    configurations: [...files, ...(ignore === undefined ? [] : [ignore])],
    configuration: { file, data },
  }
}

function variablesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tableOf(value) ?? {}).flatMap(([name, one]): [string, string][] =>
      typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
    ),
  )
}

/** The made pages of each reading of a configuration. */
const made = new WeakMap<Table, MadeNavigation>()

/** The navigation with the pages that are made for it. */
function madeNavigation({ configuration, syntax, folder, area }: Site): MadeNavigation {
  const data = configuration?.data ?? {}
  const known = made.get(data)
  if (known !== undefined) return known
  const read = (name: string): Table | undefined => {
    const path = name.replace(/^(?:\.?\/)+/, '')
    const file = syntax.specifications?.includes(path) === true ? fileIn(area, folder, path) : undefined
    return typeof file === 'object' ? specificationOf(readText({ absolute: file.path })) : undefined
  }
  const found = makePages(navigationOf(data), read)
  made.set(data, found)
  return found
}

/** The pages of operations that have no file. */
function operationPages(site: Site, pages: readonly PageSource[]): MadePage[] {
  const [root] = site.roots
  const written = new Set(pages.map(({ path }) => pagePath(path).toLowerCase()))
  const found = root === undefined ? [] : madeNavigation(site).pages.filter(({ path }) => !written.has(path))
  return found.flatMap(({ path, source }) => (root === undefined ? [] : { root, path: `${path}.mdx`, source }))
}

function configuration(site: Site): SiteConfiguration | undefined {
  const { configuration: settings, configurations } = site
  if (settings === undefined) return undefined
  const { data } = settings
  const { navigation } = madeNavigation(site)
  const logo = logoOf(data.logo)
  return {
    files: [],
    faults: [],
    sidebar: (context, version) =>
      mintlifySidebar(
        { navigation, version, placeOf: (text) => placeOf(JSON.stringify(text), configurations) },
        context,
      ),
    links: linksOf(data),
    redirects: tablesOf(data.redirects).flatMap(({ source, destination }): Redirect[] => {
      const [from, to] = [textOf(source), textOf(destination)]
      return from === undefined || to === undefined ? [] : [{ from, to }]
    }),
    ...(logo === undefined ? {} : { logo }),
  }
}

function logoOf(value: unknown): Logo | undefined {
  const both = textOf(value)
  const { light, dark } = tableOf(value) ?? {}
  const [own, other] = [both ?? textOf(light) ?? textOf(dark), textOf(dark)]
  if (own === undefined) return undefined
  // Mintlify shows the logo instead of the name.
  return { light: own, ...(other === undefined ? {} : { dark: other }), hasName: true }
}

/** External links of the bar: `navbar` of `docs.json`; `topbarLinks` and `topbarCtaButton` of `mint.json`. */
function linksOf(data: Table): OutLink[] {
  const navbar = tableOf(data.navbar) ?? {}
  const all = [...tablesOf(navbar.links), navbar.primary, ...tablesOf(data.topbarLinks), data.topbarCtaButton]
  return all.flatMap((value): OutLink[] => {
    const link = tableOf(value) ?? {}
    const url = textOf(link.href) ?? textOf(link.url)
    const named = textOf(link.label) ?? textOf(link.name) ?? (link.type === 'github' ? 'GitHub' : undefined)
    return url === undefined || named === undefined || !isExternal(url) || !/^https?:/.test(url)
      ? []
      : [{ text: named, url }]
  })
}
