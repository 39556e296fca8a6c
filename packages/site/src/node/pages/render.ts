/**
 * A page as HTML, apart from HTTP: the server answers with it, a static export writes it to a file. When a page cannot
 * be made, the answer is the error page; when even that cannot, a plain document. It never throws for content.
 */
import type { Built } from '../built.ts'
import { renderDocument } from './document.ts'
import { markup } from '../html.ts'
import type { PageData, PageView } from '../../shared/page-data.ts'
import { pathKey, toHref } from '../../shared/paths.ts'
import { atAddress } from '../../shared/search-address.ts'
import { wordsFor } from '../words/words-for.ts'
import { errorPage, notFoundPage, reportPage } from './generated-page.ts'
import { readPage } from './page-view.ts'
import { findNavigation, type Snapshot } from '../content/snapshot.ts'

/** A page as HTML, with the HTTP status that it is served with. */
export interface RenderedPage {
  status: 200 | 404 | 500
  html: string
  /** Why the status is 500. */
  error?: unknown
}

/** @param path a URL's pathname, without the site's base; `undefined` for one that is not below it. @param search its query string. */
export async function renderPage(
  snapshot: Snapshot,
  built: Built,
  path: string | undefined,
  search = '',
): Promise<RenderedPage> {
  try {
    const page = path === undefined ? undefined : await readPage(snapshot, pathKey(path))
    if (page) return { status: 200, html: await renderFramed(snapshot, built, atAddress(page, search)) }
    return { status: 404, html: await renderFramed(snapshot, built, notFoundPage(snapshot, path ?? '/')) }
  } catch (error) {
    return { status: 500, html: await renderError(snapshot, built, path ?? '/'), error }
  }
}

/** The form for missing results. @param sent thanks the reader instead. */
export async function renderReport(
  snapshot: Snapshot,
  built: Built,
  report: { query: string; sent: boolean },
): Promise<RenderedPage> {
  return { status: 200, html: await renderFramed(snapshot, built, reportPage(snapshot, report.query, report.sent)) }
}

/** A page that has been read, as HTML. */
export async function renderFramed(snapshot: Snapshot, built: Built, data: PageData): Promise<string> {
  const { build: _, article, ...page }: PageData = data
  const { renderFrame } = await built.load()
  const { items, words } = findNavigation(snapshot, page.navigation) ?? { items: [], words: wordsFor(page.lang) }
  const frame = renderFrame({ site: snapshot.site, page, items, words, article })
  return renderDocument({ site: snapshot.site, page: page satisfies PageView }, frame, built.manifest, snapshot.policy)
}

async function renderError(snapshot: Snapshot, built: Built, path: string): Promise<string> {
  try {
    return await renderFramed(snapshot, built, errorPage(snapshot, path))
  } catch {
    const home = toHref(snapshot.site.base, '/')
    return markup`<!doctype html><meta charset="utf-8"><title>${snapshot.site.title}</title><h1>This page could not be shown</h1><p><a href="${home}">Go to the start page</a></p>`
      .html
  }
}
