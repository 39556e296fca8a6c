/** Titles of pages: those that the page states, else derived from the name of the file. */
import { isIndexFile } from '../folder/page-url.ts'
import { type Site, titleFromFolder } from '../folder/site.ts'
import { isGenericTitle } from '../markdown/plain-text.ts'
import type { ParsedPage } from '../parsed/parsed-page.ts'

/**
 * The title of a page. Where its first heading is the name of the project, which the first page has as well, the next
 * heading is the title.
 */
export function ownTitle(
  { title, frontMatter, headings, file }: ParsedPage,
  homeTitle: string | undefined,
): string | undefined {
  const isName = title !== undefined && title.toLowerCase() === homeTitle?.toLowerCase() && !isGenericTitle(title)
  if (!isName || frontMatter.title !== undefined || isIndexFile(file)) return title
  return headings[0]?.text ?? title
}

/** The id that an export of Notion appends to each name. */
const EXPORTED_ID = / [\da-f]{32}$/

/** The title of a page without one: its file's name, or its folder's. @param path below its language and version. */
export function titleFromPath(path: string, site: Site): string {
  const bare = path.replace(/\.\w+$/, '').replace(/(^|\/)(_?index|readme)$/i, '')
  const name = bare
    .slice(bare.lastIndexOf('/') + 1)
    .replace(/^\d{1,4}[-_.\s]+(?=\D)/, '')
    .replace(EXPORTED_ID, '')
    .replaceAll(/[-_]+/g, ' ')
  return name === '' ? (site.title ?? titleFromFolder(site)) : name.charAt(0).toUpperCase() + name.slice(1)
}
