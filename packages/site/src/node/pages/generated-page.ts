/**
 * Pages that no file of the docs is behind: a search page, the list of tags, a tag, the form for reports, a start page
 * drawn from the navigation, and what is shown where there is no page or none could be made.
 */
import { alternatesOf, navigationAt, searchPath } from '../content/alternates.ts'
import type { Alternate, PageData, PageKind, Tagged } from '../../shared/page-data.ts'
import { pathKey, RESERVED } from '../../shared/paths.ts'
import { digest, type Snapshot } from '../content/snapshot.ts'
import { type Tag, tagsUrl } from '../content/tags.ts'
import { wordsFor } from '../words/words-for.ts'

/** A page that no file of the docs is behind: a search page, the list of tags, a tag. */
export function generatedPage(snapshot: Snapshot, key: string): PageData | undefined {
  return searchPaths(snapshot).includes(key) ? searchPage(snapshot, key) : tagPage(snapshot, key)
}

/** What is shown where there is no page. */
export function notFoundPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'not-found', path)
}

/** What is shown when a page could not be made. */
export function errorPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'error', path)
}

/** Where readers report a query that finds too little. */
export function reportPage(snapshot: Snapshot, query: string, sent: boolean): PageData {
  return { ...framePage(snapshot, 'report', `${RESERVED}/report`), report: { query, sent } }
}

/** For docs without an index, or with one that a script was to fill: the groups as cards, drawn from the navigation. */
export function landingPage(snapshot: Snapshot, url: string): PageData {
  return framePage(snapshot, 'landing', url)
}

/** The paths of all search pages. */
export function searchPaths({ navigations, pages }: Snapshot): string[] {
  const paths = navigations.map(({ root }) => searchPath(root)).filter((path) => !pages.has(path))
  return [...new Set(['/search', ...paths])]
}

/** Where a query can be shared: one page for each language and version; `/search` itself is the default's. */
function searchPage(snapshot: Snapshot, key: string): PageData {
  const page = framePage(snapshot, 'search', key)
  const alternates = page.alternates.map((alternate) => ({ ...alternate, url: alternate.search }))
  return { ...page, title: wordsFor(page.lang).search, alternates }
}

/** The list of the tags of a language and version, or the page of one. */
function tagPage(snapshot: Snapshot, key: string): PageData | undefined {
  for (const { root, tags, navigation } of snapshot.navigations) {
    const tag = tags.get(key)
    if (tag === undefined && (tags.size === 0 || key !== tagsUrl(root))) continue
    const alternates = tagAlternates(snapshot, root, key)
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

/** The same tag elsewhere, else the list of tags, else the start. */
function tagAlternates(snapshot: Snapshot, root: string, key: string): Alternate[] {
  const all = alternatesOf(snapshot, undefined)
  return snapshot.navigations.slice(0, all.length).map((other, index) => {
    const twin = other.root + key.slice(root.length)
    const url = other.tags.has(twin) ? twin : other.tags.size > 0 ? tagsUrl(other.root) : other.navigation.url
    return { ...all[index]!, url } // as many as navigations
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
    alternates: alternatesOf(snapshot, snapshot.pages.get(pathKey(url))?.key),
    navigation: entry.hash,
    hash: kind,
    build: snapshot.site.build,
    article: '',
  }
}
