/** A rendered article with the bytes that the cache of articles stores: the same in the thread of the build and in others. */
import { serialize } from 'node:v8'
import { type ArticleDocs, type CodeMemory, type Page, type Problem, renderArticle } from '@docent/ingest'

/** The content of a file of the cache. */
export interface StoredArticle {
  /** Of the page. */
  hash: string
  article: string
  code: CodeMemory['used']
}

/** A rendered article. */
export interface Rendered {
  article: string
  /** A `StoredArticle`; absent with `problems`: another run may render all of the article. */
  bytes?: Uint8Array
  /** Parts that cost too much and are shown in a simpler form. */
  problems: Problem[]
}

/** Renders the article of a page. @param before as in `CodeMemory`. */
export async function renderPage(docs: ArticleDocs, page: Page, before: CodeMemory['before']): Promise<Rendered> {
  const memory = { before, used: new Map<string, string>() }
  const problems: Problem[] = []
  const article = await renderArticle(docs, page, memory, (problem) => problems.push(problem))
  if (problems.length > 0) return { article, problems }
  return {
    article,
    problems,
    bytes: serialize({ hash: page.hash, article, code: memory.used } satisfies StoredArticle),
  }
}
