/**
 * The tags of pages: for each language and version a list of all tags (`/tags`), and for each tag a page
 * (`/tags/install`) that lists its pages in reading order. Tags that differ only in case or spaces are one tag, spelled as
 * on the first page. A page of the docs at one of these paths precedes them.
 */
import type { Page } from '@docent/ingest'

/** A tag and its pages. */
export interface Tag {
  title: string
  /** Without the base. */
  url: string
  pages: Page[]
}

/** The tags of one language and version by path key, in the order of their titles. */
export type Tags = Map<string, Tag>

/** @param pages of one language and version, in reading order. @param root their folder: `/ja`, or empty. */
export function collectTags(pages: Page[], root: string, lang: string): Tags {
  const tags = new Map<string, Tag>()
  for (const page of pages) {
    if (page.frontMatter.unlisted === true || page.key === '/404') continue
    for (const title of page.tags) {
      const url = tagUrl(root, title)
      const tag = tags.get(url)
      if (tag === undefined) tags.set(url, { title, url, pages: [page] })
      else if (tag.pages.at(-1) !== page) tag.pages.push(page)
    }
  }
  const collator = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  return new Map([...tags].sort(([, a], [, b]) => collator.compare(a.title, b.title)))
}

/** The path of the list of all tags. */
export function tagsUrl(root: string): string {
  return `${root}/tags`
}

/** The paths of all pages of tags, without those of pages of the docs. */
export function tagPaths(navigations: { root: string; tags: Tags }[], pages: ReadonlyMap<string, Page>): string[] {
  const paths = navigations.flatMap(({ root, tags }) => (tags.size === 0 ? [] : [tagsUrl(root), ...tags.keys()]))
  return paths.filter((path) => !pages.has(path))
}

/** Maximum number of code points of a tag in its path: at most 240 bytes, which every file system accepts. */
const TAG_LENGTH = 60

/** The path of one tag; characters with a meaning in a path become hyphens. */
function tagUrl(root: string, title: string): string {
  const segment = title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Cs}/\\?#%.]+/gu, '-')
  return `${tagsUrl(root)}/${[...segment].slice(0, TAG_LENGTH).join('')}`
}
