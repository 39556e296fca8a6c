import { type Docs, pageMarkdown, type Problem, renderArticle } from '@docent/ingest'
import type { SiteContent } from '@docent/site'

import { printError } from '../terminal/terminal.ts'
import { createArticleCache } from './article-memory.ts'

const articles = createArticleCache()

/**
 * The docs as content of the website. Articles are rendered at their first request. @param updated dates of pages (ISO
 * 8601), by file.
 */
export function contentOf(docs: Docs, updated?: ReadonlyMap<string, string>): SiteContent {
  return {
    ...docs,
    renderArticle: (page) => articles(page, () => renderArticle(docs, page, undefined, printProblem)),
    readMarkdown: (page) => pageMarkdown(docs, page),
    ...(updated && { updated }),
  }
}

/** Prints a problem found at rendering: an article that costs too much. */
function printProblem({ file, line, message }: Problem): void {
  printError(`${file}:${line}: ${message}`)
}
