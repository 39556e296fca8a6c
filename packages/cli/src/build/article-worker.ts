/** A thread of `article-threads.ts`: it posts the articles of the pages that it claims, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { articleDocs } from '@docent/ingest'
import { type ArticleThread, Claims, type FromArticleWorker } from './article-threads.ts'
import { renderPage } from './rendered.ts'

const { parts, order, shared } = workerData as ArticleThread
const docs = articleDocs(parts)
const claims = new Claims(shared)
for (const [at, place] of order.entries()) {
  claims.waitFor(at)
  const page = docs.pages[place]
  if (page === undefined || !claims.claim(at)) continue
  const rendered = await renderPage(docs, page, new Map())
  const bytes = rendered.bytes?.buffer
  parentPort?.postMessage({ at, rendered } satisfies FromArticleWorker, bytes instanceof ArrayBuffer ? [bytes] : [])
  // Native memory of a page is released between turns of the event loop.
  await nextTurn()
}
