/** Reads the pages of one site: `learnSite` finds their common frame, the reader makes the records of each. */
import { hash } from 'node:crypto'
import { TooCostly, withinTime } from '@docent/ingest/limits'
import type { DocRecord } from '@docent/engine'
import { versionFolders, versionIn } from '@docent/ingest/path-versions'
import { makeRecords, type SectionText } from '@docent/ingest/records'
import { placeIn, routeOf } from '../html/hash-routes.ts'
import { HtmlLimitError } from '../html/parse.ts'
import { nameInAddress } from '../result/address.ts'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import { compileRules, type FoundRule } from './configs/compile-rules.ts'
import type { PageText } from './page-text.ts'
import { hasContent, hasSidebar } from './layouts/recognise.ts'
import { type PageTree, readFacts, readText, readTree, STRUCTURE_RULES } from './read-document.ts'
import type { ReadOptions } from './read-options.ts'
import { readSelected } from './selected/read-selected.ts'
import { withoutColophon } from './structure/colophon.ts'
import { withoutContentsHeadings } from './structure/contents-heading.ts'
import { folderName, homeLinkOf, homeLinksOf, homeName } from './structure/home-name.ts'
import {
  bannersOf,
  commonOf,
  contentsOf,
  frameOf,
  hashOf,
  type Learnt,
  missingOf,
  NOTHING_LEARNT,
  repeatedHeadingsOf,
  repeatedOf,
  repeatedSectionsOf,
  withoutSidebarOf,
  withoutTexts,
} from './structure/learnt.ts'
import {
  isSiteTitle,
  partNameOf,
  partNamesOf,
  sharedTitleOf,
  siteNameOf,
  statedNamesOf,
} from './structure/site-names.ts'
import { contentOf, pathOf, startOf, textsOf } from './structure/own-text.ts'
import { samplePages } from './structure/sample.ts'
import { titlesIn } from './structure/title.ts'
import { withTwin } from './with-twin.ts'

/** CPU time (ms) for one page. The largest pages of API references take a tenth. */
const PAGE_MS = 5000

/** CPU time (ms) for a page of the sample, which has a megabyte at most. */
const SAMPLE_MS = 500

/**
 * Longest HTML (UTF-16 units) that is read by our own rules without a watch over its CPU time. It has at most 22,000
 * elements: even work that is quadratic in them, 5·10⁸ steps, ends within `PAGE_MS`. The watch starts a thread for each
 * page: for 2,000 pages of 1 kB it takes 0.6 of 0.9 s CPU. Selectors of a configuration may take cubic time, and are
 * always watched.
 */
const UNWATCHED = 64 << 10

/** A page whose text cannot be extracted; the message is half a sentence: `it has more than …`. */
export class ExtractionError extends Error {
  override name = 'ExtractionError'
}

/** Makes the records of pages of one site. */
export interface SiteReader {
  /** The text and records of a page. @throws ExtractionError for a page over a limit of size or CPU time. */
  read: (page: FetchedPage) => ExtractedPage
  /** Changes with the result of `learnSite` and with the options: with an equal one, unchanged pages have unchanged records. */
  fingerprint: string
}

/**
 * Learns the frame of a site from a sample of its pages, which does not depend on their order.
 * @throws SiteConfigError for a configuration with a pattern that is not valid.
 * @param pages all pages; they are iterated once, and few are kept. `html` is read of the sample only.
 */
export function learnSite(pages: Iterable<FetchedPage>, options: ReadOptions): SiteReader {
  const urls: string[] = []
  const { sample, home } = samplePages(withUrls(pages, urls))
  const learnt = learn(sample, home, versionFolders(urls))
  const findRule = options.config === undefined ? undefined : compileRules(options.config)
  return {
    read: (page) =>
      findRule === undefined ? readPage(page, learnt, options) : readByRule(page, findRule(page.url), learnt, options),
    fingerprint: hash(
      'sha256',
      JSON.stringify([options, learnt], (_, value: unknown) => plainOf(value)),
    ),
  }
}

/** The pages, whose addresses are added to `urls`. */
function* withUrls(pages: Iterable<FetchedPage>, urls: string[]): Generator<FetchedPage> {
  for (const page of pages) {
    urls.push(page.url)
    yield page
  }
}

