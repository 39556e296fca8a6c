/**
 * Nuxt Content, and Docus and undocs, which are built on it: pages are in `content/`; numbers in front of names (`1.guide/`) order
 * them and have no part in addresses. The configurations are programs that call functions of packages, so their
 * settings are found by their names.
 */
import { join } from 'node:path'
import { conventionFile, encodePath, isFolder, realPath } from '../../folder/below-root.ts'
import type { FileEntry } from '../../folder/list-files.ts'
import { folderNames } from '../../folder/folder-names.ts'
import { readText } from '../../folder/read-text.ts'
import { withOrigin } from '../../folder/publication.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import type { Layout, Root, Site } from '../../folder/site.ts'
import { NUXT_NOTES, readTable } from '../../navigation/folder-notes.ts'
import type { FolderNotes, Notes } from '../../navigation/order-entry.ts'
import { findSettings } from '../../program/find-settings.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import { iconNamed } from '../../result/icon.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, dependsOn, layoutOf, programIn, readData } from '../configuration.ts'
import type { Generator } from '../generator.ts'

/** Nuxt Content. */
export const nuxtContent: Generator = {
  kind: 'docus',
  locate,
  hasDrafts: false,
  address: ({ path }) => addressOf(path),
  configuration,
  reads: [
    '`content/` with numbers in front of names, `.navigation.yml`, `navigation` in front matter; `public/`',
    'numbered folders with `.navigation.yml` without a configuration, which the site of another project mounts',
    'undocs: `.config/docs.yaml` beside the pages, with the name of the site, its address and redirects',
    'the name of the site in `nuxt.config` or `app.config`, `app.baseURL`',
    'MDC: blocks with properties and slots, components in a line, attributes of texts',
  ],
  doesNotRead: ['sources of `content.config`', 'data files (YAML, JSON, CSV)', 'Vue components of the project'],
}

function locate(project: string): Layout | undefined {
  return undocsIn(project) ?? contentIn(project) ?? sourceIn(project)
}

/** The settings of undocs, relative to the folder of its pages. */
const UNDOCS = ['.config/docs', 'docs.config', '.docs'].flatMap((name) => [
  `${name}.yaml`,
  `${name}.yml`,
  `${name}.json`,
])

/** undocs: the pages are in the folder of the settings, the rest of the site is in its `.docs`. */
function undocsIn(project: string): Layout | undefined {
  const file = configurationIn(project, ...UNDOCS)
  if (file === undefined) return undefined
  const data = readData(file)
  const layout = layoutOf('docus', realPath(project), project, file)
  const staticFolder = join(project, '.docs/public')
  return {
    ...layout,
    generator: { ...layout.generator, theme: 'undocs' },
    publication: withOrigin(layout.publication, data.url),
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    configuration: { file, data },
    title: textOf(data.name),
  }
}

function contentIn(project: string): Layout | undefined {
  const config = programIn(project, 'nuxt.config')
  const collections = programIn(project, 'content.config')
  const isDocus = dependsOn(project, 'docus', 'docus-starter', '@nuxt-themes/docus')
  const isContent =
    isDocus ||
    dependsOn(project, '@nuxt/content') ||
    (collections !== undefined && readText({ absolute: collections }).includes('@nuxt/content')) ||
    (config !== undefined && /['"]@nuxt\/content['"]/.test(readText({ absolute: config })))
  const folder = join(project, 'content')
  if (!isContent || !isFolder(folder)) return undefined
  const file = config ?? collections ?? configurationIn(project, 'package.json')
  const layout = layoutOf('docus', realPath(folder), project, file)
  const frame = [programIn(project, 'app/app.config'), programIn(project, 'app.config'), config]
  const staticFolder = join(project, 'public')
  const settings = findSettings(...frame)
  const lang = settings.text('defaultLocale')
  return {
    ...layout,
    ...(isDocus ? { generator: { ...layout.generator, theme: 'Docus' } } : {}),
    base: settings.text('app.baseURL')?.replace(/\/$/, '') ?? '',
    wholeFolders: isFolder(staticFolder) ? [realPath(staticFolder)] : [],
    title: settings.text('site.name', 'header.title', 'siteName', 'seo.title'),
    lang: lang === undefined ? undefined : canonicalLanguage(lang),
    configurations: [config, collections, ...frame].filter((one) => one !== undefined),
  }
}

/** Pages that a site of another project mounts: numbered folders, with notes of Nuxt Content. */
function sourceIn(project: string): Layout | undefined {
  const numbered = folderNames(project).filter((name) => /^\d+\./.test(name))
  const hasNotes = numbered.some((name) => configurationIn(join(project, name), ...NUXT_NOTES) !== undefined)
  if (!hasNotes) return undefined
  const folder = realPath(project)
  return layoutOf('docus', folder, folder)
}

/** Signs of names that are words in addresses. */
const WORDS: Readonly<Record<string, string>> = { $: 'dollar', '%': 'percent', '&': 'and', '|': 'or' }

/** `1.guide/2.Install it.md` is `/guide/install-it`. */
function addressOf(path: string): string {
  const parts = path
    .replace(/\.(?:mdx?|markdown)$/i, '')
    .split('/')
    .map((part) =>
      part
        .replace(/^\d+\./, '')
        .trim()
        .toLowerCase()
        .replaceAll(/[$%&|]/g, (sign) => WORDS[sign] ?? sign)
        .replaceAll(/\s+/g, '-'),
    )
  if (parts.at(-1) === 'index') parts.pop()
  return encodePath(`/${parts.filter((part) => part !== '').join('/')}`)
}

/** `.navigation.yml` of each folder; `_dir.yml` of version 2. */
function notesOf(root: Root, entries: FileEntry[], { area }: Site): Notes {
  const notes: Notes = new Map()
  const folders = new Set(
    entries.flatMap(({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
    ),
  )
  for (const folder of folders) {
    const file = NUXT_NOTES.map((name) => conventionFile(area, join(root.folder, folder), name)).find(
      (one) => one !== undefined,
    )
    const data = file === undefined ? undefined : readTable(file)
    if (data !== undefined) notes.set(folder, folderNotes(data))
  }
  return notes
}

function folderNotes(data: Record<string, unknown>): FolderNotes {
  const inner = tableOf(data.navigation) ?? {}
  const title = textOf(inner.title) ?? textOf(data.title)
  const icon = iconNamed(textOf(data.icon) ?? inner.icon)
  return {
    ...(title === undefined ? {} : { label: title }),
    ...(icon === undefined ? {} : { icon }),
    ...(typeof data.defaultOpen === 'boolean' ? { open: data.defaultOpen } : {}),
    ...(data.navigation === false ? { hidden: true } : {}),
  }
}

function configuration(site: Site): SiteConfiguration {
  return {
    files: [],
    faults: [],
    sidebar: () => undefined,
    notes: (root, entries) => notesOf(root, entries, site),
    links: [],
    redirects: Object.entries(tableOf(site.configuration?.data.redirects) ?? {}).flatMap(([from, to]) =>
      typeof to === 'string' ? [{ from, to }] : [],
    ),
  }
}
