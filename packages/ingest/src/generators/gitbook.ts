/** GitBook: `.gitbook.yaml`, or a `SUMMARY.md` beside pages with GitBook's blocks; GitBook before 2018, and HonKit: `book.json`, `book.js`. */
import { dirname, join, relative } from 'node:path'
import { conventionFile, encodePath, isFolder, pathBelow, readArea, segmentsBelow } from '../folder/below-root.ts'
import { isPageFile } from '../folder/formats.ts'
import { listFiles } from '../folder/list-files.ts'
import { readText } from '../folder/read-text.ts'
import type { Alias, Layout, Root, Site } from '../folder/site.ts'
import type { Redirect } from '../navigation/site-configuration.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { plainOf } from '../program/value.ts'
import { readProgram } from '../program/read-program.ts'
import { configurationIn, dependsOn, inside, layoutOf, programIn, readData } from './configuration.ts'
import type { Generator } from './generator.ts'
import { type Space, spacesIn, spacesNavigation } from './gitbook-spaces.ts'
import { flatVariables } from './variables.ts'

/** GitBook. */
export const gitbook: Generator = {
  kind: 'gitbook',
  folderSetting: 'root',
  locate,
  isPage: isListed,
  address: ({ path, root }, site) => {
    const bare = path.replace(/\.\w+$/, '')
    const short = bare.replace(/(^|\/)readme$/i, '')
    const index = `${bare}/README.md`
    // A page beside a folder of its name that has a page of its own.
    const isSecond =
      short === bare && conventionFile(site.area, root.folder, index) !== undefined && isListed(index, site, root)
    return `/${encodePath(short).toLowerCase()}${isSecond ? '-1' : ''}`
  },
  readsSlug: true,
  configuration: ({ configuration, configurations, summary, folder }) => ({
    files: configurations,
    faults: [],
    sidebar: (context) => (summary === undefined ? spacesNavigation(spacesIn(folder).list, context) : undefined),
    links: [],
    redirects: redirectsOf(configuration?.data.redirects),
  }),
  reads: [
    '`.gitbook.yaml`: `root`, `structure`, `redirects`; `book.json` or `book.js` of older versions and of HonKit',
    '`docs.yaml` and folders with a `SUMMARY.md` each: the spaces of a site',
    '`SUMMARY.md` with groups and titles of links; `description` and `icon` of pages',
    'ids of headings by the rule of gitbook.com, or of HonKit where it or a `book.json` is present',
    '`{% hint %}`, `{% tabs %}`, `{% code %}`, `{% content-ref %}`, `{% page-ref %}`, `{% embed %}`, `{% file %}`, `{% swagger %}`, `{% openapi %}`, `{% stepper %}`, `{% columns %}`, `{% updates %}`, `{% include %}`',
    'files in `.gitbook/assets`',
  ],
  doesNotRead: ['blocks of integrations, which are shown by their title or content', 'conditions of adaptive content'],
}

/** Whether a file is a page: one that the summary of its space names, or the first page; without a summary, every Markdown file. */
function isListed(path: string, site: Site, root: Root): boolean {
  const { summary, folder, configuration } = site
  if (!/\.(?:md|markdown)$/i.test(path) || join(root.folder, path) === summary) return false
  if (root.folder !== folder) return path !== 'SUMMARY.md'
  if (summary === undefined) {
    const space = spacesOf(site).find((one) => path.startsWith(`${one.folder}/`))
    if (space === undefined) return path !== 'SUMMARY.md'
    return path === `${space.folder}/README.md` || filesOf(site, space.summary).has(path)
  }
  const readme = textOf(tableOf(configuration?.data.structure)?.readme)?.replace(/^\.?\/+/, '') ?? 'README.md'
  return path === readme || filesOf(site, summary).has(path)
}

const spaces = new WeakMap<Site, readonly Space[]>()

function spacesOf(site: Site): readonly Space[] {
  const known = spaces.get(site) ?? spacesIn(site.folder).list
  spaces.set(site, known)
  return known
}

const listed = new WeakMap<Site, Map<string, ReadonlySet<string>>>()

