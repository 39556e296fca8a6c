/** Gives pages their addresses, titles, languages and versions. */
import { fileUrl, joinUrl, wholeUrl } from '../folder/page-url.ts'
import {
  canonicalLanguage,
  declaredPlaces,
  findPlaces,
  languagesInNames,
  type NamedFile,
  type Place,
} from '../folder/place.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { publicAddress } from '../folder/site-address.ts'
import type { Root, Site } from '../folder/site.ts'
import { generatorOf } from '../generators/all.ts'
import type { Generator } from '../generators/generator.ts'
import { plainDescription } from '../markdown/description.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import type { Page, Problem } from '../result/page.ts'
import { reportTo } from '../result/problem.ts'
import type { ReadFiles } from './account-files.ts'
import { besideIndex, freeUrl, slugUrl, withIndex } from './page-address.ts'
import { ownTitle, titleFromPath } from './page-title.ts'

/** The place of a page's file in its site. */
interface FilePlace {
  /** Below the root, as the site shows it. */
  path: string
  /** Its language and version, and their folder. */
  place: Place
  /** Its path below its language and version. */
  inner: string
  /** The folder of its root and language in URLs. */
  prefix: string
  lang: string | undefined
  /** The path by which its address is found: without a language that only the names of files tell. */
  addressed: string
}

/**
 * The published pages with their addresses; of several files for one address, the first has it.
 * @param lang the language of the site, of pages that name no other.
 */
export function placePages({ site, pages, options }: ReadFiles, lang: string, problems: Problem[]): PlacedPage[] {
  const placed: PlacedPage[] = []
  const byUrl = new Map<string, PlacedPage>()
  const generator = generatorOf(site.generator.kind)
  const isBesideIndex = besideIndex(pages, site.generator.kind)
  const homeTitle = titleOfHome(pages, site, isBesideIndex)
  const placeOf = filePlaces(pages, site, generator)
  for (const source of pages) {
    const draft = source.parsed.frontMatter.draft === true && generator?.hasDrafts !== false
    if (draft && options.drafts !== true) continue
    if (generator?.isPublished?.(source, site) === false) continue
    const at = placeOf(source)
    const url = addressOf(source, at, { site, generator, isBesideIndex, byUrl, problems })
    if (url === undefined) continue
    const title = ownTitle(source.parsed, homeTitle) ?? titleFromPath(at.inner, site)
    const one = placedPage(source, at, pageOf(source, at, { ...url, title, lang, draft }))
    byUrl.set(url.url.toLowerCase(), one)
    placed.push(one)
  }
  return placed
}

function titleOfHome(
  pages: readonly PageSource[],
  site: Site,
  isBesideIndex: (page: PageSource) => boolean,
): string | undefined {
  const home = pages.find((page) => /^(?:index|readme)\.\w+$/i.test(page.path) && !isBesideIndex(page))
  return home === undefined ? undefined : (home.parsed.title ?? titleFromPath(home.path, site))
}

/** Finds the language and version of files: by the generator's rule, else by the names of their folders. */
function filePlaces(
  pages: readonly PageSource[],
  site: Site,
  generator: Generator | undefined,
): (source: PageSource) => FilePlace {
  const pathOf = ({ path, root }: PageSource): string =>
    generator === undefined ? withIndex(path) : (generator.sitePath?.(path, root, site) ?? path)
  const finderOf = (root: Root): ((path: string) => Place) =>
    root.places === undefined
      ? findPlaces(pages.filter((page) => page.root === root).map((page) => pathOf(page)))
      : declaredPlaces(root.places)
  const finders = new Map(site.roots.map((root) => [root, finderOf(root)]))
  const inNames = generator === undefined ? namesOf(pages) : () => undefined
  return (source) => {
    const { root } = source
    const path = pathOf(source)
    const own = inNames(path)
    const named =
      own === undefined ? generator?.language?.(path, site, root, source) : { ...own, prefix: `/${own.lang}` }
    const place = named === undefined ? finders.get(root)!(path) : { lang: named.lang, prefix: '' } // every page's root is in the list
    return {
      path,
      place,
      inner: named?.inner ?? path.slice(place.prefix.length),
      prefix: root.prefix + (named?.prefix ?? ''),
      lang: named?.lang,
      addressed: own?.inner ?? path,
    }
  }
}