function plainOf(value: unknown): unknown {
  return value instanceof Set || value instanceof Map ? [...value] : value
}

function learn(sample: readonly FetchedPage[], home: FetchedPage | undefined, versions: Learnt['versions']): Learnt {
  const { excluded } = STRUCTURE_RULES
  const seen = readable(sample, (page) => {
    const { layout, document, head } = readTree(page, NOTHING_LEARNT.missing)
    const isComplete = layout !== undefined && hasContent(document, layout)
    const start = isComplete ? undefined : startOf(document)
    const texts = start === undefined ? undefined : textsOf(start, excluded)
    const facts = { isComplete, hasSidebar: layout !== undefined && hasSidebar(document, layout) }
    const home = homeLinkOf(document, page.url)
    return {
      page,
      url: page.url,
      name: layout?.name,
      ...facts,
      lang: head.lang,
      texts,
      headings: titlesIn(document),
      home,
    }
  })
  const missing = missingOf(seen)
  const unknown = seen.filter(({ name }) => name === undefined || missing.has(name))
  const frame = frameOf(
    unknown.flatMap(({ page: { url }, lang, texts }) => (texts === undefined ? [] : [{ url, lang, texts }])),
  )
  const pages = unknown.map(({ page }) => page)
  const paths = readable(pages, (page) => {
    const { layout, document } = readTree(page, missing)
    const start = layout === undefined ? startOf(document) : undefined
    return start === undefined ? undefined : pathOf(contentOf(start, frame, excluded))
  })
  const contents = contentsOf(paths)
  const headings = seen.map((one) => one.headings)
  const banners = bannersOf(headings)
  const withoutSidebar = withoutSidebarOf(seen)
  const common = commonOf(headings)
  const first = { ...NOTHING_LEARNT, versions, banners, common, frame, contents, missing, withoutSidebar }
  const texts = readable(sample, (page) => readText(readTree(page, missing), first))
  const repeated = repeatedOf(texts)
  const siteName = siteNameOf(texts)
  const urls = sample.map(({ url }) => url)
  const [atHome = ''] =
    siteName !== '' || home === undefined
      ? []
      : readable([home], (page) => {
          const { headTitle, title } = readFacts(readTree(page, missing), first)
          return homeName({ url: page.url, title: isSiteTitle(headTitle, texts) ? headTitle : title }, urls)
        })
  return {
    ...first,
    siteName,
    homeName: atHome,
    homeLinks: siteName === '' ? homeLinksOf(seen) : first.homeLinks,
    statedNames: statedNamesOf(texts),
    partNames: partNamesOf(texts),
    sharedTitle: sharedTitleOf(texts),
    repeated,
    repeatedHeadings: repeatedHeadingsOf(texts),
    repeatedSections: repeatedSectionsOf(texts, repeated.get('structure') ?? new Set()),
  }
}

/** The results for pages within the limits; others are reported when they are read. */
function readable<T>(pages: readonly FetchedPage[], use: (page: FetchedPage) => T | undefined): T[] {
  return pages.flatMap((page) => {
    try {
      const value = limited(page, SAMPLE_MS, () => use(page))
      return value === undefined ? [] : [value]
    } catch (error) {
      if (error instanceof ExtractionError) return []
      throw error
    }
  })
}

function limited<T>({ html }: FetchedPage, ms: number, work: () => T): T {
  return explained(() => (html.length <= UNWATCHED ? work() : withinTime(ms, work)))
}

/** @throws ExtractionError for an exceeded limit. */
function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooCostly || error instanceof HtmlLimitError) throw new ExtractionError(error.message)
    throw error
  }
}

