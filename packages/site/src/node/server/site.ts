/**
 * The website over HTTP, as a web-standard `fetch`. The site has one immutable state of its content; `update` replaces it
 * between two requests.
 */
import { findBuilt } from '../built.ts'
import type { SiteContent } from '../content/site-content.ts'
import type { SiteOptions, SiteSettings } from '../content/site-options.ts'
import { createSiteState, type SiteState } from '../pages/site-state.ts'
import { ROUTES } from '../routes/table.ts'
import type { LiveUpdate, SavedProblems, SiteInfo } from '../../shared/page-data.ts'
import { normalizeBase } from '../../shared/paths.ts'
import { answerRequest } from './answer-request.ts'
import { BodyMemory } from './body-memory.ts'
import { createLiveConnections } from './live.ts'
import type { CompressedCache } from './respond.ts'

/** A website that answers requests. */
export interface Site {
  /** Answers any request; paths outside the site get the not-found page. Never rejects because of content. */
  fetch(request: Request): Promise<Response>
  /**
   * Replaces the content from the next request on, and reports it to connected browsers. False when nothing has changed.
   * @param settings new settings, if they have changed too; browsers then load their page in full.
   */
  update(content: SiteContent, settings?: SiteSettings): boolean
  /** Reports to connected browsers why the docs could not be read, until the next update. */
  fail(fault: string): void
  /** Ends the live connections. */
  close(): void
}

/** Makes a site. @throws SiteNotBuiltError when the browser code is missing. */
export function createSite(options: SiteOptions): Site {
  const built = findBuilt()
  const base = normalizeBase(options.base ?? '')
  const routes = ROUTES.filter(({ modes }) => modes.includes(options.live ? 'dev' : 'serve'))
  const live = createLiveConnections()
  const compressed: CompressedCache = new Map()
  const { onError } = options
  let settings: SiteSettings = options
  let state = createSiteState(options, built)
  let bodies = new BodyMemory()
  let fault: string | undefined
  // Loaded now, so that the bundle is from the same build as the files in memory; the first page reports a failure.
  void built.load().catch(() => undefined)

  return {
    async fetch(request) {
      const response = await answerRequest(request, { base, routes, state, bodies, compressed, connect, onError })
      // On every response, so that browsers only run files with a script's media type.
      response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
    update(content, changed) {
      settings = changed ?? settings
      const next = createSiteState({ ...settings, base, live: options.live ?? false, content }, built)
      // Old style sheets have other names and are not requested again.
      if (next.styleSheet?.name !== state.styleSheet?.name) compressed.clear()
      const [before, after] = [state.snapshot, next.snapshot]
      const isOther = after.site.build !== before.site.build || fault !== undefined
      const hasOtherProblems = !isSame(after.content.savedProblems, before.content.savedProblems)
      const frame = changed !== undefined || !isSame({ ...after.site, build: '' }, { ...before.site, build: '' })
      state = next
      bodies = new BodyMemory()
      fault = undefined
      if (isOther || hasOtherProblems) live.send({ ...liveUpdateOf(state), ...(frame && { frame }) })
      return isOther
    },
    fail(why) {
      fault = why
      live.send({ ...liveUpdateOf(state), fault })
    },
    close() {
      live.close()
    },
  }

  function connect(): Response {
    return live.connect({ ...liveUpdateOf(state), ...(fault !== undefined && { fault }) })
  }
}

function liveUpdateOf({ snapshot: { site, content } }: SiteState): LiveUpdate {
  return { build: site.build, ...(content.savedProblems && { problems: content.savedProblems }) }
}

function isSame<T extends SiteInfo | SavedProblems | undefined>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
