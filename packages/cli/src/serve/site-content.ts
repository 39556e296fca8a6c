import { type Docs, pageMarkdown, type Problem, renderArticle } from '@docent/ingest'
import type { SiteContent } from '@docent/site'

import { firstProblems } from '../reading/saved-problems.ts'
import { printError } from '../terminal/terminal.ts'
import { createArticleCache } from './article-memory.ts'

const articles = createArticleCache()

/**
 * The docs as content of the website. Articles are rendered at their first request.
 *
 * @param updated dates of pages (ISO 8601), by file. @param saved problems that the author's last save introduced.
 */
export function contentOf(
  docs: Docs,
  updated?: ReadonlyMap<string, string>,
  saved: readonly Problem[] = [],
): SiteContent {
  return {
    ...docs,
    renderArticle: (page) => articles(page, () => renderArticle(docs, page, undefined, printProblem)),
    readMarkdown: (page, addressOf) => pageMarkdown(docs, page, addressOf),
    ...(updated && { updated }),
    ...(saved.length > 0 && { savedProblems: firstProblems(saved) }),
  }
}

/** Prints a problem found at rendering: an article that costs too much. */
function printProblem({ file, line, message }: Problem): void {
  printError(`${file}:${line}: ${message}`)
}
