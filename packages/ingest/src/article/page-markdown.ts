import { reportTo } from '../result/problem.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import type { Docs, Page } from '../result/page.ts'
import { readingOf } from '../parsed/reading.ts'

/**
 * The Markdown of a page as written, without the front matter and with the title on top, for programs. Links are the
 * author's, relative to the source. @throws TypeError for a page of other docs.
 */
export function pageMarkdown(docs: Docs, page: Page): string {
  const parsed = readingOf(docs)?.sources.get(page.file)
  if (parsed === undefined)
    throw new TypeError(`The page "${page.file}" is not of these docs; pass the result of readDocs.`)
  const body = splitFrontMatter(parsed.source, reportTo([], page.file)).body.trim()
  return /^#[ \t]/m.test(body) ? `${body}\n` : `# ${page.title}\n\n${body}\n`
}
