/**
 * Retype: `retype.yml` in the folder of its pages or above it (`input`). Settings of a page may be in a file beside it
 * (`page.yml`), those of a folder in `index.yml`.
 */
import { basename, dirname, join } from 'node:path'
import { encodePath } from '../../folder/below-root.ts'
import { foldersOf } from '../../folder/folder-names.ts'
import type { FileEntry } from '../../folder/list-files.ts'
import { fileUrl } from '../../folder/page-url.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { withOrigin } from '../../folder/publication.ts'
import { siteAddress } from '../../folder/site-address.ts'
import type { Layout, Root, Site } from '../../folder/site.ts'
import { type ReportNote, readTable } from '../../navigation/folder-notes.ts'
import type { Notes } from '../../navigation/order-entry.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { iconNamed } from '../../result/icon.ts'
import type { Logo, OutLink } from '../../result/page.ts'
import { configurationIn, inside, layoutOf, pathOfUrl, readData } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { withMoved } from '../moved-pages.ts'
import { ignorePatterns, isExcluded } from '../globs.ts'
import { flatVariables } from '../variables.ts'
import { folderOf, folderPosition, pagePosition } from './order.ts'

/** Retype. */
export const retype: Generator = {
  kind: 'retype',
  folderSetting: 'input',
  locate,
  isPage: (path, site) => !path.split('/').some((part) => part.startsWith('_')) && !isExcluded(path, site),
  isPublished: ({ parsed: { frontMatter } }) =>
    frontMatter.redirect === undefined && !/^(?:private|protected)$/.test(textOf(frontMatter.visibility) ?? ''),
  sitePath,
  inherit: (pages) =>
    withMoved(withSettings(pages), {
      targetOf: ({ parsed: { frontMatter } }) => textOf(frontMatter.redirect),
      addressOf: pageAddress,
    }),
  address: pageAddress,
  readsSlug: true,
  configuration,
  reads: [
    '`retype.yml`: `input`, `exclude`, `url`, `branding`, `links`, `locale`, `data`, and files `retype.<id>.yml` beside it',
    'pages with the name of their folder as its own; protected and private pages are left out',
    '`order` by numbers and versions, `label`, `icon`, `permalink`, `visibility`, `redirect`, of pages, of files `page.yml` beside them, and of folders in `index.yml`',
    'callouts `!!!`, panels `===` and `==-`, tabs `+++`, steps `>>>`, columns `|||`, code `:::code source="…" :::`',
    '`[!badge]`, `[!button]`, `[!ref]`, `[!file]`, `[!card]`, `[!embed]`, icons, `[[links]]`, titles and marked lines of code',
    '`{{ include "name" }}` of `_includes/`, and values of `data` and of the page in templates',
  ],
  doesNotRead: [
    'loops, filters and computed values of templates',
    '`extends`',
    'lists of posts, tags and categories',
    '`permalink` of folders',
  ],
}

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, 'retype.yml', 'retype.yaml', 'retype.json')
  if (file === undefined) return undefined
  const data = readData(file)
  const folder = inside(project, textOf(data.input) ?? '.')
  const layout = layoutOf('retype', folder, project, file)
  const branding = tableOf(data.branding)
  const url = textOf(data.url)
  const address = url === undefined || /^https?:/.test(url) ? url : `https://${url}`
  return {
    ...layout,
    base: pathOfUrl(address),
    publication: withOrigin(layout.publication, address),
    configuration: { file, data },
    excluded: ignorePatterns(
      [data.exclude]
        .flat()
        .filter((one) => typeof one === 'string')
        .join('\n'),
    ),
    title: textOf(branding?.title) ?? textOf(tableOf(data.meta)?.siteName),
    lang: textOf(data.locale) ?? textOf(tableOf(data.locale)?.language),
    syntax: { ...layout.syntax, variables: flatVariables({ ...tableOf(data.data), project: data }) },
  }
}

/** A page with the name of its folder is the folder's own, as `index.md`. */
function sitePath(path: string): string {
  const folder = folderOf(path)
  return folder === undefined || folder === '' ? path : `${folder}/index.md`
}

function pageAddress({ path, parsed: { frontMatter } }: PageSource): string {
  const written = textOf(frontMatter.permalink) ?? textOf(frontMatter.route)
  return (written === undefined ? undefined : siteAddress(written)) ?? fileUrl(nameInAddress(path))
}