function namesOf(pages: readonly PageSource[]): (path: string) => NamedFile | undefined {
  return languagesInNames(pages.map(({ path }) => path))
}

/** The pages that are no translations by their names. */
export function inOwnLanguage(pages: readonly PageSource[]): PageSource[] {
  const inNames = namesOf(pages)
  return pages.filter(({ path }) => inNames(path) === undefined)
}

/** The address of a page, with and without the folder of its root; `undefined` if another page has it. */
function addressOf(
  source: PageSource,
  { path, addressed, place, prefix }: FilePlace,
  context: {
    site: Site
    generator: Generator | undefined
    isBesideIndex: (page: PageSource) => boolean
    byUrl: Map<string, PlacedPage>
    problems: Problem[]
  },
): { own: string; url: string } | undefined {
  const { site, generator, isBesideIndex, byUrl, problems } = context
  const { parsed } = source
  const top = fileUrl(place.prefix === '' ? '' : place.prefix.slice(0, -1))
  const fileOrWhole = isBesideIndex(source) ? wholeUrl(addressed) : fileUrl(addressed)
  const byFile = generator?.address?.({ ...source, path }, site) ?? fileOrWhole
  const wanted = generator?.readsSlug === true ? byFile : slugUrl(parsed, byFile, top, problems)
  const report = reportTo(problems, parsed.file)
  const open = publicAddress(wanted)
  if (open !== wanted)
    report(
      'bad-address',
      undefined,
      `The address "${wanted}" is private on all sites or that of no file, so this page has the address "${open}"; rename the file.`,
    )
  return freeUrl({ wanted: open, byFile: publicAddress(byFile), path }, prefix, byUrl, report)
}

function pageOf(
  { root, parsed, isMade }: PageSource,
  at: FilePlace,
  { own, url, title, lang, draft }: { own: string; url: string; title: string; lang: string; draft: boolean },
): Page {
  const { frontMatter } = parsed
  const { place } = at
  const version = root.version ?? place.version
  return {
    url,
    key: joinUrl(root.inKey ?? '', place.prefix === '' ? own : own.slice(place.prefix.length) || '/'),
    file: parsed.file,
    title,
    label: labelOf(frontMatter) ?? title,
    group: '',
    description: plainDescription(stringOf(frontMatter.description)?.trim() ?? ''),
    lang: canonicalLanguage(stringOf(frontMatter.lang) ?? '') ?? at.lang ?? root.lang ?? place.lang ?? lang,
    ...(version === undefined ? {} : { version }),
    tags: Array.isArray(frontMatter.tags) ? frontMatter.tags.map(tagName).filter((tag) => tag !== '') : [],
    draft,
    ...(isMade && { isMade }),
    ...(parsed.home === undefined ? {} : { home: parsed.home }),
    headings: parsed.headings,
    frontMatter,
    hash: '',
  }
}

function placedPage(source: PageSource, { place, inner, prefix }: FilePlace, page: Page): PlacedPage {
  const { root } = source
  return {
    ...source,
    page,
    place: place.prefix,
    inner: root.section === undefined ? inner : `${root.section}/${inner}`,
    prefix: place.prefix === '' ? prefix : joinUrl(prefix, `/${place.prefix.slice(0, -1)}`),
  }
}

/** The name of a page in the sidebar. */
function labelOf(frontMatter: Record<string, unknown>): string | undefined {
  return (
    stringOf(frontMatter.sidebar_label) ??
    stringOf(tableOf(frontMatter.sidebar)?.label) ??
    stringOf(frontMatter.nav_title) ??
    stringOf(tableOf(frontMatter.navigation)?.title) ??
    stringOf(frontMatter.sidebarTitle)
  )
}

function tagName(tag: unknown): string {
  if (typeof tag === 'string' || typeof tag === 'number') return String(tag).trim()
  return stringOf(tableOf(tag)?.label) ?? ''
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}
