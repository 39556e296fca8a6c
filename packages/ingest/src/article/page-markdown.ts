import { reportTo } from '../result/problem.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import type { Docs, Page } from '../result/page.ts'
import { readingOf } from '../parsed/reading.ts'

/**
 * The Markdown of a page as its author wrote it, without the front matter and with the title on top: for programs that
 * would rather not read HTML. Links in it are the author's own, relative to the source. Throws a `TypeError` for a page
 * that is not of these docs.
 */
export function pageMarkdown(docs: Docs, page: Page): string {
  const parsed = readingOf(docs)?.sources.get(page.file)
  if (parsed === undefined)
    throw new TypeError(`The page "${page.file}" is not of these docs; pass what readDocs gave.`)
  const body = splitFrontMatter(parsed.source, reportTo([], page.file)).body.trim()
  return /^#[ \t]/m.test(body) ? `${body}\n` : `# ${page.title}\n\n${body}\n`
}