/** A path as Retype writes it in addresses: in lower case, blanks as hyphens. */
function nameInAddress(path: string): string {
  return path.toLowerCase().replaceAll(/\s+/g, '-')
}

/**
 * The pages with the settings of the files beside them, in the keys that all generators share. A page's order is a
 * position: the largest number is first.
 */
function withSettings(pages: readonly PageSource[]): PageSource[] {
  return pages.map((page) => {
    const { absolute, parsed } = page
    const name = absolute.slice(dirname(absolute).length + 1).replace(/\.\w+$/, '.yml')
    const file = /^retype[.]/i.test(name) ? undefined : configurationIn(dirname(absolute), name)
    const frontMatter = { ...(file === undefined ? {} : readTable(file)), ...parsed.frontMatter }
    const { label, visibility, nav } = frontMatter
    const isHidden = visibility === 'hidden' || tableOf(nav)?.mode === 'hide'
    return {
      ...page,
      parsed: {
        ...parsed,
        ...(textOf(frontMatter.title) === undefined || parsed.title !== undefined
          ? {}
          : { title: textOf(frontMatter.title) }),
        frontMatter: {
          ...frontMatter,
          ...(textOf(label) === undefined ? {} : { sidebar_label: label }),
          ...(isHidden ? { unlisted: true } : {}),
          order: pagePosition(page.path, frontMatter),
        },
      },
    }
  })
}

function configuration(site: Site): SiteConfiguration {
  const data = site.configuration?.data ?? {}
  const logo = logoOf(data)
  return {
    files: site.configurations,
    faults: [],
    sidebar: () => undefined,
    links: linksOf(data.links),
    notes: (root, entries, report) => notesOf(root, entries, report),
    lastCriterion: 'title',
    ...(logo === undefined ? {} : { logo }),
  }
}

/** The notes of all folders of a root: those of `index.yml`, and the position of folders before pages of the same order. */
function notesOf({ folder }: Root, entries: FileEntry[], report: ReportNote): Notes {
  const notes: Notes = new Map()
  const paths = entries.map(({ path }) => path)
  const withPage = new Set(paths.filter((path) => /\.md$/i.test(path)).map(folderOf))
  for (const inner of foldersOf(paths)) {
    const file = configurationIn(join(folder, inner), 'index.yml', 'readme.yml', 'default.yml')
    const data = (file === undefined ? undefined : readTable(file, report)) ?? {}
    const label = textOf(data.label) ?? textOf(data.title)
    // The order of a folder without settings is that of its own page.
    const hasOrder = data.order !== undefined || !withPage.has(inner)
    notes.set(inner, {
      ...(label === undefined ? {} : { label }),
      ...(hasOrder ? { position: folderPosition(data.order) } : {}),
      ...(iconNamed(data.icon) === undefined ? {} : { icon: iconNamed(data.icon) }),
      ...(data.visibility === 'hidden' ? { hidden: true } : {}),
      ...(data.expanded === undefined ? {} : { open: data.expanded === true }),
      ...(file === undefined ? {} : { file: `${inner}/${basename(file)}` }),
    })
  }
  return notes
}

function linksOf(links: unknown): OutLink[] {
  const list = Array.isArray(links)
    ? links
    : Array.isArray(tableOf(links)?.items)
      ? (tableOf(links)?.items as unknown[])
      : []
  return list.flatMap((one: unknown): OutLink[] => {
    const table = tableOf(one)
    const [text, url] = [textOf(table?.text), textOf(table?.link)]
    return text !== undefined && url !== undefined && /^https?:\/\//i.test(url) ? [{ text, url }] : []
  })
}

function logoOf({ branding }: Record<string, unknown>): Logo | undefined {
  const { logo, logoDark } = tableOf(branding) ?? {}
  const [light, dark] = [addressOf(logo), addressOf(logoDark)]
  return light === undefined ? undefined : { light, ...(dark === undefined ? {} : { dark }) }
}

function addressOf(written: unknown): string | undefined {
  const path = textOf(written)
  if (path === undefined || path.startsWith('<')) return undefined
  if (path.startsWith('https:')) return path
  return `/${encodePath(path.replace(/^(?:\.?\/)+/, ''))}`
}
