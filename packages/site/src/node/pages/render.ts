/**
 * Renders a page as HTML, for the server and for the static export. When rendering fails, the result is the error page; when
 * that fails too, a plain document. Never throws because of content.
 */
import { renderDocument } from './document.ts'
import { markup } from '../html.ts'
import type { PageData, PageView } from '../../shared/page-data.ts'
import { toHref } from '../../shared/paths.ts'
import { atAddress } from '../../shared/search-address.ts'
import { wordsFor } from '../words/words-for.ts'
import { errorPage, notFoundPage, reportPage } from './generated-page.ts'
import type { SiteState } from './site-state.ts'
import { findNavigation } from '../content/snapshot.ts'

/** A page as HTML, with the HTTP status that it is served with. */
export interface RenderedPage {
  status: 200 | 404 | 500
  body: string
  /** Set with status 500, since the next request may succeed. */
  cache?: 'no-store'
  /** With status 500. */
  failure?: { page: string; error: unknown }
}

/** Renders a page. @param key `undefined` for an address outside the site's base. @param search a query string; `undefined` for a file. */
export async function renderPage(
  state: SiteState,
  key: string | undefined,
  search: string | undefined,
): Promise<RenderedPage> {
  try {
    const page = key === undefined ? undefined : await state.readPage(key)
    if (page) {
      const view = search === undefined ? page : atAddress(page, search)
      return { status: 200, body: await renderFramed(state, view) }
    }
    return { status: 404, body: await renderFramed(state, notFoundPage(state.snapshot, key ?? '/')) }
  } catch (error) {
    const page = key ?? '/'
    return { status: 500, body: await renderError(state, page), cache: 'no-store', failure: { page, error } }
  }
}

/** Renders the form for missing results; with `sent`, a page that thanks the reader. */
export async function renderReport(
  state: SiteState,
  { query, sent }: { query: string; sent: boolean },
): Promise<RenderedPage> {
  return { status: 200, body: await renderFramed(state, reportPage(state.snapshot, query, sent)) }
}

async function renderFramed({ snapshot, built }: SiteState, data: PageData): Promise<string> {
  const { build: _, article, ...page }: PageData = data
  const { renderFrame } = await built.load()
  const { items, words } = findNavigation(snapshot, page.navigation) ?? { items: [], words: wordsFor(page.lang) }
  const frame = renderFrame({ site: snapshot.site, page, items, words, article })
  return renderDocument({ site: snapshot.site, page: page satisfies PageView }, frame, built.manifest, snapshot.policy)
}

async function renderError(state: SiteState, key: string): Promise<string> {
  const { snapshot } = state
  try {
    return await renderFramed(state, errorPage(snapshot, key))
  } catch {
    const home = toHref(snapshot.site.base, '/')
    return markup`<!doctype html><meta charset="utf-8"><title>${snapshot.site.title}</title><h1>This page could not be shown</h1><p><a href="${home}">Go to the start page</a></p>`
      .html
  }
}
