/**
 * Joins the parsed pages of a folder: URLs, languages and versions, navigations, links, records. It runs at every
 * reading and reads no sources.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Site } from '../folder/site.ts'
import { findMermaid } from '../folder/find-mermaid.ts'
import { fileUrl, joinUrl, wholeUrl } from '../folder/page-url.ts'
import { canonicalLanguage, declaredPlaces, findPlaces, languageOfText, type Place } from '../folder/place.ts'
import { checkLinks } from '../links/check.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import { buildNavigations } from '../navigation/build-navigations.ts'
import { urlsOf } from '../navigation/nav-urls.ts'
import { generatorOf } from '../generators/all.ts'
import { childPages, overviewOf } from '../result/child-pages.ts'
import type { Docs, Home, Page, Problem } from '../result/page.ts'
import { compareProblems, joinRepeats, reportTo } from '../result/problem.ts'
import { reportExactly } from '../parsed/exact-line.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import { linkMap } from './collect-targets.ts'
import { collectLinkTexts, type TextsByAnchor } from './link-texts.ts'
import { ownTitle, titleFromPath } from './page-title.ts'
import { placeOldAddresses } from './old-addresses.ts'
import { besideIndex, freeUrl, slugUrl } from './page-address.ts'
import { accountFiles, type ReadFiles } from './account-files.ts'
import { listAssets } from './published-files.ts'
import { type BrokenTarget, missingOf, sourcesOf } from './watched-files.ts'
import { makeRecords, type PageRecords } from '../records/record.ts'
import { resolveLogo } from './site-logo.ts'
import { siteTitle } from './site-title.ts'

interface Parts extends ReadFiles {
  problems: Problem[]
}

/** Assembles the result of one reading. */
export function assemble(parts: Parts): {
  docs: Docs
  links: LinkMap
  places: Map<string, LinkPlace>
  records: PageRecords[]
} {
  const { site, options } = parts
  const problems = [...parts.problems, ...parts.pages.flatMap(({ parsed }) => parsed.problems)]
  const lang = canonicalLanguage(site.lang ?? '') ?? guessLanguage(parts.pages)
  const placed = placePages(parts, lang, problems)
  const peer = generatorOf(site.generator.kind)?.configuration?.(site)
  for (const { url, home } of peer?.homes ?? []) addHome(home, url, placed)
  const title = options.title ?? siteTitle(placed, site, peer?.title)
  const navigations = buildNavigations({ site, peer, placed, files: parts.files, title, lang, problems })
  const links = linkMap(parts, placed)
  const atTop: LinkPlace = { url: '/', path: 'index.md', root: { folder: site.folder, prefix: '' }, prefix: '' }
  placeOldAddresses(peer?.redirects, { placed, site, links, atTop, problems })
  const linked = new Map<string, string>()
  const places = new Map<string, LinkPlace>(
    placed.map(({ parsed, page, path, root, prefix }) => [parsed.file, { url: page.url, path, root, prefix }]),
  )
  const missing: BrokenTarget[] = []
  const sidebars = navigations.map(({ navigation }) => navigation)
  const allPages = placed.map(({ page }) => page)
  const targetsOf = new Map<PlacedPage, string[]>()
  for (const one of placed) {
    const { parsed, page } = one
    const place = places.get(parsed.file)! // built from the same list
    const broken: string[] = []
    const targets = checkLinks(parsed.links, place, links, {
      linked,
      broken,
      report: reportExactly(problems, parsed.file, parsed.source),
    })
    targetsOf.set(one, targets)
    missing.push(...broken.map((url) => ({ url, file: join(site.folder, parsed.file) })))
    const titles = links.titles.size === 0 ? [] : targets.map((href) => links.titles.get(href))
    const below = parsed.listsPages ? childPages(page.url, sidebars, allPages) : []
    const overview = overviewOf(site.generator.kind, page, sidebars)
    const inMarkdown = parsed.otherTargets.map((target) => {
      const { kind, href } = resolveLink(target, place, links)
      return [kind, href]
    })
    page.hash = hash(
      'sha256',
      parsed.hash +
        JSON.stringify([
          page.url,
          page.title,
          targets,
          titles,
          page.home === parsed.home ? '' : page.home,
          below,
          overview,
          inMarkdown,
        ]),
    ).slice(0, 32)
    if (page.home !== undefined)
      page.home = resolveHome({ ...page.home, title: page.home.title || title }, place, links, linked)
  }
  const elsewhere = [
    ...navigations.flatMap(({ navigation }) => urlsOf(navigation.items)),
    ...(options.references ?? []),
  ]
  for (const url of elsewhere) {
    // Most are addresses of pages, as they are.
    if (links.ids.has(url)) continue
    const target = resolveLink(url, atTop, links)
    if (target.kind === 'file') linked.set(target.path, target.file)
  }
  const logo = resolveLogo(peer?.logo, atTop, links, linked)
  const order = new Map(navigations.flatMap(({ order }) => order).map((url, index) => [url, index]))
  placed.sort(
    (a, b) =>
      (order.get(a.page.url) ?? Infinity) - (order.get(b.page.url) ?? Infinity) || (a.page.url < b.page.url ? -1 : 1),
  )
  const diagrams = findDiagrams(placed, site, problems)
  const linkTexts = collectLinkTexts(placed, targetsOf)
  const configurations = [...site.configurations, ...(peer?.files ?? [])]
  const records = placed.map((one) => recordsOf(one, parts, linkTexts.get(one.page.url)))
  const docs: Docs = {
    folder: site.folder,
    generator: site.generator,
    title,
    lang,
    pages: placed.map(({ page }) => page),
    navigations: navigations.map(({ navigation }) => navigation),
    records: options.lateRecords ? [] : records.flatMap(({ make }) => make()),
    assets: listAssets(parts.publicFiles, linked),
    files: accountFiles(parts, { placed, linked, configurations, problems }),
    ...(peer === undefined || peer.links.length === 0 ? {} : { links: peer.links }),
    ...(logo === undefined ? {} : { logo }),
    ...(diagrams === undefined ? {} : { diagrams }),
    sources: sourcesOf(site, { placed, linked, configurations }),
    missing: missingOf(site, placed, missing),
    problems: joinRepeats(problems.sort(compareProblems)),
  }
  return { docs, links, places, records }
}

