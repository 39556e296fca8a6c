/** Fern (buildwithfern.com): `docs.yml`, mostly in a folder `fern`, decides which files are pages, and their addresses. */
import { dirname, posix, relative } from 'node:path'
import { isWithin, readArea, realPath } from '../../folder/below-root.ts'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { withOrigin } from '../../folder/publication.ts'
import type { DeclaredPlace, Layout, Site } from '../../folder/site.ts'
import type { Redirect, SiteConfiguration } from '../../navigation/site-configuration.ts'
import type { Logo, OutLink } from '../../result/page.ts'
import { configurationIn, layoutOf, pathOfUrl, placeOf } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import {
  addressOf,
  addressPath,
  changelogPages,
  inFern,
  isNamed,
  namedIn,
  nodesIn,
  otherAddresses,
  placedNavigation,
  withPlaces,
} from './pages.ts'
import { productLinks, readSettings, restrictedEntry } from './settings.ts'
import { fernSidebar } from './sidebar.ts'
import type { FernTree } from './tree.ts'

/** Fern. */
export const fern: Generator = {
  kind: 'fern',
  locate,
  isPage: isNamed,
  makes: changelogPages,
  inherit: withPlaces,
  sitePath: addressPath,
  address: addressOf,
  readsSlug: true,
  isUnsearched: ({ hidden }) => hidden === true,
  configuration,
  reads: [
    '`docs.yml` beside `fern.config.json` or in `fern/`: `title`, `logo`, `instances`, `navbar-links`, `redirects`, `landing-page`, `tabs` with variants, and the navigation with sections, pages, links, `folder`, `changelog` and the pages among the operations of an `api`',
    'the files of `versions` and `products`',
    '`slug`, `skip-slug`, `hidden`, `icon`, `collapsed`; addresses by the titles of the navigation',
    '`slug`, `subtitle`, `sidebar-title`, `position`, `hidden` in front matter',
    '`<Markdown src>` with parameters, `<Code src>`',
  ],
  doesNotRead: [
    'pages of the operations of an API, whose addresses follow the names of methods in its SDKs, and of a `library`',
    'versions that are branches of the repository; translations',
    'redirects in files of their own, and with other patterns than a wildcard at the end',
    '`viewers`: roles of readers, which are a problem',
    'components of the project in JSX',
  ],
}

function locate(project: string, around: string): Layout | undefined {
  const isOwn = configurationIn(project, 'fern.config.json') !== undefined
  const file = isOwn ? configurationIn(project, 'docs.yml') : configurationIn(project, 'fern/docs.yml')
  if (file === undefined) return undefined
  const home = dirname(file)
  const settings = readSettings(file, readArea([realPath(around), home], []))
  if (settings === undefined) return undefined
  const { data, files } = settings
  const { url, 'custom-domain': domains } = tablesOf(data.instances)[0] ?? {}
  const address = instanceAddress([domains].flat().find((one) => textOf(one) !== undefined) ?? url)
  const base = pathOfUrl(address)
  const { tree } = namedIn(data, base.replace(/^\//, ''))
  const folder = folderOfPages(tree, home, realPath(around))
  const layout = layoutOf('fern', folder, project, file)
  const places = tree.parts.flatMap(({ version, folder: place }): DeclaredPlace[] =>
    version === undefined || place === undefined ? [] : [{ folder: place, version }],
  )
  return {
    ...layout,
    home,
    roots: [{ folder, prefix: '', places }],
    base,
    publication: withOrigin(layout.publication, address),
    publicFolders: folder === home ? [] : [home],
    includeFolders: [home],
    title: textOf(data.title),
    configurations: files,
    configuration: { file, data },
  }
}

/** The address of an instance, which may have no scheme. */
function instanceAddress(value: unknown): string | undefined {
  const text = textOf(value)?.trim()
  return text === undefined || /^https?:\/\//.test(text) ? text : `https://${text}`
}

/** The folder with all pages: that of `docs.yml`, or one around it in the repository, if paths lead out of it. */
function folderOfPages(tree: FernTree, home: string, around: string): string {
  const named = [...nodesIn(tree).flatMap(({ file }) => file ?? []), ...tree.folders, ...tree.changelogs]
  let folder = home
  for (const path of named) {
    let own = home
    for (const part of path.split('/')) {
      if (part !== '..') break
      own = dirname(own)
    }
    if (isWithin(around, own) && isWithin(own, folder)) folder = own
  }
  return folder
}

function configuration(site: Site): SiteConfiguration | undefined {
  const { configuration: settings, configurations, base, home, folder } = site
  if (settings === undefined) return undefined
  const { data } = settings
  const { tree } = placedNavigation(site)
  const logo = logoOf(data.logo, `/${relative(folder, home).replaceAll('\\', '/')}`)
  return {
    files: [],
    faults: [],
    sidebar: (context, version) => {
      const restricted = version === undefined ? restrictedEntry(data) : undefined
      if (restricted !== undefined)
        context.report(
          'navigation',
          placeOf(restricted, configurations),
          `Entries with \`viewers\` ("${restricted}" is the first) are for readers of some roles, and all readers see them here; remove the pages that are not public.`,
        )
      return fernSidebar(
        {
          parts: tree.parts,
          links: productLinks(data),
          version,
          fileOf: ({ path, root }) => inFern(path, root, site),
          placeOf: (text) => placeOf(text, configurations),
          addressOf: (href) => withoutBase(href, base),
        },
        context,
      )
    },
    links: linksOf(data),
    redirects: redirectsOf(data, base),
    otherAddresses: otherAddresses(site),
    ...(logo === undefined ? {} : { logo }),
  }
}

/** @param folder of `docs.yml` below that of the pages. */
function logoOf(value: unknown, folder: string): Logo | undefined {
  const { light, dark } = tableOf(value) ?? {}
  const [own, other] = [textOf(light) ?? textOf(dark), textOf(dark)].map((path) =>
    path === undefined || /^https?:/.test(path) ? path : posix.join(folder, path),
  )
  // Fern shows the logo instead of the name.
  return own === undefined ? undefined : { light: own, ...(other === undefined ? {} : { dark: other }), hasName: true }
}

function linksOf(data: Table): OutLink[] {
  return tablesOf(data['navbar-links']).flatMap((link): OutLink[] => {
    const isGithub = link.type === 'github'
    const url = textOf(link.url) ?? textOf(link.href) ?? (isGithub ? textOf(link.value) : undefined)
    const text = textOf(link.text) ?? (isGithub ? 'GitHub' : undefined)
    return url === undefined || text === undefined || !/^https?:/.test(url) ? [] : [{ text, url }]
  })
}

function redirectsOf(data: Table, base: string): Redirect[] {
  return tablesOf(data.redirects).flatMap(({ source, destination }): Redirect[] => {
    const [from, to] = [textOf(source)?.trim(), textOf(destination)?.trim()]
    return from === undefined || to === undefined ? [] : [{ from: withoutBase(from, base), to: withoutBase(to, base) }]
  })
}

/** An address from the top of the host, as one from the top of the site; others stay. */
function withoutBase(address: string, base: string): string {
  if (base === '' || !address.startsWith(base)) return address
  const rest = address.slice(base.length)
  return rest === '' ? '/' : rest.startsWith('/') ? rest : address
}