function readPage(page: FetchedPage, learnt: Learnt, options: ReadOptions): ExtractedPage {
  const { url } = page
  const text = limited(page, PAGE_MS, () => readText(readTree(page, learnt.missing), learnt))
  const { layout } = text
  const title = text.title || nameInAddress(url)
  const version = text.version ?? versionIn(learnt.versions, url)
  const group = text.group ?? partOf(text, learnt) ?? siteNameFor(text, url, learnt, options)
  const lang = text.lang === '' ? (options.lang ?? '') : text.lang
  const { sections, usesTwin, notes } = withTwin(ownSections(text, learnt), page.markdown)
  const isEmpty = sections.every(({ pieces }) => pieces.length === 0) && sections.length < 2
  const stated = version === undefined ? {} : { version }
  const facts = { url, title, label: text.label ?? title, group, lang, tags: [], ...stated }
  const records =
    sections.length === 0 || (isEmpty && text.title === '') ? [] : placed(url, makeRecords(facts, sections))
  return { url, layout, title, group, lang, ...stated, records, links: text.links, usesTwin, notes }
}

/** The name of the part of the site beside the title, if several pages share it. */
function partOf(text: PageText, { partNames, siteName }: Learnt): string | undefined {
  // A page that states the name of its site has it in its title, too.
  const name = partNames.size === 0 || text.siteName !== '' ? '' : partNameOf(text)
  return partNames.has(name) && !siteName.endsWith(`: ${name}`) ? name : undefined
}

/** The name of the site: as it is given, as the page or most pages have it, as its first page is called in links or there, else its host. */
function siteNameFor(
  text: Pick<PageText, 'siteName'>,
  url: string,
  { siteName, homeName: atHome, homeLinks, statedNames }: Learnt,
  options: ReadOptions,
): string {
  if (options.siteName !== undefined) return options.siteName
  if (statedNames.has(text.siteName)) return text.siteName
  return siteName || folderName(url, homeLinks) || atHome || (URL.parse(url)?.hostname ?? '')
}

/** Reads a page by the configuration. */
function readByRule(
  page: FetchedPage,
  found: FoundRule | undefined,
  learnt: Learnt,
  options: ReadOptions,
): ExtractedPage {
  const { url } = page
  const work = (): ExtractedPage => {
    const tree = readTree(page, learnt.missing)
    const {
      title,
      lang: own,
      version = versionIn(learnt.versions, url),
      group: named,
      siteName,
    } = readFacts(tree, learnt)
    const group = named ?? siteNameFor({ siteName }, url, learnt, options)
    const lang = own === '' ? (options.lang ?? '') : own
    const stated = version === undefined ? {} : { version }
    if (found !== undefined)
      return placedPage(tree, readSelected(tree, found.compiled, found.groups, { group, lang, ...stated }))
    const notes = ['No action of the configuration has this address.']
    return { url, layout: 'selectors', title, group, lang, ...stated, records: [], links: [], usesTwin: false, notes }
  }
  return explained(() => withinTime(PAGE_MS, work))
}

/** A page whose records have the addresses of its sections. */
function placedPage({ url, isWithoutAnchors }: PageTree, page: Omit<ExtractedPage, 'url'>): ExtractedPage {
  const records = isWithoutAnchors ? page.records.map((record) => ({ ...record, anchor: '' })) : page.records
  return { url, ...page, records: placed(url, records) }
}

/** Records with the addresses of sections, which are no fragments where the page itself has one. */
function placed(url: string, records: DocRecord[]): DocRecord[] {
  if (routeOf(url) === undefined) return records
  return records.map((record) => ({ ...record, url: placeIn(url, record.anchor) }))
}

/** The sections without texts that most pages have; a section with nothing else is left out, and so is one that many pages have. */
function ownSections({ layout, sections: all }: PageText, learnt: Learnt): SectionText[] {
  const sections = withoutContentsHeadings(withoutColophon(all, layout), layout !== 'structure')
  const same = learnt.repeated.get(layout)
  const headings = learnt.repeatedHeadings.get(layout)
  const { repeatedSections } = learnt
  if (same === undefined || (same.size === 0 && repeatedSections.size === 0)) return sections
  return sections.flatMap((section) => {
    const own = withoutTexts(section, same)
    // A documented member with nothing but a link to its source has a name of its own.
    const isRepeated =
      section.level > 1 && section.pieces.length > 0 && own.pieces.length === 0 && headings?.has(section.text) === true
    const isFrame = layout === 'structure' && repeatedSections.has(hashOf(own) ?? '')
    return isRepeated || isFrame ? [] : [own]
  })
}
