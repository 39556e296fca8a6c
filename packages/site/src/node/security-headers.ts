/**
 * The security headers. They allow no inline scripts, inline styles or foreign scripts, so content of an author or a record
 * cannot run. The Trusted Types policies cover the only insertion of HTML in the browser, and the starts of workers.
 */

import { ARTICLE_POLICY, EARLY_WORKER_POLICY, WORKER_POLICY } from '../shared/trusted-types-policies.ts'

/**
 * The Content-Security-Policy of a page.
 * @param searchHosts absolute URLs of the search dialog's hosts.
 * @param frames whether a page may contain the frame that renders diagrams.
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

/** The same for a `<meta>` of a page, where browsers ignore `frame-ancestors`. */
export function policyInPage(searchHosts: string[], frames: boolean): string {
  return contentSecurityPolicy(searchHosts, frames).replace("; frame-ancestors 'none'", '')
}

/** The policy of all files of the docs, since a browser can open them as documents, and an SVG can contain scripts. */
export const ASSET_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox"

/** Headers of every page, in addition to the policy. */
export const PAGE_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}
