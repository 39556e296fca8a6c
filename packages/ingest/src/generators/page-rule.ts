/** Which Markdown files are pages: the rule of the recognised generator, else that of a plain folder. */
import type { Root, Site } from '../folder/site.ts'
import { isHtmlFile } from '../markdown/html-page.ts'
import type { ParsedPage } from '../parsed/parsed-page.ts'
import type { LeftOutReason } from '../result/docs-file.ts'
import { generatorOf } from './all.ts'

/** Why a Markdown file is no page by the rule of its generator; `undefined` for a page. @param path below its root. */
export function leftOutByRule(path: string, site: Site, root: Root): LeftOutReason | undefined {
  const verdict = generatorOf(site.generator.kind)?.isPage?.(path, site, root) ?? true
  return typeof verdict === 'string' ? verdict : verdict ? undefined : 'generator-rule'
}

/**
 * Why a parsed file is no page. A file that pages include and whose name begins with an underscore is a partial. Where the
 * generator has no rule, a file with front matter or a heading is a page. @param path below its root.
 * @param isUnlisted whether a list of all pages omits the file. @param listsPages whether the file is the index of a folder
 * with other pages, which are listed on an empty page.
 */
export function leftOutByContent(
  path: string,
  parsed: ParsedPage,
  {
    site,
    isIncluded,
    isUnlisted,
    listsPages,
  }: { site: Site; isIncluded: boolean; isUnlisted: boolean; listsPages: boolean },
): LeftOutReason | 'partial' | undefined {
  const { frontMatter, title, headings } = parsed
  if (isHtmlFile(path) && isEmpty(parsed) && !listsPages) return 'computed'
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const hasOwnRule = generatorOf(site.generator.kind)?.isPage !== undefined
  // Hugo's `_index.md` is the page of its folder.
  if (isIncluded && name.startsWith('_') && !name.startsWith('_index.')) return 'partial'
  // mdBook makes pages of the files in its list only.
  if (isIncluded && isUnlisted) return 'partial'
  if (hasOwnRule) return undefined
  const hasFrontMatter = Object.keys(frontMatter).length > 0
  if (/^(?:AGENTS|CLAUDE)\.md$/.test(name) && !hasFrontMatter) return 'agent-notes'
  if (!parts.some((part) => part.startsWith('_'))) return undefined
  if (isIncluded) return 'partial'
  return hasFrontMatter || title !== undefined || headings.length > 0 ? undefined : 'fragment'
}

/** Whether a page shows nothing. */
function isEmpty({ headings, home, links, sections }: ParsedPage): boolean {
  const hasText = (): boolean => sections().some(({ pieces }) => pieces.length > 0)
  return headings.length === 0 && home === undefined && links.length === 0 && !hasText()
}