/**
 * The script that renders diagrams (absolute), if a page has a diagram. If it is missing, one problem is reported for
 * all diagrams.
 */
function findDiagrams(placed: PlacedPage[], site: Site, problems: Problem[]): string | undefined {
  const first = placed.find(({ parsed }) => parsed.diagrams.length > 0)?.parsed
  if (first === undefined) return undefined
  const script = findMermaid([site.folder, process.cwd(), import.meta.dirname])
  if (script === undefined)
    reportTo(problems, first.file)(
      'diagram',
      first.diagrams[0],
      'Diagrams stay code, since Mermaid is not installed; install it beside the docs: npm i @mermaid-js/tiny (or mermaid).',
    )
  return script
}

/**
 * The records of a page; a page without a change, also of the texts of links to it, keeps those of the last reading. Late ones
 * are made anew with each call, so that they are in memory only while they are used.
 */
function recordsOf(
  { parsed, page }: PlacedPage,
  { site: { generator }, options }: Parts,
  linkedAs: TextsByAnchor = new Map(),
): PageRecords {
  const isUnsearched = generatorOf(generator.kind)?.isUnsearched?.(parsed.frontMatter) === true
  const isLeftOut = isUnsearched || isHidden(parsed.frontMatter) || page.key === '/404'
  const key = isLeftOut ? '' : JSON.stringify([parsed.plain, page, ...linkedAs])
  return {
    file: page.file,
    key,
    make() {
      if (isLeftOut) return []
      if (parsed.cachedRecords?.page === key) return parsed.cachedRecords.records
      const records = makeRecords(page, parsed.sections(), linkedAs)
      if (!options.lateRecords) parsed.cachedRecords = { page: key, records }
      return records
    },
  }
}

function isHidden(frontMatter: Record<string, unknown>): boolean {
  const search = frontMatter.search
  return (
    frontMatter.pagefind === false ||
    search === false ||
    frontMatter.unlisted === true ||
    frontMatter.search_exclude === true ||
    (typeof search === 'object' && search !== null && 'exclude' in search && search.exclude === true)
  )
}

