/**
 * The HTML document around a rendered frame. Everything that a reader needs is in it; the one script is the boot script,
 * which sets the theme before anything is painted and loads the app when it is wanted.
 */
import type { Built } from './built.ts'
import { documentTitle } from './document-title.ts'
import { embedJson, markup, trusted, type Html } from './html.ts'
import type { PageState } from './page-data.ts'
import { navigationHref, RESERVED } from './paths.ts'
import { directionOf } from './words.ts'

/** @param frame HTML of `renderFrame`. */
export function renderDocument(state: PageState, frame: string, manifest: Built['manifest']): string {
  const { page } = state
  return markup`<!doctype html>
<html lang="${page.lang}" dir="${directionOf(page.lang)}">
<head>
${renderHead(state, manifest)}</head>
<body>
<div id="docent">${trusted(frame)}</div>
<script type="application/json" id="docent-state">${embedJson(state)}</script>
</body>
</html>
`.html
}

function renderHead(state: PageState, manifest: Built['manifest']): Html[] {
  const { site, page } = state
  const file = (name: string): string => `${site.base}${RESERVED}/static/${name}`
  const indexable = page.kind === 'page' || page.kind === 'landing'
  const tags = [
    markup`<meta charset="utf-8">`,
    markup`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    markup`<title>${documentTitle(state)}</title>`,
    ...(page.description === '' ? [] : [markup`<meta name="description" content="${page.description}">`]),
    ...(indexable ? [] : [markup`<meta name="robots" content="noindex">`]),
    markup`<meta name="color-scheme" content="light dark">`,
    markup`<link rel="icon" href="${file(manifest.icon)}" type="image/svg+xml">`,
    markup`<link rel="stylesheet" href="${file(manifest.css)}">`,
    ...(site.styleSheet === undefined ? [] : [markup`<link rel="stylesheet" href="${file(site.styleSheet)}">`]),
    markup`<script src="${file(manifest.boot)}" data-app="${file(manifest.app)}" data-navigation="${navigationHref(site.base, page.navigation)}"${site.live ? markup` data-live` : undefined}></script>`,
  ]
  return tags.map((tag) => markup`${tag}\n`)
}
