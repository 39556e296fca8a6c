/** The articles of a build: those of earlier builds from the cache, the others rendered, in several threads where they are many. */
import { availableParallelism } from 'node:os'
import type { Docs, Page, Problem } from '@docent/ingest'
import { openArticleCache } from './article-cache.ts'
import { startArticleThreads } from './article-threads.ts'

/** The articles of the docs of a build. */
export interface Articles {
  render(page: Page): Promise<string>
  /** Removes the articles of other pages. */
  prune(): void
  /** Ends the threads; to be called after failures too. */
  end(): Promise<void>
}

/** Fewest pages for a further thread. Its start takes 140 ms of CPU time, as much as 50 pages, and its code runs slowly at first. */
const MANY = 256

/**
 * Opens the articles. @param folder of the cache. @param version of Docent. @param report receives the problems of an
 * article when it is asked for.
 */
export function openArticles(
  docs: Docs,
  folder: string,
  version: string,
  report: (problems: Problem[]) => void,
): Articles {
  const cache = openArticleCache(folder, version, async (page, before) => {
    const rendered = await threads.take(page, before)
    if (rendered.problems.length > 0) report(rendered.problems)
    return rendered
  })
  const missing = cache.missing(docs.pages)
  // The build itself has as much work as one further thread.
  const count = missing.length >= MANY && availableParallelism() > 1 ? 1 : 0
  const threads = startArticleThreads(docs, missing, count)
  return { render: cache.render, prune: () => cache.prune(docs.pages), end: threads.end }
}
