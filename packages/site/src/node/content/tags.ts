/**
 * The tags of pages: for each language and version a list of all tags (`/tags`) and a page for each (`/tags/install`),
 * with the pages that have it in reading order. Tags that differ in case or blanks alone are one, named as the first
 * page writes it. A page of the docs at one of these paths comes first.
 */
import type { Page } from '@docent/ingest'

/** A tag, and the pages that have it. */
export interface Tag {
  title: string
  /** Without the base. */
  url: string
  pages: Page[]
}

/** The tags of one language and version by path key, in the order of their titles. */
export type Tags = Map<string, Tag>

/** @param root the folder of the language and version: `/ja`, or empty. @param pages theirs, in reading order. */
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

/** The paths of all pages of tags that no page of the docs has. */
export function tagPaths(navigations: { root: string; tags: Tags }[], pages: ReadonlyMap<string, Page>): string[] {
  const paths = navigations.flatMap(({ root, tags }) => (tags.size === 0 ? [] : [tagsUrl(root), ...tags.keys()]))
  return paths.filter((path) => !pages.has(path))
}

/** Code points of a tag in its path: 240 bytes at most, which every file system takes. */
const TAG_LENGTH = 60

/** The path of one tag: what has a meaning in a path becomes a hyphen. */
function tagUrl(root: string, title: string): string {
  const segment = title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Cs}/\\?#%.]+/gu, '-')
  return `${tagsUrl(root)}/${[...segment].slice(0, TAG_LENGTH).join('')}`
}
