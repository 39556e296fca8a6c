/**
 * Joins the parsed pages of a folder: URLs, languages and versions, navigations, links, records. It runs at every
 * reading and reads no sources.
 */
import { findMermaid } from '../folder/find-mermaid.ts'
import { versionFolders, versionIn } from '../folder/path-versions.ts'
import { canonicalLanguage, languageOfText } from '../folder/place.ts'
import { textOf } from '../folder/plain-data.ts'
import type { Site } from '../folder/site.ts'
import { generatorOf } from '../generators/all.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import { buildNavigations } from '../navigation/build-navigations.ts'
import { urlsOf } from '../navigation/nav-urls.ts'
import type { PageSource, PlacedPage } from '../parsed/placed-page.ts'
import type { PageRecords } from '../records/record.ts'
import type { Docs, Home, Problem } from '../result/page.ts'
import { compareProblems, joinRepeats, reportTo } from '../result/problem.ts'
import { accountFiles, type ReadFiles } from './account-files.ts'
import { linkMap } from './collect-targets.ts'
import { linkPages } from './link-pages.ts'
import { collectLinkTexts } from './link-texts.ts'
import { placeOldAddresses } from './old-addresses.ts'
import { recordsOf } from './page-records.ts'
import { inOwnLanguage, placePages } from './place-pages.ts'
import { listAssets } from './published-files.ts'
import { resolveLogo } from './site-logo.ts'
import { siteTitle } from './site-title.ts'
import { missingOf, sourcesOf } from './watched-files.ts'

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
  placeOldAddresses(peer ?? {}, { placed, site, links, atTop, problems })
  const linked = new Map<string, string>()
  const sidebars = navigations.map(({ navigation }) => navigation)
  const { places, targetsOf, missing } = linkPages({ site, title, placed, links, sidebars, linked, problems })
  const inNavigation = navigations.flatMap(({ navigation }) => urlsOf(navigation.items))
  addLinked([...inNavigation, ...(options.references ?? [])], atTop, links, linked)
  const logo = resolveLogo(peer?.logo, atTop, links, linked)
  sortPages(
    placed,
    navigations.flatMap(({ order }) => order),
  )
  const diagrams = findDiagrams(placed, site, problems)
  const linkTexts = collectLinkTexts(placed, targetsOf)
  const configurations = [...site.configurations, ...(peer?.files ?? [])]
  const versionOf = versionsByAddress(placed)
  const records = placed.map((one) => recordsOf(one, parts, linkTexts.get(one.page.url), versionOf(one.page.url)))
  const docs: Docs = {
    folder: site.folder,
    generator: site.generator,
    title,
    lang,
    pages: placed.map(({ page }) => page),
    navigations: sidebars,
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

/** The versions that addresses tell, of a site whose generator declares none. */
function versionsByAddress(placed: readonly PlacedPage[]): (url: string) => string | undefined {
  if (placed.some(({ root }) => root.version !== undefined || root.places !== undefined)) return () => undefined
  const folders = versionFolders(placed.map(({ page }) => page.url))
  return (url) => versionIn(folders, url)
}

/** Adds the files among addresses that are in no page: those of the sidebar and of the configuration. */
function addLinked(urls: readonly string[], atTop: LinkPlace, links: LinkMap, linked: Map<string, string>): void {
  for (const url of urls) {
    // Most are addresses of pages, as they are.
    if (links.ids.has(url)) continue
    const target = resolveLink(url, atTop, links)
    if (target.kind === 'file') linked.set(target.path, target.file)
  }
}

/** Sorts pages as the sidebars list them; others follow by their addresses. */
function sortPages(placed: PlacedPage[], urls: readonly string[]): void {
  const order = new Map(urls.map((url, index) => [url, index]))
  placed.sort(
    (a, b) =>
      (order.get(a.page.url) ?? Infinity) - (order.get(b.page.url) ?? Infinity) || (a.page.url < b.page.url ? -1 : 1),
  )
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
 * The language of a site that names none: if most pages name theirs, that of the pages with the fewest folders in their paths, since translations
 * are in folders; else the language of the text.
 */
function guessLanguage(pages: PageSource[]): string {
  const named = pages.flatMap(({ path, parsed }) => {
    const lang = canonicalLanguage(textOf(parsed.frontMatter.lang) ?? '')
    return lang === undefined ? [] : [{ lang, depth: path.split('/').length }]
  })
  if (named.length * 2 > pages.length) {
    const least = named.reduce((depth, one) => Math.min(depth, one.depth), Infinity)
    const groups = Map.groupBy(
      named.filter(({ depth }) => depth === least),
      ({ lang }) => lang,
    )
    const [first] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
    if (first !== undefined) return first[0]
  }
  return languageOfPages(pages)
}

function languageOfPages(pages: PageSource[]): string {
  const outside = inOwnLanguage(pages).filter(({ path }) => !/^[a-z]{2}(?:-[a-z]+)?\//i.test(path))
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
