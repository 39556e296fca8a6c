/**
 * The headers that keep a page safe. No inline script, no inline style, no foreign script: what an author or a record
 * holds can never run. The one place where HTML is inserted in the browser, and those where a worker is started, are
 * named by the Trusted Types policies.
 */

import { ARTICLE_POLICY, EARLY_WORKER_POLICY, WORKER_POLICY } from '../shared/trusted-types-policies.ts'

/**
 * The Content-Security-Policy of a page.
 * @param searchHosts absolute URLs that the search dialog asks.
 * @param frames whether a page may hold the frame that draws diagrams.
 */
export function contentSecurityPolicy(searchHosts: string[], frames: boolean): string {
  const origins = searchHosts.flatMap((host) => (URL.canParse(host) ? [new URL(host).origin] : []))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "font-src 'self'",
    "worker-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    ['connect-src', "'self'", ...new Set(origins)].join(' '),
    "require-trusted-types-for 'script'",
    `trusted-types ${[ARTICLE_POLICY, WORKER_POLICY, EARLY_WORKER_POLICY].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The same for a page's own head, where browsers ignore who may frame it. */
export function policyInPage(searchHosts: string[], frames: boolean): string {
  return contentSecurityPolicy(searchHosts, frames).replace("; frame-ancestors 'none'", '')
}

/** For every answer that a browser could open as a document and that is not a page: an SVG can hold scripts. */
export const ASSET_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox"

/** Headers of every page, beside the policy. */
export const PAGE_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}
