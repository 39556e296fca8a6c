/**
 * Pages without a file of the docs: search pages, the list of tags, a tag, the form for reports, a start page made from the
 * navigation, the not-found page and the error page.
 */
import { alternatesOf, navigationAt, searchPath } from '../content/alternates.ts'
import type { Alternate, PageData, PageKind, Tagged } from '../../shared/page-data.ts'
import { pathKey, RESERVED } from '../../shared/paths.ts'
import { digest, type NavigationEntry, type Snapshot } from '../content/snapshot.ts'
import { type Tag, tagsUrl } from '../content/tags.ts'
import { wordsFor } from '../words/words-for.ts'

/** The search page, list of tags or page of a tag at a key. */
export function generatedPage(snapshot: Snapshot, key: string): PageData | undefined {
  return searchPaths(snapshot).includes(key) ? searchPage(snapshot, key) : tagPage(snapshot, key)
}

/** The page for a path without a page. */
export function notFoundPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'not-found', path)
}

/** The page that replaces one whose rendering failed. */
export function errorPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'error', path)
}

/** The page on which readers report missing results. */
export function reportPage(snapshot: Snapshot, query: string, sent: boolean): PageData {
  return { ...framePage(snapshot, 'report', `${RESERVED}/report`), report: { query, sent } }
}

/** The start page of docs whose own is missing or empty: cards with the groups of the navigation. */
export function landingPage(snapshot: Snapshot, url: string): PageData {
  return framePage(snapshot, 'landing', url)
}

/** `/search` and the search page of each language and version, without those where the docs have a page. */
export function searchPaths({ navigations, pages }: Snapshot): string[] {
  const paths = navigations.map(({ root }) => searchPath(root)).filter((path) => !pages.has(path))
  return [...new Set(['/search', ...paths])]
}

/** A search page, whose address can be shared. One for each language and version; `/search` is the default's. */
function searchPage(snapshot: Snapshot, key: string): PageData {
  const page = framePage(snapshot, 'search', key)
  const alternates = page.alternates.map((alternate) => ({ ...alternate, url: alternate.search }))
  return { ...page, title: wordsFor(page.lang).search, alternates }
}

/** The list of the tags of a language and version, or the page of one tag. */
function tagPage(snapshot: Snapshot, key: string): PageData | undefined {
  for (const { root, tags, navigation } of snapshot.navigations) {
    const tag = tags.get(key)
    if (tag === undefined && (tags.size === 0 || key !== tagsUrl(root))) continue
    const alternates = tagAlternates(snapshot, { root, navigation }, key)
    const links = tag
      ? undefined
      : [...tags.values()].map(({ title, url, pages }) => ({ title, url, pages: pages.length }))
    const list = tag && { all: tagsUrl(root), pages: tag.pages.map(taggedPage) }
    return {
      ...framePage(snapshot, tag ? 'tag' : 'tags', key),
      title: tag?.title ?? wordsFor(navigation.lang).tags,
      hash: digest([links, list]),
      alternates,
      ...(links && { tags: links }),
      ...(list && { tagged: list }),
    }
  }
  return undefined
}

function taggedPage({ url, title, group, description }: Tag['pages'][number]): Tagged['pages'][number] {
  return { url, title, group, description }
}

/** The same tag in other languages and versions; where missing, the list of tags or the start page. */
function tagAlternates(
  snapshot: Snapshot,
  { root, navigation }: Pick<NavigationEntry, 'root' | 'navigation'>,
  key: string,
): Alternate[] {
  return alternatesOf(snapshot, undefined, navigation, (other) => {
    const twin = other.root + key.slice(root.length)
    const url = other.tags.has(twin) ? twin : other.tags.size > 0 ? tagsUrl(other.root) : other.navigation.url
    return { url, ...(url !== twin && { isStart: true }) }
  })
}

function framePage(snapshot: Snapshot, kind: PageKind, url: string): PageData {
  const entry = navigationAt(snapshot, url)
  return {
    kind,
    url,
    title: snapshot.site.title,
    description: '',
    lang: entry.navigation.lang,
    ...(entry.navigation.version !== undefined && { version: entry.navigation.version }),
    breadcrumbs: [],
    headings: [],
    alternates: alternatesOf(snapshot, snapshot.pages.get(pathKey(url))?.key, entry.navigation),
    navigation: entry.hash,
    hash: kind,
    build: snapshot.site.build,
    article: '',
  }
}