/** The files that a summary links to, below the folder of the pages. */
function filesOf(site: Site, summary: string): ReadonlySet<string> {
  const ofSite = listed.get(site) ?? new Map<string, ReadonlySet<string>>()
  listed.set(site, ofSite)
  const known = ofSite.get(summary)
  if (known !== undefined) return known
  const { folder } = site
  const from = relative(folder, dirname(summary)).replaceAll('\\', '/').split('/').filter(Boolean)
  const files = new Set<string>()
  for (const [, bracketed, bare] of readText({ absolute: summary }).matchAll(/\]\((?:<([^<>\n]+)>|([^()\s]+))/g)) {
    const url = bracketed ?? bare ?? ''
    const segments = segmentsBelow(url.replace(/[?#][^]*$/, ''), { from, encoded: true })
    if (typeof segments === 'object') files.add(segments.join('/'))
  }
  ofSite.set(summary, files)
  return files
}

/** Blocks of GitBook's Markdown. */
const BLOCK = /\{%\s*(?:hint|tabs|code|content-ref|page-ref|embed|swagger|stepper|file|openapi(?:-operation)?)\b/

/** Number of pages in which blocks are looked for. */
const SAMPLE = 60

/** Packages of the programs that build a book. */
const PROGRAMS = ['honkit', 'gitbook', 'gitbook-cli']

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, '.gitbook.yaml', '.gitbook.yml')
  const older = file ?? configurationIn(project, 'book.json') ?? programIn(project, 'book')
  if (older === undefined) return isWrittenForGitbook(project) ? siteOf(project, project, undefined, {}) : undefined
  const data = /\.(?:ya?ml|json)$/.test(older) ? readData(older) : settingsOf(older, project)
  if (file === undefined && configurationIn(inside(project, textOf(data.root) ?? '.'), 'SUMMARY.md') === undefined)
    return undefined
  return siteOf(inside(project, textOf(data.root) ?? '.'), project, older, data)
}

/** The settings of `book.js`, which is a program. */
function settingsOf(file: string, project: string): Record<string, unknown> {
  return tableOf(plainOf(readProgram(file, { roots: [project], closed: [] }).value)) ?? {}
}

/** Whether gitbook.com publishes a project, and not the older program or HonKit, whose ids of headings are others. */
function isHosted(folder: string, file: string | undefined): boolean {
  return (file === undefined && !dependsOn(folder, ...PROGRAMS)) || /\.ya?ml$/.test(file ?? '')
}

/** A folder with a `SUMMARY.md`, no `book.toml`, and GitBook's assets or blocks, or HonKit among its packages. */
function isWrittenForGitbook(folder: string): boolean {
  if (configurationIn(folder, 'SUMMARY.md') === undefined) return false
  if (dependsOn(folder, ...PROGRAMS)) return true
  if ([folder, dirname(folder)].some((place) => configurationIn(place, 'book.toml') !== undefined)) return false
  if (isFolder(join(folder, '.gitbook'))) return true
  const pages = listFiles(folder, readArea([folder], [])).files.filter(({ path }) => isPageFile(path, 'gitbook'))
  return pages.slice(0, SAMPLE).some((page) => BLOCK.test(readText(page)))
}

function siteOf(folder: string, project: string, file: string | undefined, data: Record<string, unknown>): Layout {
  const structure = tableOf(data.structure) ?? {}
  const named = textOf(structure.summary)
  const summary = configurationIn(folder, ...(named === undefined ? [] : [named.replace(/^\.\//, '')]), 'SUMMARY.md')
  const layout = layoutOf('gitbook', folder, project, file ?? summary)
  const several = summary === undefined ? spacesIn(folder) : undefined
  const spaces = several?.list ?? []
  return {
    ...layout,
    ...(summary === undefined ? {} : { summary }),
    configurations: [file, summary, several?.file, ...spaces.map((one) => one.summary)].filter(
      (one) => one !== undefined,
    ),
    configuration: { file: file ?? project, data },
    aliases: [...assetFolders(folder, project), ...spaces.flatMap((one) => assetsIn(join(folder, one.folder)))],
    title:
      textOf(data.title) ??
      (several?.file === undefined ? undefined : textOf(tableOf(readData(several.file).site)?.title)),
    lang: textOf(data.language),
    syntax: {
      ...layout.syntax,
      ...(isHosted(folder, file) ? {} : { slugs: 'github' }),
      variables: flatVariables({ book: data.variables }),
    },
  }
}

/** `.gitbook/assets` of the pages' folder, and of the folders around it up to the project. */
function assetFolders(folder: string, project: string): Alias[] {
  const found: Alias[] = []
  for (let at = folder; at.startsWith(project); at = dirname(at)) {
    found.push(...assetsIn(at))
    if (at === project || dirname(at) === at) break
  }
  return found
}

function assetsIn(folder: string): Alias[] {
  return ['.gitbook/assets', '.gitbook/includes'].flatMap((name): Alias[] => {
    const path = pathBelow(folder, name)
    return path !== undefined && isFolder(path) ? [{ prefix: name, folder: path }] : []
  })
}

/** Old addresses with the files that they lead to now. */
function redirectsOf(value: unknown): Redirect[] {
  return Object.entries(tableOf(value) ?? {}).flatMap(([from, to]) =>
    typeof to === 'string' ? [{ from: `/${from.replace(/^\/+/, '')}`, to: to.replace(/^\.?\/+/, '') }] : [],
  )
}