function placePages({ site, pages, options }: Parts, lang: string, problems: Problem[]): PlacedPage[] {
  const placed: PlacedPage[] = []
  const byUrl = new Map<string, PlacedPage>()
  const generator = generatorOf(site.generator.kind)
  const isBesideIndex = besideIndex(pages, site.generator.kind)
  const home = pages.find((page) => /^(?:index|readme)\.\w+$/i.test(page.path) && !isBesideIndex(page))
  const homeTitle = home === undefined ? undefined : (home.parsed.title ?? titleFromPath(home.path, site))
  const pathOf = ({ path, root }: PageSource): string => generator?.sitePath?.(path, root, site) ?? path
  const placeOf = new Map(
    site.roots.map((root) => [
      root,
      root.places === undefined
        ? findPlaces(pages.filter((page) => page.root === root).map((page) => pathOf(page)))
        : declaredPlaces(root.places),
    ]),
  )
  for (const source of pages) {
    const { root, parsed } = source
    const path = pathOf(source)
    const { frontMatter } = parsed
    const draft = frontMatter.draft === true && generator?.hasDrafts !== false
    if (draft && options.drafts !== true) continue
    if (generator?.isPublished?.(source, site) === false) continue
    const named = generator?.language?.(path, site, root)
    const place: Place = named === undefined ? placeOf.get(root)!(path) : { lang: named.lang, prefix: '' } // every page's root is in the list
    const inner = named?.inner ?? path.slice(place.prefix.length)
    const prefix = root.prefix + (named?.prefix ?? '')
    const top = fileUrl(place.prefix === '' ? '' : place.prefix.slice(0, -1))
    const fileOrWhole = isBesideIndex(source) ? wholeUrl(path) : fileUrl(path)
    const byFile = generator?.address?.({ ...source, path }, site) ?? fileOrWhole
    const wanted = generator?.readsSlug === true ? byFile : slugUrl(parsed, byFile, top, problems)
    const free = freeUrl({ wanted, byFile, path }, prefix, byUrl, reportTo(problems, parsed.file))
    if (free === undefined) continue
    const { own, url } = free
    const version = root.version ?? place.version
    const title = ownTitle(parsed, homeTitle) ?? titleFromPath(inner, site)
    const page: Page = {
      url,
      key: place.prefix === '' ? own : own.slice(place.prefix.length) || '/',
      file: parsed.file,
      title,
      label:
        stringOf(frontMatter.sidebar_label) ??
        stringOf(tableOf(frontMatter.sidebar)?.label) ??
        stringOf(frontMatter.nav_title) ??
        stringOf(tableOf(frontMatter.navigation)?.title) ??
        stringOf(frontMatter.sidebarTitle) ??
        title,
      group: '',
      description: stringOf(frontMatter.description)?.trim() ?? '',
      lang: canonicalLanguage(stringOf(frontMatter.lang) ?? '') ?? named?.lang ?? root.lang ?? place.lang ?? lang,
      ...(version === undefined ? {} : { version }),
      tags: Array.isArray(frontMatter.tags) ? frontMatter.tags.map(tagName).filter((tag) => tag !== '') : [],
      draft,
      ...(parsed.home === undefined ? {} : { home: parsed.home }),
      headings: parsed.headings,
      frontMatter,
      hash: '',
    }
    const one: PlacedPage = {
      ...source,
      page,
      place: place.prefix,
      inner: root.section === undefined ? inner : `${root.section}/${inner}`,
      prefix: place.prefix === '' ? prefix : joinUrl(prefix, `/${place.prefix.slice(0, -1)}`),
    }
    byUrl.set(url.toLowerCase(), one)
    placed.push(one)
  }
  return placed
}

function tagName(tag: unknown): string {
  if (typeof tag === 'string' || typeof tag === 'number') return String(tag).trim()
  return stringOf(tableOf(tag)?.label) ?? ''
}

function guessLanguage(pages: PageSource[]): string {
  const outside = pages.filter(({ path }) => !/^[a-z]{2}(?:-[a-z]+)?\//i.test(path))
  const sample = outside
    .slice(0, 40)
    .flatMap(({ parsed }) => [
      parsed.title ?? '',
      ...parsed
        .sections()
        .flatMap(({ text, pieces }) => [
          text,
          ...pieces.filter(({ kind }) => kind === 'content').map((piece) => piece.text),
        ]),
    ])
  return languageOfText(sample.join('\n'))
}

/** Gives a landing page a head from the configuration, if it has none of its own. */
function addHome(home: Home, url: string, placed: PlacedPage[]): void {
  const first = placed.find(({ page }) => page.url === url)
  if (first !== undefined) first.page.home ??= home
}

function resolveHome(home: Home, place: LinkPlace, links: LinkMap, linked: Map<string, string>): Home {
  const href = (url: string): string => {
    if (url === '') return ''
    const target = resolveLink(url, place, links)
    if (target.kind === 'file') linked.set(target.path, target.file)
    return target.href
  }
  return {
    ...home,
    ...(home.image === undefined ? {} : { image: href(home.image) }),
    actions: home.actions.map((action) => ({ ...action, url: href(action.url) })),
    features: home.features.map((feature) =>
      feature.url === undefined ? feature : { ...feature, url: href(feature.url) },
    ),
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
}

function tableOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
